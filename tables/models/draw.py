from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models import DrawChain, LogEntry, Tournament
from tournament.models.states import Sealed, SealedState


class SeatDraw(Sealed):
    """A draw that was made: its kind, the seed it came from, and what it gave.

    Of one that was promised before, the seed is the link of `chain` that `number` says; `public` is what the room has
    mixed in, `listed` what it was drawn from, and `steps` what was shuffled and picked (tournament.draws.check_draw).
    Of a rehearsal, and of an earlier version, nothing was promised: number and chain are None.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="draws")
    kind = models.CharField(max_length=12)
    # Of a redraw: how many tables it was for.
    tables_left = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.CharField(max_length=64)
    result = models.JSONField()
    made_at = models.DateTimeField()
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, null=True, related_name="+")
    chain = models.ForeignKey(
        DrawChain, on_delete=models.PROTECT, null=True, blank=True, related_name="draws"
    )
    number = models.PositiveIntegerField(null=True, blank=True)
    public = models.CharField(max_length=200, default="", blank=True)
    listed = models.JSONField(default=list, blank=True)
    steps = models.JSONField(default=list, blank=True)

    STATES = (
        SealedState(
            kind="draw",
            columns=("tournament_id", "kind", "tables_left", "seed", "result", "made_at", "log_entry_id"),
        ),
        SealedState(
            kind="drawn",
            columns=("chain_id", "number", "public", "listed", "steps"),
            only=Q(number__isnull=False),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="draw_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} draw of {self.tournament}"
