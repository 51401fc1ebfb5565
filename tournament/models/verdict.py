from __future__ import annotations

from django.db import models

from tournament.models.tournament import Tournament


class Verdict(models.Model):
    """What the last check of a tournament's rows has found while it was in play.

    `findings` has its sentences in each language of the house: {"en": [...], "it": [...]}.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, primary_key=True, related_name="verdict"
    )
    checked_at = models.DateTimeField()
    is_whole = models.BooleanField()
    findings = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.tournament_id} at {self.checked_at:%H:%M:%S}"


class HouseVerdict(models.Model):
    """The same of what belongs to no tournament: the house's own log, and the triggers. There is one row, of key 1."""

    checked_at = models.DateTimeField()
    is_whole = models.BooleanField()
    findings = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"the house at {self.checked_at:%H:%M:%S}"
