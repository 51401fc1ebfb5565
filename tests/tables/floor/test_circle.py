"""Seats around a table, the last one beside the first."""

from __future__ import annotations

import pytest

from tables.floor.circle import clockwise_from, is_between, next_clockwise, next_counter_clockwise

SEATS = (7, 2, 5)


@pytest.mark.parametrize(
    ("seat", "order", "before"),
    [
        (1, (2, 5, 7), 7),
        (2, (5, 7, 2), 7),
        (3, (5, 7, 2), 2),
        (5, (7, 2, 5), 2),
        (7, (2, 5, 7), 5),
        (9, (2, 5, 7), 7),
    ],
)
def test_the_seats_follow_one_another_around_the_table(
    seat: int, order: tuple[int, ...], before: int
) -> None:
    assert clockwise_from(seat, SEATS) == order
    assert (next_clockwise(seat, SEATS), next_counter_clockwise(seat, SEATS)) == (order[0], before)


@pytest.mark.parametrize(
    ("start", "end", "between"),
    [
        (2, 5, [3, 4]),
        (5, 2, [1, 6]),
        (2, 3, []),
        # Once around the table: everybody but the seat itself.
        (4, 4, [1, 2, 3, 5, 6]),
    ],
)
def test_the_seats_between_two_are_those_met_on_the_way(start: int, end: int, between: list[int]) -> None:
    assert [seat for seat in range(1, 7) if is_between(start, seat, end)] == between
