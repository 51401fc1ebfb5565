"""Undoing a broken table: it is open again, and everybody sits there as before."""

from __future__ import annotations

from collections.abc import Sequence

from tables.changes.breaks import BreakUndone, TableBroken
from tables.changes.moves import EntryMoved, MoveDropped
from tables.changes.tables import TableReopened
from tables.models import Move, MoveKind, MoveStatus, SeatDraw, Table, TableStatus
from tables.services.moves.moving import record_move
from tables.services.table.halting import tell_short_tables
from tables.services.table.lease import bump_version, lock_tables
from tables.services.table.of_table import table_of
from tables.services.undo.moves import send_back, way_back, ways_open
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.log import record
from tournament.services.undo import Undoable, gone_on, register_undo

BROKEN = (TableStatus.BREAKING, TableStatus.CLOSED)


def _open_breaks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While nobody of the table has been dealt in elsewhere. Breaks are few: some queries for each."""
    return {line.pk for line in lines if _stands(tournament, line)}


def _stands(tournament: Tournament, line: LogEntry) -> bool:
    if not Table.objects.filter(tournament=tournament, status__in=BROKEN, **table_of(line)).exists():
        return False
    if _was_open_since(tournament, line):
        return False
    ways = {move.pk: way for move in _moves_of(line) if (way := way_back(move)) is not None}
    return ways_open(tournament, ways, into=tuple(TableStatus)) == set(ways)


def _was_open_since(tournament: Tournament, line: LogEntry) -> bool:
    """Whether the table was opened again, and this line tells of an earlier break of it."""
    later = LogEntry.objects.filter(tournament=tournament, verb=TableReopened.verb, pk__gt=line.pk)
    table = table_of(line)
    same = {"data__table_id": table["pk"]} if "pk" in table else {"data__table": table["number"]}
    return later.filter(**same, undone_by__isnull=True).exists()


def _moves_of(line: LogEntry) -> list[Move]:
    """The moves that one break drew: they carry its instant, and lead to the seats of its draw, or of the seat cards
    that were dealt at the table.

    The seats tell them from those of another table that breaks in the same instant.
    """
    drawn = [each for draw in SeatDraw.objects.filter(log_entry=line) for each in draw.result]
    broken = TableBroken.of(line)
    seats = {(each["to_table"], each["to_seat"]) for each in drawn} | {
        *(broken.stack or ()),
        *(broken.kept or ()),
    }
    rows = Move.objects.filter(tournament_id=line.tournament_id, kind=MoveKind.BREAK, created_at=line.at)
    found = rows.select_related("from_table", "to_table", "entry__player").order_by("pk")
    return [move for move in found if (move.to_table.number, move.to_seat) in seats]


def _undo(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    moves = _moves_of(line)
    broken = Table.objects.get(tournament=tournament, **table_of(line))
    tables = lock_tables(
        tournament_id=tournament.pk,
        table_ids={broken.pk, *(m.from_table_id for m in moves), *(m.to_table_id for m in moves)},
    )
    # A hand may have been dealt before the tables were locked.
    if not _stands(tournament, line):
        raise gone_on()
    table = tables[broken.pk]
    table.status, table.closed_at = TableBroken.of(line).status, None
    table.save(update_fields=["status", "closed_at"])
    record(BreakUndone(table=table.number), tournament_id=tournament.pk, by=by, undoes=line)
    told = {
        EntryMoved.of(each).move: each
        for each in LogEntry.objects.filter(
            tournament=tournament, verb=EntryMoved.verb, pk__gt=line.pk, undone_by__isnull=True
        )
    }
    for move in _moves_of(line):
        if move.status == MoveStatus.WAITING:
            move.status = MoveStatus.DROPPED
            move.save(update_fields=["status"])
            record_move(MoveDropped, move, by)
        elif move.status == MoveStatus.APPLIED:
            send_back(move, told.get(move.pk), by)
    for each in tables.values():
        bump_version(each)
    tell_short_tables(tournament)
    publish(
        tournament.code,
        [
            "tables",
            "moves",
            "standings",
            "log",
            "field",
            *(f"table-{each.number}" for each in tables.values()),
        ],
    )


register_undo([TableBroken], Undoable(open_lines=_open_breaks, undo=_undo))
