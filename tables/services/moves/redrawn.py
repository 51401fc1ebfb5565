"""The last redraw of a room, as long as it stands: everybody sits where it put them, and no hand was dealt since."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from tables.models import Alternate, Hand, HandStatus, Move, MoveKind, MoveStatus, Seat, Table, TableStatus
from tables.services.table.records import TableRecord
from tournament.models import LogEntry, Tournament

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)


def standing_redraw(tournament: Tournament) -> LogEntry | None:
    """Its line of the log; None where play has gone on since, or nothing was redrawn."""
    redraws = LogEntry.objects.filter(
        tournament=tournament, verb="tables_redrawn", undone_by__isnull=True
    ).order_by("-pk")
    last = redraws.first()
    return last if last is not None and _stands(tournament, last) else None


def records_of(line: LogEntry) -> list[TableRecord]:
    """The tables before the redraw, first those that stayed open. A line of an earlier release has none."""
    found: list[TableRecord] = line.data.get("before", [])
    return found


def moves_of(line: LogEntry) -> QuerySet[Move]:
    """The moves that the redraw made; they carry its instant."""
    return Move.objects.filter(
        tournament_id=line.tournament_id,
        kind=MoveKind.REDRAW,
        status=MoveStatus.APPLIED,
        created_at=line.at,
    )


def _stands(tournament: Tournament, line: LogEntry) -> bool:
    records = records_of(line)
    if not records:
        return False
    ids = [record["table"] for record in records]
    if Hand.objects.filter(table__in=ids, started_at__gte=line.at).exclude(status=HandStatus.VOID).exists():
        return False
    if Alternate.objects.filter(table__in=ids, called_at__gte=line.at).exists():
        # Who was called since may be on the way to a seat that would be somebody's again.
        return False
    statuses = dict(Table.objects.filter(pk__in=ids).values_list("pk", "status"))
    kept, closed = ids[: line.data["tables"]], ids[line.data["tables"] :]
    if not all(statuses.get(pk) in PLAYABLE for pk in kept):
        return False
    if not all(statuses.get(pk) == TableStatus.CLOSED for pk in closed):
        return False
    return _seats_now(tournament) == _seats_drawn(line, records)


def _seats_now(tournament: Tournament) -> dict[int, tuple[int, int]]:
    seats = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    return {
        entry or 0: (table, number) for entry, table, number in seats.values_list("entry", "table", "number")
    }


def _seats_drawn(line: LogEntry, records: Sequence[TableRecord]) -> dict[int, tuple[int, int]]:
    """Entry to seat after the redraw: a player who drew or kept the old one did not move."""
    seats = {
        seat["entry"]: (record["table"], seat["number"]) for record in records for seat in record["chairs"]
    }
    moves = moves_of(line).values_list("entry", "to_table", "to_seat")
    return seats | {entry: (table, seat) for entry, table, seat in moves}
