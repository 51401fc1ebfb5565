"""The last redraw of a room, as long as it stands: everybody sits where it put them, and no hand was dealt since.

Until then it is undone, the final table's too, as one action: every player, every table, every button.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from tables.changes.breaks import RedrawUndone, TableRecord, TablesRedrawn
from tables.models import Alternate, Hand, HandStatus, Move, MoveKind, MoveStatus, Seat, Table, TableStatus
from tables.services.table.drawing import check_may_void
from tables.services.table.lease import lock_tables
from tables.services.table.many_rows import bump_versions
from tables.services.table.records import restore_tables
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.log import record
from tournament.services.undo import Undoable, gone_on, register_undo

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)


def standing_redraw(tournament: Tournament) -> LogEntry | None:
    """Its line of the log; None where play has gone on since, or nothing was redrawn."""
    redraws = LogEntry.objects.filter(
        tournament=tournament, verb=TablesRedrawn.verb, undone_by__isnull=True
    ).order_by("-pk")
    last = redraws.first()
    return last if last is not None and _stands(tournament, last) else None


def _moves_of(line: LogEntry) -> QuerySet[Move]:
    """The moves that the redraw made; they carry its instant."""
    return Move.objects.filter(
        tournament_id=line.tournament_id,
        kind=MoveKind.REDRAW,
        status=MoveStatus.APPLIED,
        created_at=line.at,
    )


def _stands(tournament: Tournament, line: LogEntry) -> bool:
    redraw = TablesRedrawn.of(line)
    if not redraw.before:
        return False
    ids = [each.table for each in redraw.before]
    if Hand.objects.filter(table__in=ids, started_at__gte=line.at).exclude(status=HandStatus.VOID).exists():
        return False
    if Alternate.objects.filter(table__in=ids, called_at__gte=line.at).exists():
        # Who was called since may be on the way to a seat that would be somebody's again.
        return False
    statuses = dict(Table.objects.filter(pk__in=ids).values_list("pk", "status"))
    kept, closed = ids[: redraw.tables], ids[redraw.tables :]
    if not all(statuses.get(pk) in PLAYABLE for pk in kept):
        return False
    if not all(statuses.get(pk) == TableStatus.CLOSED for pk in closed):
        return False
    return _seats_now(tournament) == _seats_drawn(line, redraw.before)


def _seats_now(tournament: Tournament) -> dict[int, tuple[int, int]]:
    seats = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    return {
        entry or 0: (table, number) for entry, table, number in seats.values_list("entry", "table", "number")
    }


def _seats_drawn(line: LogEntry, records: Sequence[TableRecord]) -> dict[int, tuple[int, int]]:
    """Entry to seat after the redraw: a player who drew or kept the old one did not move."""
    seats = {seat.entry: (each.table, seat.number) for each in records for seat in each.chairs}
    moves = _moves_of(line).values_list("entry", "to_table", "to_seat")
    return seats | {entry: (table, seat) for entry, table, seat in moves}


# --- Undo ---------------------------------------------------------------------------------------------------


def _open_redraws(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The last redraw, while it stands."""
    if tournament.is_over:
        return set()
    standing = standing_redraw(tournament)
    return {line.pk for line in lines if standing is not None and line.pk == standing.pk}


def _undo_redraw(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    redraw = TablesRedrawn.of(line)
    tables = lock_tables(tournament_id=tournament.pk, table_ids=[each.table for each in redraw.before])
    # A hand may have been dealt before the tables were locked.
    if standing_redraw(tournament) != line:
        raise gone_on()
    restore_tables(tables, redraw.before)
    _moves_of(line).update(status=MoveStatus.UNDONE, undone_at=by.now)
    bump_versions(tables.values())
    undone = RedrawUndone(players=redraw.players, tables=redraw.tables)
    record(undone, tournament_id=tournament.pk, by=by, undoes=line)
    publish(
        tournament.code,
        [
            "tables",
            "moves",
            "standings",
            "log",
            "field",
            *(f"table-{table.number}" for table in tables.values()),
        ],
    )


register_undo([TablesRedrawn], Undoable(open_lines=_open_redraws, undo=_undo_redraw, may=check_may_void))
