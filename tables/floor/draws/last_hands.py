"""How many hands are left at the end of the day: a card is drawn, its rank says (WSOP 125).

With nine seats or more at a table it is one from three to seven, at shorter tables from two to five, so that nobody
can play slowly towards a hand that is known to be the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tables.floor.draws.cards import DECK
from tables.floor.errors import FloorError
from tournament.draws.chance import Rng, picked

LONG_TABLE: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHands:
    """The card, "5h", and the hands that each table still deals."""

    card: str
    hands: int


def last_hands_range(seats_per_table: int) -> tuple[int, int]:
    """The lowest and the highest rank that is drawn from."""
    return (3, 7) if seats_per_table >= LONG_TABLE else (2, 5)


def draw_last_hands(seats_per_table: int, rng: Rng) -> LastHands:
    """One card of those that are drawn from."""
    return last_hands_of(picked(last_hands_cards(seats_per_table), rng), seats_per_table)


def last_hands_cards(seats_per_table: int) -> tuple[str, ...]:
    """Those ranks in all four suits, in the order of DECK."""
    low, high = last_hands_range(seats_per_table)
    return tuple(card for card in DECK if card[0] in "23456789" and low <= int(card[0]) <= high)


def last_hands_of(card: str, seats_per_table: int) -> LastHands:
    """What a card says that was drawn at a table. Raises FloorError for one that is not drawn from."""
    low, high = last_hands_range(seats_per_table)
    if card not in DECK or not card[0].isdigit() or not low <= int(card[0]) <= high:
        raise FloorError(
            f"“{card}” is not drawn from: the ranks are {low} to {high}.",
            code="bad_card",
            params={"card": card, "low": low, "high": high},
        )
    return LastHands(card=card, hands=int(card[0]))
