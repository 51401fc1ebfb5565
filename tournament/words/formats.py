"""What an event is besides its game, as a list of events says it and is searched by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FORMATS: Final[Mapping[str, Promise]] = {
    "freeze_out": _("Freeze-out"),
    "re_entry": _("Re-entry"),
    "rebuys": _("Rebuys"),
    "bounties": _("Bounties"),
    "satellite": _("Satellite"),
    "flights": _("Flights"),
    "mixed": _("Mixed games"),
}
"""By the word that the address of a search has."""
