"""The figures of the wall display: six, two more where the name of the event leaves them room, and a row across."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

FIELDS: Final = 8


class WallFigure(models.TextChoices):
    """One of them; how it is written stands in its template."""

    PLAYERS = "players", _("Players")
    AVERAGE = "average", _("Average stack")
    BREAK = "break", _("Time to the break")
    NEXT_PRIZE = "next_prize", _("Next prize")
    POOL = "pool", _("Prize pool")
    PAID = "paid", _("Places paid")
    CHIPS = "chips", _("Chips in play")
    BOUGHT = "bought", _("Rebuys and add-ons, else time played")
    REBUY = "rebuy", _("Rebuy, while it is sold")
    ADD_ON = "add_on", _("Add-on, while it is sold")
    PLAYED = "played", _("Time played")
    TABLES = "tables", _("Tables")
    ENTRIES = "entries", _("Entries")
    REGISTRATION = "registration", _("End of registration")
    NOTHING = "nothing", pgettext_lazy("a figure", "Nothing")

    @property
    def template(self) -> str:
        return f"tournament/public/figures/{self.value}.html"


class WallRow(models.TextChoices):
    """What stands across the wall display, above the name of the event; how it is written stands in its template."""

    NOTHING = "nothing", pgettext_lazy("a figure", "Nothing")
    PRIZES = "prizes", _("First prizes")
    KNOCK_OUTS = "knock_outs", _("Most knock-outs")
    CHIPS = "chips", _("Chip set with its colours")

    @property
    def template(self) -> str:
        return f"tournament/public/rows/{self.value}.html"
