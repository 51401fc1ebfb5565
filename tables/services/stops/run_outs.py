"""An all-in and a call in hand-for-hand: the cards stay face down until the floor says so (TDA RP-8)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tables import engine
from tables.changes.rounds import RunOutLocked, RunOutReleased
from tables.models import RunOut, Table
from tables.services.table.lease import bump_version, lock_table, lock_tables
from tournament.models import LogEntry, Stop, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def run_out_after(table: Table, state: engine.State) -> str:
    """What a table's run-out waits for once its hand is in this state."""
    stop: Stop | None = table.tournament.stop
    if stop is None or not (stop.locks_run_outs and state.runs_out):
        return ""
    return table.run_out or RunOut.WAITING


def check_run_out(table: Table, operation: engine.Operation) -> None:
    """Raise Refused for cards while the run-out waits for the floor; a ruling is not a card. The room is stopped."""
    if table.run_out == RunOut.WAITING and not isinstance(operation, engine.Ruling):
        raise Refused(
            _("All-in in hand-for-hand: the cards stay face down until the floor releases the run-out."),
            code="run_out_waits",
        )


@transaction.atomic
def release_run_outs(*, tournament_id: int, by: By, table_id: int | None = None) -> list[int]:
    """The run-out of one table, or of all that wait, may be dealt. Returns their numbers; Refused if none waits."""
    tournament = lock_tournament(tournament_id)
    if table_id is not None:
        waiting = [lock_table(tournament_id=tournament_id, table_id=table_id)]
    else:
        found = Table.objects.filter(tournament_id=tournament_id, run_out=RunOut.WAITING)
        ids = found.values_list("pk", flat=True)
        waiting = list(lock_tables(tournament_id=tournament_id, table_ids=ids).values())
    waiting = [table for table in waiting if table.run_out == RunOut.WAITING]
    if not waiting:
        raise Refused(_("No run-out is waiting for the floor."), code="no_run_out")
    for table in waiting:
        table.run_out = RunOut.RELEASED
        table.save(update_fields=["run_out"])
        bump_version(table)
    numbers = [table.number for table in waiting]
    record(RunOutReleased(numbers=tuple(numbers)), tournament_id=tournament_id, by=by)
    publish(tournament.code, ["tables", "hands", "log", *(f"table-{number}" for number in numbers)])
    return numbers


def _open_releases(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While nothing was recorded since at any of these tables."""
    released = dict(
        Table.objects.filter(tournament=tournament, run_out=RunOut.RELEASED)
        .annotate(last=Max("hands__operations__at"))
        .values_list("number", "last")
    )
    return {
        line.pk
        for line in lines
        if all(
            number in released and released[number] <= line.at for number in RunOutReleased.of(line).numbers
        )
    }


def _undo_release(line: LogEntry, by: By) -> None:
    tournament = lock_tournament(line.tournament_id)
    numbers = RunOutReleased.of(line).numbers
    found = Table.objects.filter(tournament=tournament, number__in=numbers, run_out=RunOut.RELEASED)
    ids = found.values_list("pk", flat=True)
    tables = list(lock_tables(tournament_id=tournament.pk, table_ids=ids).values())
    for table in tables:
        table.run_out = RunOut.WAITING
        table.save(update_fields=["run_out"])
        bump_version(table)
    locked = RunOutLocked(numbers=tuple(table.number for table in tables))
    record(locked, tournament_id=tournament.pk, by=by, undoes=line)
    publish(tournament.code, ["tables", "hands", "log", *(f"table-{number}" for number in locked.numbers)])


register_undo([RunOutReleased], Undoable(open_lines=_open_releases, undo=_undo_release))
