from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.money import MoneyRow
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament

LONGEST_NAME = 60


class SidePrize(Sealed):
    """A prize that the director gives, in minor units: for the last woman, the first out, the high hand of the night.

        open --award--> due --desk--> paid
         |  ^             |  ^          |
         |  +--taken back-+  +---void---+
         +--removed

    Its money comes from the prize pool, before the ladder is cut, or from the house: then `funding` is the row of the
    ledger by which it came in.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="side_prizes")
    name = models.CharField(max_length=LONGEST_NAME)
    amount = models.BigIntegerField()
    is_from_pool = models.BooleanField()
    funding = models.ForeignKey(MoneyRow, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="side_prizes"
    )
    # The line by which it was awarded.
    award = models.OneToOneField(LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # The row of the ledger by which it was handed over.
    payment = models.ForeignKey(
        MoneyRow, on_delete=models.PROTECT, null=True, blank=True, related_name="side_prizes"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="side prize",
            columns=(
                "tournament_id", "name", "amount", "is_from_pool", "funding_id", "entry_id", "award_id",
                "payment_id", "removed_at",
            ),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="side_prize_positive"),
            models.CheckConstraint(
                condition=Q(entry__isnull=True, award__isnull=True)
                | Q(entry__isnull=False, award__isnull=False),
                name="side_prize_awarded_by_a_line",
            ),
            models.CheckConstraint(
                condition=Q(payment__isnull=True) | Q(entry__isnull=False), name="side_prize_paid_to_somebody"
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True) | Q(entry__isnull=True, funding__isnull=True),
                name="side_prize_removed_is_nobodys",
            ),
            models.CheckConstraint(
                condition=Q(funding__isnull=True) | Q(is_from_pool=False), name="side_prize_of_the_house"
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament"], condition=Q(removed_at__isnull=True), name="side_prize_standing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.amount}"
