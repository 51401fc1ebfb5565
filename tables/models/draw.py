from __future__ import annotations

from django.db import models

from tournament.models import LogEntry, Tournament
from tournament.models.states import Sealed, SealedState


class SeatDraw(Sealed):
    """A draw that was made: its kind, the seed it came from, and what it gave."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="draws")
    kind = models.CharField(max_length=12)
    # Of a redraw: how many tables it was for.
    tables_left = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.CharField(max_length=64)
    result = models.JSONField()
    made_at = models.DateTimeField()
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, null=True, related_name="+")

    STATES = (
        SealedState(
            kind="draw",
            columns=("tournament_id", "kind", "tables_left", "seed", "result", "made_at", "log_entry_id"),
        ),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.kind} draw of {self.tournament}"
