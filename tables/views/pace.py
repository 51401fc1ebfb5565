"""How often pages of a room show what hands alone change: their numbers, their pace, who moves next.

In a large room a hand begins or ends every few milliseconds. A decision of the floor, a player who goes out, a move
or a call is news at once in every room.
"""

from __future__ import annotations

from typing import Final

# Up to so many tables every hand is news; from there on each table adds to the rest: ten seconds at 1,124.
NO_REST_UP_TO: Final = 100
REST_PER_TABLE: Final = 0.009


def rest_seconds(tables: int) -> float:
    """How long a room of so many tables rests between two looks at its hands; 0 where it does not."""
    return 0.0 if tables <= NO_REST_UP_TO else REST_PER_TABLE * tables


def hands_topic(tables: int) -> str:
    """What a page of such a room hears of hands that are dealt and end: once a second at most."""
    return f"hands/{max(1, round(rest_seconds(tables)))}"
