from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry


class ReportedStack(models.Model):
    """What a player says of the own stack, where nobody else knows it. No chip follows from it."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="reported")
    chips = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(chips__gt=0), name="reported_stack_has_chips")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.chips}"
