import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import Said, said
from tests.tournament.rules.structures import hands_level, level, pause_of, structure
from tournament.rules.clock import (
    Advance,
    Clock,
    ClockError,
    Transition,
    add_seconds,
    adopt_structure,
    advance,
    count_hands,
    current_index,
    ends_at,
    finish,
    hands_left,
    is_break_by_hands,
    is_waiting,
    jump,
    next_period,
    overtime,
    pause,
    pause_until,
    period_starts_at,
    previous_period,
    remaining,
    remaining_seconds,
    reopen,
    resume,
    set_period,
    spend,
    start,
    time_to_break,
)

SEVEN = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
# 20-minute levels, a break of 5 minutes after the second, four levels in all.
EVENING = structure(level(25, 50), level(50, 100), pause_of(5), level(100, 200), level(200, 400))


def at(minutes: float = 0, seconds: float = 0) -> datetime:
    return SEVEN + timedelta(minutes=minutes, seconds=seconds)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


STARTED = start(Clock(), now=SEVEN)


def test_a_clock_that_has_not_started_shows_the_whole_first_level() -> None:
    assert remaining(Clock(), EVENING, now=at(500)) == minutes(20)
    assert ends_at(Clock(), EVENING, now=at(500)) is None
    assert advance(Clock(), EVENING, now=at(500)) == Advance(clock=Clock())


def test_time_left_follows_now() -> None:
    assert remaining(STARTED, EVENING, now=at(0)) == minutes(20)
    assert remaining(STARTED, EVENING, now=at(19, 59.999)) == timedelta(milliseconds=1)
    assert ends_at(STARTED, EVENING, now=at(7)) == at(20)


def test_the_seconds_shown_reach_zero_only_at_the_end() -> None:
    assert remaining_seconds(STARTED, EVENING, now=at(0)) == 1200
    assert remaining_seconds(STARTED, EVENING, now=at(0, 0.4)) == 1200
    assert remaining_seconds(STARTED, EVENING, now=at(0, 1)) == 1199
    assert remaining_seconds(STARTED, EVENING, now=at(19, 59.5)) == 1
    assert remaining_seconds(STARTED, EVENING, now=at(20)) == 1200


def test_a_level_ends_at_its_deadline_and_not_before() -> None:
    assert advance(STARTED, EVENING, now=at(19, 59.999)).transitions == ()
    assert advance(STARTED, EVENING, now=at(20)) == Advance(
        clock=Clock(index=1, running_since=at(20), state="running"),
        transitions=(Transition(from_index=0, to_index=1, at=at(20)),),
    )


def test_levels_nobody_ticked_are_caught_up_from_their_deadlines() -> None:
    assert advance(STARTED, EVENING, now=at(52, 7)) == Advance(
        clock=Clock(index=3, running_since=at(45), state="running"),
        transitions=(
            Transition(from_index=0, to_index=1, at=at(20)),
            Transition(from_index=1, to_index=2, at=at(40)),
            Transition(from_index=2, to_index=3, at=at(45)),
        ),
    )


def test_a_page_is_right_though_nobody_ticks() -> None:
    assert current_index(STARTED, EVENING, now=at(42)) == 2
    assert remaining(STARTED, EVENING, now=at(42)) == minutes(3)
    assert ends_at(STARTED, EVENING, now=at(42)) == at(45)


def test_the_last_level_stays_on_and_its_overtime_counts() -> None:
    advanced = advance(STARTED, EVENING, now=at(100))
    assert advanced.clock == Clock(index=4, running_since=at(65), state="running")
    assert remaining(STARTED, EVENING, now=at(100)) == minutes(0)
    assert overtime(STARTED, EVENING, now=at(100)) == minutes(15)
    assert overtime(STARTED, EVENING, now=at(80)) == minutes(0)
    assert ends_at(STARTED, EVENING, now=at(100)) == at(85)


def test_a_pause_keeps_the_time_left() -> None:
    paused = pause(STARTED, EVENING, now=at(7, 0.25))
    assert paused == Clock(elapsed_ms=420_250, state="paused")
    assert remaining(paused, EVENING, now=at(600)) == minutes(13) - timedelta(milliseconds=250)
    assert ends_at(paused, EVENING, now=at(600)) is None
    resumed = resume(paused, now=at(600))
    assert ends_at(resumed, EVENING, now=at(600)) == at(613, -0.25)


def test_a_pause_after_an_unticked_deadline_stops_in_the_level_that_was_due() -> None:
    assert pause(STARTED, EVENING, now=at(21)) == Clock(index=1, elapsed_ms=60_000, state="paused")


@given(
    st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 10**9)), max_size=30),
    st.integers(0, 999_999),
)
def test_pause_and_resume_lose_no_time(spells: list[tuple[int, int]], start_microsecond: int) -> None:
    """Play and pause for random microseconds: time spent is the sum of play, to the millisecond."""
    now = SEVEN + timedelta(microseconds=start_microsecond)
    clock = start(Clock(), now=now)
    long_level = structure(level(minutes=24 * 60))
    played = timedelta()
    for play, rest in spells:
        now += timedelta(microseconds=play)
        played += timedelta(microseconds=play)
        clock = pause(clock, long_level, now=now)
        now += timedelta(microseconds=rest)
        clock = resume(clock, now=now)
    shown = minutes(24 * 60) - remaining(clock, long_level, now=now)
    # Each stop is cut to the millisecond on either side, in both directions alike.
    assert abs(shown - played) <= timedelta(milliseconds=1) * (len(spells) + 1)


@given(st.lists(st.integers(0, 10**7), max_size=30), st.integers(0, 999_999))
def test_a_pause_that_is_resumed_at_once_changes_nothing(plays: list[int], microsecond: int) -> None:
    now = SEVEN + timedelta(microseconds=microsecond)
    clock = untouched = start(Clock(), now=now)
    for play in plays:
        now += timedelta(microseconds=play)
        clock = resume(pause(clock, EVENING, now=now), now=now)
    assert current_index(clock, EVENING, now=now) == current_index(untouched, EVENING, now=now)
    assert remaining(clock, EVENING, now=now) == remaining(untouched, EVENING, now=now)
    assert ends_at(clock, EVENING, now=now) == ends_at(untouched, EVENING, now=now)


@given(st.lists(st.integers(0, 4_000_000), min_size=1, max_size=20))
def test_ticking_often_or_once_gives_the_same_clock(steps: list[int]) -> None:
    clock, now = STARTED, SEVEN
    seen: list[Transition] = []
    for step in steps:
        now += timedelta(milliseconds=step)
        advanced = advance(clock, EVENING, now=now)
        clock = advanced.clock
        seen += advanced.transitions
    assert Advance(clock=clock, transitions=tuple(seen)) == advance(STARTED, EVENING, now=now)


@given(st.lists(st.integers(-4_000_000, 4_000_000), min_size=1, max_size=20))
def test_a_clock_that_steps_back_never_takes_the_level_back(steps: list[int]) -> None:
    clock, now = STARTED, SEVEN
    for step in steps:
        now += timedelta(milliseconds=step)
        index = clock.index
        clock = advance(clock, EVENING, now=now).clock
        assert clock.index >= index
        assert minutes(0) <= remaining(clock, EVENING, now=now) <= minutes(20)


def test_a_clock_that_steps_back_gives_no_time_back_at_a_pause() -> None:
    second = advance(STARTED, EVENING, now=at(20)).clock
    assert pause(second, EVENING, now=at(3)) == Clock(index=1, state="paused")


def test_next_and_previous_start_a_period_anew() -> None:
    assert next_period(STARTED, EVENING, now=at(5)) == Clock(index=1, running_since=at(5), state="running")
    second = next_period(STARTED, EVENING, now=at(5))
    assert previous_period(second, EVENING, now=at(9)) == Clock(running_since=at(9), state="running")


def test_next_counts_from_the_level_that_was_due() -> None:
    assert next_period(STARTED, EVENING, now=at(21)).index == 2
    assert previous_period(STARTED, EVENING, now=at(41)).index == 1


def test_a_paused_clock_stays_paused_on_the_way_to_another_level() -> None:
    paused = pause(STARTED, EVENING, now=at(5))
    assert next_period(paused, EVENING, now=at(9)) == Clock(index=1, state="paused")
    assert set_period(paused, EVENING, index=4, now=at(9)) == Clock(index=4, state="paused")


def test_there_is_nothing_before_the_first_or_after_the_last() -> None:
    with pytest.raises(ClockError, match="first level"):
        previous_period(STARTED, EVENING, now=at(1))
    with pytest.raises(ClockError, match="last level"):
        next_period(STARTED, EVENING, now=at(70))
    with pytest.raises(ClockError, match="no row 6"):
        set_period(STARTED, EVENING, index=5, now=at(1))
    with pytest.raises(ClockError, match="no row 0"):
        set_period(STARTED, EVENING, index=-1, now=at(1))


def test_a_minute_more_and_a_minute_less() -> None:
    more = add_seconds(STARTED, EVENING, seconds=60, now=at(5))
    assert remaining(more, EVENING, now=at(5)) == minutes(16)
    assert ends_at(more, EVENING, now=at(5)) == at(21)
    less = add_seconds(more, EVENING, seconds=-120, now=at(6))
    assert ends_at(less, EVENING, now=at(6)) == at(19)


def test_added_time_belongs_to_its_level_only() -> None:
    more = add_seconds(STARTED, EVENING, seconds=60, now=at(5))
    assert advance(more, EVENING, now=at(21)).clock == Clock(index=1, running_since=at(21), state="running")


def test_time_can_be_added_before_the_start_and_beyond_the_full_level() -> None:
    longer = add_seconds(Clock(), EVENING, seconds=600, now=at(0))
    assert remaining(longer, EVENING, now=at(0)) == minutes(30)
    assert ends_at(start(longer, now=at(1)), EVENING, now=at(1)) == at(31)


def test_taking_more_than_is_left_ends_the_level_now_and_the_next_keeps_its_time() -> None:
    cut_short = add_seconds(STARTED, EVENING, seconds=-60, now=at(19, 30))
    assert remaining(cut_short, EVENING, now=at(19, 30)) == minutes(20)
    assert current_index(cut_short, EVENING, now=at(19, 30)) == 1
    assert ends_at(cut_short, EVENING, now=at(19, 30)) == at(39, 30)


def test_a_paused_level_can_be_taken_to_zero_and_ends_when_play_resumes() -> None:
    paused = pause(STARTED, EVENING, now=at(19, 30))
    empty = add_seconds(paused, EVENING, seconds=-60, now=at(25))
    assert (empty.index, remaining(empty, EVENING, now=at(25))) == (0, minutes(0))
    resumed = resume(empty, now=at(30))
    assert advance(resumed, EVENING, now=at(30)).transitions == (
        Transition(from_index=0, to_index=1, at=at(30)),
    )


def test_time_added_in_overtime_counts_from_now() -> None:
    more = add_seconds(STARTED, EVENING, seconds=120, now=at(100))
    assert remaining(more, EVENING, now=at(100)) == minutes(2)
    assert overtime(more, EVENING, now=at(103)) == minutes(1)


def test_time_taken_in_overtime_changes_nothing() -> None:
    less = add_seconds(STARTED, EVENING, seconds=-60, now=at(100))
    assert overtime(less, EVENING, now=at(100)) == minutes(15)


def test_a_day_is_the_most_that_can_be_added_at_once() -> None:
    add_seconds(STARTED, EVENING, seconds=86_400, now=at(1))
    with pytest.raises(ClockError, match="24 hours"):
        add_seconds(STARTED, EVENING, seconds=86_401, now=at(1))


def test_time_to_the_break_adds_the_levels_between() -> None:
    assert time_to_break(STARTED, EVENING, now=at(5)) == minutes(35)
    assert time_to_break(pause(STARTED, EVENING, now=at(5)), EVENING, now=at(90)) == minutes(35)
    assert time_to_break(STARTED, EVENING, now=at(41)) is None


def test_a_later_period_starts_after_those_between() -> None:
    assert period_starts_at(STARTED, EVENING, index=3, now=at(5)) == at(45)
    assert period_starts_at(STARTED, EVENING, index=0, now=at(5)) is None
    assert period_starts_at(STARTED, EVENING, index=9, now=at(5)) is None
    assert period_starts_at(Clock(), EVENING, index=3, now=at(5)) is None


def test_a_finished_clock_stands_still_and_can_be_reopened() -> None:
    finished = finish(STARTED, EVENING, now=at(47))
    assert finished == Clock(index=3, elapsed_ms=120_000, state="finished")
    assert remaining(finished, EVENING, now=at(900)) == minutes(18)
    runs_on = Clock(index=3, elapsed_ms=120_000, running_since=at(60), state="running")
    assert resume(reopen(finished), now=at(60)) == runs_on
    assert reopen(finished, runs_since=at(60)) == runs_on


def test_operations_out_of_order_are_refused_by_name() -> None:
    paused = pause(STARTED, EVENING, now=at(1))
    finished = finish(paused, EVENING, now=at(1))
    over: Said = ("The tournament is finished.", "finished", {})
    not_running: Said = ("The clock is not running.", "not_running", {})
    not_paused: Said = ("The clock is not paused.", "not_paused", {})
    no_time: Said = ("Enter a time from one second to 24 hours.", "bad_time_left", {})
    no_clock: Said = ("The stored clock is not valid.", "bad_clock", {})
    refused: list[tuple[Callable[[], object], Said]] = [
        (lambda: start(STARTED, now=at(1)), ("The clock has already started.", "already_started", {})),
        (lambda: pause(paused, EVENING, now=at(1)), not_running),
        (lambda: pause(Clock(), EVENING, now=at(1)), not_running),
        (lambda: pause_until(Clock(), EVENING, now=at(1), until=at(2)), not_running),
        (lambda: pause_until(finished, EVENING, now=at(1), until=at(2)), not_running),
        (
            lambda: pause_until(STARTED, EVENING, now=at(1), until=at(1)),
            ("Choose a time that is still to come.", "time_over", {}),
        ),
        (lambda: resume(STARTED, now=at(1)), not_paused),
        (lambda: resume(Clock(), now=at(1)), not_paused),
        (lambda: finish(finished, EVENING, now=at(1)), over),
        (lambda: add_seconds(finished, EVENING, seconds=60, now=at(1)), over),
        (lambda: next_period(finished, EVENING, now=at(1)), over),
        (lambda: set_period(finished, EVENING, index=0, now=at(1)), over),
        (lambda: reopen(paused), ("The tournament is not finished.", "not_finished", {})),
        (
            lambda: next_period(STARTED, EVENING, now=at(70)),
            ("This is the last level.", "last_period", {}),
        ),
        (
            lambda: previous_period(STARTED, EVENING, now=at(1)),
            ("This is the first level.", "first_period", {}),
        ),
        (
            lambda: set_period(STARTED, EVENING, index=5, now=at(1)),
            ("The structure has no row 6.", "unknown_period", {"row": 6}),
        ),
        (
            lambda: set_period(STARTED, EVENING, index=-1, now=at(1)),
            ("The structure has no row 0.", "unknown_period", {"row": 0}),
        ),
        (lambda: jump(STARTED, EVENING, index=1, left_seconds=0, now=at(1)), no_time),
        (lambda: jump(STARTED, EVENING, index=1, left_seconds=86_401, now=at(1)), no_time),
        (
            lambda: add_seconds(STARTED, EVENING, seconds=-86_401, now=at(1)),
            ("Add or remove at most 24 hours at a time.", "too_many_seconds", {}),
        ),
        (
            lambda: adopt_structure(STARTED, old=EVENING, new=structure(level()), now=at(21)),
            ("The current period is not in the structure.", "unknown_period", {}),
        ),
        (lambda: Clock.from_dict({}), no_clock),
    ]
    assert [said(operation) for operation, _words in refused] == [words for _operation, words in refused]


class TestAdoptStructure:
    def test_a_longer_current_level_runs_on_to_its_new_end(self) -> None:
        longer = structure(level(25, 50, minutes=30), level(50, 100))
        clock = adopt_structure(STARTED, old=EVENING, new=longer, now=at(12))
        assert ends_at(clock, longer, now=at(12)) == at(30)

    def test_a_level_cut_below_its_time_played_ends_now(self) -> None:
        shorter = structure(level(25, 50, minutes=10), level(50, 100))
        clock = adopt_structure(STARTED, old=EVENING, new=shorter, now=at(15))
        assert advance(clock, shorter, now=at(15, 2)).transitions == (
            Transition(from_index=0, to_index=1, at=at(15)),
        )

    def test_a_paused_clock_keeps_its_time_played(self) -> None:
        paused = pause(STARTED, EVENING, now=at(15))
        shorter = structure(level(25, 50, minutes=10), level(50, 100))
        clock = adopt_structure(paused, old=EVENING, new=shorter, now=at(20))
        assert clock == paused
        assert advance(resume(clock, now=at(21)), shorter, now=at(21)).clock.index == 1

    def test_a_structure_without_the_current_period_is_refused(self) -> None:
        with pytest.raises(ClockError, match="is not in the structure"):
            adopt_structure(STARTED, old=EVENING, new=structure(level()), now=at(21))


def test_now_in_another_time_zone_is_the_same_instant() -> None:
    rome = timezone(timedelta(hours=1))
    assert start(Clock(), now=SEVEN.astimezone(rome)) == STARTED


def test_naive_instants_are_refused() -> None:
    with pytest.raises(ValueError, match="naive"):
        start(Clock(), now=SEVEN.replace(tzinfo=None))


def test_a_clock_that_runs_without_an_instant_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="running_since"):
        Clock(state="running")
    with pytest.raises(ValueError, match="running_since"):
        Clock(running_since=SEVEN)
    with pytest.raises(ValueError, match="not negative"):
        Clock(elapsed_ms=-1)


@given(st.integers(0, 200), st.integers(0, 10**9), st.integers(-(10**6), 10**6))
def test_a_clock_survives_json(index: int, elapsed_ms: int, added_ms: int) -> None:
    paused = Clock(index=index, elapsed_ms=elapsed_ms, added_ms=added_ms, state="paused")
    for clock in (paused, resume(paused, now=SEVEN + timedelta(milliseconds=elapsed_ms))):
        assert Clock.from_dict(json.loads(json.dumps(clock.to_dict()))) == clock


@pytest.mark.parametrize(
    "change",
    [
        {"index": "1"},
        {"index": -1},
        {"elapsed_ms": 1.5},
        {"state": "stopped"},
        {"state": "running"},
        {"running_since": "2026-03-07T19:00:00", "state": "running"},
        {"running_since": "yesterday", "state": "running"},
    ],
)
def test_a_stored_clock_that_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ClockError) as caught:
        Clock.from_dict(Clock().to_dict() | change)
    assert caught.value.code == "bad_clock"
    with pytest.raises(ClockError):
        Clock.from_dict({})


# --- Timed pauses, a start at a time of day, any level with the time left ---------------------------


def test_a_timed_pause_loses_no_time_and_runs_on_by_itself() -> None:
    """Six minutes into the level, five minutes of pause: what was left is left afterwards."""
    running = STARTED
    paused = pause_until(running, EVENING, now=at(6), until=at(11))

    assert is_waiting(paused, now=at(10))
    left = remaining(running, EVENING, now=at(6))
    assert [remaining(paused, EVENING, now=at(moment)) for moment in (6, 10, 11)] == [left] * 3
    assert not is_waiting(paused, now=at(11))
    assert remaining(paused, EVENING, now=at(12)) == left - minutes(1)


def test_a_timed_pause_is_ended_early_or_made_an_open_one() -> None:
    paused = pause_until(STARTED, EVENING, now=at(6), until=at(11))
    left = remaining(paused, EVENING, now=at(6))

    resumed = resume(paused, now=at(7))
    stopped = pause(paused, EVENING, now=at(7))

    assert remaining(resumed, EVENING, now=at(8)) == left - minutes(1)
    assert (stopped.state, remaining(stopped, EVENING, now=at(60))) == ("paused", left)


def test_a_change_of_level_during_a_timed_pause_leaves_the_pause() -> None:
    paused = pause_until(STARTED, EVENING, now=at(6), until=at(11))

    skipped = next_period(paused, EVENING, now=at(7))

    assert (skipped.index, is_waiting(skipped, now=at(9))) == (1, True)


def test_a_start_at_a_time_of_day_waits_and_then_runs() -> None:
    waiting = start(Clock(), now=at(30))

    assert is_waiting(waiting, now=at(0))
    full = remaining(Clock(), EVENING, now=at(0))
    assert remaining(waiting, EVENING, now=at(30)) == full
    assert remaining(waiting, EVENING, now=at(31)) == full - minutes(1)


def test_a_pause_ends_after_it_has_begun() -> None:
    with pytest.raises(ClockError, match="still to come"):
        pause_until(STARTED, EVENING, now=at(6), until=at(6))
    with pytest.raises(ClockError, match="not running"):
        pause_until(Clock(), EVENING, now=at(6), until=at(7))


@pytest.mark.parametrize("count", [1, 7, 300])
def test_any_level_is_entered_with_the_time_left_that_is_wanted(count: int) -> None:
    jumped = jump(STARTED, EVENING, index=1, left_seconds=60 * count, now=at(3))

    assert jumped.index == 1
    assert remaining(jumped, EVENING, now=at(3)) == minutes(count)


def test_time_that_a_hand_takes_raises_levels_and_leaves_breaks_alone() -> None:
    paused = pause(STARTED, EVENING, now=at(0))
    level = remaining(paused, EVENING, now=at(0)) // timedelta(seconds=1)

    risen = spend(paused, EVENING, seconds=level + 90, now=at(0))
    to_the_break = spend(paused, EVENING, seconds=10 * level, now=at(0))

    full = set_period(paused, EVENING, index=1, now=at(0))
    spent = remaining(full, EVENING, now=at(0)) - remaining(risen, EVENING, now=at(0))
    assert (risen.index, spent) == (1, timedelta(seconds=90))
    first_break = EVENING.next_break_index(0)
    assert (to_the_break.index, to_the_break.elapsed_ms) == (first_break, 0)
    assert spend(to_the_break, EVENING, seconds=120, now=at(0)) == to_the_break


def test_a_level_is_entered_with_one_second_left_or_a_whole_day() -> None:
    for seconds in (1, 86_400):
        jumped = jump(STARTED, EVENING, index=1, left_seconds=seconds, now=at(3))
        assert remaining_seconds(jumped, EVENING, now=at(3)) == seconds
    assert jump(STARTED, EVENING, index=1, left_seconds=60, now=at(3)) == Clock(
        index=1, elapsed_ms=19 * 60_000, running_since=at(3), state="running"
    )
    assert jump(STARTED, EVENING, index=1, left_seconds=1_260, now=at(3)) == Clock(
        index=1, added_ms=60_000, running_since=at(3), state="running"
    )


def test_a_pause_is_told_from_the_skew_of_two_servers_by_more_than_a_second() -> None:
    ahead = Clock(running_since=at(1), state="running")
    assert [is_waiting(ahead, now=at(1, seconds)) for seconds in (-1.001, -1, 0)] == [True, False, False]
    assert not is_waiting(Clock(), now=at(0))


def test_the_hands_that_were_played_take_their_time_off_a_clock_that_runs_too() -> None:
    assert spend(STARTED, EVENING, seconds=90, now=at(5)) == Clock(
        elapsed_ms=6 * 60_000 + 30_000, running_since=at(5), state="running"
    )
    assert spend(STARTED, EVENING, seconds=15 * 60, now=at(5)) == Clock(
        index=1, running_since=at(5), state="running"
    )
    # In the last level there is nothing to rise to: its overtime grows.
    last_level = set_period(pause(STARTED, EVENING, now=at(0)), EVENING, index=4, now=at(0))
    assert spend(last_level, EVENING, seconds=25 * 60, now=at(0)) == Clock(
        index=4, elapsed_ms=25 * 60_000, state="paused"
    )
    in_overtime = Clock(index=3, elapsed_ms=21 * 60_000, state="paused")
    assert spend(in_overtime, EVENING, seconds=60, now=at(0)) == Clock(
        index=4, elapsed_ms=60_000, state="paused"
    )


def test_a_structure_that_is_adopted_books_the_time_played_before() -> None:
    longer = structure(level(25, 50, minutes=30), level(50, 100))
    assert adopt_structure(STARTED, old=EVENING, new=longer, now=at(12)) == Clock(
        elapsed_ms=12 * 60_000, running_since=at(12), state="running"
    )
    waiting = Clock(elapsed_ms=60_000, running_since=at(20), state="running")
    assert adopt_structure(waiting, old=EVENING, new=longer, now=at(12)) == waiting


def test_a_clock_is_stored_as_plain_values() -> None:
    assert STARTED.to_dict() == {
        "index": 0,
        "elapsed_ms": 0,
        "added_ms": 0,
        "running_since": "2026-03-07T19:00:00+00:00",
        "state": "running",
    }
    assert pause(STARTED, EVENING, now=at(21)).to_dict() == {
        "index": 1,
        "elapsed_ms": 60_000,
        "added_ms": 0,
        "running_since": None,
        "state": "paused",
    }
    added = add_seconds(pause(STARTED, EVENING, now=at(21)), EVENING, seconds=60, now=at(21))
    for clock in (STARTED, added):
        assert Clock.from_dict(clock.to_dict()) == clock


def test_a_clock_that_cannot_be_says_what_is_wrong_with_it() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"state": "running"}, "running_since is set exactly while the clock runs"),
        ({"running_since": SEVEN}, "running_since is set exactly while the clock runs"),
        ({"index": -1}, "index, elapsed_ms and hands are not negative"),
        ({"elapsed_ms": -1}, "index, elapsed_ms and hands are not negative"),
        (
            {"running_since": SEVEN.replace(tzinfo=None), "state": "running"},
            "naive datetime: the clock needs aware UTC instants",
        ),
    ]
    for parts, words in wrong:
        with pytest.raises(ValueError, match=f"^{words}$"):
            Clock(**parts)


def test_an_instant_is_cut_to_the_millisecond_before_it() -> None:
    assert start(Clock(), now=SEVEN + timedelta(microseconds=1_999)).running_since == (
        SEVEN + timedelta(milliseconds=1)
    )


# The second level and the fourth last hands.
BY_HANDS = structure(
    level(25, 50),
    hands_level(50, 100, hands=15),
    pause_of(5),
    hands_level(100, 200, hands=2),
    level(200, 400),
)


def test_a_level_by_hands_has_no_end_and_says_how_many_are_left() -> None:
    clock = advance(STARTED, BY_HANDS, now=at(600)).clock
    assert (clock.index, ends_at(clock, BY_HANDS, now=at(600))) == (1, None)
    assert hands_left(clock, BY_HANDS, now=at(600)) == 15
    counted = count_hands(clock, BY_HANDS, hands=8, now=at(600))
    assert hands_left(counted, BY_HANDS, now=at(600)) == 7
    assert Clock.from_dict(counted.to_dict()) == counted
    # 15 hands at 25 an hour are 36 minutes; of them 7 are left.
    assert remaining(counted, BY_HANDS, now=at(600)) == minutes(36) * 7 / 15
    assert hands_left(STARTED, BY_HANDS, now=at(5)) is None


def test_what_comes_after_a_level_by_hands_has_no_time_of_day() -> None:
    assert period_starts_at(STARTED, BY_HANDS, index=1, now=at(5)) == at(20)
    assert period_starts_at(STARTED, BY_HANDS, index=2, now=at(5)) is None
    assert time_to_break(STARTED, BY_HANDS, now=at(5)) == minutes(15 + 36)
    assert is_break_by_hands(STARTED, BY_HANDS, now=at(5))
    in_break = set_period(STARTED, BY_HANDS, index=2, now=at(60))
    assert ends_at(in_break, BY_HANDS, now=at(60)) == at(65)
    assert not is_break_by_hands(in_break, BY_HANDS, now=at(60))


def test_no_minutes_are_added_to_hands_nor_taken_off_them() -> None:
    by_hands = set_period(STARTED, BY_HANDS, index=1, now=at(20))
    with pytest.raises(ClockError) as refusal:
        add_seconds(by_hands, BY_HANDS, seconds=60, now=at(21))
    assert refusal.value.code == "by_hands"
    with pytest.raises(ClockError) as by_time:
        count_hands(STARTED, BY_HANDS, hands=1, now=at(5))
    assert by_time.value.code == "by_time"
    assert spend(by_hands, BY_HANDS, seconds=120, now=at(21)) == by_hands
    # Two minutes of hand-for-hand end a level by time that has one left, and stop there.
    spent = spend(STARTED, BY_HANDS, seconds=120, now=at(19))
    assert (spent.index, spent.elapsed_ms) == (1, 0)


def test_a_level_goes_over_from_minutes_to_hands_while_it_is_played() -> None:
    """The final table begins in the middle of a level: from now on it lasts 15 hands, none of them played."""
    later = structure(hands_level(25, 50, hands=15), level(50, 100))
    earlier = structure(level(25, 50), level(50, 100))
    by_hands = adopt_structure(STARTED, old=earlier, new=later, now=at(12))
    assert by_hands == Clock(running_since=at(12), state="running")
    counted = count_hands(by_hands, later, hands=3, now=at(13))
    back = adopt_structure(counted, old=later, new=earlier, now=at(30))
    assert (back.hands, ends_at(back, earlier, now=at(30))) == (0, at(50))


def test_a_level_by_hands_is_set_with_all_its_hands() -> None:
    counted = count_hands(set_period(STARTED, BY_HANDS, index=1, now=at(20)), BY_HANDS, hands=3, now=at(21))
    assert jump(counted, BY_HANDS, index=3, left_seconds=60, now=at(30)) == Clock(
        index=3, running_since=at(30), state="running"
    )
    assert next_period(counted, BY_HANDS, now=at(30)).hands == 0


def test_an_open_pause_becomes_a_timed_one() -> None:
    paused = pause(STARTED, EVENING, now=at(5))
    assert pause_until(paused, EVENING, now=at(6), until=at(9)) == Clock(
        elapsed_ms=5 * 60_000, running_since=at(9), state="running"
    )
