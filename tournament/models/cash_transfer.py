from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournament.models.log import LogEntry
from tournament.models.states import Sealed, SealedState
from tournament.models.till import Till
from tournament.models.tournament import Tournament


class CashTransfer(Sealed):
    """Append-only: cash carried from one till to another or between a till and the safe, in minor units.

    The safe is where a till is missing. No money of the tournament: the ledger does not move. An undo is a further row
    the other way that names the row it corrects.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_transfers")
    from_till = models.ForeignKey(
        Till, on_delete=models.PROTECT, null=True, blank=True, related_name="transfers_out"
    )
    to_till = models.ForeignKey(
        Till, on_delete=models.PROTECT, null=True, blank=True, related_name="transfers_in"
    )
    amount = models.BigIntegerField()
    log_entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="cash_transfer")
    corrects = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )

    STATES = (
        SealedState(
            kind="carried",
            columns=("tournament_id", "from_till_id", "to_till_id", "amount", "log_entry_id", "corrects_id"),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cash_transfer_positive"),
            models.CheckConstraint(
                condition=Q(from_till__isnull=False) | Q(to_till__isnull=False),
                name="cash_transfer_of_a_till",
            ),
            models.CheckConstraint(
                condition=Q(from_till__isnull=True) | Q(to_till__isnull=True) | ~Q(from_till=F("to_till")),
                name="cash_transfer_between_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} from {self.from_till or 'the safe'} to {self.to_till or 'the safe'}"
