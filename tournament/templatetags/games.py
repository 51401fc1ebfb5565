"""How pages name games: in full, and as short as players do where several stand in a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from django import template

from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.stakes_check import StructureRemark
from tournament.templatetags.poker import NO_BREAK_SPACE
from tournament.words import games
from tournament.words.formats import FORMATS
from tournament.words.rules import say_at_field, say_without_games

register = template.Library()

NO_BREAK_HYPHEN = "\u2011"

# What players say, in either language; a game that is not here is said by its code.
SHORT_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "NT": "NLH", "PT": "PLH", "FT": "LHE", "NS": "6+",
        "NO": "NLO", "PO": "PLO", "FO": "LO", "PO5": "PLO5", "PO6": "PLO6",
        "NO/8": "NLO8", "PC": "Courchevel", "PC/8": "Courchevel 8",
        "FO/8": "O8", "PO/8": "PLO8", "PO5/8": "PLO5/8", "PO6/8": "PLO6/8", "FO5/8": "LO5/8",
        "F7S": "Stud", "P7S": "PL Stud", "S7S": "Spread Stud", "F7S/8": "Stud 8", "P7S/8": "PL Stud 8",
        "F7S/HL": "Stud H/L", "P7S/HL": "PL Stud H/L", "FR": "Razz", "PR": "PL Razz",
        "F5S": "5-Stud", "P5S": "PL 5-Stud", "N5S": "NL 5-Stud", "S5S": "Spread 5-Stud",
        "F5D": "5-Draw", "P5D": "PL 5-Draw", "N5D": "NL 5-Draw",
        "F5DA": "5-Draw ante", "P5DA": "PL 5-Draw ante", "N5DA": "NL 5-Draw ante",
        "F5DJ": "5-Draw J+", "P5DJ": "PL 5-Draw J+", "N5DJ": "NL 5-Draw J+",
        "F5DP": "5-Draw JQK", "P5DP": "PL 5-Draw JQK", "N5DP": "NL 5-Draw JQK",
        "F5DAb": "5-Draw ante bug", "P5DAb": "PL 5-Draw ante bug", "N5DAb": "NL 5-Draw ante bug",
        "F5DAw": "5-Draw ante wild", "P5DAw": "PL 5-Draw ante wild", "N5DAw": "NL 5-Draw ante wild",
        "F5DJb": "5-Draw J+ bug", "P5DJb": "PL 5-Draw J+ bug", "N5DJb": "NL 5-Draw J+ bug",
        "F5DJw": "5-Draw J+ wild", "P5DJw": "PL 5-Draw J+ wild", "N5DJw": "NL 5-Draw J+ wild",
        "F5DPb": "5-Draw JQK bug", "P5DPb": "PL 5-Draw JQK bug", "N5DPb": "NL 5-Draw JQK bug",
        "F5DPw": "5-Draw JQK wild", "P5DPw": "PL 5-Draw JQK wild", "N5DPw": "NL 5-Draw JQK wild",
        "F2L1D": "L 2-7 SD", "P2L1D": "PL 2-7 SD", "N2L1D": "2-7 SD",
        "F2L3D": "2-7 TD", "P2L3D": "PL 2-7 TD", "N2L3D": "NL 2-7 TD",
        "F5L1D": "A-5 SD", "P5L1D": "PL A-5 SD", "N5L1D": "NL A-5 SD",
        "F5L1Db": "A-5 SD bug", "P5L1Db": "PL A-5 SD bug", "N5L1Db": "NL A-5 SD bug",
        "F5L3D": "A-5 TD", "P5L3D": "PL A-5 TD", "N5L3D": "NL A-5 TD",
        "F6L1D": "A-6 SD", "P6L1D": "PL A-6 SD", "N6L1D": "NL A-6 SD",
        "F6L3D": "A-6 TD", "P6L3D": "PL A-6 TD", "N6L3D": "NL A-6 TD",
        "FB": "Badugi", "PB": "PL Badugi", "NB": "NL Badugi",
        "FB2": "Badeucey", "PB2": "PL Badeucey", "NB2": "NL Badeucey",
        "FB5": "Badacey", "PB5": "PL Badacey", "NB5": "NL Badacey",
        "IT": "5 IT", "XR": "XR",
    }
)  # fmt: skip


@register.filter
def game_name(code: str) -> str:
    """ "No-limit hold'em"; the code of a game that is no longer offered."""
    return games.game_name(code)


@register.filter
def short_game(code: str) -> str:
    """ "NLH", "Stud 8"; never broken at the end of a line."""
    name = SHORT_NAMES.get(code, code)
    return name.replace(" ", NO_BREAK_SPACE).replace("-", NO_BREAK_HYPHEN)


@register.filter
def short_games(codes: Iterable[str]) -> str:
    """ "LHE, O8" """
    return ", ".join(map(short_game, codes))


@register.filter
def format_name(name: str) -> str:
    """ "Freeze-out", of `tournament.words.formats`."""
    return str(FORMATS[name])


def say_remark(remark: StructureRemark) -> str:
    """A remark on a structure, with the games of a mixed level that it is about."""
    said = say_without_games(remark)
    return f"{short_games(remark.games)}: {said}" if remark.games else said


@register.filter
def said_at_field(error: StructureError) -> str:
    """A refusal of the structure’s rules where it is clear what it is about."""
    return say_at_field(error)
