"""What the screens of a room say aloud of an event, and how each of it is heard."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class RoomSound(models.TextChoices):
    """What is heard, the most urgent first: of two at the same time the first is said and the other one waits."""

    WINNER = "winner", _("Winner")
    HAND_FOR_HAND = "hand_for_hand", _("Hand-for-hand")
    FINAL_TABLE = "final_table", _("Final table")
    IN_THE_MONEY = "in_the_money", _("In the money")
    TABLE_BREAKS = "table_breaks", _("Table breaks, new seats")
    LAST_HANDS = "last_hands", _("Last hands of the day")
    LEVEL = "level", _("New level")
    BREAK = "break", pgettext_lazy("a sound", "Break")
    BREAK_ENDS = "break_ends", _("A minute before the end of a break")
    TWO_MINUTES = "two_minutes", _("Two minutes before a level or a break")
    ONE_MINUTE = "one_minute", _("A minute before a level or a break")
    REGISTRATION_CLOSED = "registration_closed", _("Registration is closed")
    REGISTRATION_CLOSES = "registration_closes", _("Five minutes before registration closes")

    @property
    def rank(self) -> int:
        """0 for the most urgent."""
        return list(RoomSound).index(self)

    @property
    def option(self) -> str:
        """The name of the setting that says how it is heard."""
        return f"sound_{self.value}"


class VoiceFrom(models.TextChoices):
    """Whose voice says it."""

    RECORDED = "recorded", _("Floorman's recordings")
    TELEVISION = "television", _("The television's own, where it has one")


class HeardAs(models.TextChoices):
    """How something is heard."""

    BOTH = "both", _("Sound and voice")
    SOUND = "sound", _("Sound")
    VOICE = "voice", _("Voice")
    NOTHING = "nothing", pgettext_lazy("what is heard", "Nothing")
