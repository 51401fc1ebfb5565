from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Player(models.Model):
    """A person who plays. Kept small: what the desk needs to find them and what the room calls them."""

    name = models.CharField(max_length=120)
    # Folded (tournament.rules.names), so that "Nicolo" finds "Nicolò" on every database alike. The public
    # pages search the shown name only: they must not reveal who is behind a chosen name.
    search_name = models.CharField(max_length=120, db_index=True, editable=False)
    public_name = models.CharField(max_length=120, blank=True)
    search_shown_name = models.CharField(max_length=120, db_index=True, default="", editable=False)
    club_number = models.CharField(max_length=40, blank=True)
    # ISO 3166-1 alpha-2 (tournament.options.countries); "" where it was not said.
    country = models.CharField(max_length=2, blank=True, default="")
    # What the staff of the house should know of the player; no document, no number of one.
    note = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField()
    # Of the page on which everybody reads the player's results; "" where the player has not allowed it.
    results_code = models.CharField(max_length=12, blank=True, default="", editable=False)
    # Set on a duplicate after a merge: the row stays without entries and is no longer found.
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="doubles"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="player_not_merged_into_itself"),
            models.CheckConstraint(
                condition=Q(merged_into=None) | Q(club_number=""), name="player_merged_without_number"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.UniqueConstraint(
                fields=["results_code"], condition=~Q(results_code=""), name="player_results_code_once"
            ),
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
        return name_shown(self.name, self.public_name)

    @property
    def shown_country(self) -> str:
        """What public files say of the country: nothing of a player who goes by another name, whom it might betray."""
        return "" if self.public_name else self.country


def name_shown(name: str, public_name: str) -> str:
    """`Player.shown_name` of these."""
    return public_name or name
