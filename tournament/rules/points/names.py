"""What a formula may ask for: of the event, and of the player whose points are worked out.

The names are those of The Tournament Director, whose formulas clubs paste, with the letters of Blind Valet beside them.
Capitals do not matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaName:
    """`name` as it is shown, what else it is called, and what it is. `is_of_player`: each player has another."""

    name: str
    aliases: tuple[str, ...]
    meaning: str
    is_of_player: bool = False


def _of_event(name: str, meaning: str, *aliases: str) -> FormulaName:
    return FormulaName(name=name, aliases=aliases, meaning=meaning)


def _of_player(name: str, meaning: str, *aliases: str) -> FormulaName:
    return FormulaName(name=name, aliases=aliases, meaning=meaning, is_of_player=True)


NAMES: Final = (
    _of_event("numberOfPlayers", "entries, re-entries counted", "n", "entrants", "entries", "p"),
    _of_event("buyins", "players, re-entries not counted", "players"),
    _of_event("pot", "prize pool", "pp", "prizepool", "z"),
    _of_event("inTheMoneyRank", "places paid", "mr"),
    _of_event("defaultBuyinFee", "price of an entry", "buyinFee", "b"),
    _of_event("totalRebuys", "rebuys sold", "tnr", "totalNumberOfRebuys"),
    _of_event("totalAddOns", "add-ons sold", "tna", "totalNumberOfAddOns"),
    _of_event("totalBuyinsAmount", "paid for entries"),
    _of_event("totalRebuysAmount", "paid for rebuys"),
    _of_event("totalAddOnsAmount", "paid for add-ons"),
    _of_event("numberOfLeagueMembers", "players who are members of the league", "nm"),
    _of_player("rank", "place", "r", "place", "f"),
    _of_player("leagueRank", "place among the members of the league"),
    _of_player("inLeague", "1 for a member of the league, otherwise 0"),
    _of_player("inTheMoney", "1 in the money, otherwise 0", "m", "placed"),
    _of_player("finalTable", "1 at the final table, otherwise 0"),
    _of_player("numberOfHits", "knock-outs", "nh", "hits", "k"),
    _of_player("numberOfBuyins", "entries of the player", "nbi"),
    _of_player("numberOfRebuys", "rebuys of the player", "nr", "rebuys"),
    _of_player("numberOfAddOns", "add-ons of the player", "na", "addons"),
    _of_player("buyinCost", "paid for entries by the player", "bc"),
    _of_player("rebuyCost", "paid for rebuys by the player", "rc"),
    _of_player("addOnCost", "paid for add-ons by the player", "ac"),
    _of_player("totalCost", "paid by the player in all", "tc", "c"),
    _of_player("prizeWinnings", "prize of the player", "pw"),
    _of_player("bountyWinnings", "bounties of the player", "bw"),
    _of_player("totalWinnings", "prize and bounties of the player", "tw", "winnings"),
    _of_player("take", "won less paid", "t"),
    _of_player("roundOut", "level in which the player went out", "ro"),
)

_KNOWN: Final[Mapping[str, str]] = {
    alias.casefold(): name.name.casefold() for name in NAMES for alias in (name.name, *name.aliases)
}
WORDS: Final = tuple(sorted({alias for name in NAMES for alias in (name.name, *name.aliases)}))
"""Every way in which one of them can be written."""


def is_known(name: str) -> bool:
    return name.casefold() in _KNOWN


def plain(name: str) -> str:
    """The one key under which a value is kept, whichever of its names is used; a name of the formula's own stays."""
    return _KNOWN.get(name.casefold(), name.casefold())
