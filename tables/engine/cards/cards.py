"""Cards as integers that add up.

A card is one int: from bit 16 an octal digit for each rank (2 lowest), below it a hexadecimal
digit for each suit (clubs lowest), both digits 1 for the card's own rank and suit. The sum of a
hand therefore counts its ranks and its suits at once, up to seven cards of a rank and fifteen of
a suit, in 55 bits: `sum(hand) >> RANK_SHIFT` names the multiset of ranks, `sum(hand) & SUIT_MASK`
tells whether five share a suit. An unknown card is 0 and adds nothing. The joker has a rank digit of
its own above the ace and counts in every suit, so that with four of a suit it makes five.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NewType

from tables.engine.cards.ranks import RANKS, SUITS
from tables.engine.errors import InvalidNotation

Card = NewType("Card", int)

UNKNOWN: Final = Card(0)

RANK_SHIFT: Final = 16
SUIT_MASK: Final = (1 << RANK_SHIFT) - 1


def _card(rank: int, suit: int) -> Card:
    return Card(1 << (RANK_SHIFT + 3 * rank) | 1 << (4 * suit))


_BY_TEXT: Final[dict[str, Card]] = {
    rank + suit: _card(r, s) for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)
}
DECK: Final[tuple[Card, ...]] = tuple(_BY_TEXT.values())
_RANK: Final[dict[Card, int]] = {card: 2 + index // 4 for index, card in enumerate(DECK)}
_SUIT: Final[dict[Card, int]] = {card: index % 4 for index, card in enumerate(DECK)}
JOKER: Final = Card(1 << (RANK_SHIFT + 3 * len(RANKS)) | 0x1111)
_BY_TEXT["Jk"] = JOKER
_BY_TEXT["??"] = UNKNOWN
_TEXT: Final[dict[Card, str]] = {card: text for text, card in _BY_TEXT.items()}


@cache
def deck_of(ranks: str, joker: bool) -> tuple[Card, ...]:
    """The cards of these ranks in the order of DECK, then the joker if the deck has one."""
    cards = tuple([card for card in DECK if _TEXT[card][0] in ranks])
    return (*cards, JOKER) if joker else cards


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of "AhTdJk??": a rank of 23456789TJQKA and a suit of cdhs each, Jk the joker, ?? unknown.

    Raises InvalidNotation with the first bad piece and its position, counted from 1.
    """
    try:
        return tuple([_BY_TEXT[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError as error:
        piece = str(error.args[0])
        position = next(at for at in range(0, len(text), 2) if text[at : at + 2] not in _BY_TEXT)
        raise InvalidNotation(
            f"“{piece}” at position {position + 1} is not a card: "
            "write a rank of 23456789TJQKA and a suit of cdhs, Jk for the joker, or ?? for an unknown card",
            "bad_card",
            {"piece": piece, "position": position + 1},
        ) from None


def format_cards(cards: Iterable[Card]) -> str:
    """The inverse of parse_cards: "AhTdJk??"."""
    return "".join([_TEXT[card] for card in cards])


def rank_of(card: Card) -> int:
    """2 to 14, the ace high, of a known card that is not the joker."""
    return _RANK[card]


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades, of a known card that is not the joker."""
    return _SUIT[card]
