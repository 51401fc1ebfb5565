"""How the clock of an event ran, from the lines of its log: 20-minute levels, a break after the second."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, after
from tests.factories.field import entered, started
from tests.factories.rounds import Rounds
from tests.tournament.rules.structures import hands_level, level, structure
from tournament.models import LogEntry, Tournament
from tournament.queries.forecast.evenings import PlayedTime, read_events
from tournament.queries.forecast.spans import spans_of
from tournament.services.clock import (
    count_hands,
    deduct_time,
    next_period,
    pause_clock,
    pause_for,
    resume_clock,
    start_clock,
    sweep_clock,
    undo_start,
)
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def minutes(moment: datetime) -> float:
    return (moment - after(0)) / timedelta(minutes=1)


def spans(tournament: Tournament, *, until: float) -> list[tuple[int, float, float]]:
    (event,) = read_events([tournament])
    found = spans_of(event.lines, until=after(until))
    return [(span.index, minutes(span.start), minutes(span.end)) for span in found]


def test_a_clock_that_ran_through_is_one_span_for_each_period() -> None:
    tournament, _ = started(4)
    sweep_clock(tournament_id=tournament.pk, now=after(55))
    assert spans(tournament, until=55) == [(0, 0, 20), (1, 20, 40), (2, 40, 50), (3, 50, 55)]


def test_while_it_was_paused_it_did_not_run() -> None:
    tournament, _ = started(4)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(12)))
    assert spans(tournament, until=20) == [(0, 0, 5), (0, 12, 20)]


def test_a_timed_pause_ends_by_itself() -> None:
    tournament, _ = started(4)
    pause_for(tournament_id=tournament.pk, seconds=600, by=ACTOR.at(after(5)))
    sweep_clock(tournament_id=tournament.pk, now=after(16))
    assert spans(tournament, until=20) == [(0, 0, 5), (0, 15, 20)]


def test_a_level_that_was_skipped_ends_there() -> None:
    tournament, _ = started(4)
    next_period(tournament_id=tournament.pk, by=ACTOR.at(after(8)))
    assert spans(tournament, until=10) == [(0, 0, 8), (1, 8, 10)]


def undo(tournament: Tournament, verb: str, *, at: float) -> None:
    line = LogEntry.objects.filter(tournament=tournament, verb=verb).latest("pk")
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(at)))


def test_an_undone_pause_has_never_been_since_the_clock_has_run_through_it() -> None:
    tournament, _ = started(4)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    undo(tournament, "clock_paused", at=6)
    assert spans(tournament, until=10) == [(0, 0, 10)]


def test_a_clock_that_ran_on_by_mistake_has_stood() -> None:
    tournament, _ = started(4)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(7)))
    undo(tournament, "clock_resumed", at=9)
    assert spans(tournament, until=12) == [(0, 0, 5)]


def test_an_undone_skip_leaves_its_level_as_it_was() -> None:
    tournament, _ = started(4)
    sweep_clock(tournament_id=tournament.pk, now=after(35))
    next_period(tournament_id=tournament.pk, by=ACTOR.at(after(35)))
    undo(tournament, "level_skipped", at=36)
    assert spans(tournament, until=37) == [(0, 0, 20), (1, 20, 37)]


def test_minutes_that_hand_for_hand_takes_off_the_clock_are_played_while_it_stands() -> None:
    tournament, _ = started(4)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    for minute in (9, 14):
        deduct_time(tournament_id=tournament.pk, seconds=120, by=ACTOR.at(after(minute)))
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(after(20)))
    found = spans_of(read_events([tournament])[0].lines, until=after(22))
    assert [(span.index, span.minutes) for span in found] == [(0, 5), (0, 2), (0, 2), (0, 2)]
    time = PlayedTime(found, tournament.structure.periods)
    assert [time.at(after(minute)) for minute in (8, 9, 13, 14, 21)] == [5, 7, 7, 9, 10]


def test_an_undone_round_gives_its_minutes_back() -> None:
    tournament, _ = started(4)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    deduct_time(tournament_id=tournament.pk, seconds=120, by=ACTOR.at(after(9)))
    undo(tournament, "time_deducted", at=10)
    assert spans(tournament, until=12) == [(0, 0, 5)]


def test_a_round_in_play_again_gives_its_minutes_back() -> None:
    """It names no line that it undoes: its own was written for the tables."""
    room = Rounds((9000, 9000, 9000), (9000, 9000, 9000))
    room.now = after(3)
    room.announce()
    room.now = after(6)
    for number in (1, 2):
        room.quiet(number)
    played = spans(room.fresh(), until=10)
    room.now = after(7)
    room.undo(2)
    assert LogEntry.objects.filter(tournament=room.tournament, verb="clock_restored").exists()
    assert (played, spans(room.fresh(), until=10)) == ([(0, 0, 3), (0, 6, 6)], [(0, 0, 3)])


def test_a_clock_that_begins_in_the_middle_of_its_structure_does_so_there() -> None:
    tournament, _ = entered(4)
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(after(0)))
    Tournament.objects.filter(pk=tournament.pk).update(clock_index=3, clock_elapsed_ms=5 * 60_000)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(after(0)))
    sweep_clock(tournament_id=tournament.pk, now=after(17))
    assert spans(tournament, until=17) == [(3, 0, 15), (4, 15, 17)]


def test_a_level_that_its_last_hand_ended_is_over() -> None:
    by_hands = structure(level(), hands_level(200, 400, hands=3), level(300, 600))
    tournament, _ = started(4, structure=by_hands)
    sweep_clock(tournament_id=tournament.pk, now=after(20))
    count_hands(tournament_id=tournament.pk, hands=3, by=ACTOR.at(after(27)))
    assert spans(tournament, until=30) == [(0, 0, 20), (1, 20, 27), (2, 27, 30)]


def test_nothing_counts_before_a_start_that_was_undone() -> None:
    tournament, _ = started(4)
    line = LogEntry.objects.filter(verb="clock_started").get()
    undo_start(line=line, by=ACTOR.at(after(3)))
    assert spans(tournament, until=10) == []
