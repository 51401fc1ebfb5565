"""Undoing what was done with the waiting list: a call, a player sitting down, a no-show."""

from __future__ import annotations

from collections.abc import Sequence

from tables.models import Alternate, HandSeat, HandStatus, Move, MoveStatus, Seat, TableStatus
from tables.services.desk.alternates import hold_again, uncall
from tables.services.table.lease import lock_table
from tables.services.table.seats import vacate
from tables.services.undo.of_table import lock_table_of
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.services.actor import By
from tournament.services.undo import Undoable, register_undo

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["alternate_called"], Undoable(open_lines=_open_calls, undo=_undo_call))
    register_undo(
        ["alternate_seated"], Undoable(open_lines=_open_seated, undo=_undo_seated, lock=lock_table_of)
    )
    register_undo(["alternate_missed"], Undoable(open_lines=_open_missed, undo=_undo_missed))


def _open_calls(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the seat is still held for the player by this call."""
    rows = Alternate.objects.filter(entry__tournament=tournament, called_at__isnull=False)
    held = {(row.entry_id, row.table_id, row.seat_number, row.called_at) for row in rows}
    return {line.pk for line in lines if (*_where(line), line.at) in held}


def _undo_call(line: LogEntry, by: By) -> None:
    rows = Alternate.objects.select_related("entry__player", "entry__tournament")
    uncall(rows.get(entry=line.data["entry"]), line, by=by)


def _open_seated(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player sits there and was not dealt in."""
    sitting = set(
        Seat.objects.filter(table__tournament=tournament, entry__isnull=False).values_list(
            "entry", "table", "number"
        )
    )
    entries = [line.data["entry"] for line in lines]
    dealt = set(
        HandSeat.objects.filter(entry__in=entries)
        .exclude(hand__status=HandStatus.VOID)
        .values_list("entry", flat=True)
    )
    return {line.pk for line in lines if _where(line) in sitting and line.data["entry"] not in dealt}


def _undo_seated(line: LogEntry, by: By) -> None:
    lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    vacate(Seat.objects.filter(entry=line.data["entry"]))
    hold_again(_entry(line), line, by=by)


def _open_missed(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player waits again and the seat is still free, and promised to nobody."""
    on_list = Alternate.objects.filter(entry__tournament=tournament, called_at=None)
    waiting = set(on_list.filter(entry__status=EntryStatus.REGISTERED).values_list("entry", flat=True))
    free = set(
        Seat.objects.filter(
            table__tournament=tournament, table__status__in=PLAYABLE, entry=None, is_locked=False
        ).values_list("table", "number")
    )
    promised = set(
        Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING).values_list(
            "to_table", "to_seat"
        )
    )
    return {
        line.pk for line in lines if line.data["entry"] in waiting and _where(line)[1:] in free - promised
    }


def _undo_missed(line: LogEntry, by: By) -> None:
    hold_again(_entry(line), line, by=by)


def _where(line: LogEntry) -> tuple[int, int, int]:
    return line.data["entry"], line.data["table_id"], line.data["seat"]


def _entry(line: LogEntry) -> Entry:
    return Entry.objects.select_related("player", "tournament").get(pk=line.data["entry"])
