"""What a formula may ask for: of the event, and of the player whose points are worked out.

The names are those of The Tournament Director, whose formulas clubs paste, with the letters of Blind Valet beside them.
Capitals do not matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaName:
    """`name` as it is shown, and what else it is called. `is_of_player`: each player has another value."""

    name: str
    aliases: tuple[str, ...]
    is_of_player: bool = False


def _of_event(name: str, *aliases: str) -> FormulaName:
    return FormulaName(name=name, aliases=aliases)


def _of_player(name: str, *aliases: str) -> FormulaName:
    return FormulaName(name=name, aliases=aliases, is_of_player=True)


NAMES: Final = (
    _of_event("numberOfPlayers", "n", "buyins", "players", "p"),
    _of_event("numberOfEntries", "entries", "entrants"),
    _of_event("pot", "pp", "prizepool", "z"),
    _of_event("inTheMoneyRank", "mr"),
    _of_event("defaultBuyinFee", "buyinFee", "b"),
    _of_event("totalRebuys", "tnr", "totalNumberOfRebuys"),
    _of_event("totalAddOns", "tna", "totalNumberOfAddOns"),
    _of_event("totalBuyinsAmount"),
    _of_event("totalRebuysAmount"),
    _of_event("totalAddOnsAmount"),
    _of_player("rank", "r", "place", "f"),
    _of_player("inTheMoney", "m", "placed"),
    _of_player("finalTable"),
    _of_player("numberOfHits", "nh", "hits", "k"),
    _of_player("numberOfBuyins", "nbi"),
    _of_player("numberOfRebuys", "nr", "rebuys"),
    _of_player("numberOfAddOns", "na", "addons"),
    _of_player("buyinCost", "bc"),
    _of_player("rebuyCost", "rc"),
    _of_player("addOnCost", "ac"),
    _of_player("totalCost", "tc", "c"),
    _of_player("prizeWinnings", "pw"),
    _of_player("bountyWinnings", "bw"),
    _of_player("totalWinnings", "tw", "winnings"),
    _of_player("take", "t"),
)

_KNOWN: Final[Mapping[str, str]] = {
    alias.casefold(): name.name.casefold() for name in NAMES for alias in (name.name, *name.aliases)
}
BY_KEY: Final[Mapping[str, FormulaName]] = {name.name.casefold(): name for name in NAMES}
WORDS: Final = tuple(sorted({alias for name in NAMES for alias in (name.name, *name.aliases)}))
"""Every way in which one of them can be written."""


def is_known(name: str) -> bool:
    return name.casefold() in _KNOWN


# Asked for each name of each player; a formula has few of its own.
@lru_cache(maxsize=1_024)
def plain(name: str) -> str:
    """The one key under which a value is kept, whichever of its names is used; a name of the formula's own stays."""
    return _KNOWN.get(name.casefold(), name.casefold())
