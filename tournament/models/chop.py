from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class ChopMethod(models.TextChoices):
    """How the shares were worked out (tournament.rules.payouts.chops)."""

    ICM = "icm", _("ICM")
    CHIP_CHOP = "chip_chop", _("Chip chop")
    EQUAL = "equal", _("Equal")
    CUSTOM = "custom", _("Custom")


class Chop(Sealed):
    """The players left divide the prizes left. Money in minor units.

        proposed --each of them agrees--> agreed: `Tournament.chop` names it, prizes follow it
           ^  |                             |
           |  +--dropped--> undone          |
           +-------the last consent undone--+

    `prizes` is what the players left divide: the shares, and what is left to play for: `played_for` goes to the
    winner, `second_for` to second place. A further chop comes `after` the one in force: those who are then left agree
    again on all that is still theirs, the others keep the share of the one before.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="chops")
    method = models.CharField(max_length=12, choices=ChopMethod)
    players = models.PositiveSmallIntegerField()
    prizes = models.BigIntegerField()
    played_for = models.BigIntegerField(default=0)
    second_for = models.BigIntegerField(default=0)
    after = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="further_chops"
    )
    log_entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="chop")
    proposed_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="chop",
            columns=(
                "tournament_id", "method", "players", "prizes", "played_for", "second_for", "after_id",
                "log_entry_id", "proposed_at", "agreed_at", "undone_at",
            ),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(undone_at__isnull=True, agreed_at__isnull=True),
                name="chop_one_proposed",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(undone_at__isnull=True, after__isnull=True),
                name="chop_one_first",
            ),
            models.UniqueConstraint(
                fields=["after"],
                condition=Q(undone_at__isnull=True, after__isnull=False),
                name="chop_one_after_another",
            ),
            models.CheckConstraint(
                condition=Q(
                    played_for__gte=models.F("second_for"),
                    second_for__gte=0,
                    prizes__gte=models.F("played_for") + models.F("second_for"),
                ),
                name="chop_of_prizes",
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | Q(agreed_at__isnull=True), name="chop_agreed_stands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.method} of {self.prizes} by {self.players}"

    @property
    def left(self) -> tuple[int, int]:
        """What is left to play for, by place."""
        return self.played_for, self.second_for


class ChopShare(Sealed):
    """What one of the players left gets of a chop, with the stack it was worked out from: None if it was not known.

    `consent` is the line of the log by which the player agreed.
    """

    chop = models.ForeignKey(Chop, on_delete=models.PROTECT, related_name="shares")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="chop_shares")
    stack = models.BigIntegerField(null=True, blank=True)
    amount = models.BigIntegerField()
    consent = models.OneToOneField(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="chop_consent"
    )

    STATES = (
        SealedState(
            kind="chop share",
            columns=("chop_id", "entry_id", "stack", "amount", "consent_id"),
            tournament="chop__tournament_id",
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chop", "entry"], name="chop_share_once"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="chop_share_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.entry}"
