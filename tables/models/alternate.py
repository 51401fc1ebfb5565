from __future__ import annotations

from django.db import models
from django.db.models import Q

from tables.models.table import Table
from tournament.models import Entry
from tournament.models.states import Sealed, SealedState


class Alternate(Sealed):
    """An entry without a seat, on the waiting list of a full room (TDA 8, WSOP 13).

    Called: a seat is held for it, locked and reserved for the player. It stays on the list until the player sits down.
    Held back: it is called only by hand, as after a call that was undone.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="alternate")
    waits_since = models.DateTimeField()
    is_held_back = models.BooleanField(default=False)
    called_at = models.DateTimeField(null=True, blank=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    seat_number = models.PositiveSmallIntegerField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="alternate",
            columns=("entry_id", "waits_since", "is_held_back", "called_at", "table_id", "seat_number"),
            tournament="entry__tournament_id",
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "seat_number"],
                condition=Q(table__isnull=False),
                name="alternate_one_called_per_seat",
            ),
            models.CheckConstraint(
                condition=Q(called_at__isnull=True, table__isnull=True, seat_number__isnull=True)
                | Q(called_at__isnull=False, table__isnull=False, seat_number__isnull=False),
                name="alternate_called_to_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} waits"
