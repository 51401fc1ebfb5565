"""Undoing another way of recording, and a counted hand, from the log."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from tables.models import Bust, Hand, HandStatus, Recording, Table
from tables.services.hands.counted import undo_counted_hand
from tables.services.table.ways import set_recording
from tables.services.undo.of_table import lock_table_of
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.services.actor import By
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(
        ["recording_changed"],
        Undoable(open_lines=_open_changes, undo=_undo_change, lock=lock_table_of, again=True),
    )
    register_undo(["hand_counted"], Undoable(open_lines=_open_hands, undo=_undo_hand, lock=lock_table_of))


def _open_changes(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest of a table, while nothing was entered in the new way."""
    if tournament.is_over:
        return set()
    changes = LogEntry.objects.filter(tournament=tournament, verb="recording_changed")
    newest = set(changes.values("data__table_id").annotate(last=Max("pk")).values_list("last", flat=True))
    return {line.pk for line in lines if line.pk in newest and not _has_gone_on(line)}


def _has_gone_on(line: LogEntry) -> bool:
    table = line.data["table_id"]
    if not Table.objects.filter(pk=table, recording=line.data["recording"]).exists():
        return True
    hands = Hand.objects.filter(table=table, started_at__gte=line.at).exclude(status=HandStatus.VOID)
    return (
        hands.exists() or Bust.objects.filter(table=table, at__gte=line.at, undone_at__isnull=True).exists()
    )


def _undo_change(line: LogEntry, by: By) -> None:
    set_recording(
        tournament_id=line.tournament_id,
        table_id=line.data["table_id"],
        recording=Recording(line.data["before"]["recording"]),
        by=by,
        undoes=line,
    )


def _open_hands(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest hand of its table. What keeps it from being undone is said when it is tried, with the cure."""
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return set()
    newest = Hand.objects.filter(table__in=[line.data["table_id"] for line in lines]).exclude(
        status=HandStatus.VOID
    )
    last = dict(newest.values("table_id").annotate(last=Max("number")).values_list("table_id", "last"))
    standing = set(
        newest.filter(pk__in=[line.data["hand_id"] for line in lines]).values_list("pk", flat=True)
    )
    return {
        line.pk
        for line in lines
        if line.data["hand_id"] in standing and last[line.data["table_id"]] == line.data["hand"]
    }


def _undo_hand(line: LogEntry, by: By) -> None:
    undo_counted_hand(tournament_id=line.tournament_id, table_id=line.data["table_id"], by=by, undoes=line)
