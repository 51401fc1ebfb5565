"""The straddle: the player after the big blind doubles it before the cards (a private game's custom).

No rule book for tournaments knows one (TDA 2024, WSOP 2024); the profile "home" has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tables.floor.button.positions import Positions

PROFILES_WITH_STRADDLE: Final[frozenset[str]] = frozenset({"home"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Straddle:
    """Who may put up how much before the deal."""

    seat: int
    amount: int


def straddle_offered(
    positions: Positions, *, profile: str, big_blind: int, stacks: Mapping[int, int]
) -> Straddle | None:
    """Twice the big blind, from the player after it; None where the profile has no straddle, no
    player out of the blinds is there, or the stack does not cover it. `stacks` by seat."""
    if profile not in PROFILES_WITH_STRADDLE or not positions.big_blinds:
        return None
    seat = positions.first_to_act
    if seat in (*positions.small_blinds, *positions.big_blinds) or stacks[seat] < 2 * big_blind:
        return None
    return Straddle(seat=seat, amount=2 * big_blind)
