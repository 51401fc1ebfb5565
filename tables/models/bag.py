from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models import Entry, Stop
from tournament.models.states import Sealed, SealedState


class Bag(Sealed):
    """What a player's bag holds at the end of a day, as the floor has counted it; `stop` is the day's last hands."""

    stop = models.ForeignKey(Stop, on_delete=models.CASCADE, related_name="bags")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="bags")
    chips = models.BigIntegerField()
    counted_at = models.DateTimeField()

    STATES = (
        SealedState(
            kind="bag",
            columns=("stop_id", "entry_id", "chips", "counted_at"),
            tournament="stop__tournament_id",
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stop", "entry"], name="bag_once_a_day"),
            models.CheckConstraint(condition=Q(chips__gt=0), name="bag_holds_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.chips} of {self.entry_id}"
