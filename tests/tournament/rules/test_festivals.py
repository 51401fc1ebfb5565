from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.festivals import (
    TableNumbersError,
    TablesBooked,
    overlaps,
    read_table_numbers,
    table_numbers_text,
)

NOON = datetime(2027, 1, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "numbers", "shown"),
    [
        ("", (), ""),
        ("7", (7,), "7"),
        ("1-4, 30", (1, 2, 3, 4, 30), "1–4, 30"),
        ("30 1–3;2", (30, 1, 2, 3), "1–3, 30"),
        ("999", (999,), "999"),
    ],
)
def test_numbers_are_read_in_their_order_and_written_in_the_shortest_way(
    typed: str, numbers: tuple[int, ...], shown: str
) -> None:
    assert read_table_numbers(typed) == numbers
    assert table_numbers_text(numbers) == shown


@pytest.mark.parametrize("typed", ["0", "1000", "4-2", "1-", "a", "1--3", "1-4-6", "-3", "²"])
def test_what_is_no_table_is_named(typed: str) -> None:
    with pytest.raises(TableNumbersError) as problem:
        read_table_numbers(f"1-3, {typed}")
    assert problem.value.typed == typed


def booked(tables: str, hour: float, hours: float) -> TablesBooked:
    begins = NOON + timedelta(hours=hour)
    return TablesBooked(
        name=f"{tables} at {hour}",
        begins_at=begins,
        ends_at=begins + timedelta(hours=hours),
        tables=frozenset(read_table_numbers(tables)),
    )


@pytest.mark.parametrize(
    ("other", "twice"),
    [
        (booked("5-10", 2, 4), (5, 6)),
        (booked("6", -3, 4), (6,)),
        (booked("7-10", 2, 4), ()),
        (booked("1-6", 8, 4), ()),
        (booked("1-6", -4, 4), ()),
    ],
)
def test_a_table_is_wanted_twice_only_at_the_same_time(other: TablesBooked, twice: tuple[int, ...]) -> None:
    found = overlaps(booked("1-6", 0, 8), [other])
    assert [(each.other.name, each.tables) for each in found] == ([(other.name, twice)] if twice else [])
