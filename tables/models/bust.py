from __future__ import annotations

from django.db import models
from django.db.models import Q

from tables.models.hand import Hand
from tables.models.table import Table
from tournament.models import Entry, LogEntry
from tournament.models.states import Sealed, SealedState


class Bust(Sealed):
    """A player put out by hand: no recorded hand shows how the chips were lost.

    Players out in one hand share the line of the log. Undone it is undone: the player sits there as if it had not been.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="busts")
    seat_number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="busts")
    # Those who knocked the player out; nobody where it is not known.
    credited_to = models.ManyToManyField(Entry, related_name="knock_outs")
    # The hand in which it happened, where one was counted.
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, null=True, related_name="busts")
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    # When a rebuy brought the player back: the knock-out stands, and the player may go out again.
    back_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="bust",
            columns=(
                "table_id", "seat_number", "entry_id", "hand_id", "log_entry_id", "at", "undone_at", "back_at",
            ),
            tournament="table__tournament_id",
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(undone_at__isnull=True, back_at__isnull=True),
                name="bust_once_per_entry",
            ),
        ]
        indexes = [
            models.Index(
                fields=["table", "at"], condition=Q(undone_at__isnull=True), name="bust_standing_by_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} out at {self.table}"
