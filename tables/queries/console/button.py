"""The floor's form for the button: a small seat map, the ways to post, and what the next hands will be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tables.floor.button.by_hand import ButtonSetting
from tables.floor.button.positions import Positions
from tables.floor.reasons import Reason
from tables.floor.rules import ButtonDraw
from tables.models import Seat, Table
from tables.queries.table.hand import look_at_table
from tables.queries.table.next_game import game_of_next_hand
from tables.queries.table.next_hand import games_of, has_button, remarks_on
from tables.queries.table.set_button import ButtonNow, button_now
from tournament.queries.level import level_now
from tournament.rules.structure.level_games import posts_blinds


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatToTap:
    """A seat of the map: `name` is "" where it is empty; `has_button` in the hand as things stand."""

    number: int
    name: str
    has_button: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingShown:
    """One way to post around the button; `small_blind` is 0 where it is dead, `seat` where it lies then."""

    seat: int
    small_blind: int
    big_blind: int
    waiting: tuple[int, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAhead:
    """Who has what in one of the next hands, as seats with names; `reasons` say what is unusual."""

    number: int
    button: tuple[int, str]
    small_blinds: tuple[tuple[int, str], ...]
    big_blinds: tuple[tuple[int, str], ...]
    waiting: tuple[tuple[int, str], ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonFormShown:
    """`draw` says how cards decide the button between two hands, None in one; `has_played`: then the table starts over.

    `hand` is the number of the hand in play whose button is corrected, 0 for the next one's.

    `button` is the seat chosen, or where it is as things stand; `ways` are none where it cannot be there, and `hands`
    then show what comes without a change. `is_change` says whether the way chosen is another than that. `has_blinds`
    is False where the game posts one blind on the button, or antes alone.
    """

    table: int
    seen: str
    refusal: str
    hand: int
    draw: ButtonDraw | None
    has_played: bool
    has_blinds: bool
    seats: tuple[SeatToTap, ...]
    button: int
    ways: tuple[PostingShown, ...]
    hands: tuple[HandAhead, ...]
    is_change: bool

    @property
    def seats_count(self) -> int:
        return len(self.seats)

    @property
    def somebody_waits(self) -> bool:
        return any(hand.waiting for hand in self.hands)

    @property
    def small_blind(self) -> int:
        """The seat of the small blind in the way chosen, 0 where there is none."""
        return next((way.seat for way in self.ways if way.is_chosen), 0)


def button_form(table: Table, *, button: int, small_blind: int, now: datetime) -> ButtonFormShown:
    """The form with this seat tapped; 0 for the way that comes by itself. Three queries at most."""
    look = look_at_table(tournament_id=table.tournament_id, table_id=table.pk)
    stands = button_now(look)
    coming = stands.hands[0] if stands.hands else None
    seat = button or (coming.button if coming else 0)
    ways = stands.ways(seat) if seat else ()
    chosen = _chosen(ways, small_blind, coming)
    names = {each.number: each.entry.player.name if each.entry else "" for each in look.seats}
    number = look.table.hands_dealt + (stands.hand is None)
    game = _game(look.table, stands, now) if stands.hands else ""
    return ButtonFormShown(
        table=table.number,
        seen=stands.seen,
        refusal=stands.refusal.text if stands.refusal else "",
        hand=stands.hand.number if stands.hand else 0,
        draw=stands.rules.button_draw if stands.hands and not stands.hand else None,
        has_played=stands.previous is not None,
        has_blinds=bool(game) and posts_blinds(game),
        seats=tuple(_seat(each, coming, seat) for each in look.seats),
        button=seat,
        ways=tuple(_way(way, is_chosen=way is chosen) for way in ways),
        hands=tuple(
            _hand(positions, number + ahead, names, remarks_on(positions, stands.rules, game=game))
            for ahead, positions in enumerate(chosen.hands if chosen else stands.hands)
        ),
        is_change=chosen is not None and coming is not None and not _is_alike(chosen.next, coming),
    )


def _chosen(
    ways: tuple[ButtonSetting, ...], small_blind: int, coming: Positions | None
) -> ButtonSetting | None:
    """The way with this small blind, or the one that comes by itself, or the usual one."""
    asked = [way for way in ways if way.next.small_blind_position == small_blind]
    as_it_is = [way for way in ways if coming is not None and _is_alike(way.next, coming)]
    return next(iter([*asked, *as_it_is, *ways]), None)


def _is_alike(one: Positions, other: Positions) -> bool:
    return (one.button, one.small_blinds, one.big_blinds, one.waiting) == (
        other.button,
        other.small_blinds,
        other.big_blinds,
        other.waiting,
    )


def _seat(seat: Seat, coming: Positions | None, chosen: int) -> SeatToTap:
    return SeatToTap(
        number=seat.number,
        name=seat.entry.player.name if seat.entry else "",
        has_button=coming is not None and coming.button == seat.number,
        is_chosen=seat.number == chosen,
    )


def _way(way: ButtonSetting, *, is_chosen: bool) -> PostingShown:
    posted = way.next
    return PostingShown(
        seat=posted.small_blind_position,
        small_blind=posted.small_blinds[0] if posted.small_blinds else 0,
        big_blind=posted.big_blind_position,
        waiting=tuple(sorted(posted.waiting)),
        is_chosen=is_chosen,
    )


def _hand(
    positions: Positions, number: int, names: Mapping[int, str], reasons: tuple[Reason, ...]
) -> HandAhead:
    def named(seats: Iterable[int]) -> tuple[tuple[int, str], ...]:
        return tuple((seat, names.get(seat, "")) for seat in seats)

    return HandAhead(
        number=number,
        button=(positions.button, names.get(positions.button, "")),
        small_blinds=named(positions.small_blinds),
        big_blinds=named(positions.big_blinds),
        waiting=named(sorted(positions.waiting)),
        reasons=reasons,
    )


def _game(table: Table, stands: ButtonNow, now: datetime) -> str:
    """The game of the hand in play or of the next one; while stud is played another that is dealt around a button."""
    if stands.hand is not None:
        return stands.hand.game
    coming = game_of_next_hand(table, level_now(table.tournament, now=now)).game
    if has_button(coming):
        return coming
    return min(game for game in games_of(table.tournament.structure) if has_button(game))
