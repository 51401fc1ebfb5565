"""The clock of the decision that is due, as the dealer sees it count down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables import engine
from tables.floor.decisions import timed_out
from tables.queries.table.hand import TableHand


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockShown:
    """`remaining_seconds` are 0 once it is over; then `operation` is what the decision is, in the engine's text form,
    a `fold` or a check."""

    seat: int
    ends_at: datetime
    remaining_seconds: int
    is_over: bool
    is_fold: bool
    operation: str


def clock_shown(
    recorded: TableHand | None, legal: engine.Legal | None, *, now: datetime
) -> ClockShown | None:
    """None where no clock runs, or the player it was called on has acted."""
    if recorded is None or legal is None or legal.actor is None:
        return None
    clock = recorded.table.clock_of(hand=recorded.hand.pk, operations=len(recorded.operations))
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
    )
