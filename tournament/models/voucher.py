from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.states import Sealed, SealedState
from tournament.models.tokens import new_voucher_code
from tournament.models.tournament import Tournament
from tournament.options.vouchers import VoucherTerms


class Voucher(Sealed):
    """A seat won in a satellite, as what its winner has in hand: worth `value` minor units in the event it is for.

        open --used for an entry, or paid in cash--> used up
         |                                             |
         +--the prize was voided--> voided             +--undone--> open

    What is left of it follows from its uses. `terms` are those of the satellite when it was given.
    """

    # The satellite, and the entry that won the seat.
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="vouchers_given")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="vouchers_won")
    event = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="vouchers_for")
    code = models.CharField(max_length=8, unique=True, default=new_voucher_code, editable=False)
    value = models.BigIntegerField()
    terms = models.CharField(max_length=8, choices=VoucherTerms)
    # The lines of the satellite's log that gave it and voided it.
    given_line = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    voided_line = models.ForeignKey(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    STATES = (
        SealedState(
            kind="voucher",
            columns=(
                "tournament_id", "entry_id", "event_id", "code", "value", "terms", "given_line_id",
                "voided_line_id",
            ),
            name="code",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(value__gt=0), name="voucher_positive"),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(voided_line__isnull=True),
                name="voucher_one_of_an_entry",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class VoucherUse(Sealed):
    """What was taken off a voucher, in minor units: for an entry, or in cash at the satellite's desk.

    One that was undone stays, with the line that undid it.
    """

    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, related_name="uses")
    # Where its money moved: the event of the entry, or the satellite.
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="voucher_uses")
    # None: in cash.
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="voucher_uses"
    )
    amount = models.BigIntegerField()
    line = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    undone_line = models.ForeignKey(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    STATES = (
        SealedState(
            kind="voucher use",
            columns=("voucher_id", "tournament_id", "entry_id", "amount", "line_id", "undone_line_id"),
            name="voucher__code",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="voucher_use_positive")]

    def __str__(self) -> str:
        return f"{self.amount} of {self.voucher}"
