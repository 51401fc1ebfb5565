"""What becomes of several stacks of one player from the flights of an event."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class FlightStacks(models.TextChoices):
    BEST = "best", _("Best stack forward; smaller ones are forfeited")
    ADDED = "added", _("All stacks are combined")
    SMALLEST_PRIZE = (
        "smallest_prize",
        _("Best stack forward; smaller ones get the smallest prizes"),
    )
    ONE = "one", _("A player who is through cannot enter another flight")
