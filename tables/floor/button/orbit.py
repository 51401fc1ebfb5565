"""How many hands an orbit still lasts: it is over once the button has come round to where it began, or past it.

The button may lie at an empty seat, and a small blind may be dead: each of these hands is one step of the button, so
that a player who leaves neither shortens nor doubles the turn of the others (APT 2025, games that change by orbit).
"""

from __future__ import annotations

from collections.abc import Collection

from tables.floor.button.next_hand import DEFAULT_RULES, next_positions
from tables.floor.button.positions import Positions
from tables.floor.rules import FloorRules


def moved_on(button: int, following: int, *, seats: int) -> int:
    """How many of the `seats` of its table a button has moved on."""
    return (following - button) % seats


def moved_by_floor(button: int, following: int, *, seats: int, live: Collection[int]) -> int:
    """The same where the floor has set it: it went the way that passes fewer of the seats with chips, below 0 where it
    was put back.
    """
    forward = moved_on(button, following, seats=seats)
    ahead = sum(0 < moved_on(button, seat, seats=seats) <= forward for seat in live)
    back = sum(0 < moved_on(seat, button, seats=seats) <= seats - forward for seat in live)
    return forward - seats if back < ahead else forward


def hands_to_come_round(
    passed: int, previous: Positions, *, seats: int, live: Collection[int], rules: FloorRules = DEFAULT_RULES
) -> int:
    """How many hands follow `previous` before the button, which has passed so many of the `seats` of the table since
    the first hand of the orbit, comes to where it was or passes it; 0 where it does with the next hand, and where it
    has. `live` are the seats with chips.

    As long as nobody else leaves. Raises FloorError when fewer than two players are left.
    """
    hands = 0
    # Where the button does not move on for a hand, as when a third player leaves, nothing has passed.
    for _step in range(3 * len(live)):
        following = next_positions(previous, live=live, rules=rules)
        passed += moved_on(previous.button, following.button, seats=seats)
        if passed >= seats:
            return hands
        hands += 1
        previous = following
    return hands
