"""Seats around a table: numbered from 1, clockwise, the last one beside the first."""

from __future__ import annotations

from collections.abc import Collection


def clockwise_from(seat: int, seats: Collection[int]) -> tuple[int, ...]:
    """The given seats in clockwise order, starting after `seat` and ending with it if given."""
    ordered = sorted(seats)
    return tuple([s for s in ordered if s > seat] + [s for s in ordered if s <= seat])


def next_clockwise(seat: int, seats: Collection[int]) -> int:
    """The first of the seats met clockwise after `seat`."""
    after = [s for s in seats if s > seat]
    return min(after) if after else min(seats)


def next_counter_clockwise(seat: int, seats: Collection[int]) -> int:
    """The first of the seats met counter-clockwise before `seat`."""
    before = [s for s in seats if s < seat]
    return max(before) if before else max(seats)


def is_between(start: int, seat: int, end: int) -> bool:
    """Whether `seat` lies strictly between `start` and `end`, walking clockwise."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end
