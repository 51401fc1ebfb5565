"""The time that a player is given for one decision: the clock is called, or runs for everybody (`shot_clock`).

Called, it gives up to 25 seconds and counts five down (TDA 29, WSOP 80). When the time is over the hand of a player who
faces a bet is dead; otherwise it is a check. A tie goes to the player: who acts as it runs out has acted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from tables.floor.errors import FloorError

TimedOut = Literal["fold", "check"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionClock:
    """The time of one decision, told from others by the hand and by how many operations were recorded in it.

    `seconds` run from `began_at`, those of the countdown among them.
    """

    hand: int
    operations: int
    seat: int
    began_at: datetime
    seconds: int

    @property
    def ends_at(self) -> datetime:
        return self.began_at + timedelta(seconds=self.seconds)

    def is_of(self, *, hand: int, operations: int) -> bool:
        """Whether the decision is still this one: with the next operation it is another."""
        return (self.hand, self.operations) == (hand, operations)

    def is_over(self, *, now: datetime) -> bool:
        """TDA 29: the player who acts as the time runs out has acted."""
        return now > self.ends_at

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form for storage."""
        return {
            "hand": self.hand,
            "operations": self.operations,
            "seat": self.seat,
            "began_at": self.began_at.isoformat(),
            "seconds": self.seconds,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> DecisionClock:
        """The inverse of to_dict; raises FloorError when it is not one."""
        match values:
            case {
                "hand": int(hand),
                "operations": int(operations),
                "seat": int(seat),
                "began_at": str(began_at),
                "seconds": int(seconds),
            }:
                return cls(
                    hand=hand,
                    operations=operations,
                    seat=seat,
                    began_at=datetime.fromisoformat(began_at),
                    seconds=seconds,
                )
        raise FloorError("This is not the clock of a decision.", code="bad_clock", params={})


def timed_out(*, faces_bet: bool) -> TimedOut:
    """What the decision is when its time is over (TDA 29)."""
    return "fold" if faces_bet else "check"
