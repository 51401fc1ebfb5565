from __future__ import annotations

import json
from functools import lru_cache

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.engine.games.setup import Setup
from tables.models.device import Device
from tables.models.table import Table
from tournament.models import Account, Entry


class HandStatus(models.TextChoices):
    OPEN = "open", _("In play")
    COMPLETE = "complete", _("Complete")
    VOID = "void", _("Void")


class Hand(models.Model):
    """One hand at one table: its setup. What happened is in its operations; everything else is replayed.

    A counted hand was played at a table where only results are entered: it is complete at once, has no operations, and
    its seats have what follows from the result.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=HandStatus, default=HandStatus.OPEN)
    level_index = models.PositiveSmallIntegerField()
    level_number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=12)
    setup_data = models.JSONField()
    # The table's positions of the hand before, so that a hand undone restores them.
    positions_before = models.JSONField(null=True, blank=True)
    # Who had sat down since then, for the same reason: [seat, came by balancing, told to wait].
    arrivals_before = models.JSONField(default=list, blank=True)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="+")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    # A misdeal or a fouled deck: everything went back, and the same hand is dealt again (TDA 35-C).
    is_redealt = models.BooleanField(default=False)
    is_counted = models.BooleanField(default=False)
    # Of a counted hand, the seats whose stacks were known before it.
    known_before = models.JSONField(default=list, blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=~Q(status="void"),
                name="hand_number_once",
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="open"), name="hand_one_open_per_table"
            ),
        ]
        indexes = [
            models.Index(fields=["table", "-number"], name="hand_newest_first"),
            # Hands an hour of every table in a room: read from the index alone.
            models.Index(
                fields=["table", "ended_at", "started_at"], condition=Q(status="complete"), name="hand_pace"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} hand {self.number}"

    @property
    def setup(self) -> Setup:
        kept: Setup | None = self.__dict__.get("_setup")
        return kept or Setup.from_dict(self.setup_data)

    def keep_setup(self, text: str) -> None:
        """Take the setup from its column's text, for a row that is only read: the same text is read once."""
        self.__dict__["_setup"] = _setup_of(text)


# As many as a large room has tables in play.
@lru_cache(maxsize=2048)
def _setup_of(text: str) -> Setup:
    return Setup.from_dict(json.loads(text))


class SitsOut(models.TextChoices):
    ABSENT = "absent", _("Absent")
    PENALTY = "penalty", _("On a penalty")


class HandSeat(models.Model):
    """Who held which seat in a hand, with the chips before and, once it is complete, after.

    `sits_out`: the hand was killed by the deal, and why; "" for a player who was dealt in to play.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="hand_seats")
    seat_number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="hand_seats")
    starting_stack = models.BigIntegerField()
    finishing_stack = models.BigIntegerField(null=True, blank=True)
    sits_out = models.CharField(max_length=8, choices=SitsOut, blank=True, default="")
    # Who won the chips that put the player out in this hand; nobody where the hand does not say it.
    knocked_out_by = models.ManyToManyField(Entry, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat_number"], name="hand_seat_once"),
            models.UniqueConstraint(fields=["hand", "entry"], name="hand_entry_once"),
            models.CheckConstraint(condition=Q(starting_stack__gt=0), name="hand_seat_starts_with_chips"),
            models.CheckConstraint(
                condition=Q(finishing_stack__isnull=True) | Q(finishing_stack__gte=0),
                name="hand_seat_not_negative",
            ),
        ]
        indexes = [
            # In which hand somebody went out.
            models.Index(fields=["entry"], condition=Q(finishing_stack=0), name="hand_seat_lost_all"),
        ]

    def __str__(self) -> str:
        return f"{self.hand} S{self.seat_number}"


class HandOperation(models.Model):
    """One operation of a hand in the engine's compact form, numbered from 1 without a gap."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="operations")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=120)
    at = models.DateTimeField()
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="+")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="operation_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}:{self.number} {self.code}"
