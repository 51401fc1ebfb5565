from __future__ import annotations

from django.db import models

from tables.models.hand import Hand
from tournament.models import Entry
from tournament.models.states import Sealed, SealedState


class TimeChip(Sealed):
    """A time-bank chip that a player has used for one decision, where the event plays with a shot clock.

    The decision is told from others by its hand and by how many operations were recorded before it. Chips given at the
    final table are counted apart from those given at the start.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="time_chips")
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="time_chips")
    operations = models.PositiveIntegerField()
    seconds = models.PositiveSmallIntegerField()
    is_final = models.BooleanField(default=False)
    used_at = models.DateTimeField()

    STATES = (
        SealedState(
            kind="time chip",
            columns=("entry_id", "hand_id", "operations", "seconds", "is_final", "used_at"),
            tournament="entry__tournament_id",
            name="entry__number",
        ),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.hand} +{self.seconds}"
