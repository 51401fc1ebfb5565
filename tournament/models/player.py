from __future__ import annotations

from django.db import models
from django.db.models import Q


class Player(models.Model):
    """A person who plays. Kept small: what the desk needs to find them and what the room calls them."""

    name = models.CharField(max_length=120)
    # Case and accents folded, so that "Nicolo" finds "Nicolò" on every database alike.
    search_name = models.CharField(max_length=120, db_index=True, editable=False)
    public_name = models.CharField(max_length=120, blank=True)
    club_number = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.UniqueConstraint(
                fields=["club_number"],
                condition=~Q(club_number=""),
                name="player_club_number_once",
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """What public pages call the player: the name they chose, or their own."""
        return self.public_name or self.name
