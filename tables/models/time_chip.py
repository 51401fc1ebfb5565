from __future__ import annotations

from django.db import models
from django.db.models import Q

from tables.floor.shot_clock import FINAL_TABLE, START
from tables.models.hand import Hand
from tournament.models import Entry
from tournament.models.states import Sealed, SealedState


class TimeChip(Sealed):
    """A time-bank chip that a player has used for one decision, where the event plays with a shot clock.

    The decision is told from others by its hand and by how many operations were recorded before it. `stage` is the code
    of the stage it was used in, "" of the start (tables.floor.shot_clock).
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="time_chips")
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="time_chips")
    operations = models.PositiveIntegerField()
    seconds = models.PositiveSmallIntegerField()
    # Of one that was used before there were stages: at the final table, where new ones had been given.
    is_final = models.BooleanField(default=False)
    stage = models.CharField(max_length=20, blank=True, default="")
    used_at = models.DateTimeField()

    STATES = (
        SealedState(
            kind="time chip",
            columns=("entry_id", "hand_id", "operations", "seconds", "is_final", "used_at"),
            tournament="entry__tournament_id",
            name="entry__number",
        ),
        SealedState(
            kind="chip stage",
            columns=("stage",),
            tournament="entry__tournament_id",
            only=~Q(stage=""),
            name="entry__number",
        ),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.hand} +{self.seconds}"

    @property
    def stage_used(self) -> str:
        return self.stage or (FINAL_TABLE if self.is_final else START)
