"""The games as they are told apart when hands are compared: how they are bet makes no difference."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _

from tables.engine.games.catalogue import GAMES
from tables.engine.games.game import Game

# Each with the code of one game that is read so.
KINDS: Final = (
    (
        _("Games with a board"),
        (
            ("NT", _("Hold'em")),
            ("NS", _("Short-deck hold'em")),
            ("PO", _("Omaha")),
            ("PO/8", _("Omaha hi-lo (8 or better)")),
            ("PO5", _("Five-card Omaha")),
            ("PO5/8", _("Five-card Omaha hi-lo (8 or better)")),
            ("PO6", _("Six-card Omaha")),
            ("PO6/8", _("Six-card Omaha hi-lo (8 or better)")),
        ),
    ),
    (
        _("Stud"),
        (
            ("F7S", _("Seven-card stud")),
            ("F7S/8", _("Seven-card stud hi-lo (8 or better)")),
            ("F7S/HL", _("Seven-card stud hi-lo, every low counts")),
            ("FR", _("Razz")),
            ("F5S", _("Five-card stud")),
        ),
    ),
    (
        _("Draw poker and lowball"),
        (
            ("F5D", _("Five-card draw")),
            ("F5DAb", _("Five-card draw with a bug")),
            ("F5DAw", _("Five-card draw with a wild joker")),
            ("F2L3D", _("Deuce-to-seven lowball")),
            ("F5L1D", _("Ace-to-five lowball")),
            ("F5L1Db", _("Ace-to-five lowball with a bug")),
            ("F6L1D", _("Ace-to-six lowball")),
            ("FB", _("Badugi")),
            ("FB2", _("Badeucey")),
            ("FB5", _("Badacey")),
            ("IT", _("Italian poker")),
        ),
    ),
)
FIRST: Final = "NT"
CODES: Final = tuple(code for _group, kinds in KINDS for code, _name in kinds)


@cache
def kind_of(code: str) -> str:
    """The code in KINDS whose hands are read like those of this game; "" for a game without cards."""
    game = GAMES.get(code)
    if game is None:
        return ""
    return next((kind for kind in CODES if _read_as(GAMES[kind]) == _read_as(game)), "")


def _read_as(game: Game) -> tuple[object, ...]:
    return (
        game.contests,
        game.ranks,
        game.joker,
        game.rule_of_eleven,
        game.hole_cards,
        game.board_cards,
        game.shares_last_card,
        game.odd_chip,
    )
