"""The dealer push: one dealer leaves a table and the next one sits down, between two hands.

A level that starts during a push begins at that table with the second hand: the incoming dealer deals one hand at the
old level (TDA 23 of 2024). So that this seldom happens, nobody is pushed within 90 seconds of a break or a new level
(TDA RP-7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

QUIET: Final = timedelta(seconds=90)
# A push takes about a minute. One that was marked longer ago was over before the level began.
LASTS: Final = timedelta(minutes=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """Marked at a moment, after so many hands of the table, in the period of this index."""

    hands: int
    index: int
    at: datetime

    def is_on(self, *, hands: int, now: datetime) -> bool:
        """Whether no hand was dealt since, and the new dealer may still be sitting down."""
        return hands == self.hands and timedelta() <= now - self.at <= LASTS

    def level_dealt(self, *, hands: int, index: int, now: datetime) -> int:
        """The index of the level that the next hand is dealt at, where the clock is in `index`, a level.

        It is the one before if that ended during the push: with a break between them the next index is not a level.
        """
        return self.index if self.is_on(hands=hands, now=now) and index == self.index + 1 else index

    def to_dict(self) -> dict[str, object]:
        return {"hands": self.hands, "index": self.index, "at": self.at.isoformat()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Push:
        return cls(hands=data["hands"], index=data["index"], at=datetime.fromisoformat(data["at"]))


def too_close(*, ends_at: datetime | None, now: datetime) -> timedelta | None:
    """How long the level still takes if that is too short for a push (TDA RP-7), otherwise None."""
    if ends_at is None or now > ends_at:
        return None
    left = ends_at - now
    return left if left <= QUIET else None
