"""What a house learns from: its own finished events as they were played, and imported ones that have times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.factories import ACTOR, NOW, after
from tests.factories.field import bust, started
from tests.factories.imports import imported
from tests.factories.ttd import make_field
from tests.tournament.queries.forecast.club import BLINDS, LONG
from tests.tournament.rules.structures import pause_of, structure
from tournament.models import Entry, Tournament, TournamentStatus
from tournament.queries.forecast.evenings import finished_evening, read_events
from tournament.queries.forecast.house import house_experience, learn
from tournament.rules.forecast.course import Course, Stretch
from tournament.rules.forecast.evening import Evening
from tournament.rules.forecast.experience import Lesson, learned
from tournament.rules.structure.periods import Structure
from tournament.services.clock import add_time, deduct_time, pause_clock, resume_clock, sweep_clock

pytestmark = pytest.mark.django_db


def play(
    outs: Sequence[float], *, pause: tuple[float, float] | None = None, plan: Structure = LONG
) -> Tournament:
    """An evening played to its end, with the players out at these minutes."""
    tournament, entries = started(len(outs) + 1, structure=plan)
    if pause:
        sweep_clock(tournament_id=tournament.pk, now=after(pause[0]))
        pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(pause[0])))
        resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(pause[1])))
    for loser, minute in zip(entries[1:], outs, strict=True):
        sweep_clock(tournament_id=tournament.pk, now=after(minute))
        bust(tournament, loser, winner=entries[0], now=after(minute))
    tournament.refresh_from_db()
    return tournament


def events_learned_from() -> int:
    learn()
    return house_experience().events


def read(tournament: Tournament) -> Evening:
    evening = finished_evening(read_events([tournament])[0])
    assert evening is not None
    return evening


def test_an_evening_is_read_as_it_was_played_without_its_breaks() -> None:
    plan = structure(*LONG.periods[:2], pause_of(10), *LONG.periods[2:])
    tournament = play((15, 35, 45, 60, 85), plan=plan)
    assert tournament.status == TournamentStatus.FINISHED
    evening = read(tournament)
    assert evening.outs == (15, 35, 40, 50, 75)
    assert evening.entries == 6
    assert evening.chips == 60_000
    assert [stretch.minutes for stretch in evening.course.stretches] == [20, 20, 10, *[20] * 14]


def test_the_course_of_an_evening_goes_on_behind_its_end() -> None:
    course = read(play((20, 40, 60, 80, 102.6))).course
    assert [(level.minutes, level.big_blind) for level in course.levels] == [(20, blind) for blind in BLINDS]


def test_a_level_that_lasted_longer_than_planned_did_so() -> None:
    tournament, entries = started(3, structure=LONG)
    add_time(tournament_id=tournament.pk, seconds=600, by=ACTOR.at(after(5)))
    bust(tournament, entries[2], winner=entries[0], now=after(10))
    bust(tournament, entries[1], winner=entries[0], now=after(25))
    tournament.refresh_from_db()
    assert [level.minutes for level in read(tournament).course.levels[:2]] == [30, 20]


def test_hindsight_does_not_know_where_the_evenings_ended() -> None:
    """They teach what they would teach with all of their structure, and no narrower range."""
    nights = [
        play(outs)
        for outs in (
            (30, 55, 80, 100, 102.6),
            (45, 70, 95, 130, 163),
            (20, 62, 90, 141, 202.5),
            (50, 66, 70, 75, 81),
        )
    ]
    evenings = sorted((read(night) for night in nights), key=lambda evening: evening.end, reverse=True)
    whole = Course(stretches=tuple(Stretch(minutes=20, big_blind=blind) for blind in BLINDS))
    known = learned([Lesson(evening=replace(evening, course=whole)) for evening in evenings])
    learn()
    assert house_experience().spread == known.spread
    assert house_experience().earlier == known.earlier


def test_a_night_is_no_lost_time() -> None:
    tournament = play((15, 35, 30 + 14 * 60 + 45, 1000, 1010), pause=(40, 40 + 14 * 60))
    assert read(tournament).lost_an_hour == 0


def test_a_clock_that_hardly_ran_has_lost_no_more_than_half_of_each_hour() -> None:
    assert read(play((15, 35, 245, 250, 280), pause=(40, 240))).lost_an_hour == 30


def test_minutes_of_hand_for_hand_are_played_and_not_lost() -> None:
    tournament, entries = started(4, structure=LONG)
    sweep_clock(tournament_id=tournament.pk, now=after(50))
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(50)))
    for minute in range(52, 72, 2):
        deduct_time(tournament_id=tournament.pk, seconds=120, by=ACTOR.at(after(minute)))
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(70)))
    for loser in entries[1:]:
        bust(tournament, loser, winner=entries[0], now=after(75))
    tournament.refresh_from_db()
    assert (read(tournament).outs, read(tournament).lost_an_hour) == ((75, 75, 75), 0)


def test_a_pause_is_lost_time_and_not_played() -> None:
    evening = read(play((15, 35, 75, 80, 100), pause=(40, 60)))
    assert evening.outs == (15, 35, 55, 60, 80)
    assert evening.lost_an_hour == pytest.approx(20 / 80 * 60)


def test_house_experience_grows_with_each_finished_event() -> None:
    assert events_learned_from() == 0
    play((20, 30, 40, 50, 60))
    assert events_learned_from() == 1


def test_demos_chops_and_what_was_entered_within_minutes_teach_nothing() -> None:
    demo = play((20, 30, 40, 50, 60))
    Tournament.objects.filter(pk=demo.pk).update(is_demo=True)
    assert events_learned_from() == 0
    play((1, 2, 3, 4, 5))
    assert events_learned_from() == 0


def test_an_event_in_which_more_than_one_was_left_teaches_nothing() -> None:
    tournament = play((20, 30, 40, 50, 60))
    loser = Entry.objects.filter(tournament=tournament, eliminated_at=after(60)).get()
    Entry.objects.filter(pk=loser.pk).update(eliminated_at=None)
    assert finished_evening(read_events([tournament])[0]) is None


def test_imported_events_with_times_are_learned_from() -> None:
    imported(make_field(9), now=NOW)
    assert events_learned_from() == 1


def test_imported_events_without_times_are_not() -> None:
    event = imported(make_field(9), now=NOW)
    event.data = {key: value for key, value in event.data.items() if key not in ("ent", "add")}
    event.save()
    assert events_learned_from() == 0


def test_nobody_who_asks_waits_for_what_is_to_be_learned(django_assert_num_queries: Any) -> None:
    play((20, 30, 40, 50, 60))
    with django_assert_num_queries(0):
        assert house_experience().events == 0
    assert learn()
    play((20, 30, 40, 50, 60))
    with django_assert_num_queries(0):
        assert house_experience().events == 1


def test_nothing_is_learned_again_that_was_learned_before(django_assert_num_queries: Any) -> None:
    event = play((20, 30, 40, 50, 60))
    assert learn()
    with django_assert_num_queries(2):
        assert not learn()
    Tournament.objects.filter(pk=event.pk).update(status=TournamentStatus.RUNNING)
    assert learn(), "it was reopened"
    assert house_experience().events == 0
