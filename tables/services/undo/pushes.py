"""Undoing the mark of a dealer push, until a hand is dealt on it."""

from __future__ import annotations

from collections.abc import Sequence

from tables.models import Table
from tables.services.hands.pushing import forget_push
from tables.services.undo.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["dealer_pushed"], Undoable(open_lines=_open, undo=forget_push, lock=lock_table_of))


def _open(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The mark that the table has, while no hand was dealt since."""
    ids = [line.data["table_id"] for line in lines]
    rows = Table.objects.filter(tournament=tournament, pk__in=ids).values_list(
        "pk", "push_data", "hands_dealt"
    )
    now_there = {pk: (push, hands) for pk, push, hands in rows}
    return {
        line.pk
        for line in lines
        if now_there.get(line.data["table_id"]) == (line.data["push"], line.data["push"]["hands"])
    }
