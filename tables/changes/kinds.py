"""Kinds of change of the tables, by which the log can be filtered, behind those of the event."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournament.changes.kinds import Kind

TABLES: Final = Kind("tables", _("Tables and seats"))
MOVES: Final = Kind("moves", _("Moves"))
BUTTONS: Final = Kind("buttons", _("Button and blinds"))
STACKS: Final = Kind("stacks", _("Stack corrections"))
COLOUR_UPS: Final = Kind("colour_ups", _("Colour-ups"))
RULES: Final = Kind("rules", _("House rules"))
ABSENCES: Final = Kind("absences", _("Absent players"))
HANDS: Final = Kind("hands", _("Hands undone"))
STOPS: Final = Kind("stops", _("Stops of the room"))
CALLS: Final = Kind("words", _("Calls and messages"))
RULINGS: Final = Kind("rulings", _("Rulings"))
TABLETS: Final = Kind("tablets", _("Tablets"))
DEPARTURES: Final = Kind("departures", _("Players who left with chips"), is_last=True)
PENALTIES: Final = Kind("penalties", _("Penalties"), is_last=True)
