"""The clock that was called on a seat where no hand is recorded: the floor alone knows whose turn it is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tables.floor.decisions import DecisionClock
from tables.models import Table

# In place of the key of the hand: none is recorded.
NO_HAND: Final = 0
# So long after it is over nobody asks for it any more; where hands are counted it goes with the next one.
FORGOTTEN_AFTER: Final = timedelta(minutes=5)


def seat_clock(table: Table, *, now: datetime) -> DecisionClock | None:
    """The clock that runs at this table without a hand, or has just run out. No query."""
    clock = table.clock_of(hand=NO_HAND, operations=table.hands_dealt)
    return clock if clock is not None and now < clock.ends_at + FORGOTTEN_AFTER else None
