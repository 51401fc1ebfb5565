from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.screen import ScreenContent


class RuleWhen(models.TextChoices):
    """When a rule of the screens acts; of some of them the rule has a number."""

    BEFORE_LEVEL = "before_level", _("So many minutes before a level ends")
    LEVEL = "level", _("The level with this number begins")
    BREAK = "break", _("A break begins")
    BEFORE_BREAK_ENDS = "before_break_ends", _("So many minutes before a break ends")
    BEFORE_CLOSING = "before_closing", _("So many minutes before registration closes")
    PLAYERS_LEFT = "players_left", _("So many players are left")
    IN_THE_MONEY = "in_the_money", _("All players are in the money")
    HAND_FOR_HAND = "hand_for_hand", _("Hand-for-hand begins")
    WINNER = "winner", _("The tournament is over")

    @property
    def has_number(self) -> bool:
        return self in (
            RuleWhen.BEFORE_LEVEL,
            RuleWhen.LEVEL,
            RuleWhen.BEFORE_BREAK_ENDS,
            RuleWhen.BEFORE_CLOSING,
            RuleWhen.PLAYERS_LEFT,
        )


class ScreenRule(models.Model):
    """What the screens of every event do when something happens: a sound, a message or a content for a while."""

    when = models.CharField(max_length=20, choices=RuleWhen)
    # Minutes, a level or players, as `when` has it.
    number = models.PositiveIntegerField(null=True, blank=True)
    # A value of RoomSound (tournament.options.sounds), "" for silence.
    sound = models.CharField(max_length=24, blank=True, default="")
    # With tokens (tournament.rules.screens.tokens); it is shown rather than the content.
    message = models.CharField(max_length=200, blank=True, default="")
    content = models.CharField(max_length=16, choices=ScreenContent, blank=True, default="")
    minutes = models.PositiveSmallIntegerField(default=1)
    is_on = models.BooleanField(default=True)
    # Somebody has tried it then, whatever happens.
    tried_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.when} {self.number or ''}".strip()
