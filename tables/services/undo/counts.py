"""Undoing a count of stacks or a colour-up, until cards are dealt on it: stacks and chips in play as they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tables.models import Seat, Table
from tables.queries.table.last_dealt import last_dealt
from tables.queries.table.seat_stacks import SeatStack, seat_stacks, stack_of
from tables.services.chips.booking import book_stacks, check_between_hands
from tables.services.table.lease import lock_table
from tournament.models import ChipKind, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.rules.chips.bust_chips import Stack
from tournament.services.actor import By
from tournament.services.undo import Undoable, gone_on, register_undo

# What is undone, with the verb of its undo and the kind of its rows in the ledger.
BACK: Final = {"stacks_counted": "count_undone", "table_coloured_up": "colour_up_undone"}
KINDS: Final = {"stacks_counted": ChipKind.CORRECTION, "table_coloured_up": ChipKind.COLOUR_UP}


def register() -> None:
    """Called once, when the application starts."""
    register_undo(list(BACK), Undoable(open_lines=_open_counts, undo=_undo))


def _open_counts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While every player of it sits at the table with exactly that stack and was not dealt in since."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    entries = {each["entry"] for line in lines for each in line.data["stacks"]}
    seated = Seat.objects.filter(entry_id__in=entries, entry__status=EntryStatus.PLAYING)
    now_there = {
        entry: (table, stack, is_known)
        for entry, table, stack, is_known in seated.values_list(
            "entry_id", "table_id", "entry__stack", "entry__is_stack_known"
        )
    }
    others = [each["entry"] for line in lines for each in line.data.get("elsewhere", [])]
    unknown = Entry.objects.filter(pk__in=others, is_stack_known=False, seat__isnull=False)
    shares = dict(unknown.values_list("pk", "stack"))
    dealt = last_dealt(entries)
    return {
        line.pk
        for line in lines
        if _shares_stand(line, shares)
        and all(
            now_there.get(each["entry"]) == (line.data["table_id"], each["after"], each.get("is_known", True))
            and not (each["entry"] in dealt and dealt[each["entry"]] >= line.at)
            for each in line.data["stacks"]
        )
    }


def _shares_stand(line: LogEntry, shares: Mapping[int, int]) -> bool:
    """Whether the shares that a count has left at other tables are still there."""
    return all(shares.get(each["entry"]) == each["after"] for each in line.data.get("elsewhere", []))


def _undo(line: LogEntry, by: By) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    # A hand may have been dealt before the table was locked.
    check_between_hands(table)
    if line.pk not in _open_counts(table.tournament, [line]):
        raise gone_on()
    seated = seat_stacks(table)
    seat_of = {each.entry_id: each.seat for each in seated}
    book_stacks(
        table,
        seated,
        {
            # Lines of an earlier version name only stacks that were known.
            seat_of[each["entry"]]: Stack(chips=each["before"], is_known=each.get("was_known", True))
            for each in line.data["stacks"]
        },
        elsewhere=_shares_back(line),
        kind=KINDS[line.verb],
        verb=BACK[line.verb],
        by=by,
        undoes=line,
    )
    if not line.data.get("was_total_known", True):
        Table.objects.filter(pk=table.pk).update(is_total_known=False)


def _shares_back(line: LogEntry) -> list[tuple[SeatStack, int]]:
    """The shares of other tables as they were before the count."""
    before = {each["entry"]: each["before"] for each in line.data.get("elsewhere", [])}
    rows = Seat.objects.filter(entry__in=before).select_related("entry__player")
    return [(stack_of(row), before[row.entry_id]) for row in rows]
