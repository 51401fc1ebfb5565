"""Undoing a clock that was called, or stopped: while the player has not acted."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count

from tables.models import Hand, HandStatus, Table, TimeChip
from tables.services.hands.clock import write_clock
from tables.services.table.lease import bump_version, lock_table
from tables.services.undo.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["clock_called"], Undoable(open_lines=_open_clocks, undo=_undo_clock, lock=lock_table_of))
    register_undo(["time_chip_used"], Undoable(open_lines=_open_chips, undo=_undo_chip, lock=lock_table_of))


def _open_clocks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table has the clock that the line tells of, and the player has not acted."""
    ids = [line.data["table_id"] for line in lines]
    hands = Hand.objects.filter(table__in=ids, status=HandStatus.OPEN).annotate(count=Count("operations"))
    counts = dict(hands.values_list("pk", "count"))
    tables = Table.objects.filter(tournament=tournament, pk__in=ids)
    rows = list(tables.values_list("pk", "decision_data", "hands_dealt"))
    running = {table: clock for table, clock, _hands in rows}
    # Where no hand is recorded it goes with the next one that is counted.
    dealt = {table: hands for table, _clock, hands in rows}
    return {
        line.pk
        for line in lines
        if running.get(line.data["table_id"]) == line.data["clock"]
        and line.data["clock"]["operations"]
        == (counts.get(line.data["clock"]["hand"]) if line.data["hand"] else dealt[line.data["table_id"]])
    }


def _undo_clock(line: LogEntry, by: By) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    data = {**line.data, "clock": None}
    write_clock(table=table, clock=None, verb="clock_withdrawn", data=data, by=by, undoes=line)
    bump_version(table)
    publish(table.tournament.code, [f"table-{table.number}", "log"])


def _open_chips(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the hand is in play: the player may get the chip back, also after the decision."""
    chips = TimeChip.objects.filter(
        pk__in=[line.data["chip"] for line in lines],
        hand__status=HandStatus.OPEN,
        hand__table__tournament=tournament,
    )
    standing = set(chips.values_list("pk", flat=True))
    return {line.pk for line in lines if line.data["chip"] in standing}


def _undo_chip(line: LogEntry, by: By) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    TimeChip.objects.filter(pk=line.data["chip"]).delete()
    bump_version(table)
    write_log(
        tournament_id=line.tournament_id,
        by=by,
        verb="time_chip_returned",
        data={name: line.data[name] for name in ("table", "table_id", "hand", "seat")},
        undoes=line,
    )
    publish(table.tournament.code, [f"table-{table.number}", "log"])
