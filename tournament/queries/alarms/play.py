from __future__ import annotations

from datetime import datetime

from tournament.models import LogEntry, Tournament, TournamentStatus


def levels_in_play() -> dict[str, int]:
    """Where the clock of each tournament in play stands, by its code."""
    in_play = Tournament.objects.filter(status=TournamentStatus.RUNNING)
    return dict(in_play.values_list("code", "clock_index"))


def changed_at() -> datetime | None:
    """When the last line of any log was written; hands in play are recorded besides."""
    return LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
