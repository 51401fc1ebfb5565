"""Undoing a redraw, the final table's too, as one action: every player, every table, every button."""

from __future__ import annotations

from collections.abc import Sequence

from tables.models import MoveStatus
from tables.services.moves.redrawn import moves_of, records_of, standing_redraw
from tables.services.table.lease import lock_tables
from tables.services.table.many_rows import bump_versions
from tables.services.table.records import restore_tables
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.log import write_log
from tournament.services.undo import Undoable, gone_on, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["tables_redrawn"], Undoable(open_lines=_open_redraws, undo=_undo))


def _open_redraws(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The last redraw, while everybody sits where it put them and no hand was dealt since."""
    if tournament.is_over:
        return set()
    standing = standing_redraw(tournament)
    return {line.pk for line in lines if standing is not None and line.pk == standing.pk}


def _undo(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    records = records_of(line)
    tables = lock_tables(tournament_id=tournament.pk, table_ids=[record["table"] for record in records])
    # A hand may have been dealt before the tables were locked.
    if standing_redraw(tournament) != line:
        raise gone_on()
    restore_tables(tables, records)
    moves_of(line).update(status=MoveStatus.UNDONE, undone_at=by.now)
    bump_versions(tables.values())
    write_log(
        tournament_id=tournament.pk,
        by=by,
        verb="redraw_undone",
        data={"players": line.data["players"], "tables": line.data["tables"]},
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
