from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

from tournament.models.chain import SealedRows
from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class MoneyKind(models.TextChoices):
    PRIZE = "prize", _("Prize pool")
    FEE = "fee", _("House fee")
    STAFF = "staff", _("Staff")
    BOUNTY = "bounty", _("Bounties")
    OTHER = "other", _("Other deductions")
    ADDED = "added", _("Added money")
    OVERLAY = "overlay", _("Overlay")
    PAYOUT = "payout", _("Payout")
    BOUNTY_PAID = "bounty_paid", _("Bounty paid")
    # Of bounties that nobody came for: no player's money any more, but still at the desk.
    FORFEITED = "forfeited", _("Bounty not collected")
    # Of a prize: paid is what the player gets, and both together are the prize.
    WITHHELD = "withheld", _("Withheld")
    # Given to its winner as a seat in another event: no cash leaves the desk with it.
    SEAT = "seat", _("Seat given")
    # Of a buy-in what a seat won in a satellite has paid: its cash is at the satellite's desk.
    VOUCHER = "voucher", _("Paid by voucher")
    SIDE_MONEY = "side_money", _("Side prizes of the house")
    SIDE_PAID = "side_paid", _("Side prize paid")
    # Brought by the house from what the events of a season have collected for it, and what its players got of that.
    SEASON_MONEY = "season_money", _("Money of a season")
    SEASON_PAID = "season_paid", _("Money of a season paid")
    # Out of the prize pool with its player, and at the desk until the house hands it back.
    NO_SHOW = "no_show", _("Buy-ins of no-shows")


# What moves no cash at the desk.
NOT_CASH: Final = (MoneyKind.SEAT,)
# What the house brings or takes back, not through the drawer of the person who wrote it down.
NOT_OF_A_TILL: Final = (MoneyKind.SEAT, MoneyKind.SIDE_MONEY, MoneyKind.SEASON_MONEY, MoneyKind.OVERLAY)


class Giver(models.TextChoices):
    """Who adds money to a prize pool besides the players."""

    HOUSE = "house", _("The house")
    SPONSOR = "sponsor", _("A sponsor")
    JACKPOT = "jackpot", _("A jackpot")
    OTHER = "other", _("Somebody else")


class MoneyRow(models.Model):
    """Append-only ledger in minor units: money in is positive, money paid out negative.

    A correction is a new row with the opposite sign that names the row it corrects.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="money_rows")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="money_rows")
    kind = models.CharField(max_length=12, choices=MoneyKind)
    # Of money withheld the name of the deduction.
    label = models.CharField(max_length=30, blank=True, default="")
    amount = models.BigIntegerField()
    at = models.DateTimeField()
    corrects = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, null=True, related_name="+")

    objects = SealedRows.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="money_row_moves_money"),
        ]
        # The amount with it: the prize pool is a sum over one kind, asked for by the tap of each bust-out.
        indexes = [models.Index(fields=["tournament", "kind", "amount"], name="money_by_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class Payout(Sealed):
    """What one entry is due: written when its place is known, paid once.

    With a tie each entry has a row of its own with its share. `withheld` is what the payment has kept back of it.

    At a rest it may be written before, with the prize that everybody left has already, `advance`. Where that was paid,
    the place adds to `amount`, and what it adds is paid once more; otherwise the place decides the whole.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="payouts")
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="payout")
    amount = models.BigIntegerField()
    withheld = models.BigIntegerField(default=0)
    advance = models.BigIntegerField(default=0)
    decided_at = models.DateTimeField()
    # The line by which the desk has said that the money lies ready; None again once it is paid.
    ready_line = models.OneToOneField(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="readied_payout"
    )
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.ForeignKey(
        "tournament.Account", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    STATES = (
        SealedState(
            kind="prize",
            columns=(
                "tournament_id", "entry_id", "amount", "withheld", "decided_at", "ready_line_id", "paid_at",
                "paid_by_id",
            ),
            name="entry__number",
        ),
        SealedState(
            kind="advance",
            columns=("entry_id", "advance"),
            only=Q(advance__gt=0),
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payout_positive"),
            models.CheckConstraint(
                condition=Q(advance__gte=0, advance__lte=F("amount")), name="payout_advance_of_it"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=F("withheld"), withheld__gte=0), name="payout_withheld_of_it"
            ),
            models.CheckConstraint(
                condition=Q(paid_at__isnull=True) | Q(ready_line__isnull=True),
                name="payout_paid_is_not_ready",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.entry}"

    @property
    def paid_before(self) -> int:
        """What of it was paid in advance, where its place has added to it since."""
        return self.advance if self.advance < self.amount else 0

    @staticmethod
    def in_advance() -> Case:
        """`paid_before` in a query."""
        return Case(
            When(advance__lt=F("amount"), then=F("advance")),
            default=Value(0),
            output_field=models.BigIntegerField(),
        )

    @property
    def to_pay(self) -> int:
        """What one payment hands over, or has handed over last."""
        return self.amount - self.paid_before
