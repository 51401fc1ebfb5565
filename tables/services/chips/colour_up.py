"""Colouring up one table between two hands: the smallest chips leave, and every stack is what remains.

Three ways (TDA 24-25, WSOP 77, RRP 15): the chip race; after it, the odd chips that turn up
late; or every stack as it was counted. Each is one transaction under the locks of the tournament and the
table. What the table gains or loses is one row of the chip ledger, so that the chips in play stay the sum
of the stacks; the log keeps every stack before and after, the cards and who won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.floor.draws.chance import SeededRng
from tables.floor.draws.seats import draw_deck
from tables.models import Hand, HandStatus, Seat, SeatDraw, Table
from tables.queries.table.seat_stacks import SeatStack, seat_stacks, stacks_fingerprint
from tables.services.table.lease import bump_version, lock_table
from tournament.models import ChipKind, ChipRow, Entry, LogEntry, TournamentStatus
from tournament.queries.words.rules import say_error
from tournament.realtime import entry_topic, publish
from tournament.rules.chips.chip_race import (
    ChipRaceError,
    ChipRacePlan,
    deal_race_cards,
    exchange_late_stacks,
    plan_table_chip_race,
    run_table_chip_race,
    sort_race_cards,
)
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.field.payable import check_stack_payable
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


@transaction.atomic
def colour_up_table(
    *,
    tournament_id: int,
    table_id: int,
    stacks: Mapping[int, int],
    actor: Actor,
    now: datetime,
    seen: str = "",
) -> LogEntry | None:
    """Set the stacks of these seats to what was counted; None if none of them changes.

    `seen` is the mark of the stacks that somebody looked at (`stacks_fingerprint`): with it nothing is booked
    if they have changed. Raises Refused during a hand, for a seat without a player, with a stack below 1 (a
    player goes out by a hand) or one that the chips left cannot make, with stacks that have changed since,
    and while the tournament is not in play.
    """
    table, seated = _lock(tournament_id, table_id, seen)
    strangers = sorted(set(stacks) - {each.seat for each in seated})
    if strangers:
        raise Refused(
            _("Seat %(seat)d at table %(table)d is empty.") % {"seat": strangers[0], "table": table.number},
            code="seat_empty",
        )
    for seat, stack in stacks.items():
        _check_stack(seat, stack)
        check_stack_payable(table.tournament, stack, now=now, field=f"stack_{seat}", after_break=True)
    return _book(table, seated, stacks, {"way": "counted"}, actor, now)


@transaction.atomic
def race_chips(
    *,
    tournament_id: int,
    table_id: int,
    old: int,
    new: int,
    cards: Sequence[str] = (),
    seed: str = "",
    actor: Actor,
    now: datetime,
    seen: str = "",
) -> LogEntry | None:
    """Race the odd chips of value `old` for chips of `new`; None if no stack has any.

    `cards` are those dealt at the table, one for each odd chip, seat by seat from the lowest; with a
    `seed` they are drawn from it instead, and the draw is kept. Rounding and rescue are the house's
    (`EventRules`). Raises Refused like `colour_up_table`, and what the rules of the race refuse.
    """
    table, seated = _lock(tournament_id, table_id, seen)
    _check_known(table, seated)
    rules = table.tournament.event_rules
    before = {each.seat: each.stack for each in seated}
    try:
        plan = plan_table_chip_race(before, old=old, new=new, rounding=rules.race_round)
        dealt = _deal(plan, cards, seed)
        race = run_table_chip_race(before, plan=plan, cards=dealt, rescue=rules.race_rescue)
    except ChipRaceError as error:
        raise Refused(say_error(error), code=error.code) from error
    how = {
        "way": "race",
        "old": old,
        "new": new,
        "cards": [[seat, *hand] for seat, hand in dealt.items()],
        "winners": list(race.result.winners),
        "rescued": list(race.result.rescued),
        "seed": seed,
    }
    line = _book(table, seated, race.after, how, actor, now)
    if line is not None and seed:
        SeatDraw.objects.create(
            tournament=table.tournament,
            kind="chip-race",
            seed=seed,
            result=how["cards"],
            made_at=now,
            log_entry=line,
        )
    return line


@transaction.atomic
def exchange_late_chips(
    *, tournament_id: int, table_id: int, old: int, new: int, actor: Actor, now: datetime, seen: str = ""
) -> LogEntry | None:
    """After the race: chips of `old` that turn up are changed at equal value, and what makes no chip of
    `new` leaves play (RACE-04). None when no stack has any. Raises Refused like `race_chips`."""
    table, seated = _lock(tournament_id, table_id, seen)
    _check_known(table, seated)
    try:
        after = exchange_late_stacks({each.seat: each.stack for each in seated}, old=old, new=new)
    except ChipRaceError as error:
        raise Refused(say_error(error), code=error.code) from error
    return _book(table, seated, after, {"way": "late", "old": old, "new": new}, actor, now)


def check_between_hands(table: Table) -> None:
    """Raise Refused while a hand is in play at a locked table: its chips are counted from its start."""
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN).first()
    if hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d. Colour up when it is over.")
            % {"hand": hand.number, "table": table.number},
            code="hand_open",
        )


def book_difference(table: Table, difference: int, line: LogEntry, now: datetime) -> None:
    """What a table gained or lost, as one row of the ledger; none when its chips are as many as before."""
    if difference:
        ChipRow.objects.create(
            tournament_id=table.tournament_id,
            kind=ChipKind.COLOUR_UP,
            amount=difference,
            at=now,
            log_entry=line,
        )
    bump_version(table)
    seated = Seat.objects.filter(table=table, entry__isnull=False).values_list("entry_id", flat=True)
    publish(
        table.tournament.code,
        [
            *("tables", f"table-{table.number}", "standings", "players", "clock", "log"),
            *(entry_topic(entry_id or 0) for entry_id in seated),
        ],
    )


def _check_known(table: Table, seated: Sequence[SeatStack]) -> None:
    """The odd chips of a race follow from the stacks."""
    unknown = [each.seat for each in seated if not each.is_known]
    if unknown:
        raise Refused(
            _("The stacks of seats %(seats)s at table %(table)d are unknown: enter counted stacks instead.")
            % {"seats": ", ".join(map(str, unknown)), "table": table.number},
            code="stacks_unknown",
        )


def _deal(plan: ChipRacePlan, cards: Sequence[str], seed: str) -> Mapping[int, tuple[str, ...]]:
    """The cards of each seat: drawn from the seed if there is one, or as they fell at the table."""
    if not seed:
        return sort_race_cards(plan, cards)
    return deal_race_cards(plan, deck=draw_deck(SeededRng(seed)))


def _lock(tournament_id: int, table_id: int, seen: str) -> tuple[Table, tuple[SeatStack, ...]]:
    """The locked table and its stacks, as they were when somebody looked at them."""
    tournament = lock_tournament(tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_between_hands(table)
    seated = seat_stacks(table)
    if seen and seen != stacks_fingerprint(seated):
        raise Refused(
            _("The stacks at table %(table)d have changed. Check them again.") % {"table": table.number},
            code="stacks_changed",
        )
    return table, seated


def _book(
    table: Table,
    seated: Sequence[SeatStack],
    after: Mapping[int, int],
    how: Mapping[str, Any],
    actor: Actor,
    now: datetime,
) -> LogEntry | None:
    """Write the new stacks, the row of the ledger and the log. The caller holds the locks."""
    changed = [
        (each, after[each.seat])
        for each in seated
        if each.seat in after and not (each.is_known and after[each.seat] == each.stack)
    ]
    if not changed:
        return None
    for each, stack in changed:
        _check_stack(each.seat, stack)
        Entry.objects.filter(pk=each.entry_id).update(stack=stack, is_stack_known=True)
    difference = sum(stack - each.stack for each, stack in changed)
    line = write_log(
        tournament_id=table.tournament_id,
        actor=actor,
        verb="table_coloured_up",
        data={
            "table": table.number,
            "table_id": table.pk,
            "difference": difference,
            "stacks": [
                {
                    "seat": each.seat,
                    "entry": each.entry_id,
                    "number": each.entry_number,
                    "name": each.name,
                    "before": each.stack,
                    "was_known": each.is_known,
                    "after": stack,
                }
                for each, stack in changed
            ],
            **how,
        },
        now=now,
    )
    book_difference(table, difference, line, now)
    return line


def _check_stack(seat: int, stack: int) -> None:
    if not 1 <= stack <= MAX_CHIPS:
        raise Refused(
            _("Enter a stack from 1 to %(max)s chips.")
            % {"max": number_format(MAX_CHIPS, force_grouping=True)},
            code="stack_out_of_range",
            field=f"stack_{seat}",
        )
