"""Events of the years before, read from files of other systems: results that seasons count, beside our own events.

Nobody deals in them, no money of this house is in them, and they are written once: only another version of an event
takes the place of an earlier one. A file is known by its bytes and an event by what is said of it, so that neither is
taken twice.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

from tournament.models.account import Account
from tournament.models.log import LogEntry
from tournament.models.player import Player
from tournament.models.season import Season
from tournament.models.tokens import new_tournament_code
from tournament.rules.past.events import LONGEST_ID


class ImportedFile(models.Model):
    """A file that somebody gave us: `digest` of its bytes, and why it was refused, where it was."""

    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    given_at = models.DateTimeField()
    # As PastFileError has it: code, line, column and data; None where the file was read.
    refusal: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = models.JSONField(
        null=True, blank=True
    )
    # All or some of it was imported when it was given last: said until it is left out.
    given_again = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class ImportedEvent(models.Model):
    """One event of a file. Until it is imported it is only looked at: it has no results, and nobody else sees it.

    Money is in minor units of `currency`, which the house says: no file but our own names it.
    """

    file = models.ForeignKey(ImportedFile, on_delete=models.CASCADE, related_name="events")
    # Of those of the file; a list of results may have several.
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=12, unique=True, default=new_tournament_code, editable=False)
    # By which its file knows it, however often it is saved; "" where it has none, or an older release has read it.
    own_id = models.CharField(max_length=LONGEST_ID, blank=True, default="")
    name = models.CharField(max_length=200, blank=True)
    league = models.CharField(max_length=200, blank=True)
    season = models.CharField(max_length=200, blank=True)
    day = models.DateField(null=True, blank=True)
    currency = models.CharField(max_length=3, default="EUR")
    players = models.PositiveIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    pool = models.PositiveBigIntegerField(default=0)
    paid = models.PositiveBigIntegerField(default=0)
    # As EarlierEvent.to_dict has it.
    data: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    imported_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="imported_event_once")]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def group(self) -> str:
        """The league and season that its file names."""
        return " · ".join(filter(None, (self.league, self.season)))


class ImportedResult(models.Model):
    """What one player did in an imported event; `number` is that of the player in the file, from 0.

    place: 0 where nobody knows it. points: as a list has them, None where it has none. points_adjustment: given by
    hand, beside those of a formula.
    """

    event = models.ForeignKey(ImportedEvent, on_delete=models.CASCADE, related_name="results")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="imported_results")
    place = models.PositiveIntegerField()
    prize = models.PositiveBigIntegerField()
    entries = models.PositiveIntegerField()
    rebuys = models.PositiveIntegerField()
    add_ons = models.PositiveIntegerField()
    spent = models.PositiveBigIntegerField()
    # With those that were given by hand.
    knock_outs = models.DecimalField(max_digits=12, decimal_places=3)
    points = models.DecimalField(max_digits=15, decimal_places=3, null=True, blank=True)
    points_adjustment = models.DecimalField(max_digits=15, decimal_places=3)
    # The player was new with this import.
    is_first = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="imported_result_once"),
            models.UniqueConstraint(fields=["event", "player"], name="imported_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.player}"


class ImportedHit(models.Model):
    """A buy-in of one player that another one ended."""

    victim = models.ForeignKey(ImportedResult, on_delete=models.CASCADE, related_name="lost_to")
    hitman = models.ForeignKey(ImportedResult, on_delete=models.CASCADE, related_name="hits")

    def __str__(self) -> str:
        return f"{self.hitman} over {self.victim}"


class ImportedName(models.Model):
    """Whom a name in files means, where somebody has said so: one of ours, or None for a new player."""

    search_name = models.CharField(max_length=120, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return self.search_name


class SeasonImport(models.Model):
    """An imported event that counts in a season, or did."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="imports")
    event = models.ForeignKey(ImportedEvent, on_delete=models.PROTECT, related_name="in_seasons")
    # None where the season was made of imported events alone.
    line = models.ForeignKey(LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    undone_line = models.ForeignKey(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "event"], condition=Q(undone_line__isnull=True), name="season_import_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} in {self.season}"
