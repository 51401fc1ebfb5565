from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.tournament import Tournament


class ScreenContent(models.TextChoices):
    """What a screen can show."""

    CLOCK = "clock", _("Clock")
    ROUNDS = "rounds", _("Hand-for-hand")
    SEATS = "seats", _("Seats by name")
    TABLES = "tables", _("Seats by table")
    MOVES = "moves", _("Moves")
    CHIPS = "chips", _("Chip counts")
    FEATURE = "feature", _("Feature table")
    PAYOUTS = "payouts", _("Payouts")
    POINTS = "points", _("Points")
    SEASON = "season", _("Season")
    STRUCTURE = "structure", _("Structure")
    EVENTS = "events", _("All events")
    PICTURE = "picture", _("Picture")
    QR = "qr", _("QR code for phones")
    TO_COLLECT = "to_collect", _("To collect at the desk")
    CHOP = "chop", _("Chop")
    QUEUE = "queue", _("Waiting list")
    ENVELOPES = "envelopes", _("Envelopes")
    MESSAGE = "message", _("Message")


class ScreenTheme(models.TextChoices):
    """The ground on which a screen writes."""

    DARK = "dark", pgettext_lazy("a screen", "Dark")
    LIGHT = "light", pgettext_lazy("a screen", "Light")
    CONTRAST = "contrast", pgettext_lazy("a screen", "High contrast")
    CLUB = "club", pgettext_lazy("a screen", "Club")

    @property
    def ground(self) -> str:
        """Light or dark, whatever its colours are."""
        return "light" if self == ScreenTheme.LIGHT else "dark"


class ScreenVolume(models.IntegerChoices):
    """How loud a screen speaks, in per cent of what it can."""

    SILENT = 0, pgettext_lazy("a screen", "Silent")
    QUIET = 25, pgettext_lazy("a screen", "Quiet")
    MEDIUM = 60, pgettext_lazy("a screen", "Medium")
    LOUD = 100, pgettext_lazy("a screen", "Loud")


class Screen(models.Model):
    """A television of the house, taken in by the code that it showed; of its cookie only the hash is kept.

    It belongs to no event: any of them may give it something to show, and then `tournament` is that one.
    """

    name = models.CharField(max_length=40)
    token_sha256 = models.CharField(max_length=64, unique=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    # Values of ScreenContent in turn (tournament.rules.screens.playlists).
    content = models.CharField(max_length=250)
    # What it says it in: a language of settings.LANGUAGES, "" for the one that the television asks for.
    language = models.CharField(max_length=8, blank=True, default="")
    # A value of ScreenTheme.
    theme = models.CharField(max_length=8, default=ScreenTheme.DARK.value)
    # Whether a call takes it for a while: a table that breaks, hand-for-hand, a winner.
    gives_way = models.BooleanField(default=True)
    # A value of ScreenVolume: of several screens in a room, one speaks.
    volume = models.PositiveSmallIntegerField(default=ScreenVolume.SILENT.value)
    shown_since = models.DateTimeField()
    taken_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["name"],
                condition=models.Q(removed_at__isnull=True),
                name="screen_name_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ScreenMessage(models.Model):
    """What the floor says on every screen of an event, until a moment or until it is taken off."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screen_messages")
    text = models.CharField(max_length=200)
    since = models.DateTimeField()
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.text
