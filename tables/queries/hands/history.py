"""One recorded hand to read: who sat where, every action in its street, the pots and who won them.

The record is replayed step by step; each line says what its sentence needs, in chips and seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext

from tables import engine
from tables.engine.cards.naming import HandName
from tables.engine.made_hands import made_hands
from tables.engine.notation.seen import as_seen
from tables.engine.play.operations import Half
from tables.models import Hand, HandSeat, HandStatus
from tables.queries.hands.export import has_ohh
from tables.queries.hands.steps import (
    HandStep,
    StreetOpened,
    effective_with_times,
    for_everybody,
    steps_of,
)
from tables.queries.table.hand import stakes_of_hand, timed_operations
from tables.queries.table.next_hand import has_button
from tables.words.hand_lines import ActionLine
from tables.words.hands import say_made
from tables.words.pots import HalfCalled, half_called
from tournament.models import Tournament
from tournament.rules.structure.level_games import LevelGame


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetShown:
    """A street: the cards that came with it, the pot when they came, and what was done. `board`: from 1, to which of
    several the cards belong.
    """

    name: str
    board: int
    cards: str
    pot: int
    lines: tuple[ActionLine, ...]

    @property
    def is_without_cards(self) -> bool:
        """Whether board cards came that were not recorded."""
        return bool(self.cards) and not self.cards.replace("?", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player of the hand: chips before and after (None while it is in play, and where nobody knew them), known cards,
    and what they were called at the showdown. `is_out`: the last chips were lost in it."""

    seat: int
    name: str
    before: int | None
    after: int | None
    cards: str
    made: str
    is_button: bool
    is_out: bool

    @property
    def change(self) -> int | None:
        return None if self.after is None or self.before is None else self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class PotLine:
    """A pot, who could win it and who did: how much each, of which half, with what hand, and on which of several
    boards, from 1.
    """

    index: int
    amount: int
    contenders: tuple[str, ...]
    winners: tuple[tuple[str, int, HalfCalled, str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandHistory:
    """`pot_total` is all that was put in and not returned, `bets_now` the part still in front of the players
    during a hand; `pots` are without it. `is_seen_whole`: for everybody, and it follows from what the table saw.
    `boards` are several where a run-out is dealt more than once, each as far as it is dealt.
    """

    table: int
    number: int
    status: str
    game: str
    level_number: int
    stakes: LevelGame
    started_at: datetime
    ended_at: datetime | None
    boards: tuple[str, ...]
    pot_total: int
    bets_now: int
    rake: int
    players: tuple[PlayerLine, ...]
    streets: tuple[StreetShown, ...]
    steps: tuple[HandStep, ...]
    pots: tuple[PotLine, ...]
    undone: int
    is_seen_whole: bool
    has_ohh: bool
    previous: int | None
    following: int | None
    is_counted: bool

    @property
    def topic(self) -> str:
        return f"table-{self.table}"

    @property
    def is_complete(self) -> bool:
        return self.status == HandStatus.COMPLETE


def find_hand(tournament: Tournament, *, table: int, number: int) -> Hand | None:
    """The hand of this number that counts; None if there is none, or it was undone."""
    rows = Hand.objects.filter(table__tournament=tournament, table__number=table, number=number)
    return rows.exclude(status=HandStatus.VOID).select_related("table").first()


def hand_history(hand: Hand, *, is_public: bool = False) -> HandHistory:
    """A hand, ready to be put into words. Four queries.

    is_public: players by the names that the public reads, and no card that was not face up.
    """
    seats = list(HandSeat.objects.filter(hand=hand).select_related("entry__player").order_by("seat_number"))
    names = {
        seat.seat_number: seat.entry.player.shown_name if is_public else seat.entry.player.name
        for seat in seats
    }
    kept, undone = effective_with_times(timed_operations(hand))
    hides_cards = is_public or hand.status == HandStatus.OPEN
    setup = hand.setup
    seen = as_seen(setup, (operation for operation, _at in kept)) if is_public else None
    if seen is not None:
        kept = [(operation, hand.started_at) for operation in seen]
    steps = tuple(steps_of(setup, kept, names=names, hides_cards=hides_cards))
    steps = tuple(for_everybody(steps)) if is_public else steps
    state = steps[-1].state
    made = made_hands(state)
    others = Hand.objects.filter(table_id=hand.table_id).exclude(status=HandStatus.VOID)
    return HandHistory(
        table=hand.table.number,
        number=hand.number,
        status=hand.status,
        game=setup.title or gettext(engine.GAMES[hand.game].name),
        level_number=hand.level_number,
        stakes=stakes_of_hand(hand.game, setup.stakes),
        started_at=hand.started_at,
        ended_at=hand.ended_at,
        boards=tuple(map(engine.format_cards, state.boards_so_far)),
        pot_total=0 if hand.is_counted else state.pot_total,
        bets_now=0 if hand.is_counted else sum(state.bets.values()),
        rake=state.rake,
        players=tuple(
            PlayerLine(
                seat=seat.seat_number,
                name=names[seat.seat_number],
                before=None
                if hand.is_counted and seat.seat_number not in hand.known_before
                else seat.starting_stack,
                after=None if hand.is_counted and seat.finishing_stack else seat.finishing_stack,
                cards=known_cards(state, seat.seat_number, hides_cards=hides_cards),
                made=say_made(made, seat.seat_number),
                is_button=seat.seat_number == setup.button and has_button(hand.game),
                is_out=seat.finishing_stack == 0,
            )
            for seat in seats
        ),
        streets=() if hand.is_counted else _streets(steps),
        steps=() if hand.is_counted else steps,
        pots=() if hand.is_counted else _pots(state, names, made),
        undone=undone,
        is_seen_whole=seen is not None,
        has_ohh=has_ohh(hand),
        previous=others.filter(number__lt=hand.number)
        .order_by("-number")
        .values_list("number", flat=True)
        .first(),
        following=others.filter(number__gt=hand.number)
        .order_by("number")
        .values_list("number", flat=True)
        .first(),
        is_counted=hand.is_counted,
    )


def _streets(steps: Iterable[HandStep]) -> tuple[StreetShown, ...]:
    """The lines of all steps, each in its street."""
    streets: list[StreetShown] = []
    for step in steps:
        if step.before is not None:
            streets.append(_street(step.before))
        last = streets[-1]
        streets[-1] = replace(last, cards=step.first_cards or last.cards, lines=(*last.lines, *step.lines))
        if step.after is not None:
            streets.append(_street(step.after))
    return tuple(streets)


def _street(opened: StreetOpened) -> StreetShown:
    return StreetShown(name=opened.name, board=opened.board, cards=opened.cards, pot=opened.pot, lines=())


def known_cards(state: engine.State, seat: int, *, hides_cards: bool) -> str:
    """Cards that were recorded; during the hand only those that lie open."""
    cards = state.hole[seat]
    if hides_cards and seat not in state.shown:
        faces = state.faces
        cards = tuple([card if faces[at] == "u" else engine.UNKNOWN for at, card in enumerate(cards)])
    return engine.format_cards(cards) if any(cards) else ""


def _pots(
    state: engine.State, names: Mapping[int, str], made: Mapping[tuple[int, Half], HandName]
) -> tuple[PotLine, ...]:
    return tuple(
        PotLine(
            index=pot.index,
            amount=pot.amount,
            contenders=tuple(names[seat] for seat in pot.seats),
            winners=tuple(
                (
                    names[award.seat],
                    award.amount,
                    half_called(award.half, state.game),
                    say_made(made, award.seat, award.half),
                    award.board,
                )
                for award in state.awards
                if award.pot == pot.index
            ),
        )
        for pot in state.pots
    )
