from __future__ import annotations

from django.db import models

from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class DrawChain(Sealed):
    """What a house promises of the draws to come: `anchor` is shown from the start, `secret` to nobody.

    Each draw shows the next link (tournament.draws.check_draw); `used` of `length` are shown by now. `first` is the
    number of the draw that has the first link: a chain that is used up is followed by another.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="draw_chains")
    anchor = models.CharField(max_length=64)
    secret = models.CharField(max_length=64)
    first = models.PositiveIntegerField()
    length = models.PositiveIntegerField()
    used = models.PositiveIntegerField(default=0)
    promised_at = models.DateTimeField()

    STATES = (
        SealedState(
            kind="draw chain",
            columns=("tournament_id", "anchor", "first", "length", "promised_at"),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "first"], name="draw_chain_first_once"),
            models.CheckConstraint(
                condition=models.Q(used__lte=models.F("length")), name="draw_chain_used_up"
            ),
        ]

    def __str__(self) -> str:
        return f"draws from {self.first} of {self.tournament}"
