"""How pages name games: in full, and as short as players do where several stand in a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from django import template

from tournament.forms.choices import GAMES
from tournament.templatetags.poker import NO_BREAK_SPACE

register = template.Library()

NO_BREAK_HYPHEN = "\u2011"

# What players say, in either language; a game that is not here is said by its code.
SHORT_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "NT": "NLH", "PT": "PLH", "FT": "LHE", "NS": "6+",
        "NO": "NLO", "PO": "PLO", "FO": "LO", "PO5": "PLO5", "PO6": "PLO6",
        "FO/8": "O8", "PO/8": "PLO8", "PO5/8": "PLO5/8", "PO6/8": "PLO6/8", "FO5/8": "LO5/8",
        "F7S": "Stud", "F7S/8": "Stud 8", "F7S/HL": "Stud H/L", "FR": "Razz", "F5S": "5-Stud",
        "P7S": "PL Stud", "PR": "PL Razz", "FB": "Badugi", "PB": "PL Badugi", "NB": "NL Badugi",
        "N2L1D": "2-7 SD", "P2L1D": "PL 2-7 SD", "F2L3D": "2-7 TD", "P2L3D": "PL 2-7 TD", "F5L3D": "A-5 TD",
        "F5D": "5-Draw", "P5D": "PL 5-Draw", "N5D": "NL 5-Draw",
    }
)  # fmt: skip


@register.filter
def game_name(code: str) -> str:
    """ "No-limit hold'em"; the code of a game that is not offered any more."""
    return str(dict(GAMES).get(code, code))


@register.filter
def short_game(code: str) -> str:
    """ "NLH", "Stud 8"; never broken at the end of a line."""
    name = SHORT_NAMES.get(code, code)
    return name.replace(" ", NO_BREAK_SPACE).replace("-", NO_BREAK_HYPHEN)


@register.filter
def short_games(codes: Iterable[str]) -> str:
    """ "LHE, O8" """
    return ", ".join(map(short_game, codes))
