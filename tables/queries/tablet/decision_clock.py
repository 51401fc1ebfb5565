"""The clock of the decision that is due, as the dealer sees it count down: called on the player, or the shot clock of
the house, with the player's time-bank chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tables import engine
from tables.floor.decisions import DecisionClock, timed_out
from tables.floor.shot_clock import (
    chips_left,
    gives_chips,
    has_begun,
    has_shot_clock,
    stage_now,
    stages_reached,
)
from tables.models import HandOperation, HandSeat, TimeChip
from tables.models.rules import floor_rules
from tables.queries.table.hand import TableHand
from tables.queries.table.shot_clock import decision_seconds, event_now
from tables.words.rules.stages import start_words


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockShown:
    """`remaining_seconds` are 0 once it is over; then `operation` is what the decision is, in the engine's text form,
    a fold or a check. A shot clock runs by itself, and the player has `chips` for more time; `gives_chips` where the
    house gives any."""

    seat: int
    ends_at: datetime
    remaining_seconds: int
    is_over: bool
    is_fold: bool
    operation: str
    is_shot: bool = False
    chips: int = 0
    chip_seconds: int = 0
    gives_chips: bool = False


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
        gives_chips=shot is not None and shot.gives_chips,
    )


def clock_to_come(recorded: TableHand | None) -> str:
    """From when on the shot clock runs, in words, where the house has one that does not run yet; else "". No query but
    those of its start.
    """
    if recorded is None or not has_shot_clock(rules := floor_rules(recorded.table.tournament)):
        return ""
    now = event_now(recorded.table, level=recorded.hand.level_number)
    return "" if has_begun(rules, now) else start_words(rules)


def _called(recorded: TableHand) -> DecisionClock | None:
    return recorded.table.clock_of(hand=recorded.hand.pk, operations=len(recorded.operations))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotClock:
    """`clock` with the seconds of the chips used for it; `chips` are left to `entry_id`, each worth `chip_seconds`.

    `stage` is the code of the stage that a chip would be used in (tables.floor.shot_clock).
    """

    clock: DecisionClock
    entry_id: int
    chips: int
    chip_seconds: int
    stage: str
    gives_chips: bool


def shot_clock(recorded: TableHand, *, now: datetime) -> ShotClock | None:
    """None without a shot clock, before it starts, and where nobody is to act. Four queries and what its start and its
    stages ask, or none where the event has no such clock.

    A hand that is not stored yet, or an operation more than is stored, begins its decision `now`.
    """
    seconds = decision_seconds(recorded)
    if not seconds or recorded.state.actor is None:
        return None
    rules, actor = floor_rules(recorded.table.tournament), recorded.state.actor
    hand, operations = recorded.hand, len(recorded.operations)
    entry_id = _entry_at(recorded, actor)
    # Of the flights too that brought the player here.
    chips = list(TimeChip.objects.filter(Q(entry_id=entry_id) | Q(entry__goes_on_as=entry_id)))
    reached = stages_reached(rules, event_now(recorded.table, level=hand.level_number))
    extra = [chip.seconds for chip in chips if (chip.hand_id, chip.operations) == (hand.pk, operations)]
    return ShotClock(
        clock=DecisionClock(
            hand=hand.pk or 0,
            operations=operations,
            seat=actor,
            began_at=_began_at(recorded, now),
            seconds=seconds + sum(extra),
        ),
        entry_id=entry_id,
        chips=chips_left(rules, reached, [chip.stage_used for chip in chips]),
        chip_seconds=rules.time_chip_seconds,
        stage=stage_now(reached),
        gives_chips=gives_chips(rules),
    )


def _entry_at(recorded: TableHand, seat: int) -> int:
    found = HandSeat.objects.filter(hand=recorded.hand.pk, seat_number=seat).values_list(
        "entry_id", flat=True
    )
    return found.first() or 0


def _began_at(recorded: TableHand, now: datetime) -> datetime:
    """When the operation before was recorded, or the hand dealt."""
    rows = HandOperation.objects.filter(hand=recorded.hand.pk).order_by("-number").values_list("number", "at")
    number, at = rows.first() or (0, recorded.hand.started_at)
    return at if number == len(recorded.operations) else now
