from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.account import Account
from tournament.models.log import LogEntry
from tournament.models.player import Player
from tournament.models.states import Sealed, SealedState
from tournament.models.tokens import new_secret
from tournament.models.tournament import Tournament
from tournament.rules.payouts.prices import LONGEST_NAME


class EntryStatus(models.TextChoices):
    REGISTERED = "registered", _("Registered")
    PLAYING = "playing", _("Playing")
    ELIMINATED = "eliminated", _("Eliminated")
    # In a satellite, by a stack that wins one at once: out of play with a place from the top.
    SEAT_WON = "seat_won", _("Won a seat")
    VOID = "void", _("Void")


class Arrival(models.TextChoices):
    AWAITED = "awaited", _("Not arrived")
    ARRIVED = "arrived", _("Arrived")


class Entry(Sealed):
    """One bullet of a player in a tournament: its price, its chips, and how it ended.

    An entry keeps the price it paid: editing the buy-in later does not change it.
    `place_first` and `place_last` differ where players tie for places.

    A stack that nobody has counted since it changed is not known: `stack` is then a share of its table's chips, so that
    the sums are right, and is shown to nobody.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=12, choices=EntryStatus, default=EntryStatus.REGISTERED)
    stack = models.BigIntegerField(default=0)
    # Dealt in and killed after each deal until the player is back (TDA 30); goes along to another table.
    is_absent = models.BooleanField(default=False)
    is_stack_known = models.BooleanField(default=True)
    # Since check-in was opened; "" for who was never waited for. Who is awaited is absent too.
    arrival = models.CharField(max_length=8, choices=Arrival, blank=True, default="")
    # Left to sit out of all penalties: the sum of their hands less those missed.
    penalty_hands = models.PositiveIntegerField(default=0)
    # The line by which the player, who is in a hand, leaves with chips as soon as it is over.
    leaving_line = models.ForeignKey(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Of an entry of a flight: the entry of the event that its chips went to, or that was made of it and is out.
    goes_on_as = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="came_from"
    )
    # Of an entry that came from a flight: the line by which it did. Its buy-in was paid there.
    brought_line = models.ForeignKey(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Bought during a hand: they come to the stack when it is over.
    chips_to_come = models.BigIntegerField(default=0)
    link_secret = models.CharField(max_length=64, unique=True, default=new_secret, editable=False)

    paid_prize = models.BigIntegerField()
    paid_fee = models.BigIntegerField()
    paid_staff = models.BigIntegerField()
    paid_bounty = models.BigIntegerField()
    paid_other = models.BigIntegerField(default=0)
    # What its price was called when it was paid; "" for the buy-in. A price may be changed or removed later.
    price_name = models.CharField(max_length=LONGEST_NAME, blank=True, default="")

    registered_at = models.DateTimeField()
    registered_by = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    eliminated_at = models.DateTimeField(null=True, blank=True)
    place_first = models.PositiveIntegerField(null=True, blank=True)
    place_last = models.PositiveIntegerField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="entry",
            columns=(
                "tournament_id", "player_id", "number", "status", "link_secret", "paid_prize", "paid_fee",
                "paid_staff", "paid_bounty", "paid_other", "price_name", "registered_at", "registered_by_id",
                "eliminated_at",
            ),
            name="number",
        ),
        SealedState(
            kind="places",
            columns=("id", "place_first", "place_last"),
            by="tournament_id",
            only=Q(place_first__isnull=False) | Q(place_last__isnull=False),
        ),
        SealedState(
            kind="brought",
            columns=("goes_on_as_id", "brought_line_id"),
            only=Q(goes_on_as__isnull=False) | Q(brought_line__isnull=False),
            name="number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            # A player holds one live bullet at a time.
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(status__in=["registered", "playing"]),
                name="entry_one_live_per_player",
            ),
            models.CheckConstraint(condition=Q(stack__gte=0), name="entry_stack_not_negative"),
            models.CheckConstraint(
                condition=Q(chips_to_come__gte=0), name="entry_chips_to_come_not_negative"
            ),
            models.CheckConstraint(
                condition=~Q(status="eliminated")
                | Q(stack=0, place_first__isnull=False, place_last__isnull=False),
                name="entry_eliminated_has_place_and_no_chips",
            ),
            models.CheckConstraint(
                condition=~Q(status="seat_won")
                | Q(stack=0, place_first__isnull=False, place_last=F("place_first")),
                name="entry_seat_won_has_place_and_no_chips",
            ),
            models.CheckConstraint(
                condition=Q(place_first__isnull=True) | Q(place_first__lte=F("place_last")),
                name="entry_places_in_order",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "status"], name="entry_by_status")]

    def __str__(self) -> str:
        return f"#{self.number} {self.player}"

    @property
    def known_stack(self) -> int | None:
        """The stack as far as somebody knows it: what is shown to people."""
        return self.stack if self.is_stack_known else None

    @property
    def paid_total(self) -> int:
        return self.paid_prize + self.paid_fee + self.paid_staff + self.paid_bounty + self.paid_other
