"""What the names of a formula of points are, and what its presets are called."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MEANINGS: Final[Mapping[str, Promise]] = MappingProxyType(
    {
        "numberOfPlayers": _("players, re-entries not counted"),
        "numberOfEntries": _("entries, re-entries counted"),
        "pot": _("prize pool"),
        "inTheMoneyRank": _("places paid"),
        "defaultBuyinFee": _("price of an entry"),
        "totalRebuys": _("rebuys sold"),
        "totalAddOns": _("add-ons sold"),
        "totalBuyinsAmount": _("paid for entries"),
        "totalRebuysAmount": _("paid for rebuys"),
        "totalAddOnsAmount": _("paid for add-ons"),
        "rank": _("place among the players"),
        "inTheMoney": _("1 in the money, otherwise 0"),
        "finalTable": _("1 at the final table, otherwise 0"),
        "numberOfHits": _("knock-outs"),
        "numberOfBuyins": _("entries of the player"),
        "numberOfRebuys": _("rebuys of the player"),
        "numberOfAddOns": _("add-ons of the player"),
        "buyinCost": _("paid for entries by the player"),
        "rebuyCost": _("paid for rebuys by the player"),
        "addOnCost": _("paid for add-ons by the player"),
        "totalCost": _("paid by the player in all"),
        "prizeWinnings": _("prize of the player"),
        "bountyWinnings": _("bounties of the player"),
        "totalWinnings": _("prize and bounties of the player"),
        "take": _("won less paid"),
    }
)
"""By the name that is shown (`tournament.rules.points.names`)."""

PRESETS: Final[Mapping[str, Promise]] = MappingProxyType(
    {
        "linear": _("One point a place"),
        "square_root": _("Square root"),
        "pokerstars": _("PokerStars"),
        "table": _("Table of points"),
        "share": _("Share of the pool"),
        "wsop": _("WSOP leaderboard"),
    }
)
"""By their word (`tournament.rules.points.presets`)."""
