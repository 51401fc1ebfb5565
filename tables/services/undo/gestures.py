"""Undoing the floor's verdict on a gesture: while nothing else was recorded in that hand."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count

from tables.models import Hand, HandStatus
from tables.services.hands.recording import undo_operation
from tables.services.undo.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.services.actor import By
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(
        ["gesture_ruled"], Undoable(open_lines=_open_verdicts, undo=_undo_verdict, lock=lock_table_of)
    )


def _open_verdicts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While it is the last operation of a hand that is still in play."""
    hands = Hand.objects.filter(
        table__tournament=tournament, status=HandStatus.OPEN, pk__in=[line.data["hand_id"] for line in lines]
    )
    counts = dict(hands.annotate(count=Count("operations")).values_list("pk", "count"))
    return {line.pk for line in lines if counts.get(line.data["hand_id"]) == line.data["operations"]}


def _undo_verdict(line: LogEntry, by: By) -> None:
    undo_operation(tournament_id=line.tournament_id, table_id=line.data["table_id"], by=by)
    write_log(
        tournament_id=line.tournament_id,
        by=by,
        verb="gesture_undone",
        data={"table": line.data["table"], "hand": line.data["hand"]},
        undoes=line,
    )
