from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.money import MoneyRow
from tournament.models.tournament import Tournament


class BountyShare(models.Model):
    """What one entry has taken of the money on another's head, in minor units: paid at the desk, or on its own head.

    The money on a head is what the entry paid for it and what shares put there, less the shares that were taken of it.
    Undone it is undone: the money is on the head again. At the end the winner takes what is on every head that is left,
    their own among them.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="bounty_shares")
    eliminated = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bounties_lost")
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bounties_won")
    due = models.BigIntegerField()
    on_head = models.BigIntegerField(default=0)
    is_at_the_end = models.BooleanField(default=False)
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    # The row of the ledger by which `due` was handed over.
    payment = models.ForeignKey(
        MoneyRow, on_delete=models.PROTECT, null=True, blank=True, related_name="bounty_shares"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(due__gte=0, on_head__gte=0), name="bounty_share_not_negative"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | Q(payment__isnull=True), name="bounty_share_paid_stands"
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament"], condition=Q(undone_at__isnull=True), name="bounty_share_standing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.due} and {self.on_head} of {self.eliminated} to {self.winner}"
