from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.hooks.schedule import next_try, patience_asked

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def test_the_waits_are_those_of_standard_webhooks_and_the_tenth_try_is_the_last() -> None:
    due = [next_try(tries, now=NOW, chance=0) for tries in range(11)]

    assert [None if each is None else each - NOW for each in due] == [
        timedelta(),
        timedelta(seconds=5),
        timedelta(minutes=5),
        timedelta(minutes=30),
        timedelta(hours=2),
        timedelta(hours=5),
        timedelta(hours=10),
        timedelta(hours=14),
        timedelta(hours=20),
        timedelta(hours=24),
        None,
    ]


def test_chance_makes_a_wait_longer_by_a_tenth_at_the_most() -> None:
    assert next_try(3, now=NOW, chance=0.5) == NOW + timedelta(minutes=31, seconds=30)
    assert next_try(3, now=NOW, chance=1) == NOW + timedelta(minutes=33)


def test_a_receiver_that_wants_more_patience_gets_it_and_one_that_wants_less_does_not() -> None:
    assert next_try(1, now=NOW, chance=0, asked_for=timedelta(minutes=2)) == NOW + timedelta(minutes=2)
    assert next_try(3, now=NOW, chance=0, asked_for=timedelta(minutes=2)) == NOW + timedelta(minutes=30)


@pytest.mark.parametrize(
    ("header", "asked"),
    [
        ("Fri, 31 Dec 99999999999 23:59:59 GMT", timedelta()),
        ("120", timedelta(seconds=120)),
        ("0", timedelta()),
        ("999999", timedelta(hours=24)),
        ("9" * 40, timedelta()),
        ("Sat, 14 Mar 2026 20:05:00 GMT", timedelta(minutes=5)),
        ("Sat, 14 Mar 2026 19:00:00 GMT", timedelta()),
        ("Sat, 14 Mar 2026 21:30:00 +0100", timedelta(minutes=30)),
        ("-5", timedelta()),
        ("soon", timedelta()),
        ("", timedelta()),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_anything_else_asks_for_nothing(
    header: str, asked: timedelta
) -> None:
    assert patience_asked(header, now=NOW) == asked
