"""Chips and words by the book: what a player's motion comes to (TDA 43, 44, 45)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tables.engine.book.hand import Act
from tests.tables.engine.book.rulings import Choice

Meant = tuple[Act, int]
"""The act, and the total of a bet or raise; 0 of a call or check."""


def silent_chips(chips: Sequence[int], free: Choice) -> Meant:
    """Chips put forward without a word by a player who had none in front, who can raise and has more.

    free: what is open to the player; the chips are a call at least.
    """
    assert free.low is not None
    total = sum(chips)
    if not free.call:
        return "bet", _within(total, free)  # an opening bet, of one chip too (TDA 44)
    if len(chips) == 1:
        return "call", 0  # TDA 44: one chip is a call
    if total - min(chips) < free.call:
        return "call", 0  # TDA 45-A: every one of them is needed
    if (total - free.call) * 2 < free.low - free.call:
        return "call", 0  # TDA 45-B, 43-A: less than half a raise
    return "bet", _within(total, free)


def declared_raise(total: int, free: Choice) -> Meant:
    """TDA 43-B: "raise, eight thousand" is eight thousand in all; too little is the least (43-A)."""
    return "bet", _within(total, free)


def _within(total: int, free: Choice) -> int:
    assert free.low is not None
    assert free.high is not None
    return min(max(total, free.low), free.high)
