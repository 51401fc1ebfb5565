from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.backups import (
    AGAIN_AFTER,
    EVERY,
    LATE_AFTER,
    LastBackup,
    first_to_go,
    is_due,
    is_late,
    kept,
    may_try_again,
)

NOW = datetime(2026, 11, 23, 20, 10, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FIRST, SECOND = {"ABC": 3}, {"ABC": 4}


def due(
    last: LastBackup | None,
    *,
    levels: dict[str, int],
    changed_at: datetime | None = NOW - MINUTE,
    failed_at: datetime | None = None,
    is_wanting: bool = False,
) -> bool:
    return is_due(
        last, levels=levels, changed_at=changed_at, failed_at=failed_at, is_wanting=is_wanting, now=NOW
    )


def last(age: timedelta, levels: dict[str, int]) -> LastBackup:
    return LastBackup(at=NOW - age, levels=levels)


def test_play_has_a_backup_each_ten_minutes() -> None:
    assert due(None, levels=FIRST)
    assert not due(last(EVERY - MINUTE, FIRST), levels=FIRST)
    assert due(last(EVERY, FIRST), levels=FIRST)


def test_a_new_level_has_a_backup_at_once() -> None:
    assert due(last(MINUTE, FIRST), levels=SECOND)
    assert due(last(MINUTE, {}), levels=FIRST)
    assert due(last(MINUTE, FIRST), levels={**FIRST, "DEF": 0})


def test_a_house_where_nothing_happens_makes_none() -> None:
    assert not due(None, levels={}, changed_at=None)
    assert not due(last(DAY, {}), levels={}, changed_at=NOW - 2 * DAY)


def test_what_is_changed_before_and_after_play_is_kept_too() -> None:
    assert due(None, levels={}, changed_at=NOW)
    assert due(last(EVERY, {}), levels={}, changed_at=NOW - MINUTE)
    assert not due(last(5 * MINUTE, {}), levels={}, changed_at=NOW - MINUTE)
    assert not due(last(5 * MINUTE, FIRST), levels={}, changed_at=NOW - MINUTE)


def test_one_that_failed_is_tried_again_after_a_minute() -> None:
    assert not due(None, levels=FIRST, failed_at=NOW - AGAIN_AFTER / 2)
    assert due(None, levels=FIRST, failed_at=NOW - AGAIN_AFTER)
    assert due(None, levels=FIRST, failed_at=NOW + HOUR), "the clock was set back"


def test_after_one_that_failed_one_is_due_though_nothing_is_in_play_and_nothing_new() -> None:
    fresh = last(MINUTE, {})
    assert due(fresh, levels={}, changed_at=None, failed_at=NOW - AGAIN_AFTER, is_wanting=True)
    assert due(None, levels={}, changed_at=None, failed_at=NOW - AGAIN_AFTER, is_wanting=True)
    assert not due(fresh, levels={}, failed_at=NOW - AGAIN_AFTER / 2, is_wanting=True), "not with every look"
    assert not due(fresh, levels={}, failed_at=NOW - AGAIN_AFTER), "only the second disk did not take it"


@pytest.mark.parametrize(
    ("last_age", "opened_age", "late"),
    [
        (LATE_AFTER, DAY, False),
        (LATE_AFTER + MINUTE, DAY, True),
        (DAY, MINUTE, False),
        (None, LATE_AFTER, False),
        (None, LATE_AFTER + MINUTE, True),
    ],
)
def test_it_is_late_after_twenty_five_minutes_of_an_open_house(
    last_age: timedelta | None, opened_age: timedelta, late: bool
) -> None:
    last_at = None if last_age is None else NOW - last_age
    assert is_late(last_at, opened_at=NOW - opened_age, now=NOW) is late


def test_all_of_two_hours_are_kept_then_one_an_hour_then_one_a_day() -> None:
    moments = [NOW - number * EVERY for number in range(6 * 24 * 40)]

    left = kept(moments, now=NOW)

    assert sum(NOW - moment <= 2 * HOUR for moment in left) == 13
    hourly = [moment for moment in left if 2 * HOUR < NOW - moment <= DAY]
    assert {moment.minute for moment in hourly} == {50}, "the last of each hour"
    assert len(hourly) == 22
    daily = sorted(moment for moment in left if NOW - moment > DAY)
    assert {(moment.hour, moment.minute) for moment in daily} == {(23, 50)}, "the last of each day"
    assert NOW - daily[0] <= 31 * DAY
    assert len(daily) == 30


def test_what_is_kept_now_comes_from_what_was_kept_before() -> None:
    """Those that go by and by leave the same as if all were still there."""
    moments: list[datetime] = []
    for number in range(6 * 24 * 3):
        now = NOW + number * EVERY
        moments = sorted(kept([*moments, now], now=now))
    every = [NOW + number * EVERY for number in range(6 * 24 * 3)]
    assert set(moments) == kept(every, now=every[-1])


def test_the_newest_is_kept_however_old_and_one_from_the_future_too() -> None:
    assert kept([NOW - 400 * DAY, NOW - 500 * DAY], now=NOW) == {NOW - 400 * DAY}
    assert kept([NOW - DAY, NOW + HOUR], now=NOW) == {NOW - DAY, NOW + HOUR}
    assert kept([], now=NOW) == frozenset()


def test_for_room_go_those_that_are_not_the_last_of_their_hour_the_oldest_first() -> None:
    moments = [NOW - number * 20 * MINUTE for number in range(7)]
    assert first_to_go(moments) == [NOW - number * 20 * MINUTE for number in (6, 5, 3, 2)]
    assert first_to_go([]) == []


def test_a_backup_is_kept_to_the_very_end_of_its_time() -> None:
    """All of two hours, hourly ones of a day, daily ones of thirty-one."""
    hour_ago, tick = NOW.replace(minute=0) - 2 * HOUR, timedelta(microseconds=1)
    first, last = hour_ago + 10 * MINUTE, hour_ago + 50 * MINUTE
    assert kept([first, last, NOW], now=NOW) == {first, last, NOW}
    assert kept([first, last, NOW], now=NOW + tick) == {last, NOW}
    noon, evening = NOW - DAY - HOUR, NOW - DAY
    assert kept([noon, evening, evening + HOUR, NOW], now=NOW) == {evening, evening + HOUR, NOW}
    assert kept([noon, evening, evening + HOUR, NOW], now=NOW + tick) == {evening + HOUR, NOW}
    month = NOW - 31 * DAY
    assert kept([month, NOW], now=NOW) == {month, NOW}
    assert kept([month, NOW], now=NOW + tick) == {NOW}


def test_a_failure_of_this_moment_or_one_to_come_is_told_apart() -> None:
    assert not may_try_again(NOW, now=NOW)
    assert may_try_again(NOW + timedelta(microseconds=1), now=NOW)
    assert may_try_again(None, now=NOW)


def test_nothing_new_since_the_last_one_makes_none() -> None:
    assert not due(last(DAY, {}), levels={}, changed_at=NOW - DAY)
    assert not due(last(DAY, {}), levels={}, changed_at=None)
