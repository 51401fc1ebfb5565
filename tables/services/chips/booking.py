"""Stacks that were counted at a table between two hands, booked: every way of counting them ends here.

What the table gains or loses is one row of the chip ledger, so that the chips in play stay the sum of the stacks; the
log keeps every stack before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.models import Hand, HandStatus, Table
from tables.queries.table.seat_stacks import SeatStack, seat_stacks
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.totals import settle_total
from tournament.models import ChipKind, ChipRow, Entry, LogEntry, TournamentStatus
from tournament.realtime import entry_topic, publish
from tournament.rules.chips.bust_chips import Stack
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.services.actor import By
from tournament.services.cash.payable import check_stack_payable
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


def lock_chips(*, tournament_id: int, table_id: int) -> tuple[Table, tuple[SeatStack, ...]]:
    """The locked table and its stacks. Raises Refused during a hand, and while the tournament is not in play."""
    tournament = lock_tournament(tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_between_hands(table)
    return table, seat_stacks(table)


def check_between_hands(table: Table) -> None:
    """Raise Refused while a hand is in play at a locked table: its chips are counted from its start."""
    hand = Hand.objects.filter(table=table, status=HandStatus.OPEN).first()
    if hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d. Count the stacks when it is over.")
            % {"hand": hand.number, "table": table.number},
            code="hand_open",
        )


def check_counts(
    table: Table,
    seated: Sequence[SeatStack],
    counts: Mapping[int, int],
    *,
    now: datetime,
    after_break: bool = False,
) -> None:
    """Raise Refused for an empty seat, a stack below 1 (a player goes out by a hand) and one that the chips in play,
    or those that are left after the break, cannot make.
    """
    taken = {each.seat for each in seated}
    for seat, count in counts.items():
        if seat not in taken:
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
        check_stack_payable(table.tournament, count, now=now, field=f"stack_{seat}", after_break=after_break)


def book_stacks(
    table: Table,
    seated: Sequence[SeatStack],
    after: Mapping[int, Stack],
    *,
    kind: ChipKind,
    verb: str,
    by: By,
    reason: str = "",
    how: Mapping[str, Any] | None = None,
    elsewhere: Sequence[tuple[SeatStack, int]] = (),
    undoes: LogEntry | None = None,
) -> LogEntry | None:
    """Write the stacks of these seats, the row of the ledger and the log; None if nothing changes.

    `kind` is the ledger's, `how` joins the line's data. `elsewhere` are unknown stacks of other tables with the shares
    that they have then. The caller holds the locks.
    """
    changed = [
        (each, after[each.seat])
        for each in seated
        if each.seat in after and after[each.seat] != Stack(chips=each.stack, is_known=each.is_known)
    ]
    if not changed:
        return None
    for each, stack in changed:
        Entry.objects.filter(pk=each.entry_id).update(stack=stack.chips, is_stack_known=stack.is_known)
    settle_total(table)
    shares = [(each, share) for each, share in elsewhere if share != each.stack]
    for each, share in shares:
        Entry.objects.filter(pk=each.entry_id).update(stack=share)
    difference = sum(stack.chips - each.stack for each, stack in changed)
    difference += sum(share - each.stack for each, share in shares)
    line = write_log(
        tournament_id=table.tournament_id,
        by=by,
        verb=verb,
        data={
            "table": table.number,
            "table_id": table.pk,
            "difference": difference,
            "stacks": [_record(each, stack) for each, stack in changed],
            "elsewhere": [
                {"entry": each.entry_id, "before": each.stack, "after": share} for each, share in shares
            ],
            "was_total_known": table.is_total_known,
            **(how or {}),
        },
        reason=reason,
        undoes=undoes,
    )
    if difference:
        ChipRow.objects.create(
            tournament_id=table.tournament_id, kind=kind, amount=difference, at=by.now, log_entry=line
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
