from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class ScreenContent(models.TextChoices):
    """What a screen can show."""

    CLOCK = "clock", _("Clock")
    ROUNDS = "rounds", _("Hand-for-hand")


class Screen(models.Model):
    """A television of the house, taken in by the code that it showed; of its cookie only the hash is kept.

    It belongs to no event: any of them may give it something to show, and then `tournament` is that one.
    """

    name = models.CharField(max_length=40)
    token_sha256 = models.CharField(max_length=64, unique=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    content = models.CharField(max_length=20, choices=ScreenContent)
    shown_since = models.DateTimeField()
    taken_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["name"],
                condition=models.Q(removed_at__isnull=True),
                name="screen_name_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name
