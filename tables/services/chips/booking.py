"""Stacks that were counted at a table between two hands, booked: every way of counting them ends here.

What the table gains or loses is one row of the chip ledger, so that the chips in play stay the sum of the stacks; the
log keeps every stack before and after.

A count and a colour-up can be undone until cards are dealt on it: stacks and chips in play are as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.changes.colour_ups import ColourUpUndone, TableColouredUp
from tables.changes.stacks import BookedStack, BookedStacks, CountUndone, Share, StacksCounted
from tables.models import Hand, HandStatus, Seat, Table
from tables.queries.table.last_dealt import last_dealt
from tables.queries.table.seat_stacks import TakenSeat, seat_stacks, stack_of
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.totals import settle_total
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.realtime import entry_topic, publish
from tournament.rules.chips.bust_chips import Stack
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.services.actor import By
from tournament.services.cash.payable import check_stack_payable
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, gone_on, register_undo


def lock_chips(*, tournament_id: int, table_id: int) -> tuple[Table, tuple[TakenSeat, ...]]:
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
    seated: Sequence[TakenSeat],
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
    seated: Sequence[TakenSeat],
    after: Mapping[int, Stack],
    *,
    kind: ChipKind,
    as_told: Callable[..., BookedStacks],
    by: By,
    reason: str = "",
    elsewhere: Sequence[tuple[TakenSeat, int]] = (),
    undoes: LogEntry | None = None,
) -> LogEntry | None:
    """Write the stacks of these seats, the row of the ledger and the log; None if nothing changes.

    `kind` is the ledger's, `as_told` makes the change of what was booked. `elsewhere` are unknown stacks of other
    tables with the shares that they have then. The caller holds the locks.
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
    booked = as_told(
        table=table.number,
        table_id=table.pk,
        difference=difference,
        stacks=tuple(_booked(each, stack) for each, stack in changed),
        elsewhere=tuple(Share(entry=each.entry_id, before=each.stack, after=share) for each, share in shares),
        was_total_known=table.is_total_known,
    )
    line = record(booked, tournament_id=table.tournament_id, by=by, reason=reason, undoes=undoes)
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


def _booked(each: TakenSeat, after: Stack) -> BookedStack:
    return BookedStack(
        seat=each.seat,
        entry=each.entry_id,
        number=each.entry_number,
        name=each.name,
        before=each.stack,
        was_known=each.is_known,
        after=after.chips,
        is_known=after.is_known,
    )


# --- Undone -------------------------------------------------------------------------------------------------


def _open_counts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While every player of it sits at the table with exactly that stack and was not dealt in since."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    booked = {line: BookedStacks.of(line) for line in lines}
    entries = {each.entry for count in booked.values() for each in count.stacks}
    seated = Seat.objects.filter(entry_id__in=entries, entry__status=EntryStatus.PLAYING)
    now_there = {
        entry: (table, stack, is_known)
        for entry, table, stack, is_known in seated.values_list(
            "entry_id", "table_id", "entry__stack", "entry__is_stack_known"
        )
    }
    others = [each.entry for count in booked.values() for each in count.elsewhere]
    unknown = Entry.objects.filter(pk__in=others, is_stack_known=False, seat__isnull=False)
    shares = dict(unknown.values_list("pk", "stack"))
    dealt = last_dealt(entries)
    return {
        line.pk
        for line, count in booked.items()
        # The shares that it has left at other tables are still there.
        if all(shares.get(each.entry) == each.after for each in count.elsewhere)
        and all(
            now_there.get(each.entry) == (count.table_id, each.after, each.is_known)
            and not (each.entry in dealt and dealt[each.entry] >= line.at)
            for each in count.stacks
        )
    }


def _undo(line: LogEntry, undone: type[BookedStacks], kind: ChipKind, by: By) -> None:
    booked = BookedStacks.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=booked.table_id)
    # A hand may have been dealt before the table was locked.
    check_between_hands(table)
    if line.pk not in _open_counts(table.tournament, [line]):
        raise gone_on()
    seated = seat_stacks(table)
    seat_of = {each.entry_id: each.seat for each in seated}
    book_stacks(
        table,
        seated,
        {seat_of[each.entry]: Stack(chips=each.before, is_known=each.was_known) for each in booked.stacks},
        elsewhere=_shares_back(booked),
        kind=kind,
        as_told=undone,
        by=by,
        undoes=line,
    )
    if not booked.was_total_known:
        Table.objects.filter(pk=table.pk).update(is_total_known=False)


def _shares_back(booked: BookedStacks) -> list[tuple[TakenSeat, int]]:
    """The shares of other tables as they were before the count."""
    before = {each.entry: each.before for each in booked.elsewhere}
    rows = Seat.objects.filter(entry__in=before).select_related("entry__player")
    return [(stack_of(row), before[row.entry_id]) for row in rows if row.entry_id is not None]


def _undo_count(line: LogEntry, by: By) -> None:
    _undo(line, CountUndone, ChipKind.CORRECTION, by)


def _undo_colour_up(line: LogEntry, by: By) -> None:
    _undo(line, ColourUpUndone, ChipKind.COLOUR_UP, by)


register_undo([StacksCounted], Undoable(open_lines=_open_counts, undo=_undo_count))
register_undo([TableColouredUp], Undoable(open_lines=_open_counts, undo=_undo_colour_up))
