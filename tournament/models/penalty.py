from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.states import Sealed, SealedState


class PenaltyKind(models.TextChoices):
    WARNING = "warning", _("Warning")
    HANDS = "hands", _("Missed hands")
    ROUNDS = "rounds", _("Missed rounds")
    DISQUALIFICATION = "disqualification", _("Disqualification")


class Penalty(Sealed):
    """A penalty of one entry (TDA 71), on whichever table it sits: the hands to sit out, and those sat out so far.

    `count` is the number of hands or rounds that were given, `hands` what they came to. `offence` is a code of
    `tournament.rules.penalties`.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    kind = models.CharField(max_length=16, choices=PenaltyKind)
    count = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    offence = models.CharField(max_length=16)
    note = models.CharField(max_length=200, blank=True)
    given_at = models.DateTimeField()
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="penalty",
            columns=(
                "entry_id", "kind", "count", "hands", "missed", "offence", "note", "given_at", "log_entry_id",
                "lifted_at",
            ),
            tournament="entry__tournament_id",
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(missed__lte=F("hands")), name="penalty_missed_at_most_its_hands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.missed}/{self.hands}"
