"""The order in which seats are filled, as a director writes it."""

from __future__ import annotations

import pytest

from tournament.options.seats import SeatOrderError, in_fill_order, read_seat_order


@pytest.mark.parametrize("typed", ["1 3 5 7 9 2 4 6 8", "1,3,5, 7,9;2 4  6 8", " 1 3 5 7 9\n2 4 6 8,"])
def test_an_order_is_read_however_it_is_written(typed: str) -> None:
    assert read_seat_order(typed) == (1, 3, 5, 7, 9, 2, 4, 6, 8)


@pytest.mark.parametrize(("typed", "part"), [("1 0", "0"), ("1 11", "11"), ("1 3 1", "1"), ("one", "one")])
def test_what_is_no_seat_or_stands_twice_is_named(typed: str, part: str) -> None:
    with pytest.raises(SeatOrderError) as problem:
        read_seat_order(typed)
    assert problem.value.typed == part


def test_seats_that_the_order_does_not_name_follow_by_number() -> None:
    assert read_seat_order("") == ()
    assert in_fill_order([1, 2, 3, 4, 5], ()) == [1, 2, 3, 4, 5]
    assert in_fill_order([5, 4, 2, 1], (9, 4, 1)) == [4, 1, 2, 5]
