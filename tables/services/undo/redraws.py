"""Undoing a redraw, the final table's too, as one action: every player, every table, every button."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from tables.models import Hand, HandStatus, Move, MoveKind, MoveStatus, Seat, Table, TableStatus
from tables.services.table.lease import lock_tables
from tables.services.table.many_rows import bump_versions
from tables.services.table.records import TableRecord, restore_tables
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import Actor
from tournament.services.log import write_log
from tournament.services.undo import Undoable, gone_on, register_undo

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["tables_redrawn"], Undoable(open_lines=_open_redraws, undo=_undo))


def _open_redraws(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The last redraw, while everybody sits where it put them and no hand was dealt since."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    redraws = LogEntry.objects.filter(
        tournament=tournament, verb="tables_redrawn", undone_by__isnull=True
    ).order_by("-pk")
    last = redraws.values_list("pk", flat=True).first()
    return {line.pk for line in lines if line.pk == last and _stands(tournament, line)}


def _stands(tournament: Tournament, line: LogEntry) -> bool:
    records = _records(line)
    if not records:
        return False
    ids = [record["table"] for record in records]
    if Hand.objects.filter(table__in=ids, started_at__gte=line.at).exclude(status=HandStatus.VOID).exists():
        return False
    statuses = dict(Table.objects.filter(pk__in=ids).values_list("pk", "status"))
    kept, closed = ids[: line.data["tables"]], ids[line.data["tables"] :]
    if not all(statuses[pk] in PLAYABLE for pk in kept):
        return False
    if not all(statuses[pk] == TableStatus.CLOSED for pk in closed):
        return False
    return _seats_now(tournament) == _seats_drawn(line, records)


def _records(line: LogEntry) -> list[TableRecord]:
    """The tables before the redraw, first those that stayed open. A line of an earlier release has none."""
    found: list[TableRecord] = line.data.get("before", [])
    return found


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
    moves = _moves_of(line).values_list("entry", "to_table", "to_seat")
    return seats | {entry: (table, seat) for entry, table, seat in moves}


def _moves_of(line: LogEntry) -> QuerySet[Move]:
    """The moves that the redraw made; they carry its instant."""
    return Move.objects.filter(
        tournament_id=line.tournament_id,
        kind=MoveKind.REDRAW,
        status=MoveStatus.APPLIED,
        created_at=line.at,
    )


def _undo(line: LogEntry, actor: Actor, now: datetime) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    records = _records(line)
    tables = lock_tables(tournament_id=tournament.pk, table_ids=[record["table"] for record in records])
    # A hand may have been dealt before the tables were locked.
    if not _stands(tournament, line):
        raise gone_on()
    restore_tables(tables, records)
    _moves_of(line).update(status=MoveStatus.UNDONE, undone_at=now)
    bump_versions(tables.values())
    write_log(
        tournament_id=tournament.pk,
        actor=actor,
        verb="redraw_undone",
        data={"players": line.data["players"], "tables": line.data["tables"]},
        now=now,
        undoes=line,
    )
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
