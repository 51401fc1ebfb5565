"""Nights in which the time of day jumps, and the last night of a year: a level is as long as it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.tournament.rules.structures import level, structure
from tournament.rules.clock import Clock, advance, pause, remaining, resume, start

ROME = ZoneInfo("Europe/Rome")
LEVELS = structure(*[level(25 * number, 50 * number) for number in range(1, 12)])


def played(began: datetime, ended: datetime) -> timedelta:
    """What a clock of 20-minute levels has counted between two moments."""
    step = advance(start(Clock(), now=began), LEVELS, now=ended)
    over = sum(LEVELS.periods[move.from_index].duration_seconds for move in step.transitions)
    left = remaining(step.clock, LEVELS, now=ended)
    of_this = timedelta(seconds=LEVELS.periods[step.clock.index].duration_seconds) - left
    return timedelta(seconds=over) + of_this


@pytest.mark.parametrize(
    ("began", "ended", "minutes"),
    [
        # At 3:00 of summer time it is 2:00 once more.
        (datetime(2026, 10, 25, 1, 50, tzinfo=ROME), datetime(2026, 10, 25, 3, 10, tzinfo=ROME), 140),
        # At 2:00 it is 3:00.
        (datetime(2027, 3, 28, 1, 50, tzinfo=ROME), datetime(2027, 3, 28, 3, 10, tzinfo=ROME), 20),
        # Midnight of the last of December.
        (datetime(2026, 12, 31, 23, 10, tzinfo=ROME), datetime(2027, 1, 1, 0, 25, tzinfo=ROME), 75),
        (datetime(2028, 2, 28, 23, 30, tzinfo=ROME), datetime(2028, 2, 29, 0, 30, tzinfo=ROME), 60),
    ],
)
def test_the_clock_counts_the_time_that_passed_and_not_what_the_wall_says(
    began: datetime, ended: datetime, minutes: int
) -> None:
    assert ended.astimezone(UTC) - began.astimezone(UTC) == timedelta(minutes=minutes)
    assert played(began, ended) == timedelta(minutes=minutes)


def test_a_pause_over_the_hour_that_comes_twice_loses_no_time() -> None:
    began = datetime(2026, 10, 25, 2, 50, tzinfo=ROME, fold=0)
    again = datetime(2026, 10, 25, 2, 50, tzinfo=ROME, fold=1)
    paused = pause(start(Clock(), now=began), LEVELS, now=began + timedelta(minutes=5))
    left = remaining(paused, LEVELS, now=again)

    resumed = resume(paused, now=again)

    assert left == remaining(resumed, LEVELS, now=again)
    assert played(began, again) == timedelta(hours=1)
