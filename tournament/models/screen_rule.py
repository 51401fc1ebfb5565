from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class RuleWhen(models.TextChoices):
    """When a rule of the screens acts; of some of them the rule has a number."""

    BEFORE_LEVEL = "before_level", _("Minutes to the end of a level")
    LEVEL = "level", _("Start of level")
    BREAK = "break", _("Start of a break")
    BEFORE_BREAK_ENDS = "before_break_ends", _("Minutes to the end of a break")
    BEFORE_CLOSING = "before_closing", _("Minutes to the close of registration")
    PLAYERS_LEFT = "players_left", _("Players left")
    IN_THE_MONEY = "in_the_money", _("In the money")
    HAND_FOR_HAND = "hand_for_hand", _("Hand-for-hand")
    WINNER = "winner", _("End of the tournament")

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

    # A value of RuleWhen.
    when = models.CharField(max_length=20)
    # Minutes, a level or players, as `when` has it.
    number = models.PositiveIntegerField(null=True, blank=True)
    # A value of RoomSound (tournament.options.sounds), "" for silence.
    sound = models.CharField(max_length=24, blank=True, default="")
    # With tokens (tournament.rules.screens.tokens); it is shown rather than the content.
    message = models.CharField(max_length=200, blank=True, default="")
    # A value of ScreenContent.
    content = models.CharField(max_length=16, blank=True, default="")
    minutes = models.PositiveSmallIntegerField(default=1)
    is_on = models.BooleanField(default=True)
    # Somebody has tried it then, whatever happens.
    tried_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.when} {self.number or ''}".strip()
