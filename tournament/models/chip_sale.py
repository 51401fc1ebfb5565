from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class SaleKind(models.TextChoices):
    REBUY = "rebuy", _("Rebuy")
    ADD_ON = "add_on", _("Add-on")


class ChipSale(Sealed):
    """A rebuy or an add-on of an entry: what it cost, in minor units, and the chips it gave.

    Its money is booked when it is sold. `put_on_at` is when its chips came into play, None while the hand in which it
    was sold lasts. `collected_at` is when the desk has taken the money, None while the player owes it (TDA 27).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="chip_sales")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="chip_sales")
    kind = models.CharField(max_length=8, choices=SaleKind)
    chips = models.BigIntegerField()
    paid_prize = models.BigIntegerField()
    paid_fee = models.BigIntegerField()
    paid_staff = models.BigIntegerField()
    paid_bounty = models.BigIntegerField()
    sold_at = models.DateTimeField()
    log_entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="chip_sale")
    put_on_at = models.DateTimeField(null=True, blank=True)
    collected_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="chip sale",
            columns=(
                "tournament_id", "entry_id", "kind", "chips", "paid_prize", "paid_fee", "paid_staff",
                "paid_bounty", "sold_at", "log_entry_id", "put_on_at", "collected_at", "undone_at",
            ),
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(chips__gt=0), name="chip_sale_sells_chips"),
            models.CheckConstraint(
                condition=Q(paid_prize__gte=0, paid_fee__gte=0) & Q(paid_staff__gte=0, paid_bounty__gte=0),
                name="chip_sale_money_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.entry}"

    @property
    def paid_total(self) -> int:
        return self.paid_prize + self.paid_fee + self.paid_staff + self.paid_bounty
