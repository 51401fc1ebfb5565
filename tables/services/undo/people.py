"""Undoing what the floor decided about a player: absent or back, a penalty."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Max, Q

from tables.models import Seat
from tables.services.hands.absence import ABSENCE_VERBS, set_absence
from tables.services.hands.penalties import lift
from tournament.models import Entry, LogEntry, Penalty, PenaltyKind, Tournament, TournamentStatus
from tournament.services.actor import Actor
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(ABSENCE_VERBS, Undoable(open_lines=_open_absences, undo=_undo_absence))
    register_undo(["penalty_given"], Undoable(open_lines=_open_penalties, undo=lift))


def _open_absences(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The latest such line of a player who sits somewhere, while the mark is as it says."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    entries = {line.data["entry"] for line in lines}
    last = LogEntry.objects.filter(
        tournament=tournament, verb__in=ABSENCE_VERBS, data__entry__in=list(entries)
    )
    newest = set(last.values("data__entry").annotate(last=Max("pk")).values_list("last", flat=True))
    marks = dict(
        Entry.objects.filter(tournament=tournament, pk__in=entries, seat__isnull=False).values_list(
            "pk", "is_absent"
        )
    )
    return {
        line.pk
        for line in lines
        if line.pk in newest and marks.get(line.data["entry"]) == (line.verb == "player_absent")
    }


def _undo_absence(line: LogEntry, actor: Actor, now: datetime) -> None:
    entry = line.data["entry"]
    set_absence(
        tournament_id=line.tournament_id,
        table_id=Seat.objects.values_list("table_id", flat=True).get(entry=entry),
        entry_id=entry,
        absent=line.verb != "player_absent",
        actor=actor,
        now=now,
        undoes=line,
    )


def _open_penalties(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Warnings, and penalties with hands left to sit out."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    standing = Penalty.objects.filter(log_entry__in=[line.pk for line in lines], lifted_at=None)
    left = standing.filter(Q(kind=PenaltyKind.WARNING) | Q(missed__lt=F("hands")))
    return set(left.values_list("log_entry_id", flat=True))
