"""Colouring up a table on the floor's screen: each stack before and after, before anything is booked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, TypeAlias

from django.utils.translation import gettext as _

from tables.changes.colour_ups import TableColouredUp
from tables.floor.draws.cards import DECK
from tables.models import Hand, HandStatus, SeatDraw, Table
from tables.queries.room.odd_stacks import chips_removed
from tables.queries.table.seat_stacks import TakenSeat, stacks_fingerprint
from tournament.models import LogEntry, Tournament
from tournament.rules.chips.chip_race import (
    ChipRaceError,
    ChipRacePlan,
    chip_race_steps,
    exchange_late_stacks,
    plan_table_chip_race,
    require_deck,
    run_table_chip_race,
    sort_race_cards,
)
from tournament.rules.profiles import EventRules
from tournament.words.rules import say_error

Outcome: TypeAlias = Literal["", "wins", "protected"]
ColourUpWay: TypeAlias = Literal["race", "counted", "late"]
WAYS: Final[tuple[ColourUpWay, ...]] = ("race", "counted", "late")
Step: TypeAlias = tuple[int, int]
# As a deck is laid out: a row for each suit, the highest card first.
DECK_SHOWN: Final = tuple(sorted(DECK, key=lambda card: ("shdc".index(card[1]), -DECK.index(card))))


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourUpRow:
    """One seat: its odd chips, the cards dealt for them, and its stack afterwards if that is known.

    `is_known` is False where nobody knows the stack before: `before` is then a share for the books.
    """

    seat: int
    name: str
    before: int
    after: int | None
    odd: int = 0
    cards: tuple[str, ...] = ()
    outcome: Outcome = ""
    is_known: bool = True

    @property
    def difference(self) -> int | None:
        return None if self.after is None else self.after - self.before

    @property
    def to_come(self) -> range:
        return range(self.odd - len(self.cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourUp:
    """What the form shows. `hand` is one that has to be over first; `problem` is what the rules refuse.

    `raced` chips of the next value go to the best cards; with `is_ready` it can be booked. With the number of a `draw`
    it has been.
    """

    table: int
    way: ColourUpWay
    seen: str
    rows: tuple[ColourUpRow, ...] = ()
    hand: int | None = None
    step: Step | None = None
    odd: int = 0
    raced: int = 0
    cards: tuple[str, ...] = ()
    draw: int | None = None
    chips_before: int = 0
    problem: str = ""

    @property
    def is_ready(self) -> bool:
        return self.chips_after is not None and not self.problem

    @property
    def missing(self) -> int:
        """Cards still to be dealt."""
        return self.odd - len(self.cards)

    @property
    def next_seat(self) -> int | None:
        """Who gets the next card."""
        return next((row.seat for row in self.rows if row.to_come), None)

    @property
    def difference(self) -> int | None:
        """What the table gains or loses, once every stack is known."""
        if self.problem:
            return None
        differences = [row.difference for row in self.rows]
        return None if None in differences else sum(filter(None, differences))

    @property
    def chips_after(self) -> int | None:
        return None if self.difference is None else self.chips_before + self.difference

    @property
    def deck(self) -> tuple[tuple[str, bool], ...]:
        """Every card, and whether it has been dealt."""
        return tuple((card, card in self.cards) for card in DECK_SHOWN)


def hand_in_play(table: Table) -> int | None:
    """The number of the hand that has to be over first. One query."""
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN)
    return hand.values_list("number", flat=True).first()


def steps_of(tournament: Tournament) -> tuple[Step, ...]:
    """Which chip of the tournament is coloured up to which."""
    return chip_race_steps(tournament.chip_values)


def step_due(tournament: Tournament, stacks: Sequence[TakenSeat], *, now: datetime) -> Step | None:
    """The step that this table needs now: of the chips that have left, the smallest it has odd ones of;
    otherwise the smallest chip left. None for chips that cannot be coloured up."""
    steps = steps_of(tournament)
    removed = chips_removed(tournament, now)
    for old, new in steps:
        if old in removed and any(each.stack % new for each in stacks):
            return old, new
    return next((step for step in steps if step[0] not in removed), None)


def counted_colour_up(
    table: Table, stacks: Sequence[TakenSeat], *, counted: Mapping[int, int | None]
) -> ColourUp:
    """Every stack as typed: a seat that is missing keeps its own, one that is None cannot be read."""
    rows = tuple(
        ColourUpRow(
            seat=each.seat,
            name=each.name,
            before=each.stack,
            after=counted.get(each.seat, each.stack),
            is_known=each.is_known,
        )
        for each in stacks
    )
    return ColourUp(
        table=table.number,
        way="counted",
        seen=stacks_fingerprint(stacks),
        rows=rows,
        chips_before=_sum(stacks),
    )


def late_colour_up(table: Table, stacks: Sequence[TakenSeat], *, step: Step) -> ColourUp:
    """The odd chips of every seat leave: the race is over (RACE-04)."""
    after: Mapping[int, int] = {}
    problem = _unknown(stacks)
    try:
        after = exchange_late_stacks({each.seat: each.stack for each in stacks}, old=step[0], new=step[1])
    except ChipRaceError as error:
        problem = problem or say_error(error)
    rows = tuple(
        ColourUpRow(seat=each.seat, name=each.name, before=each.stack, after=after[each.seat])
        for each in stacks
        if after.get(each.seat, each.stack) != each.stack
    )
    return ColourUp(
        table=table.number,
        way="late",
        seen=stacks_fingerprint(stacks),
        rows=rows,
        step=step,
        chips_before=_sum(stacks),
        problem=problem,
    )


def raced_colour_up(
    table: Table,
    stacks: Sequence[TakenSeat],
    *,
    step: Step,
    rules: EventRules,
    cards: Sequence[str] = (),
) -> ColourUp:
    """The chip race with the cards so far, as they fell; the stacks afterwards once all have been dealt."""
    before = {each.seat: each.stack for each in stacks}
    shown = ColourUp(
        table=table.number,
        way="race",
        seen=stacks_fingerprint(stacks),
        step=step,
        chips_before=_sum(stacks),
        problem=_unknown(stacks),
    )
    if shown.problem:
        return shown
    try:
        plan = plan_table_chip_race(before, old=step[0], new=step[1], rounding=rules.race_round)
        require_deck(plan, size=len(DECK))
        shown = _with_cards(shown, stacks, plan, tuple(cards[: plan.cards_needed]), rules)
        sort_race_cards(plan, cards)
    except ChipRaceError as error:
        return replace(shown, problem=say_error(error))
    return shown


def _with_cards(
    shown: ColourUp,
    stacks: Sequence[TakenSeat],
    plan: ChipRacePlan,
    cards: tuple[str, ...],
    rules: EventRules,
) -> ColourUp:
    hands = sort_race_cards(plan, cards)
    after: Mapping[int, int] = {}
    outcomes: Mapping[int, Outcome] = {}
    if len(cards) == plan.cards_needed:
        before = {each.seat: each.stack for each in stacks}
        race = run_table_chip_race(before, plan=plan, cards=hands, rescue=rules.race_rescue)
        after = race.after
        outcomes = _outcomes(race.result.winners, race.result.rescued)
    rows = tuple(
        ColourUpRow(
            seat=each.seat,
            name=each.name,
            before=each.stack,
            after=after.get(each.seat),
            odd=plan.odd[each.seat],
            cards=hands[each.seat],
            outcome=outcomes.get(each.seat, ""),
        )
        for each in stacks
        if each.seat in plan.odd
    )
    return replace(shown, rows=rows, odd=plan.cards_needed, raced=plan.raced, cards=cards)


def drawn_colour_up(table: Table) -> ColourUp | None:
    """The last colour-up of this table as it was booked, if its cards were drawn; None for any other. Two queries."""
    lines = LogEntry.objects.filter(
        tournament=table.tournament_id,
        verb=TableColouredUp.verb,
        data__table_id=table.pk,
        undone_by__isnull=True,
    )
    line = lines.order_by("-pk").first()
    draw = SeatDraw.objects.filter(log_entry=line, number__isnull=False).first()
    if line is None or draw is None:
        return None
    raced = TableColouredUp.of(line)
    cards = {seat: tuple(hand) for seat, *hand in draw.result}
    outcomes = _outcomes(raced.winners or (), raced.rescued or ())
    rows = tuple(
        ColourUpRow(
            seat=each.seat,
            name=each.name,
            before=each.before,
            after=each.after,
            odd=len(cards[each.seat]),
            cards=cards[each.seat],
            outcome=outcomes.get(each.seat, ""),
        )
        for each in raced.stacks
    )
    return ColourUp(
        table=table.number,
        way="race",
        seen="",
        rows=rows,
        step=(raced.old or 0, raced.new or 0),
        draw=draw.number,
    )


def _outcomes(winners: Iterable[int], rescued: Iterable[int]) -> dict[int, Outcome]:
    outcomes: dict[int, Outcome] = dict.fromkeys(rescued, "protected")
    return outcomes | dict.fromkeys(winners, "wins")


def _unknown(stacks: Sequence[TakenSeat]) -> str:
    """Why nothing can be raced: odd chips follow from stacks that somebody knows."""
    if all(each.is_known for each in stacks):
        return ""
    return _("Stacks at this table are unknown: enter counted stacks instead.")


def _sum(stacks: Sequence[TakenSeat]) -> int:
    return sum(each.stack for each in stacks)
