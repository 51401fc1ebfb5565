"""Undoing the mark of an absent player, or of one who is back: as long as the player still has it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max

from tables.models import Seat
from tables.services.hands.absence import ABSENCE_VERBS, set_absence
from tournament.models import Entry, LogEntry, Tournament, TournamentStatus
from tournament.services.actor import Actor
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(ABSENCE_VERBS, Undoable(open_lines=_open_lines, undo=_undo))


def _open_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
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


def _undo(line: LogEntry, actor: Actor, now: datetime) -> None:
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
