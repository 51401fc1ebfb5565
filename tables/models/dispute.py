from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.hand import Hand
from tournament.models.states import Sealed, SealedState


class DisputeAbout(models.TextChoices):
    READING = "reading", _("Reading of the hands")
    ACCOUNTING = "accounting", _("Chips and pots")


class Dispute(Sealed):
    """A player disputes a hand, and what the floor decided; `answer` is blank until then.

    `rule` is the one by which it was in time; blank where it was heard although it was too late (TDA 1).
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="disputes")
    about = models.CharField(max_length=12, choices=DisputeAbout)
    said = models.CharField(max_length=200)
    rule = models.CharField(max_length=12, blank=True)
    opened_at = models.DateTimeField()
    answer = models.CharField(max_length=200, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="dispute",
            columns=("hand_id", "about", "said", "rule", "opened_at", "answer", "answered_at"),
            tournament="hand__table__tournament_id",
            name="hand__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(answer="", answered_at__isnull=True)
                | (~Q(answer="") & Q(answered_at__isnull=False)),
                name="dispute_is_answered_at",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about} of {self.hand}"
