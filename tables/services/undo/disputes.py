"""Undoing a dispute that was noted, until it is decided, and the decision."""

from __future__ import annotations

from collections.abc import Sequence

from tables.models import Dispute
from tables.services.hands.disputes import reopen_dispute, withdraw_dispute
from tournament.models import LogEntry, Tournament
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["dispute_opened"], Undoable(open_lines=_open, undo=withdraw_dispute))
    register_undo(["dispute_answered"], Undoable(open_lines=_answered, undo=reopen_dispute))


def _open(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return _lines_of(tournament, lines, answered=False)


def _answered(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The decision that stands."""
    return _lines_of(tournament, lines, answered=True)


def _lines_of(tournament: Tournament, lines: Sequence[LogEntry], *, answered: bool) -> set[int]:
    rows = Dispute.objects.filter(
        hand__table__tournament=tournament,
        pk__in=[line.data["dispute"] for line in lines],
        answered_at__isnull=not answered,
    )
    found = set(rows.values_list("pk", flat=True))
    return {line.pk for line in lines if line.data["dispute"] in found}
