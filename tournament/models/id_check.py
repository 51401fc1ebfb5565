from __future__ import annotations

from django.db import models

from tournament.models.log import LogEntry
from tournament.models.player import Player
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class IdCheck(Sealed):
    """Somebody of the staff has seen a player's ID at an event: that it was seen, by whom and when, and nothing else.

    No document and no number of one is kept. `log_entry` says who it was.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    checked_at = models.DateTimeField()
    log_entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="+")

    STATES = (
        SealedState(
            kind="id check",
            columns=("tournament_id", "player_id", "checked_at", "log_entry_id"),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="id_check_once_at_an_event"),
        ]

    def __str__(self) -> str:
        return f"ID of {self.player} seen"
