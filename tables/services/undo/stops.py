"""Undoing what stopped the room: the announcement, a round, a table marked as done, the end of a stop.

Each while nobody has dealt on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from tables.models import RunOut, Table
from tables.services.stops.announcing import locked_stop
from tables.services.stops.reopening import (
    has_gone_on,
    hold_round,
    reopen_round,
    restore_stop,
    tables_that_dealt,
)
from tables.services.stops.rounds import end_stop
from tables.services.stops.run_outs import lock_run_outs_again
from tables.services.table.lease import bump_version, lock_table
from tournament.models import LogEntry, RoundBust, Stop, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_together, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["stop_announced"], Undoable(open_lines=_open_announcements, undo=_undo_announcement))
    register_undo(["round_dealt"], Undoable(open_lines=_open_rounds, undo=_undo_round))
    register_undo(["table_marked_done"], Undoable(open_lines=_open_marks, undo=_undo_mark))
    register_undo(["run_out_released"], Undoable(open_lines=_open_releases, undo=_undo_release))
    register_together(["room_resumed"])
    register_undo(["stop_ended"], Undoable(open_lines=_open_ends, undo=_undo_end, again=True))


def _open_announcements(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The stop in force, in its first round, before anybody went out in it."""
    stop = tournament.stop
    if stop is None or stop.round > 1 or RoundBust.objects.filter(stop=stop).exists():
        return set()
    return {line.pk for line in lines if line.data["stop"] == stop.pk}


def _undo_announcement(line: LogEntry, by: By) -> None:
    tournament, stop = locked_stop(line.tournament_id)
    end_stop(tournament, stop, by=by, undoes=line)


def _open_rounds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The round in play, while no table has dealt in it."""
    stop = tournament.stop
    if stop is None or stop.round_over_at is not None or not lines:
        return set()
    found = {line.pk for line in lines if _round_of(line) == (stop.pk, stop.round)}
    return set() if found and tables_that_dealt(tournament, now=lines[0].at) else found


def _undo_round(line: LogEntry, by: By) -> None:
    """The tables hold again; the round before stays over."""
    tournament, stop = locked_stop(line.tournament_id)
    hold_round(tournament, stop, now=by.now)
    write_log(
        tournament_id=tournament.pk,
        by=by,
        verb="round_held",
        data={"stop": stop.pk, "kind": stop.kind, "round": line.data["round"]},
        undoes=line,
    )


def _open_marks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """In the round in play, or in the one before while no table has dealt the next hand."""
    stop = tournament.stop
    if stop is None or not lines:
        return set()
    found = {line.pk for line in lines if _round_of(line) == (stop.pk, stop.round)}
    before = {line.pk for line in lines if _round_of(line) == (stop.pk, stop.round - 1)}
    if not before or stop.round_over_at is not None or tables_that_dealt(tournament, now=lines[0].at):
        return found
    return found | before


def _undo_mark(line: LogEntry, by: By) -> None:
    """The table has not finished: its round is in play again."""
    tournament, stop = locked_stop(line.tournament_id)
    is_released = line.data["round"] < stop.round
    if is_released or stop.round_over_at is not None:
        reopen_round(tournament, stop, is_released=is_released, by=by)
    table = lock_table(tournament_id=tournament.pk, table_id=line.data["table_id"])
    table.deals_until = line.data["deals_until"]
    table.save(update_fields=["deals_until"])
    bump_version(table)
    write_log(
        tournament_id=tournament.pk, by=by, verb="table_not_done", data={"table": table.number}, undoes=line
    )
    publish(tournament.code, ["tables", "hands", "log", f"table-{table.number}"])


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
        if all(number in released and released[number] <= line.at for number in line.data["numbers"])
    }


def _undo_release(line: LogEntry, by: By) -> None:
    lock_run_outs_again(line=line, by=by)


def _open_ends(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The last end, in play, while nobody has dealt or gone out since and nothing else was announced."""
    if tournament.stop_id is not None or tournament.status != TournamentStatus.RUNNING:
        return set()
    newest = Stop.objects.filter(tournament=tournament).order_by("-announced_at", "-pk").first()
    found = {line.pk for line in lines if newest is not None and line.data["stop"] == newest.pk}
    return set() if newest is None or (found and has_gone_on(newest)) else found


def _undo_end(line: LogEntry, by: By) -> None:
    restore_stop(lock_tournament(line.tournament_id), line, by=by)


def _round_of(line: LogEntry) -> tuple[int, int]:
    return line.data["stop"], line.data["round"]
