"""A session of PokerGFX beside a table of ours: what each hand says, where its players sit, what would be entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Max, Q

from tables.engine.notation.gfx.hands import GfxPlayer
from tables.engine.notation.gfx.reading import GfxHand, read_session
from tables.engine.notation.gfx.session import GfxError
from tables.models import Seat, Table
from tournament.models import EntryStatus
from tournament.rules.names import fold_name, is_same_name

Verdict = Literal["agrees", "differs", "unread", "empty"]
"""Whether our rules end a hand with the stacks of the file; unread: it cannot be replayed; empty: nothing was
played.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPlayer:
    """A player who sits at the table; names: folded."""

    entry_id: int
    seat: int
    name: str
    names: tuple[str, ...]
    # The entry, or the newest rebuy or add-on of it.
    bought_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StackApart:
    """A stack that our rules end with otherwise than the file."""

    name: str
    ours: int
    stated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamedHand:
    """A hand of the session with those who have chips in it. why: in English, of one that is unread. is_over: its
    stacks can be taken over.
    """

    number: int
    players: tuple[GfxPlayer, ...]
    verdict: Verdict
    why: str
    apart: tuple[StackApart, ...]
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamedPlayer:
    """A player of the session as they stand at its end: in, with chips, or out since the hand of that number.

    at: of the hand among all, from 0. entry_id: of the same player at the table, None where no name says so. won_by: of
    the only player who has won chips in the hand in which this one went out.
    """

    seat: int
    name: str
    hand: int
    at: int
    start: int
    chips: int
    entry_id: int | None
    won_by: int | None = None

    @property
    def is_out(self) -> bool:
        return self.chips == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Streamed:
    """hands: oldest first. unread: what of the text could not be read as a hand, in English. last: the number of the
    hand whose stacks are the newest, None without one; button: its seat in the file.
    """

    hands: tuple[StreamedHand, ...]
    unread: tuple[str, ...]
    last: int | None
    button: int | None
    players: tuple[StreamedPlayer, ...]

    @property
    def agreeing(self) -> int:
        """The hands that end by our rules as in the file."""
        return sum(hand.verdict == "agrees" for hand in self.hands)


def seated_at(table: Table) -> tuple[SeatedPlayer, ...]:
    """The players of a table, by seat. One query."""
    seats = Seat.objects.filter(table=table, entry__status=EntryStatus.PLAYING).order_by("number")
    standing = Q(entry__chip_sales__undone_at=None)
    rows = seats.annotate(sold_at=Max("entry__chip_sales__sold_at", filter=standing))
    return tuple(
        SeatedPlayer(
            entry_id=row.entry.pk,
            seat=row.number,
            name=row.entry.player.name,
            names=tuple(map(fold_name, {row.entry.player.name, row.entry.player.shown_name})),
            bought_at=max(row.entry.registered_at, row.sold_at or row.entry.registered_at),
        )
        for row in rows.select_related("entry__player")
        if row.entry is not None
    )


def streamed(text: str, seated: Sequence[SeatedPlayer]) -> Streamed:
    """What a session says of the players of a table. No query."""
    read = read_session(text)
    hands = [hand for hand in read if isinstance(hand, GfxHand)]
    last = next((at for at in range(len(hands) - 1, -1, -1) if _is_usable(hands[at])), None)
    players = _at_the_end(hands[: last + 1], seated) if last is not None else ()
    return Streamed(
        hands=tuple(map(_shown, hands)),
        unread=tuple([str(each) for each in read if isinstance(each, GfxError)]),
        last=None if last is None else hands[last].number,
        button=None if last is None else hands[last].button,
        players=players,
    )


def _is_usable(hand: GfxHand) -> bool:
    return hand.is_over and any(player.end for player in hand.players)


def _shown(hand: GfxHand) -> StreamedHand:
    verdict, why, apart = _judged(hand)
    dealt_in = tuple([player for player in hand.players if player.start or player.end])
    return StreamedHand(
        number=hand.number, players=dealt_in, verdict=verdict, why=why, apart=apart, is_over=_is_usable(hand)
    )


def _judged(hand: GfxHand) -> tuple[Verdict, str, tuple[StackApart, ...]]:
    if not hand.was_played:
        return "empty", "", ()
    state = hand.replayed()
    if isinstance(state, GfxError):
        return "unread", str(state), ()
    apart = tuple(
        [
            StackApart(name=_name(player), ours=state.stacks[player.seat], stated=player.end)
            for player in hand.players
            if player.seat in state.stacks
            and player.end is not None
            and state.stacks[player.seat] != player.end
        ]
    )
    return "differs" if apart else "agrees", "", apart


def _name(player: GfxPlayer) -> str:
    return player.names[0] if player.names else "–"


# --- The same players

Key = tuple[int, tuple[str, ...]]
"""Seat and names: a player of the session, as long as they stay in their seat."""


def _key(player: GfxPlayer) -> Key:
    return player.seat, player.names


def _at_the_end(hands: Sequence[GfxHand], seated: Sequence[SeatedPlayer]) -> tuple[StreamedPlayer, ...]:
    """Those with chips in the last hand by seat, then those who are out, as they went. A player who left with chips
    is neither.
    """
    newest: dict[Key, tuple[int, GfxPlayer]] = {}
    for at, hand in enumerate(hands):
        for player in hand.players if _is_usable(hand) else ():
            if player.start or player.end:
                newest[_key(player)] = at, player
    there = sorted(
        [each for each in newest.values() if each[1].end and each[0] == len(hands) - 1],
        key=lambda each: each[1].seat,
    )
    out = sorted(
        [each for each in newest.values() if not each[1].end], key=lambda each: (each[0], each[1].start)
    )
    who = match_names([player for _, player in there], seated)
    # A player who is back under the same name is in.
    others = [each for each in seated if each.entry_id not in who.values()]
    for at, player in out:
        # Who has bought since is in again, by another entry or by a rebuy.
        before = [each for each in others if not _is_later(each, hands[at])]
        who |= match_names([player], before)
    return tuple([_streamed(hands[at], at, player, who) for at, player in (*there, *out)])


def _is_later(seat: SeatedPlayer, hand: GfxHand) -> bool:
    return hand.started_at is not None and seat.bought_at > hand.started_at


def _streamed(hand: GfxHand, at: int, player: GfxPlayer, who: Mapping[Key, int]) -> StreamedPlayer:
    chips = player.end or 0
    return StreamedPlayer(
        seat=player.seat,
        name=_name(player),
        hand=hand.number,
        at=at,
        start=player.start,
        chips=chips,
        entry_id=who.get(_key(player)),
        won_by=None if chips else _winner(hand, who),
    )


def _winner(hand: GfxHand, who: Mapping[Key, int]) -> int | None:
    """The entry of the only player who has won chips in a hand."""
    winners = [player for player in hand.players if (player.end or 0) > player.start]
    return who.get(_key(winners[0])) if len(winners) == 1 else None


def match_names(players: Sequence[GfxPlayer], seated: Sequence[SeatedPlayer]) -> dict[Key, int]:
    """The entries of players where a name means one person of the table and nobody else is meant.

    A name in full comes first; then the words of one that is shorter, as a surname alone.
    """
    found: dict[Key, int] = {}
    for fits in (is_same_name, _is_part):
        left = [each for each in seated if each.entry_id not in found.values()]
        meant = {
            _key(player): {each.entry_id for each in left if _fits(player, each, fits)}
            for player in players
            if _key(player) not in found
        }
        once = {key: entries.pop() for key, entries in meant.items() if len(entries) == 1}
        found |= {key: entry for key, entry in once.items() if [*once.values()].count(entry) == 1}
    return found


def _fits(player: GfxPlayer, seat: SeatedPlayer, fits: Callable[[str, str], bool]) -> bool:
    folded = [name for name in map(fold_name, player.names) if name]
    return any(fits(name, other) for name in folded for other in seat.names)


def _is_part(name: str, other: str) -> bool:
    return {*name.split()} <= {*other.split()}
