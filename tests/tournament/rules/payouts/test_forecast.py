"""Entries at the close by the event's own pace: a range that holds, and nothing where there is too little to tell."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.payouts.forecast import EntriesExpected, entries_expected

START = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


def test_the_pace_of_as_many_minutes_as_are_left_goes_on() -> None:
    """12 before the start, then one every 3 minutes: 20 in the last hour, and an hour is left: 11 to 29 more."""
    made_at = [at(-5)] * 12 + [at(3 * n) for n in range(1, 21)]
    expected = entries_expected(made_at, since=START, now=at(60), closes_at=at(120))
    assert expected == EntriesExpected(low=32 + 11, high=32 + 29)


def test_the_latest_half_hour_counts_where_less_is_left() -> None:
    made_at = [at(n) for n in range(1, 31)] + [at(30 + 3 * n) for n in range(1, 11)]
    expected = entries_expected(made_at, since=START, now=at(60), closes_at=at(75))
    assert expected == EntriesExpected(low=40 + 1, high=40 + 9)


@pytest.mark.parametrize(
    ("entries", "now", "closes"),
    [
        (4, 60, 120),  # too few
        (20, 14, 120),  # too early
        (20, 60, 60),  # over
        (0, 60, 120),
    ],
)
def test_with_too_little_to_tell_it_says_nothing(entries: int, now: int, closes: int) -> None:
    made_at = [at(now - 1)] * entries
    assert entries_expected(made_at, since=START, now=at(now), closes_at=at(closes)) is None


@given(
    st.lists(st.integers(-60, 240), max_size=300),
    st.integers(1, 240),
    st.integers(1, 240),
)
def test_never_fewer_than_there_are_and_the_range_is_one(minutes: list[int], now: int, left: int) -> None:
    made_at = [at(minute) for minute in minutes]
    expected = entries_expected(made_at, since=START, now=at(now), closes_at=at(now + left))
    if expected is not None:
        there = sum(minute <= now for minute in minutes)
        assert there <= expected.low < expected.high


def test_a_quarter_of_an_hour_and_five_entries_are_enough_to_tell() -> None:
    """5 in 15 minutes, and 30 minutes are left: none to 20 more, for two square roots of 5 are 5."""
    expected = entries_expected([at(15)] * 5, since=START, now=at(15), closes_at=at(45))
    assert expected == EntriesExpected(low=5, high=5 + 20)
    # An entry of the moment at which the watch begins, or of one to come, is none of the pace.
    made_at = [at(30)] * 3 + [at(31)] * 5 + [at(61)]
    assert entries_expected(made_at, since=START, now=at(60), closes_at=at(90)) == EntriesExpected(
        low=8, high=8 + 10
    )
