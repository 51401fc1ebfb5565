"""Games as data: what is dealt on which street, how one bets, how hands compare.

A street says what comes before its betting round; a game is its streets, its betting structure
and its ranking. A new variant is a new value here, not a branch elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from tables.engine.rankings import STANDARD_HIGH, Ranking, Selection

Betting = Literal["no_limit", "pot_limit", "fixed_limit"]
Family = Literal["holdem", "omaha"]
FirstToAct = Literal["after_blinds", "after_button"]
BetSize = Literal["small", "big"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """One deal and the betting round after it.

    bet: which of the two bets of fixed limit is played.
    """

    name: str
    hole_cards: int = 0
    board_cards: int = 0
    first_to_act: FirstToAct = "after_button"
    bet: BetSize = "small"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    code: str
    name: str
    family: Family
    hole_cards: int
    streets: tuple[Street, ...]
    betting: Betting
    ranking: Ranking
    selection: Selection


def _flop_game(code: str, name: str, family: Family, betting: Betting) -> Game:
    """Hold'em and Omaha: hole cards, then a board of three, one and one."""
    hole_cards: int = {"holdem": 2, "omaha": 4}[family]
    return Game(
        code=code,
        name=name,
        family=family,
        hole_cards=hole_cards,
        streets=(
            Street(name="preflop", hole_cards=hole_cards, first_to_act="after_blinds"),
            Street(name="flop", board_cards=3),
            Street(name="turn", board_cards=1, bet="big"),
            Street(name="river", board_cards=1, bet="big"),
        ),
        betting=betting,
        ranking=STANDARD_HIGH,
        selection="any" if family == "holdem" else "two_from_hole",
    )


GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {
        game.code: game
        for game in (
            _flop_game("NT", "No-limit hold'em", "holdem", "no_limit"),
            _flop_game("PT", "Pot-limit hold'em", "holdem", "pot_limit"),
            _flop_game("FT", "Fixed-limit hold'em", "holdem", "fixed_limit"),
            _flop_game("NO", "No-limit Omaha", "omaha", "no_limit"),
            _flop_game("PO", "Pot-limit Omaha", "omaha", "pot_limit"),
            _flop_game("FO", "Fixed-limit Omaha", "omaha", "fixed_limit"),
        )
    }
)
"""By code; NT, FT and PO are the codes of PHH, the others ours."""
