"""The words of Open Hand History: games, betting structures, posts; the fields of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tables.engine.cards.ranks import RANKS
from tables.engine.errors import EngineError
from tables.engine.games.catalogue import GAMES
from tables.engine.games.game import Game
from tables.engine.games.posts import PostKind
from tables.engine.notation.own_fields import OWN

HAND_FIELDS: Final = frozenset(
    (
        "game_type", "bet_limit", "dealer_seat", "small_blind_amount", "big_blind_amount", "ante_amount",
        "players", "rounds", "pots", OWN,
    )
)  # fmt: skip


_GAME_TYPE: Final[Mapping[tuple[str, bool], str]] = MappingProxyType(
    {("holdem", False): "Holdem", ("omaha", False): "Omaha", ("omaha", True): "OmahaHiLo"}
)
"""By family, and whether there is a low half."""
BET_TYPE: Final[Mapping[str, str]] = MappingProxyType(
    {"no_limit": "NL", "pot_limit": "PL", "fixed_limit": "FL"}
)
POST_WORD: Final[Mapping[PostKind, str]] = MappingProxyType(
    {
        "ante": "Post Ante",
        "table_ante": "Post Ante",
        "small_blind": "Post SB",
        "big_blind": "Post BB",
        "straddle": "Straddle",
        "entry_blind": "Post Extra Blind",
        "dead_blind": "Post Dead",
    }
)
SHOWDOWN: Final = "Showdown"


class UnsupportedGame(EngineError):
    """Open Hand History has no words for this game: it knows hold'em and Omaha with the whole deck."""


def game_type(game: Game) -> str:
    """The GameType of a game; raises UnsupportedGame."""
    word = _GAME_TYPE.get((game.family, game.is_high_low))
    # Courchevel has a card before the first street has any.
    if word is None or game.ranks != RANKS or game.streets[0].board_cards:
        raise UnsupportedGame(
            f"Open Hand History has no words for {game.name}", "unsupported_game", {"game": game.code}
        )
    return word


def is_supported(code: str) -> bool:
    """Whether hands of the game with this code can be written; those of an unknown one cannot."""
    try:
        return bool(game_type(GAMES[code]))
    except (KeyError, UnsupportedGame):
        return False
