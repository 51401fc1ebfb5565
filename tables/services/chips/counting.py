"""Stacks counted at a table where nobody followed the chips: from then on they are known.

What is not counted is checked against the chips of the table (`tournament.rules.chips.counted_stacks`). If everybody
was counted and the chips are too many or too few, the floor counts again or says why: then the ledger gets the
difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.changes.stacks import StacksCounted
from tables.models import Table
from tables.queries.table.seat_stacks import TakenSeat, seat_stacks, stacks_elsewhere
from tables.services.chips.booking import book_stacks, check_counts, lock_chips
from tournament.models import ChipKind, LogEntry
from tournament.rules.chips.bust_chips import Stack
from tournament.rules.chips.counted_stacks import Counted, CountError, count_table
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.words.rules import say_error


@transaction.atomic
def count_stacks(
    *,
    tournament_id: int,
    table_id: int,
    counts: Mapping[int, int],
    by: By,
    reason: str = "",
    may_explain: bool = True,
) -> LogEntry | None:
    """Set the stacks of these seats to what was counted; None if nothing changes.

    Raises Refused during a hand, for an empty seat, with a count that the chips in play cannot make, and if the counts
    are not the table's chips and there is no `reason` for it, which only the floor may give (`may_explain`). A table
    that does not know its chips (`tables.services.table.totals`) has nothing to hold against a count while other such
    tables have unknown stacks.
    """
    table, seated = lock_chips(tournament_id=tournament_id, table_id=table_id)
    check_counts(table, seated, counts, now=by.now)
    elsewhere = stacks_elsewhere(table)
    counted = _counted(seated, elsewhere, counts)
    if counted.difference and not reason.strip():
        raise _does_not_add_up(table, seated, counted, may_explain=may_explain)
    return book_stacks(
        table,
        seated,
        {each.seat: counted.stacks[each.entry_id] for each in seated},
        elsewhere=[(each, counted.stacks[each.entry_id].chips) for each in elsewhere],
        kind=ChipKind.CORRECTION,
        as_told=StacksCounted,
        by=by,
        reason=reason.strip(),
    )


@transaction.atomic
def count_unknown(*, tournament_id: int, table_id: int, counts: Mapping[int, int], by: By) -> LogEntry | None:
    """The dealer has counted players whose stacks nobody knows here; what is known is for the floor to correct.

    Raises Refused like `count_stacks` without a reason, and for a seat whose stack is known.
    """
    lock_tournament(tournament_id)
    seated = seat_stacks(Table.objects.get(pk=table_id, tournament=tournament_id))
    known = sorted(each.seat for each in seated if each.is_known and each.seat in counts)
    if known:
        raise Refused(
            _("The stack of seat %(seat)d is known: only the floor can correct it.") % {"seat": known[0]},
            code="stack_known",
            field=f"stack_{known[0]}",
        )
    return count_stacks(
        tournament_id=tournament_id, table_id=table_id, counts=counts, by=by, may_explain=False
    )


def _counted(
    seated: Sequence[TakenSeat], elsewhere: Sequence[TakenSeat], counts: Mapping[int, int]
) -> Counted:
    """By entry. Where the table does not know its chips, others that do not have what is too much or missing here."""
    before = {
        each.entry_id: Stack(chips=each.stack, is_known=each.is_known) for each in (*seated, *elsewhere)
    }
    try:
        return count_table(
            before, {each.entry_id: counts[each.seat] for each in seated if each.seat in counts}
        )
    except CountError as error:
        raise Refused(say_error(error), code=error.code, field="counts") from error


def _does_not_add_up(
    table: Table, seated: Sequence[TakenSeat], counted: Counted, *, may_explain: bool
) -> Refused:
    expected = sum(each.stack for each in seated)
    words = {
        "table": table.number,
        "counted": number_format(expected + counted.difference, force_grouping=True),
        "expected": number_format(expected, force_grouping=True),
        "difference": number_format(abs(counted.difference), force_grouping=True),
    }
    if counted.difference > 0:
        text = (
            _(
                "%(counted)s counted, but table %(table)d has %(expected)s: %(difference)s too many. "
                "Count again, or give a reason and the difference is booked."
            )
            if may_explain
            else _(
                "%(counted)s counted, but table %(table)d has %(expected)s: %(difference)s too many. "
                "Count again, or call the floor."
            )
        )
    else:
        text = (
            _(
                "%(counted)s counted, but table %(table)d has %(expected)s: %(difference)s missing. "
                "Count again, or give a reason and the difference is booked."
            )
            if may_explain
            else _(
                "%(counted)s counted, but table %(table)d has %(expected)s: %(difference)s missing. "
                "Count again, or call the floor."
            )
        )
    return Refused(text % words, code="count_differs", field="reason")
