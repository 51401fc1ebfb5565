from __future__ import annotations

import json
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.floor.button.positions import Positions
from tables.floor.decisions import DecisionClock
from tables.floor.push import Push
from tables.floor.shot_clock import has_shot_clock
from tables.models.rules import floor_rules
from tournament.models import Entry, Player, Recording, Tournament
from tournament.models.states import Sealed, SealedState


class TableStatus(models.TextChoices):
    OPEN = "open", _("Open")
    HELD = "held", _("On hold")
    BREAKING = "breaking", _("Being broken")
    CLOSED = "closed", _("Closed")


class RunOut(models.TextChoices):
    WAITING = "waiting", _("Waiting for the floor")
    RELEASED = "released", _("Released")


BUTTON: Final = SealedState(
    kind="button",
    columns=("positions_data", "first_button", "hands_dealt"),
    # With every deal it moves; where results alone are entered that is written without the tournament's lock.
    only=~Q(hands__status="open") & ~Q(hands__is_counted=True),
    is_lasting=False,
    name="number",
)
"""Where the button is between two hands."""


class Zone(Sealed):
    """A part of the room and the staff who look after its tables, by the names they are called."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="zones")
    name = models.CharField(max_length=40)
    staff = models.CharField(max_length=120, blank=True)

    STATES = (
        SealedState(
            kind="zone",
            columns=("tournament_id", "name", "staff"),
            name="name",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="zone_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Table(Sealed):
    """A poker table of one tournament; `number` is the one painted on it.

    `version` grows by exactly one with every accepted write, so that a tablet can say what it saw.
    `lease_epoch` names the one device that may write: taking over adds one, older epochs are refused.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    seats_count = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=TableStatus, default=TableStatus.OPEN)
    hold_reason = models.CharField(max_length=200, blank=True)
    # What people call it besides its number: "Feature table".
    name = models.CharField(max_length=40, blank=True)
    zone = models.ForeignKey(Zone, on_delete=models.SET_NULL, null=True, blank=True, related_name="tables")
    # The places in the posted orders, from 1; None for a table that was left out.
    opening_place = models.PositiveSmallIntegerField(null=True, blank=True)
    breaking_place = models.PositiveSmallIntegerField(null=True, blank=True)
    # The floor lets it deal on although it is short, with so many players or more (TDA 11-D).
    plays_on_with = models.PositiveSmallIntegerField(null=True, blank=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    recording = models.CharField(max_length=8, choices=Recording, default=Recording.HANDS)
    # Whether the stacks of its players, shares for the books among them, add up to the chips that lie there: not once
    # somebody whose stack nobody knew has come or gone, until all of them are counted.
    is_total_known = models.BooleanField(default=True)
    # The button and the blinds of the last hand with a button; the next hand follows from them.
    positions_data = models.JSONField(null=True, blank=True)
    # Drawn for the first hand of a final table; otherwise the first hand finds its own.
    first_button = models.PositiveSmallIntegerField(null=True, blank=True)
    # The clock of one decision, as tables.floor.decisions stores it; another decision has none.
    decision_data = models.JSONField(null=True, blank=True)
    # The last dealer push that was marked, as tables.floor.push stores it.
    push_data = models.JSONField(null=True, blank=True)
    hands_dealt = models.PositiveIntegerField(default=0)
    # Those dealt before the table was last opened: a reopened table starts afresh, but its hand numbers continue.
    hands_before = models.PositiveIntegerField(default=0)
    # While the room deals counted hands (`Tournament.stop`): no hand is dealt beyond this number of them.
    deals_until = models.PositiveIntegerField(null=True, blank=True)
    # How far it was when it joined a level by hands, as tables.queries.room.level_hands stores it.
    level_data = models.JSONField(null=True, blank=True)
    # Of an all-in in hand-for-hand: whether its cards still wait for the floor.
    run_out = models.CharField(max_length=8, choices=RunOut, blank=True, default="")
    version = models.PositiveIntegerField(default=0)
    lease_epoch = models.PositiveIntegerField(default=0)

    STATES = (
        SealedState(
            kind="table",
            columns=(
                "tournament_id", "number", "seats_count", "status", "hold_reason", "name", "zone_id",
                "opening_place", "breaking_place", "plays_on_with", "opened_at", "closed_at", "recording",
                "hands_before",
            ),
            name="number",
        ),
        BUTTON,
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once"),
            models.CheckConstraint(
                condition=Q(seats_count__gte=2, seats_count__lte=10), name="table_seats_2_to_10"
            ),
        ]

    def __str__(self) -> str:
        return f"T{self.number}"

    @property
    def is_button_unknown(self) -> bool:
        """Whether nobody follows the button here, and it was not set for a move either."""
        return self.recording == Recording.BUSTS and self.positions_data is None and self.first_button is None

    @property
    def least_players(self) -> int:
        """With how many players with chips its next hand is dealt: two, or as many as the house wants at a table before
        its first hand while registration is open (WSOP 36, LFP).
        """
        if self.hands_dealt or self.tournament.registration_closed_at is not None:
            return 2
        return self.tournament.event_rules.late_start_min_players

    @property
    def may_have_clock(self) -> bool:
        """Whether a decision may have a clock here: one was called, or every decision has one."""
        return self.decision_data is not None or has_shot_clock(floor_rules(self.tournament))

    @property
    def positions(self) -> Positions | None:
        return None if self.positions_data is None else Positions.from_dict(self.positions_data)

    @property
    def push(self) -> Push | None:
        return None if self.push_data is None else Push.from_dict(self.push_data)

    def clock_of(self, *, hand: int, operations: int) -> DecisionClock | None:
        """The clock of this decision, None if none was called for it."""
        if self.decision_data is None:
            return None
        clock = DecisionClock.from_dict(self.decision_data)
        return clock if clock.is_of(hand=hand, operations=operations) else None


def positions_of(text: str) -> Positions:
    """A table's positions from their column's text, for one that is only read."""
    return Positions.from_dict(json.loads(text))


class Seat(Sealed):
    """A seat, numbered from 1 clockwise, and the player in it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="seat")
    # Sat down since the table's last hand with a button: may have to wait for it to pass.
    is_newcomer = models.BooleanField(default=False)
    came_by_balancing = models.BooleanField(default=False)
    told_to_wait = models.BooleanField(default=False)
    is_locked = models.BooleanField(default=False)

    STATES = (
        SealedState(
            kind="seats",
            columns=("id", "number", "entry_id", "is_locked"),
            by="table_id",
            tournament="table__tournament_id",
            name="table__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seat_numbers_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.table} S{self.number}"


class SeatReservation(Sealed):
    """Of a locked seat what it is called ("TV"), why, and the one player who may get it (TDA 9).

    A row of its own: a large room has ten thousand seats, of which a few are reserved. Code that deletes seats
    deletes their reservations first, in one statement for all (`tables.services.table.seats.forget_reservations`).
    """

    seat = models.OneToOneField(Seat, on_delete=models.DO_NOTHING, related_name="reservation")
    name = models.CharField(max_length=120, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="reserved_seats"
    )

    STATES = (
        SealedState(
            kind="kept seat",
            columns=("seat_id", "name", "reason", "player_id"),
            tournament="seat__table__tournament_id",
            name="seat__number",
        ),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"
