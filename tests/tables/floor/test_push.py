"""The dealer push: the level of the hand after it (TDA 23), and how near a break or a level it may be (TDA RP-7)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tables.floor.push import Push, too_close

AT = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
PUSH = Push(hands=12, index=3, at=AT)


def later(seconds: float) -> datetime:
    return AT + timedelta(seconds=seconds)


@pytest.mark.rule("LVL-03")
def test_lvl_03_a_level_that_starts_during_the_push_begins_with_the_second_hand() -> None:
    assert PUSH.level_dealt(hands=12, index=4, now=later(40)) == 3
    assert PUSH.level_dealt(hands=13, index=4, now=later(90)) == 4


def test_a_push_in_the_same_level_changes_nothing() -> None:
    assert PUSH.level_dealt(hands=12, index=3, now=later(40)) == 3


def test_after_a_break_the_new_level_applies_at_once() -> None:
    """The break has the index between them."""
    assert PUSH.level_dealt(hands=12, index=5, now=later(40)) == 5


def test_a_push_that_was_marked_long_before_was_over() -> None:
    assert PUSH.level_dealt(hands=12, index=4, now=later(180)) == 3
    assert PUSH.level_dealt(hands=12, index=4, now=later(181)) == 4
    assert not PUSH.is_on(hands=12, now=later(-1))


@pytest.mark.rule("LVL-05")
def test_lvl_05_within_90_seconds_of_the_end_of_a_level_it_is_too_late_for_a_push() -> None:
    assert too_close(ends_at=later(91), now=AT) is None
    assert too_close(ends_at=later(90), now=AT) == timedelta(seconds=90)
    assert too_close(ends_at=later(0), now=AT) == timedelta()
    assert too_close(ends_at=later(-1), now=AT) is None
    assert too_close(ends_at=None, now=AT) is None


def test_it_is_stored_and_read() -> None:
    assert Push.from_dict(PUSH.to_dict()) == PUSH


def test_a_push_begins_at_its_moment_and_is_stored_as_plain_values() -> None:
    assert PUSH.is_on(hands=12, now=AT)
    assert PUSH.to_dict() == {"hands": 12, "index": 3, "at": "2026-11-20T21:00:00+00:00"}
