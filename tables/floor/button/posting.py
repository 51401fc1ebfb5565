"""Who posts in a hand of one game: the positions are the table's, what is posted is the game's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tables.floor.button.positions import Positions

Blinds = Literal["none", "both", "button"]
"""The blinds of a game: none, small and big blind, or one blind on the button (short deck)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """Seats that are dealt around and that post; without a button its place has who is dealt to last."""

    button: int
    small_blinds: tuple[int, ...] = ()
    big_blinds: tuple[int, ...] = ()


def posting(positions: Positions, *, has_button: bool, blinds: Blinds) -> Posting:
    """In short deck the button, last to be dealt a card, posts the only blind (WSOP, short deck)."""
    last = positions.dealt[-1]
    if blinds == "button":
        return Posting(button=last, big_blinds=(last,))
    button = positions.button if has_button else last
    if blinds == "none":
        return Posting(button=button)
    return Posting(button=button, small_blinds=positions.small_blinds, big_blinds=positions.big_blinds)
