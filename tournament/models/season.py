from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

from tournament.models.links import digest_of
from tournament.models.log import LogEntry
from tournament.models.player import Player
from tournament.models.states import Sealed, SealedState
from tournament.models.tokens import new_tournament_code
from tournament.models.tournament import Tournament
from tournament.rules.seasons.standings import (
    MOST_WEIGHT,
    WHOLE_WEIGHT,
    SeasonLine,
    SeasonRules,
    season_line_from_dict,
    season_rules_from_dict,
)


class League(models.Model):
    """What a club plays year after year: its seasons follow one another under one name."""

    name = models.CharField(max_length=80)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """Events whose points add up, by rules of its own. What it gives follows from its events whenever it is read."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    code = models.CharField(max_length=12, unique=True, default=new_tournament_code, editable=False)
    name = models.CharField(max_length=80)
    # As SeasonRules.to_dict has them.
    rules_data: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    created_at = models.DateTimeField()
    # The standings as they were when the season was frozen, as SeasonLine.to_dict has each; None while it goes on.
    frozen_data: models.JSONField[list[dict[str, Any]] | None, list[dict[str, Any]] | None] = (
        models.JSONField(null=True, blank=True)
    )
    frozen_at = models.DateTimeField(null=True, blank=True)
    # What its events had collected for it by then, in minor units of their currency.
    frozen_pool = models.PositiveBigIntegerField(null=True, blank=True)
    frozen_currency = models.CharField(max_length=3, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(
                condition=Q(frozen_at__isnull=True, frozen_data__isnull=True)
                | Q(frozen_at__isnull=False, frozen_data__isnull=False),
                name="season_frozen_with_standings",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league} · {self.name}"

    @property
    def rules(self) -> SeasonRules:
        return season_rules_from_dict(self.rules_data)

    @property
    def frozen(self) -> tuple[SeasonLine, ...] | None:
        """The standings that stand, whatever is corrected since."""
        return None if self.frozen_data is None else tuple(map(season_line_from_dict, self.frozen_data))

    @property
    def final_digest(self) -> str:
        """Of the final standings and their money; the line that made them final keeps it."""
        final = {"lines": self.frozen_data, "at": self.frozen_at, "pool": self.frozen_pool}
        return digest_of({**final, "currency": self.frozen_currency, "rules": self.rules_data})


class SeasonEvent(models.Model):
    """An event that counts in a season, or did: one may count in several. `weight` is in hundredths."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="in_seasons")
    weight = models.PositiveIntegerField(default=WHOLE_WEIGHT)
    # It counts beside those of which the best count.
    is_finale = models.BooleanField(default=False)
    # Of what each entry pays for other deductions so much goes into the season, in minor units.
    share = models.PositiveBigIntegerField(default=0)
    # What its players had when it ended, or joined, or the rules changed after that: as text by player, before its
    # weight. What is corrected later is shown beside it.
    points_at_end = models.JSONField(null=True, blank=True, editable=False)
    joined_line = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="+")
    left_line = models.OneToOneField(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(weight__lte=MOST_WEIGHT), name="season_event_weight"),
            models.UniqueConstraint(
                fields=["season", "tournament"],
                condition=Q(left_line__isnull=True),
                name="season_event_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} in {self.season}"


class SeasonNote(models.Model):
    """What a director has said of a player in a season: points given or taken, or, without any, that it is a guest or a
    member.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="notes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="season_notes")
    # None for a guest, who plays along and has no points.
    points = models.DecimalField(max_digits=12, decimal_places=3, null=True, blank=True)
    is_member = models.BooleanField(default=False)
    reason = models.CharField(max_length=120, blank=True)
    line = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="+")
    undone_line = models.OneToOneField(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(points__isnull=True) | ~Q(points=0), name="season_note_moves_points"
            ),
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(points__isnull=True, undone_line__isnull=True),
                name="season_guest_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.season}"


class SeasonPayment(Sealed):
    """Money of a season that was handed to a player, in minor units: at the desk of one of its events."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="payments")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="season_payments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="season_payments")
    amount = models.PositiveBigIntegerField()
    line = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="+")
    undone_line = models.OneToOneField(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    STATES = (
        SealedState(
            kind="season pay",
            columns=("season_id", "tournament_id", "player_id", "amount", "line_id", "undone_line_id"),
            name="player__name",
        ),
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="season_payment_positive"),
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(undone_line__isnull=True),
                name="season_payment_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.player}"
