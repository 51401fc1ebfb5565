from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.account import Account
from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.side_prize import SidePrize
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class HeldKind(models.TextChoices):
    PRIZE = "prize", _("Prize")
    BOUNTIES = "bounties", _("Bounties")
    SIDE = "side", _("Side prize")


class HeldPayment(Sealed):
    """A payment that waits for a second person: who asked for it, then who confirmed it, or that it was withdrawn.

    Nothing is paid before the confirmation. `papers` are those that the first person has seen. An entry may have won
    several side prizes: `side_prize` says which.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="held_payments")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="held_payments")
    kind = models.CharField(max_length=8, choices=HeldKind)
    side_prize = models.ForeignKey(
        SidePrize, on_delete=models.PROTECT, null=True, blank=True, related_name="held_payments"
    )
    amount = models.BigIntegerField()
    papers = models.JSONField(default=list, blank=True)
    asked_by = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    asked_line = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="held_payment")
    confirmed_by = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="held",
            columns=(
                "tournament_id", "entry_id", "kind", "side_prize_id", "amount", "papers", "asked_by_id",
                "asked_line_id", "confirmed_by_id", "withdrawn_at",
            ),
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="held_payment_positive"),
            models.CheckConstraint(
                condition=Q(confirmed_by__isnull=True) | ~Q(confirmed_by=F("asked_by")),
                name="held_payment_two_people",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by__isnull=True) | Q(withdrawn_at__isnull=True),
                name="held_payment_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(kind="side", side_prize__isnull=False)
                | (~Q(kind="side") & Q(side_prize__isnull=True)),
                name="held_payment_of_a_side_prize",
            ),
            models.UniqueConstraint(
                fields=["entry", "kind"],
                condition=Q(confirmed_by__isnull=True, withdrawn_at__isnull=True, side_prize__isnull=True),
                name="held_payment_one_waits",
            ),
            models.UniqueConstraint(
                fields=["side_prize"],
                condition=Q(confirmed_by__isnull=True, withdrawn_at__isnull=True),
                name="held_payment_one_of_a_side_prize",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} to {self.entry}"
