"""The words of a PokerGFX session: games, betting structures, antes, actions; and its cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tables.engine.cards.cards import UNKNOWN, Card, format_cards, parse_cards
from tables.engine.cards.ranks import RANKS
from tables.engine.errors import EngineError, InvalidNotation
from tables.engine.games.catalogue import GAMES
from tables.engine.games.game import Game
from tables.engine.games.stakes import AnteKind
from tables.engine.notation.fields import show

GAME_CLASS: Final = "FLOP"

_VARIANT: Final[Mapping[tuple[str, bool, int], str]] = MappingProxyType(
    {
        ("holdem", False, 2): "HOLDEM",
        ("omaha", False, 4): "OMAHA",
        ("omaha", True, 4): "OMAHA_HILO",
        ("omaha", False, 5): "OMAHA5",
        ("omaha", True, 5): "OMAHA5_HILO",
        ("omaha", False, 6): "OMAHA6",
        ("omaha", True, 6): "OMAHA6_HILO",
    }
)
"""By family, whether there is a low half, and cards of a hand."""

BET_STRUCTURE: Final[Mapping[str, str]] = MappingProxyType(
    {"no_limit": "NOLIMIT", "pot_limit": "POTLIMIT", "fixed_limit": "FIXEDLIMIT"}
)

BIG_BLIND_FIRST: Final = "BB_ANTE_BB1ST"
ANTE_FIRST: Final = "BB_ANTE"
ANTE_KIND: Final[Mapping[str, AnteKind]] = MappingProxyType(
    {BIG_BLIND_FIRST: "big_blind", ANTE_FIRST: "big_blind", "BUTTON_ANTE": "button", "STD_ANTE": "classic"}
)

FOLD, CHECK, CALL, BET, ALL_IN, BOARD_CARD = "FOLD", "CHECK", "CALL", "BET", "ALL IN", "BOARD CARD"
RAISE: Final = "RAISE"
"""Real files say BET for a raise too; others that write the format do not."""
ACTIONS: Final = frozenset((FOLD, CHECK, CALL, BET, RAISE, ALL_IN))


class UnknownToPokerGfx(EngineError):
    """PokerGFX sessions have no words that we know for this game."""


def variant_of(game: Game) -> str:
    """The GameVariant of a game; raises UnknownToPokerGfx."""
    word = _VARIANT.get((game.family, game.is_high_low, game.hole_cards))
    # Courchevel has a card before the first street has any.
    if (
        word is None
        or game.betting not in BET_STRUCTURE
        or game.ranks != RANKS
        or game.streets[0].board_cards
    ):
        raise UnknownToPokerGfx(
            f"how PokerGFX writes {game.name} is not known", "unsupported_game", {"game": game.code}
        )
    return word


def is_supported(code: str) -> bool:
    """Whether hands of the game with this code can be written; those of an unknown one cannot."""
    try:
        return bool(variant_of(GAMES[code]))
    except (KeyError, UnknownToPokerGfx):
        return False


def game_of(variant: str, structure: str) -> Game | None:
    """The game of these words; None: not one that can be replayed."""
    for game in GAMES.values():
        if is_supported(game.code) and (variant_of(game), BET_STRUCTURE[game.betting]) == (
            variant,
            structure,
        ):
            return game
    return None


# --- Cards: lower case, the ten with two digits, one text for a hand

_CARD: Final = re.compile(r"(10|[2-9tjqka])([cdhs])", re.ASCII | re.IGNORECASE)


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as "10d 9d"; raises InvalidNotation."""
    return tuple([_card(word) for word in text.split()])


def _card(word: str) -> Card:
    found = _CARD.fullmatch(word)
    if found is None:
        raise InvalidNotation(f"{show(word)} is no card, write qd or 10h", "bad_card", {"card": word[:20]})
    rank, suit = found.groups()
    [card] = parse_cards(("T" if rank == "10" else rank.upper()) + suit.lower())
    return card


def write_cards(cards: Sequence[Card]) -> str:
    """Unknown cards are left out."""
    words = [format_cards([card]) for card in cards if card != UNKNOWN]
    return " ".join([word.replace("T", "10").lower() for word in words])
