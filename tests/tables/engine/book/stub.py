"""The cards that stud has left, by the book: dealt street by street, burned, shuffled in, counted (TDA RP-10H).

A card each needs one for every player, and in games of seven cards the burn and the last card of the deck, which is
never dealt. Where the stub is too short for that the burns are shuffled in; where they do not help either, the card is
a community card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

DECK = 52
OFF_THE_TABLE = 2
"""The burn and the last card of the deck."""


@dataclass(slots=True, kw_only=True)
class Stub:
    """left: to be dealt; burned: face down beside it; out: in hands, on the board, exposed."""

    left: int
    out: int
    is_of_seven: bool
    burned: int = 0
    before: Stub | None = None
    """As it was before the last street."""

    def wanted(self, cards: int) -> int:
        return cards + OFF_THE_TABLE if self.is_of_seven else cards

    def has_one_each(self, players: int) -> bool:
        return self.left + self.burned >= self.wanted(players)

    def deal(self, cards: int) -> None:
        """A street: the burns go back in where the stub alone is too short, one card is burned if there is one."""
        self.before = replace(self, before=None)
        if self.left < self.wanted(cards):
            self.left, self.burned = self.left + self.burned, 0
        burn = 1 if self.left > cards else 0
        self.left = max(self.left - cards - burn, 0)
        self.burned += burn
        self.out += cards

    def take_back(self) -> None:
        """The last street is not dealt yet."""
        assert self.before is not None
        before = self.before
        self.left, self.burned, self.out, self.before = before.left, before.burned, before.out, None

    def count(self, cards: int) -> None:
        """The dealer has counted the stub: there is no room for more burns than the rest of the deck."""
        self.left = cards
        self.burned = min(self.burned, DECK - self.out - cards)

    def expose(self, cards: int) -> None:
        """Seen by accident: out of play."""
        self.left = max(self.left - cards, 0)
        self.out += cards
