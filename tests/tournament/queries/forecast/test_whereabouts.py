"""Where an event in play is, however its clock came there: 20-minute levels."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Hand, HandStatus
from tests.factories import ACTOR, after
from tests.factories.field import started
from tests.tournament.queries.forecast.club import LONG
from tests.tournament.rules.structures import hands_level, level, pause_of, structure
from tournament.models import LogEntry, Tournament
from tournament.queries.forecast.evenings import read_events
from tournament.queries.forecast.outlook import event_now
from tournament.queries.forecast.whereabouts import where_it_is
from tournament.services.clock import count_hands, deduct_time, jump_to, next_period, pause_clock, sweep_clock
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def played(tournament: Tournament, minutes: float) -> tuple[float, list[float]]:
    """The played minute, and how long the first three stretches are."""
    tournament.refresh_from_db()
    place = where_it_is(read_events([tournament])[0], after(minutes))
    return round(place.played, 6), [round(stretch.minutes, 6) for stretch in place.course.stretches[:3]]


def test_an_undone_skip_has_never_been() -> None:
    tournament, _ = started(12, structure=LONG)
    sweep_clock(tournament_id=tournament.pk, now=after(35))
    next_period(tournament_id=tournament.pk, by=ACTOR.at(after(35)))
    line = LogEntry.objects.filter(tournament=tournament, verb="level_skipped").get()
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(36)))
    assert played(tournament, 37) == (37, [20, 20, 20])


def test_what_a_jump_leaves_out_was_not_played() -> None:
    tournament, _ = started(12, structure=LONG)
    jump_to(tournament_id=tournament.pk, index=0, left_seconds=120, by=ACTOR.at(after(3)))
    assert played(tournament, 3) == (3, [5, 20, 20])
    assert played(tournament, 4) == (4, [5, 20, 20])


def test_hand_for_hand_plays_its_minutes() -> None:
    tournament, _ = started(12, structure=LONG)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    found = []
    for minute in (8, 12, 16):
        deduct_time(tournament_id=tournament.pk, seconds=120, by=ACTOR.at(after(minute)))
        found.append(played(tournament, minute + 1))
    assert found == [(7, [20, 20, 20]), (9, [20, 20, 20]), (11, [20, 20, 20])]


def test_a_clock_that_nobody_swept_was_played_all_the_same() -> None:
    tournament, _ = started(12, structure=LONG)
    assert played(tournament, 45) == (45, [20, 20, 20])


BY_HANDS = structure(level(50, 100), hands_level(100, 200, hands=15), pause_of(10), level(200, 400))


def test_levels_by_hands_take_what_is_usual_as_long_as_no_hand_is_recorded() -> None:
    tournament, _ = started(12, structure=BY_HANDS)
    assert played(tournament, 10) == (10, [20, 36, 10])
    sweep_clock(tournament_id=tournament.pk, now=after(20))
    count_hands(tournament_id=tournament.pk, hands=10, by=ACTOR.at(after(30)))
    # Five hands are left.
    assert played(tournament, 30) == (30, [20, 22, 10])


def dealt_a_minute_each(tournament: Tournament) -> None:
    for table in tournament.tables.all():
        Hand.objects.bulk_create(
            Hand(
                table=table,
                number=number,
                status=HandStatus.COMPLETE,
                level_index=0,
                level_number=1,
                game="NT",
                setup_data={},
                started_at=after(number - 1),
                ended_at=after(number),
            )
            for number in range(1, 16)
        )


def test_levels_by_hands_are_played_at_the_pace_of_the_room() -> None:
    tournament, _ = started(12, structure=BY_HANDS)
    dealt_a_minute_each(tournament)
    assert played(tournament, 15) == (15, [20, 15, 10])


def test_by_another_structure_the_pace_of_the_room_is_not_read_again(django_assert_num_queries: Any) -> None:
    tournament, _ = started(12, structure=BY_HANDS)
    dealt_a_minute_each(tournament)
    known = event_now(tournament, now=after(15))
    assert known is not None
    with django_assert_num_queries(0):
        again = known.by(tournament)
    assert again.place.hands_an_hour == 60
    assert [stretch.minutes for stretch in again.place.course.stretches[:3]] == pytest.approx([20, 15, 10])
