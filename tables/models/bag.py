from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q

from tournament.models import Entry, Stop
from tournament.models.states import Sealed, SealedState

TAG_MAX: Final = 20
"""Characters of a bag's number, and of its seal's."""


class Bag(Sealed):
    """What a player's bag holds at the end of a day, as the floor has counted it; `stop` is the day's last hands.

    `number` and `seal` are what is printed on it, "" where the house writes down counts only. `second_count` is what
    somebody counted who was not shown the first.
    """

    stop = models.ForeignKey(Stop, on_delete=models.CASCADE, related_name="bags")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="bags")
    chips = models.BigIntegerField()
    number = models.CharField(max_length=TAG_MAX, blank=True, default="")
    seal = models.CharField(max_length=TAG_MAX, blank=True, default="")
    second_count = models.BigIntegerField(null=True, blank=True)
    counted_at = models.DateTimeField()

    STATES = (
        SealedState(
            kind="bag",
            columns=("stop_id", "entry_id", "chips", "counted_at"),
            tournament="stop__tournament_id",
            name="entry__number",
        ),
        SealedState(
            kind="bag tag",
            columns=("number", "seal", "second_count"),
            tournament="stop__tournament_id",
            only=~Q(number="") | ~Q(seal="") | Q(second_count__isnull=False),
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stop", "entry"], name="bag_once_a_day"),
            models.UniqueConstraint(
                fields=["stop", "number"], condition=~Q(number=""), name="bag_number_once_a_day"
            ),
            models.CheckConstraint(condition=Q(chips__gt=0), name="bag_holds_chips"),
            models.CheckConstraint(
                condition=Q(second_count__isnull=True) | Q(second_count__gt=0),
                name="bag_second_count_positive",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chips} of {self.entry_id}"
