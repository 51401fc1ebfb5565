"""Every game that a level can be played in, with its name for people, by families.

The codes are those of `tables.engine.GAMES`, which this app does not know; a test holds the two
together, names included.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.rules.structure.game_sizes import TightestGame

Named = tuple[str, Promise | str]

GAME_GROUPS: Final[tuple[tuple[Promise | str, tuple[Named, ...]], ...]] = (
    (
        _("Hold'em"),
        (
            ("NT", _("No-limit hold'em")),
            ("PT", _("Pot-limit hold'em")),
            ("FT", _("Fixed-limit hold'em")),
            ("NS", _("No-limit short-deck hold'em")),
        ),
    ),
    (
        _("Omaha"),
        (
            ("NO", _("No-limit Omaha")),
            ("PO", _("Pot-limit Omaha")),
            ("FO", _("Fixed-limit Omaha")),
            ("PO/8", _("Pot-limit Omaha hi-lo (8 or better)")),
            ("NO/8", _("No-limit Omaha hi-lo (8 or better)")),
            ("FO/8", _("Fixed-limit Omaha hi-lo (8 or better)")),
            ("PO5", _("Pot-limit five-card Omaha")),
            ("PO6", _("Pot-limit six-card Omaha")),
            ("PO5/8", _("Pot-limit five-card Omaha hi-lo (8 or better)")),
            ("FO5/8", _("Fixed-limit five-card Omaha hi-lo (8 or better)")),
            ("PO6/8", _("Pot-limit six-card Omaha hi-lo (8 or better)")),
            ("PC", _("Pot-limit Courchevel")),
            ("PC/8", _("Pot-limit Courchevel hi-lo (8 or better)")),
        ),
    ),
    (
        _("Stud"),
        (
            ("F7S", _("Fixed-limit seven-card stud")),
            ("P7S", _("Pot-limit seven-card stud")),
            ("S7S", _("Spread-limit seven-card stud")),
            ("F7S/8", _("Fixed-limit seven-card stud hi-lo (8 or better)")),
            ("P7S/8", _("Pot-limit seven-card stud hi-lo (8 or better)")),
            ("F7S/HL", _("Fixed-limit seven-card stud hi-lo")),
            ("P7S/HL", _("Pot-limit seven-card stud hi-lo")),
            ("FR", _("Fixed-limit razz")),
            ("PR", _("Pot-limit razz")),
            ("F5S", _("Fixed-limit five-card stud")),
            ("P5S", _("Pot-limit five-card stud")),
            ("N5S", _("No-limit five-card stud")),
            ("S5S", _("Spread-limit five-card stud")),
        ),
    ),
    (
        _("Five-card draw"),
        (
            ("F5D", _("Fixed-limit five-card draw")),
            ("F5DA", _("Fixed-limit five-card draw with antes")),
            ("F5DAb", _("Fixed-limit five-card draw with antes with a bug")),
            ("F5DAw", _("Fixed-limit five-card draw with antes with a wild joker")),
            ("F5DJ", _("Fixed-limit five-card draw, jacks or better")),
            ("F5DJb", _("Fixed-limit five-card draw, jacks or better with a bug")),
            ("F5DJw", _("Fixed-limit five-card draw, jacks or better with a wild joker")),
            ("F5DP", _("Fixed-limit five-card draw, progressive openers")),
            ("F5DPb", _("Fixed-limit five-card draw, progressive openers with a bug")),
            ("F5DPw", _("Fixed-limit five-card draw, progressive openers with a wild joker")),
            ("P5D", _("Pot-limit five-card draw")),
            ("P5DA", _("Pot-limit five-card draw with antes")),
            ("P5DAb", _("Pot-limit five-card draw with antes with a bug")),
            ("P5DAw", _("Pot-limit five-card draw with antes with a wild joker")),
            ("P5DJ", _("Pot-limit five-card draw, jacks or better")),
            ("P5DJb", _("Pot-limit five-card draw, jacks or better with a bug")),
            ("P5DJw", _("Pot-limit five-card draw, jacks or better with a wild joker")),
            ("P5DP", _("Pot-limit five-card draw, progressive openers")),
            ("P5DPb", _("Pot-limit five-card draw, progressive openers with a bug")),
            ("P5DPw", _("Pot-limit five-card draw, progressive openers with a wild joker")),
            ("N5D", _("No-limit five-card draw")),
            ("N5DA", _("No-limit five-card draw with antes")),
            ("N5DAb", _("No-limit five-card draw with antes with a bug")),
            ("N5DAw", _("No-limit five-card draw with antes with a wild joker")),
            ("N5DJ", _("No-limit five-card draw, jacks or better")),
            ("N5DJb", _("No-limit five-card draw, jacks or better with a bug")),
            ("N5DJw", _("No-limit five-card draw, jacks or better with a wild joker")),
            ("N5DP", _("No-limit five-card draw, progressive openers")),
            ("N5DPb", _("No-limit five-card draw, progressive openers with a bug")),
            ("N5DPw", _("No-limit five-card draw, progressive openers with a wild joker")),
        ),
    ),
    (
        _("Lowball and badugi"),
        (
            ("F2L1D", _("Fixed-limit deuce-to-seven single draw")),
            ("F2L3D", _("Fixed-limit deuce-to-seven triple draw")),
            ("F5L1D", _("Fixed-limit ace-to-five single draw")),
            ("F5L1Db", _("Fixed-limit ace-to-five single draw with a bug")),
            ("F5L3D", _("Fixed-limit ace-to-five triple draw")),
            ("F6L1D", _("Fixed-limit ace-to-six single draw")),
            ("F6L3D", _("Fixed-limit ace-to-six triple draw")),
            ("FB", _("Fixed-limit badugi")),
            ("FB2", _("Fixed-limit badeucey")),
            ("FB5", _("Fixed-limit badacey")),
            ("P2L1D", _("Pot-limit deuce-to-seven single draw")),
            ("P2L3D", _("Pot-limit deuce-to-seven triple draw")),
            ("P5L1D", _("Pot-limit ace-to-five single draw")),
            ("P5L1Db", _("Pot-limit ace-to-five single draw with a bug")),
            ("P5L3D", _("Pot-limit ace-to-five triple draw")),
            ("P6L1D", _("Pot-limit ace-to-six single draw")),
            ("P6L3D", _("Pot-limit ace-to-six triple draw")),
            ("PB", _("Pot-limit badugi")),
            ("PB2", _("Pot-limit badeucey")),
            ("PB5", _("Pot-limit badacey")),
            ("N2L1D", _("No-limit deuce-to-seven single draw")),
            ("N2L3D", _("No-limit deuce-to-seven triple draw")),
            ("N5L1D", _("No-limit ace-to-five single draw")),
            ("N5L1Db", _("No-limit ace-to-five single draw with a bug")),
            ("N5L3D", _("No-limit ace-to-five triple draw")),
            ("N6L1D", _("No-limit ace-to-six single draw")),
            ("N6L3D", _("No-limit ace-to-six triple draw")),
            ("NB", _("No-limit badugi")),
            ("NB2", _("No-limit badeucey")),
            ("NB5", _("No-limit badacey")),
        ),
    ),
    (_("Italian poker"), (("IT", _("Italian poker")),)),
    (_("Other games"), (("XR", _("Recorded by result")),)),
)

GAMES: Final[tuple[Named, ...]] = tuple([game for _family, games in GAME_GROUPS for game in games])
"""The same without the families."""

_NAMES: Final[Mapping[str, Promise | str]] = MappingProxyType(dict(GAMES))


def game_name(code: str) -> str:
    """ "No-limit hold'em"; the code of a game that is no longer offered."""
    return str(_NAMES.get(code, code))


def words_of_tightest(tightest: TightestGame) -> Mapping[str, str | int]:
    """What a sentence says of the game that decides how many can play: `game` by name, `level`, and `most` players."""
    return {"game": game_name(tightest.game), "level": tightest.level, "most": tightest.most}
