"""The clock of the decision that is due, as the dealer sees it count down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables import engine
from tables.floor.decisions import DecisionClock, timed_out
from tables.queries.table.hand import TableHand
from tables.queries.tablet.shot_clock import shot_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockShown:
    """`remaining_seconds` are 0 once it is over; then `operation` is what the decision is, in the engine's text form,
    a fold or a check. A shot clock runs by itself, and the player has `chips` for more time."""

    seat: int
    ends_at: datetime
    remaining_seconds: int
    is_over: bool
    is_fold: bool
    operation: str
    is_shot: bool = False
    chips: int = 0
    chip_seconds: int = 0


def clock_shown(
    recorded: TableHand | None, legal: engine.Legal | None, *, now: datetime
) -> ClockShown | None:
    """None where no clock runs, or the player it was called on has acted."""
    if recorded is None or legal is None or legal.actor is None:
        return None
    shot = shot_clock(recorded, now=now)
    clock = shot.clock if shot else _called(recorded)
    if clock is None or clock.seat != legal.actor:
        return None
    outcome = timed_out(faces_bet=legal.call_amount is not None)
    operation = engine.Fold(clock.seat) if outcome == "fold" else engine.Check(clock.seat)
    left = (clock.ends_at - now).total_seconds()
    return ClockShown(
        seat=clock.seat,
        ends_at=clock.ends_at,
        remaining_seconds=max(0, int(left)),
        is_over=clock.is_over(now=now),
        is_fold=outcome == "fold",
        operation=engine.encode(operation),
        is_shot=shot is not None,
        chips=shot.chips if shot else 0,
        chip_seconds=shot.chip_seconds if shot else 0,
    )


def _called(recorded: TableHand) -> DecisionClock | None:
    return recorded.table.clock_of(hand=recorded.hand.pk, operations=len(recorded.operations))
