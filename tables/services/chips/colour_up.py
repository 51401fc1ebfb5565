"""Colouring up one table between two hands: the smallest chips leave, and every stack is what remains.

Three ways (TDA 24-25, WSOP 77, RRP 15): the chip race; after it, the odd chips that turn up
late; or every stack as it was counted. Each is one transaction under the locks of the tournament and the
table; the log keeps the cards and who won, and cards that nobody dealt are kept as a draw that anybody can check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.colour_ups import TableColouredUp
from tables.floor.draws.cards import DECK
from tables.floor.draws.listed import cards_for
from tables.floor.draws.seats import draw_race_cards
from tables.models import Table
from tables.queries.table.seat_stacks import TakenSeat, stacks_fingerprint
from tables.services.chips.booking import book_stacks, check_counts, lock_chips
from tables.services.table.drawing import DrawBook, Drawing
from tournament.models import ChipKind, LogEntry
from tournament.rules.chips.bust_chips import Stack
from tournament.rules.chips.chip_race import (
    ChipRaceError,
    ChipRacePlan,
    exchange_late_stacks,
    plan_table_chip_race,
    require_deck,
    run_table_chip_race,
    sort_race_cards,
)
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.words.rules import say_error


@transaction.atomic
def colour_up_table(
    *, tournament_id: int, table_id: int, stacks: Mapping[int, int], by: By, seen: str = ""
) -> LogEntry | None:
    """Set the stacks of these seats to what was counted; None if none of them changes.

    `seen` is the mark of the stacks that somebody looked at (`stacks_fingerprint`): with it nothing is booked
    if they have changed. Raises Refused during a hand, for a seat without a player, with a stack below 1 (a
    player goes out by a hand) or one that the chips left cannot make, with stacks that have changed since,
    and while the tournament is not in play.
    """
    table, seated = _lock(tournament_id, table_id, seen)
    check_counts(table, seated, stacks, now=by.now, after_break=True)
    return _book(table, seated, stacks, partial(TableColouredUp, way="counted"), by)


@transaction.atomic
def race_chips(
    *,
    tournament_id: int,
    table_id: int,
    old: int,
    new: int,
    by: By,
    cards: Sequence[str] | None = None,
    seen: str = "",
) -> LogEntry | None:
    """Race the odd chips of value `old` for chips of `new`; None if no stack has any.

    `cards` are those dealt at the table, one for each odd chip, seat by seat from the lowest. Where nobody has dealt
    (None) they are drawn and booked in one: cards that one could look at first could be left for others.
    Rounding and rescue are the house's (`EventRules`). Raises Refused like `colour_up_table`, and what the rules of
    the race refuse.
    """
    table, seated = _lock(tournament_id, table_id, seen)
    _check_known(table, seated)
    rules = table.tournament.event_rules
    before = {each.seat: each.stack for each in seated}
    draws = DrawBook(table.tournament, by=by)
    drawing: Drawing | None = None
    try:
        plan = plan_table_chip_race(before, old=old, new=new, rounding=rules.race_round)
        if cards is None and plan.odd:
            drawing = _begin(draws, plan)
            cards = draw_race_cards(plan.turns, drawing.rng)
        dealt = sort_race_cards(plan, cards or ())
        race = run_table_chip_race(before, plan=plan, cards=dealt, rescue=rules.race_rescue)
    except ChipRaceError as error:
        raise Refused(say_error(error), code=error.code) from error
    by_seat: tuple[tuple[int | str, ...], ...] = tuple((seat, *hand) for seat, hand in dealt.items())
    raced = partial(
        TableColouredUp,
        way="race",
        old=old,
        new=new,
        cards=by_seat,
        winners=tuple(race.result.winners),
        rescued=tuple(race.result.rescued),
        seed=drawing.seed if drawing else "",
    )
    line = _book(table, seated, race.after, raced, by)
    if line is not None and drawing is not None:
        draws.keep(drawing, result=[list(hand) for hand in by_seat], line=line)
    return line


@transaction.atomic
def exchange_late_chips(
    *, tournament_id: int, table_id: int, old: int, new: int, by: By, seen: str = ""
) -> LogEntry | None:
    """After the race: chips of `old` that turn up are changed at equal value, and what makes no chip of
    `new` leaves play (RACE-04). None when no stack has any. Raises Refused like `race_chips`."""
    table, seated = _lock(tournament_id, table_id, seen)
    _check_known(table, seated)
    try:
        after = exchange_late_stacks({each.seat: each.stack for each in seated}, old=old, new=new)
    except ChipRaceError as error:
        raise Refused(say_error(error), code=error.code) from error
    return _book(table, seated, after, partial(TableColouredUp, way="late", old=old, new=new), by)


def _check_known(table: Table, seated: Sequence[TakenSeat]) -> None:
    """The odd chips of a race follow from the stacks."""
    unknown = [each.seat for each in seated if not each.is_known]
    if unknown:
        raise Refused(
            _("The stacks of seats %(seats)s at table %(table)d are unknown: enter counted stacks instead.")
            % {"seats": ", ".join(map(str, unknown)), "table": table.number},
            code="stacks_unknown",
        )


def _begin(draws: DrawBook, plan: ChipRacePlan) -> Drawing:
    """The draw of the cards, one for each odd chip. Raises ChipRaceError where a deck has too few."""
    require_deck(plan, size=len(DECK))
    return draws.begin("chip-race", cards_for(plan.turns))


def _lock(tournament_id: int, table_id: int, seen: str) -> tuple[Table, tuple[TakenSeat, ...]]:
    """The locked table and its stacks, as they were when somebody looked at them."""
    table, seated = lock_chips(tournament_id=tournament_id, table_id=table_id)
    if seen and seen != stacks_fingerprint(seated):
        raise Refused(
            _("The stacks at table %(table)d have changed. Check them again.") % {"table": table.number},
            code="stacks_changed",
        )
    return table, seated


def _book(
    table: Table,
    seated: Sequence[TakenSeat],
    after: Mapping[int, int],
    as_told: Callable[..., TableColouredUp],
    by: By,
) -> LogEntry | None:
    """What was counted or raced is known from then on."""
    return book_stacks(
        table,
        seated,
        {seat: Stack(chips=stack, is_known=True) for seat, stack in after.items()},
        kind=ChipKind.COLOUR_UP,
        as_told=as_told,
        by=by,
    )
