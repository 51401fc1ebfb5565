from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models import Entry, Stop


class Bag(models.Model):
    """What a player's bag holds at the end of a day, as the floor has counted it; `stop` is the day's last hands."""

    stop = models.ForeignKey(Stop, on_delete=models.CASCADE, related_name="bags")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="bags")
    chips = models.BigIntegerField()
    counted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stop", "entry"], name="bag_once_a_day"),
            models.CheckConstraint(condition=Q(chips__gt=0), name="bag_holds_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.chips} of {self.entry_id}"
