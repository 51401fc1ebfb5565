"""Stacks counted at a table where nobody followed the chips: from then on they are known.

What is not counted is checked against the chips of the table (`tournament.rules.chips.counted_stacks`). If everybody
was counted and the chips are too many or too few, the floor counts again or says why: then the ledger gets the
difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.models import Hand, HandStatus, Table
from tables.queries.table.seat_stacks import SeatStack, seat_stacks
from tables.services.table.lease import bump_version, lock_table
from tournament.models import ChipKind, ChipRow, Entry, LogEntry, TournamentStatus
from tournament.queries.words.rules import say_error
from tournament.realtime import entry_topic, publish
from tournament.rules.chips.bust_chips import Stack
from tournament.rules.chips.counted_stacks import Counted, CountError, count_table
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.field.payable import check_stack_payable
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


@transaction.atomic
def count_stacks(
    *,
    tournament_id: int,
    table_id: int,
    counts: Mapping[int, int],
    actor: Actor,
    now: datetime,
    reason: str = "",
) -> LogEntry | None:
    """Set the stacks of these seats to what was counted; None if nothing changes.

    Raises Refused during a hand, for an empty seat, with a count that the chips in play cannot make, and if the counts
    are not the table's chips and there is no `reason` for it.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_between_hands(table)
    seated = seat_stacks(table)
    for seat, count in counts.items():
        _check_count(table, seated, seat, count, now)
    counted = _counted(seated, counts)
    if counted.difference and not reason.strip():
        raise _does_not_add_up(table, seated, counted)
    before = {each.seat: Stack(chips=each.stack, is_known=each.is_known) for each in seated}
    if counted.stacks == before:
        return None
    return book_counts(
        table, seated, counted, verb="stacks_counted", actor=actor, now=now, reason=reason.strip()
    )


def book_counts(
    table: Table,
    seated: Sequence[SeatStack],
    counted: Counted,
    *,
    verb: str,
    actor: Actor,
    now: datetime,
    reason: str = "",
    undoes: LogEntry | None = None,
) -> LogEntry:
    """Write the stacks, the row of the ledger and the log. The caller holds the locks."""
    changed = [
        (each, counted.stacks[each.seat])
        for each in seated
        if counted.stacks[each.seat] != Stack(chips=each.stack, is_known=each.is_known)
    ]
    for each, stack in changed:
        Entry.objects.filter(pk=each.entry_id).update(stack=stack.chips, is_stack_known=stack.is_known)
    line = write_log(
        tournament_id=table.tournament_id,
        actor=actor,
        verb=verb,
        data={
            "table": table.number,
            "table_id": table.pk,
            "difference": counted.difference,
            "stacks": [_record(each, stack) for each, stack in changed],
        },
        now=now,
        reason=reason,
        undoes=undoes,
    )
    if counted.difference:
        ChipRow.objects.create(
            tournament_id=table.tournament_id,
            kind=ChipKind.CORRECTION,
            amount=counted.difference,
            at=now,
            log_entry=line,
        )
    bump_version(table)
    publish(
        table.tournament.code,
        [
            *("tables", f"table-{table.number}", "standings", "players", "clock", "log"),
            *(entry_topic(each.entry_id) for each in seated),
        ],
    )
    return line


def check_between_hands(table: Table) -> None:
    """Raise Refused while a hand is in play at a locked table: its chips are counted from its start."""
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN).first()
    if hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d. Count the stacks when it is over.")
            % {"hand": hand.number, "table": table.number},
            code="hand_open",
        )


def _record(each: SeatStack, after: Stack) -> dict[str, Any]:
    return {
        "seat": each.seat,
        "entry": each.entry_id,
        "number": each.entry_number,
        "name": each.name,
        "before": each.stack,
        "was_known": each.is_known,
        "after": after.chips,
        "is_known": after.is_known,
    }


def _counted(seated: Sequence[SeatStack], counts: Mapping[int, int]) -> Counted:
    before = {each.seat: Stack(chips=each.stack, is_known=each.is_known) for each in seated}
    try:
        return count_table(before, counts)
    except CountError as error:
        raise Refused(say_error(error), code=error.code, field="counts") from error


def _check_count(table: Table, seated: Sequence[SeatStack], seat: int, count: int, now: datetime) -> None:
    if seat not in {each.seat for each in seated}:
        raise Refused(
            _("Seat %(seat)d at table %(table)d is empty.") % {"seat": seat, "table": table.number},
            code="seat_empty",
        )
    if not 1 <= count <= MAX_CHIPS:
        raise Refused(
            _("Enter a stack from 1 to %(max)s chips.")
            % {"max": number_format(MAX_CHIPS, force_grouping=True)},
            code="stack_out_of_range",
            field=f"stack_{seat}",
        )
    check_stack_payable(table.tournament, count, now=now, field=f"stack_{seat}")


def _does_not_add_up(table: Table, seated: Sequence[SeatStack], counted: Counted) -> Refused:
    expected = sum(each.stack for each in seated)
    words = {
        "table": table.number,
        "counted": number_format(expected + counted.difference, force_grouping=True),
        "expected": number_format(expected, force_grouping=True),
        "difference": number_format(abs(counted.difference), force_grouping=True),
    }
    text = (
        _(
            "%(counted)s counted, but table %(table)d has %(expected)s: %(difference)s too many. "
            "Count again, or give a reason and the difference is booked."
        )
        if counted.difference > 0
        else _(
            "%(counted)s counted, but table %(table)d has %(expected)s: %(difference)s missing. "
            "Count again, or give a reason and the difference is booked."
        )
    )
    return Refused(text % words, code="count_differs", field="reason")
