from __future__ import annotations

from typing import Any

import pytest

from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.worlds import kept
from tournament.changes.clock import ClockBegun, ClockChange
from tournament.models import LogEntry, Tournament
from tournament.queries.clock import clock_board
from tournament.queries.structure import structure_sheet
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock
from tournament.services.clock import pause_for, start_clock, sweep_clock
from tournament.services.clock_controls import change_clock, last_clock_change
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@kept
def started(**changes: Any) -> Tournament:
    tournament = make_tournament(**changes)
    enter(tournament, "Anna", "Bruno", "Carla")
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=NOW)
    return start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))


def tap_clock(tournament: Tournament, step: str, minutes: float) -> Tournament:
    tournament.refresh_from_db()
    return change_clock(
        tournament_id=tournament.pk, step=step, version=tournament.clock_version, by=ACTOR.at(after(minutes))
    )


def left(tournament: Tournament, minutes: float) -> int:
    tournament.refresh_from_db()
    return clock_rules.remaining_seconds(tournament.clock, tournament.structure, now=after(minutes))


def test_the_clock_does_not_start_before_the_seats_are_drawn() -> None:
    tournament = make_tournament()

    with pytest.raises(Refused) as refusal:
        start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))

    assert refusal.value.code == "draw_first"
    assert Tournament.objects.get().status == "registering"


def test_the_clock_starts_once() -> None:
    tournament = started()

    with pytest.raises(Refused, match="already started"):
        start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))


def test_a_start_without_late_registration_closes_registration() -> None:
    assert started().registration_closed_at == NOW
    assert started(late_registration_level=1).registration_closed_at is None


def test_pause_and_resume_lose_no_time() -> None:
    tournament = started()

    tap_clock(tournament, "pause", 5)
    assert left(tournament, 65) == 15 * 60
    tap_clock(tournament, "resume", 65)
    assert left(tournament, 70) == 10 * 60


def test_a_minute_more_and_a_minute_less() -> None:
    tournament = started()

    tap_clock(tournament, "plus", 5)
    assert left(tournament, 5) == 16 * 60
    tap_clock(tournament, "minus", 5)
    tap_clock(tournament, "minus", 5)
    assert left(tournament, 5) == 14 * 60


def test_next_and_previous_level_begin_in_full() -> None:
    tournament = started()

    tap_clock(tournament, "next", 5)
    assert (left(tournament, 5), tournament.clock_index) == (1200, 1)
    tap_clock(tournament, "previous", 6)
    assert (left(tournament, 6), tournament.clock_index) == (1200, 0)
    line = LogEntry.objects.latest("pk")
    assert (line.verb, line.actor, line.at) == ("level_set_back", ACTOR.label, after(6))
    change = ClockChange.of(line)
    assert (change.from_index, change.to_index) == (1, 0)


def test_a_tap_on_a_clock_that_has_changed_since_is_refused() -> None:
    tournament = started()
    seen = tournament.clock_version
    tap_clock(tournament, "next", 5)

    with pytest.raises(Refused) as refusal:
        change_clock(tournament_id=tournament.pk, step="next", version=seen, by=ACTOR.at(after(5)))

    assert refusal.value.code == "clock_changed"
    assert Tournament.objects.get().clock_index == 1


@pytest.mark.parametrize("step", ["pause", "next", "plus", "minus"])
def test_undo_puts_the_clock_back_as_if_nobody_had_touched_it(step: str) -> None:
    tournament = started()
    before = tournament.clock

    tap_clock(tournament, step, 5)
    tap_clock(tournament, "undo", 7)

    tournament.refresh_from_db()
    assert tournament.clock == before
    assert left(tournament, 7) == 13 * 60
    undone = LogEntry.objects.get(verb="clock_restored").undoes
    assert undone is not None
    assert undone.data["clock_before"] == before.to_dict()


def test_undo_works_once_and_only_on_the_newest_change() -> None:
    tournament = started()
    tap_clock(tournament, "plus", 1)
    tap_clock(tournament, "plus", 2)

    tap_clock(tournament, "undo", 3)
    assert left(tournament, 3) == 18 * 60

    with pytest.raises(Refused, match="no clock change"):
        tap_clock(tournament, "undo", 4)


def test_undo_is_not_offered_once_the_level_has_changed_by_itself() -> None:
    tournament = started()
    tap_clock(tournament, "plus", 1)
    tournament.refresh_from_db()
    assert last_clock_change(tournament) is not None

    sweep_clock(tournament_id=tournament.pk, now=after(22))

    tournament.refresh_from_db()
    assert last_clock_change(tournament) is None


def test_undo_of_a_skipped_level_opens_registration_again() -> None:
    tournament = started(late_registration_level=1)
    tap_clock(tournament, "next", 5)
    tournament.refresh_from_db()
    assert tournament.registration_closed_at == after(5)

    tap_clock(tournament, "undo", 6)

    tournament.refresh_from_db()
    assert tournament.registration_closed_at is None
    assert enter(tournament, "Dario", now=after(6))


@pytest.mark.rule("S-016")
def test_the_sweep_books_each_transition_once_and_at_its_own_moment() -> None:
    tournament = started()

    counts = [sweep_clock(tournament_id=tournament.pk, now=after(45)) for _ in range(2)]

    assert counts == [2, 0]
    lines = LogEntry.objects.filter(verb="level_changed").order_by("pk")
    assert [(line.at, line.data) for line in lines] == [
        (after(20), {"from_index": 0, "to_index": 1}),
        (after(40), {"from_index": 1, "to_index": 2}),
    ]


def test_late_registration_closes_by_itself_with_its_level() -> None:
    tournament = started(late_registration_level=1)

    sweep_clock(tournament_id=tournament.pk, now=after(19))
    assert Tournament.objects.get().registration_closed_at is None
    sweep_clock(tournament_id=tournament.pk, now=after(20))
    sweep_clock(tournament_id=tournament.pk, now=after(20.1))

    assert Tournament.objects.get().registration_closed_at == after(20)
    assert LogEntry.objects.filter(verb="registration_closed").count() == 1


@pytest.mark.parametrize(("through_break", "closes_at"), [(True, 50), (False, 40)])
def test_late_registration_ends_before_or_after_the_break_as_the_profile_says(
    through_break: bool, closes_at: int
) -> None:
    """WSOP 12: levels of 20 minutes, a break of ten after level 2, the last one with registration."""
    tournament = started(
        late_registration_level=2,
        rule_overrides={"event": {"registration_through_break": through_break}},
    )

    assert clock_board(tournament, now=after(39)).registration_closes_at == after(closes_at)
    sweep_clock(tournament_id=tournament.pk, now=after(closes_at - 0.1))
    assert Tournament.objects.get().registration_closed_at is None
    sweep_clock(tournament_id=tournament.pk, now=after(closes_at))
    assert Tournament.objects.get().registration_closed_at == after(closes_at)
    sheet = structure_sheet(tournament, now=after(1))
    (end,) = [row for row in sheet.rows if row.is_registration_end]
    assert (end.break_ is not None) == through_break


def test_a_clock_in_the_log_is_read_back_whole() -> None:
    tournament = started()
    tap_clock(tournament, "pause", 5)

    data = LogEntry.objects.get(verb="clock_paused").data
    assert Clock.from_dict(data["clock_before"]) == Clock(running_since=NOW, state="running")


def test_a_tick_without_anything_due_begins_no_transaction(django_assert_num_queries: Any) -> None:
    tournament = started(late_registration_level=1)

    # One reading; a savepoint would be two more.
    with django_assert_num_queries(1):
        sweep_clock(tournament_id=tournament.pk, now=after(5))


def lines(tournament: Tournament, verb: str) -> list[LogEntry]:
    return list(LogEntry.objects.filter(tournament=tournament, verb=verb))


def waiting() -> Tournament:
    """Its clock starts by itself half an hour after NOW."""
    tournament = make_tournament()
    enter(tournament, "Anna", "Bruno", "Carla")
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=NOW)
    return start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW), at=after(30))


@pytest.mark.parametrize("late", [0, 0.05, 3])
def test_a_timed_start_writes_its_line_when_it_comes_and_once(late: float) -> None:
    tournament = waiting()
    sweep_clock(tournament_id=tournament.pk, now=after(29))
    assert lines(tournament, "clock_begun") == []

    for again in (0, 0.1, 1):
        sweep_clock(tournament_id=tournament.pk, now=after(30 + late + again))

    [line] = lines(tournament, "clock_begun")
    assert (line.at, ClockBegun.of(line).is_start, line.actor) == (after(30), True, "clock")


def test_a_timed_pause_writes_its_line_when_it_is_over() -> None:
    tournament = started()
    pause_for(tournament_id=tournament.pk, seconds=300, by=ACTOR.at(after(2)))

    for minutes in (6, 7, 7.1):
        sweep_clock(tournament_id=tournament.pk, now=after(minutes))

    [line] = lines(tournament, "clock_begun")
    assert (line.at, ClockBegun.of(line).is_start) == (after(7), False)


def test_a_start_that_was_made_at_once_has_no_second_line() -> None:
    tournament = started()
    tap_clock(tournament, "pause", 1)
    tap_clock(tournament, "resume", 2)

    sweep_clock(tournament_id=tournament.pk, now=after(2.01))

    assert lines(tournament, "clock_begun") == []
