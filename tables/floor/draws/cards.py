"""Playing cards that decide a draw: one card each, highest by rank, then spades down to clubs.

Cards are written as rank and suit, "Td" or "Ah". Suit order S > H > D > C (TDA 10-B, WSOP 85).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tables.floor.circle import clockwise_from
from tables.floor.errors import FloorError
from tables.floor.rules import BreakCardOrder

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""All cards, lowest first."""

_HEIGHT: Final[Mapping[str, int]] = {card: height for height, card in enumerate(DECK)}


def seats_by_card(cards: Mapping[int, str], *, order: BreakCardOrder = "by_card") -> tuple[int, ...]:
    """The seats in the order of the cards they were dealt: from the highest down, or clockwise.

    `cards` maps seat to card. Raises FloorError for an invalid card, or a card that appears twice.
    """
    _refuse_bad_cards(cards)
    by_card = sorted(cards, key=lambda seat: _HEIGHT[cards[seat]], reverse=True)
    if order == "by_card" or not by_card:
        return tuple(by_card)
    return (by_card[0], *clockwise_from(by_card[0], by_card)[:-1])


def seat_with_highest_card(cards: Mapping[int, str]) -> int:
    """The seat that wins a high-card draw, as for the button of a final table (WSOP 85)."""
    if not cards:
        raise FloorError("Nobody was dealt a card.", code="no_cards", params={})
    return seats_by_card(cards)[0]


def _refuse_bad_cards(cards: Mapping[int, str]) -> None:
    seen: dict[str, int] = {}
    for seat, card in cards.items():
        if card not in _HEIGHT:
            raise FloorError(
                f"“{card}” at seat {seat} is not a card: write a rank of {RANKS} and a suit of {SUITS}.",
                code="bad_card",
                params={"seat": seat, "card": card},
            )
        if card in seen:
            raise FloorError(
                f"Seats {seen[card]} and {seat} cannot both have been dealt the {card}.",
                code="card_twice",
                params={"seats": [seen[card], seat], "card": card},
            )
        seen[card] = seat
