"""The outlook of one event as times of day: 20-minute levels, a break of ten minutes after the second, four levels."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.field import bust, started
from tests.factories.flights import Flights
from tests.tournament.queries.forecast.club import BLINDS, LONG
from tournament.models import Tournament
from tournament.queries.forecast.evenings import read_events
from tournament.queries.forecast.outlook import Expected, Outlook, look_again, outlook, outlook_now
from tournament.queries.forecast.whereabouts import where_it_is
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.rules.payouts.schemes import FieldCurve, SatelliteSeats, payout_scheme_to_dict
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.services.clock import (
    pause_clock,
    start_clock,
    sweep_clock,
)

pytestmark = pytest.mark.django_db


def with_breaks(**breaks: Break) -> Structure:
    """Breaks behind the levels that their names say: `after_3`."""
    periods: list[Any] = []
    for number, level in enumerate(LONG.periods, start=1):
        periods.append(level)
        if f"after_{number}" in breaks:
            periods.append(breaks[f"after_{number}"])
    return Structure(periods=tuple(periods))


def seen(tournament: Tournament, minutes: float) -> Outlook:
    tournament.refresh_from_db()
    found = outlook_now(tournament, now=after(minutes))
    assert found is not None
    return found


def of(found: Outlook, kind: Any) -> Expected:
    expected = found.of(kind)
    assert expected is not None
    return expected


def test_before_the_start_it_goes_by_the_announced_start_and_those_entered() -> None:
    tournament = make_tournament(structure=LONG, starts_at=after(120))
    enter(tournament, *(f"Player {number}" for number in range(12)))
    end = of(seen(tournament, 0), "end")
    assert after(120 + 100) < end.low < end.mid < end.high < after(120 + 320)


def test_times_are_in_steps_of_five_minutes_around_their_middle() -> None:
    tournament, _ = started(12, structure=LONG)
    for expected in seen(tournament, 7).expected:
        assert expected.low <= expected.mid <= expected.high
        assert not expected.is_planned
        assert {moment.timestamp() % 300 for moment in (expected.low, expected.mid, expected.high)} == {0}


def test_a_pause_moves_everything_back_while_it_lasts() -> None:
    tournament, _ = started(12, structure=LONG)
    running = of(seen(tournament, 60), "end")
    sweep_clock(tournament_id=tournament.pk, now=after(60))
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(60)))
    assert of(seen(tournament, 60), "end").mid == running.mid
    assert of(seen(tournament, 90), "end").mid - running.mid == timedelta(minutes=30)


def test_players_who_go_out_fast_bring_the_end_nearer() -> None:
    slow, _ = started(12, structure=LONG)
    fast, entries = started(12, structure=LONG, name="Fast")
    for loser in entries[6:]:
        bust(fast, loser, winner=entries[0], now=after(30))
    assert of(seen(fast, 40), "end").mid < of(seen(slow, 40), "end").mid
    assert (seen(fast, 40).left, seen(fast, 40).entries, seen(fast, 40).has_pace) == (6, 12, True)


def test_the_bubble_comes_before_the_end_and_is_over_when_it_has_burst() -> None:
    tournament, entries = started(12, structure=LONG)
    found = seen(tournament, 10)
    assert of(found, "bubble").mid < of(found, "end").mid
    for loser in entries[3:]:
        bust(tournament, loser, winner=entries[0], now=after(100))
    assert seen(tournament, 101).of("bubble") is None


def test_the_final_table_is_expected_while_there_are_more_players_than_seats() -> None:
    tournament, entries = started(12, structure=LONG)
    assert seen(tournament, 10).of("final_table")
    for loser in entries[9:]:
        bust(tournament, loser, winner=entries[0], now=after(20))
    assert seen(tournament, 21).of("final_table") is None


def test_breaks_and_dinner_are_where_the_clock_will_have_them() -> None:
    structure = with_breaks(
        after_2=Break(duration_seconds=600), after_4=Break(duration_seconds=2700, label="Dinner")
    )
    tournament, _ = started(12, structure=structure)
    found = seen(tournament, 5)
    assert (of(found, "break").low, of(found, "break").is_planned) == (after(40), True)
    assert of(found, "dinner").low == after(90)
    sweep_clock(tournament_id=tournament.pk, now=after(45))
    in_break = seen(tournament, 45)
    assert of(in_break, "break").low == after(90)
    assert of(in_break, "end").mid - of(found, "end").mid < timedelta(minutes=90)


def test_a_break_that_is_nearly_over_is_not_waited_for_again() -> None:
    tournament, _ = started(12, structure=with_breaks(after_2=Break(duration_seconds=3600)))
    sweep_clock(tournament_id=tournament.pk, now=after(41))
    early, late = seen(tournament, 41), seen(tournament, 99)
    assert of(early, "end").mid == of(late, "end").mid


def test_the_end_of_today_is_before_the_night() -> None:
    tournament, _ = started(12, structure=with_breaks(after_5=Break(duration_seconds=12 * 3600)))
    assert of(seen(tournament, 5), "day_end").low == after(100)


def test_a_satellite_ends_at_its_seats() -> None:
    seats = payout_scheme_to_dict(SatelliteSeats(value=150_00))
    satellite, _ = started(12, structure=LONG, payout_scheme_data=seats)
    night, _ = started(12, structure=LONG, name="Night")
    assert of(seen(satellite, 10), "end").mid < of(seen(night, 10), "end").mid


def test_nothing_is_said_of_too_few_players_or_of_what_is_over() -> None:
    tournament = make_tournament(structure=LONG)
    enter(tournament, "Anna", "Bruno")
    assert outlook_now(tournament, now=NOW) is None
    played, entries = started(3, name="Played")
    for loser in entries[1:]:
        bust(played, loser, winner=entries[0], now=after(30))
    assert outlook(played, now=after(31)) is None


def test_it_is_worked_out_once_a_minute_whoever_asks(django_assert_num_queries: Any) -> None:
    tournament, _ = started(12, structure=LONG)
    first = outlook(tournament, now=after(10))
    with django_assert_num_queries(0):
        assert outlook(tournament, now=after(11)) == first
    assert outlook(tournament, now=after(12)) != first


def test_looking_again_tells_whether_it_says_something_else() -> None:
    tournament, entries = started(12, structure=LONG)
    assert look_again(tournament, now=after(10))
    assert not look_again(tournament, now=after(10.2))
    bust(tournament, entries[-1], winner=entries[0], now=after(11))
    assert look_again(tournament, now=after(11))


@pytest.mark.parametrize("players", [4, 12])
def test_it_asks_the_same_questions_whatever_the_field(
    players: int, django_assert_max_num_queries: Any
) -> None:
    tournament, _ = started(players, structure=LONG)
    with django_assert_max_num_queries(14):
        outlook_now(tournament, now=after(10))


def test_levels_without_a_big_blind_are_measured_by_their_bets() -> None:
    stud = Structure(
        periods=tuple(
            Level(
                small_blind=0,
                big_blind=0,
                ante=blind // 10,
                ante_kind="classic",
                bring_in=blind // 5,
                small_bet=blind,
                big_bet=2 * blind,
                game="F7S",
                duration_seconds=1200,
            )
            for blind in BLINDS
        )
    )
    tournament, _ = started(8, structure=stud)
    assert of(seen(tournament, 5), "end").low > after(60)


@pytest.mark.parametrize(
    ("ends", "kinds"),
    [
        ({"flight_level": 3}, {"day_end"}),
        ({"flight_players": 6}, {"end"}),
        ({"flight_level": 16, "flight_players": 6}, {"end"}),
    ],
)
def test_a_flight_ends_with_its_level_or_when_few_enough_are_left(
    ends: dict[str, Any], kinds: set[str]
) -> None:
    flights = Flights(structure=LONG, **ends)
    flight = flights.add("1A")
    flights.enter(flight, *(f"Player {number}" for number in range(12)))
    make_seat_draw(tournament_id=flight.pk, seed="1", by=ACTOR.at(NOW))
    start_clock(tournament_id=flight.pk, by=ACTOR.at(NOW))
    found = seen(flight, 10)
    assert {expected.kind for expected in found.expected} == kinds
    if "day_end" in kinds:
        assert of(found, "day_end").low == after(60)


def test_a_flight_that_may_end_sooner_is_over_with_its_level_at_the_latest() -> None:
    flights = Flights(structure=LONG, flight_level=9, flight_players=6)
    flight = flights.add("1A")
    flights.enter(flight, *(f"Player {number}" for number in range(12)))
    make_seat_draw(tournament_id=flight.pk, seed="1", by=ACTOR.at(NOW))
    start_clock(tournament_id=flight.pk, by=ACTOR.at(NOW))
    found = seen(flight, 10)
    assert of(found, "end").low < of(found, "end").high == of(found, "day_end").low == after(180)


def test_a_flight_has_no_breaks_behind_its_end() -> None:
    structure = with_breaks(after_2=Break(duration_seconds=600), after_3=Break(duration_seconds=600))
    flights = Flights(structure=structure, flight_level=3)
    flight = flights.add("1A")
    flights.enter(flight, *(f"Player {number}" for number in range(12)))
    flights.begin(flight)
    begun = timedelta(seconds=40)
    early = seen(flight, 10)
    assert {expected.kind for expected in early.expected} == {"break", "day_end"}
    sweep_clock(tournament_id=flight.pk, now=after(55))
    late = seen(flight, 55)
    assert [expected.kind for expected in late.expected] == ["day_end"]
    assert late.end == early.end == late.of("day_end")
    assert late.end is not None
    assert timedelta() <= after(70) + begun - late.end.low <= timedelta(minutes=1)
    sweep_clock(tournament_id=flight.pk, now=after(75))
    flight.refresh_from_db()
    assert outlook_now(flight, now=after(75)) is None


def day_two(through: int = 8, entered: int = 12, **changes: Any) -> Tournament:
    """An event whose only flight was played for ten minutes of its third level; its break comes after it."""
    flights = Flights(structure=with_breaks(after_3=Break(duration_seconds=600)), flight_level=3, **changes)
    flight = flights.add("1A")
    names = [f"Player {number}" for number in range(entered)]
    flights.enter(flight, *names)
    flights.begin(flight)
    flights.go_to(after(50))
    sweep_clock(tournament_id=flight.pk, now=after(50))
    each, rest = divmod(entered * flight.starting_stack, through)
    flights.bag(
        flight, {name: each + (rest if not number else 0) for number, name in enumerate(names[:through])}
    )
    flights.bring()
    Tournament.objects.filter(pk=flights.event.pk).update(starts_at=after(600))
    flights.event.refresh_from_db()
    return flights.event


def test_an_event_with_flights_goes_on_where_they_stopped() -> None:
    event = day_two()
    assert event.clock_index == 2
    left = 20 - event.clock_elapsed_ms / 60_000
    assert 9 < left < 10
    before = where_it_is(read_events([event])[0], after(60))
    assert [stretch.minutes for stretch in before.course.stretches[:3]] == [pytest.approx(left), 10, 20]
    assert (before.course.levels[0].big_blind, len(before.course.levels)) == (150, len(BLINDS) - 2)
    assert of(seen(event, 60), "break").low == after(609)

    make_seat_draw(tournament_id=event.pk, seed="1", by=ACTOR.at(after(599)))
    start_clock(tournament_id=event.pk, by=ACTOR.at(after(600)))
    event.refresh_from_db()
    playing = where_it_is(read_events([event])[0], after(604))
    assert playing.played == 4
    assert [stretch.minutes for stretch in playing.course.stretches] == pytest.approx(
        [stretch.minutes for stretch in before.course.stretches]
    )
    assert of(seen(event, 604), "break").low == after(609)


def test_the_bubble_of_an_event_with_flights_is_that_of_all_their_entries() -> None:
    curve = payout_scheme_to_dict(FieldCurve())
    event = day_two(through=8, entered=60, payout_scheme_data=curve)
    pool = prize_pool(event)
    assert [ladder_as_it_is(event, pool=pool, entries=count).places_paid for count in (8, 60)] == [2, 9]
    assert of(seen(event, 60), "end").low > after(600)
    # All who are through are in the money.
    assert seen(event, 60).of("bubble") is None
