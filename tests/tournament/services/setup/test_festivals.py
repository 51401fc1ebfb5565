"""Events of a festival: joined and left, never with a table that another one has at the same time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tables.models import Table
from tables.queries.room.next_table import number_of_new_table, number_plan
from tables.services.desk.seating import make_seat_draw, open_table
from tests.factories import ACTOR, NOW, enter, make_account, make_tournament, names
from tests.factories.festivals import FestivalDay
from tests.factories.field import started
from tests.tables.services.chips.test_bags import accept, count_all, end_of_day
from tournament.models import Festival, Tournament
from tournament.queries.festivals import events_of, festivals_of, money_of, schedule_of
from tournament.services.errors import Refused
from tournament.services.setup.festivals import join_festival, leave_festival, name_seats, start_festival
from tournament.services.setup.flights import add_flight
from tournament.services.setup.tournaments import edit_tournament

pytestmark = pytest.mark.django_db


def festival_of(tournament: Tournament) -> Festival:
    start_festival(tournament_id=tournament.pk, name="Winter Series", by=ACTOR.at(NOW))
    return Festival.objects.get()


def join(tournament: Tournament, festival: Festival, account: str = "vera") -> None:
    join_festival(
        tournament_id=tournament.pk,
        festival_id=festival.pk,
        account=make_account(account),
        by=ACTOR.at(NOW),
    )


def code_of(refusal: pytest.ExceptionInfo[Refused]) -> str:
    return refusal.value.code


def test_events_join_with_their_flights_and_stand_on_the_schedule_by_day() -> None:
    main = make_tournament(name="Main", starts_at=NOW + timedelta(days=1))
    flight = add_flight(
        tournament_id=main.pk, name="Main 1A", starts_at=NOW, account=make_account(), by=ACTOR.at(NOW)
    )
    festival = festival_of(main)
    other = make_tournament(name="Omaha", starts_at=NOW + timedelta(hours=2))
    join(other, festival)
    later = add_flight(
        tournament_id=main.pk,
        name="Main 1B",
        starts_at=NOW + timedelta(hours=3),
        account=make_account(),
        by=ACTOR.at(NOW),
    )
    assert {event.name for event in events_of(festival, now=NOW)} == {"Main", "Main 1A", "Omaha", "Main 1B"}
    days = [[event.name for event in day.events] for day in schedule_of(festival, now=NOW)]
    # At nine, at eleven and at midnight in Rome.
    assert days == [["Main 1A", "Omaha"], ["Main 1B", "Main"]]
    for each in (flight, later):
        with pytest.raises(Refused) as refusal:
            leave_festival(tournament_id=each.pk, by=ACTOR.at(NOW))
        assert code_of(refusal) == "is_flight"

    leave_festival(tournament_id=main.pk, by=ACTOR.at(NOW))
    assert [event.name for event in events_of(festival, now=NOW)] == ["Omaha"]


def test_only_who_directs_one_of_its_events_adds_another() -> None:
    festival = festival_of(make_tournament())
    stranger = make_account("stranger")
    assert festivals_of(stranger) == ()
    other = make_tournament(stranger)
    with pytest.raises(Festival.DoesNotExist):
        join(other, festival, "stranger")
    assert festivals_of(make_account()) == (festival,)
    # And sees the money of no event but the own ones.
    [sums] = money_of(festival, make_account())
    assert (len(sums.events), sums.others) == (1, 0)
    assert money_of(festival, stranger) == ()


def test_no_two_events_have_a_table_at_the_same_time() -> None:
    main = make_tournament(name="Main", starts_at=NOW, table_numbers="1-20", table_hours=10)
    festival = festival_of(main)
    side = make_tournament(name="Side", starts_at=NOW + timedelta(hours=2), table_numbers="20-24")
    with pytest.raises(
        Refused, match="“Main” has tables 20 from Sat 14 Mar 21:00 to Sun 15 Mar 07:00"
    ) as joins:
        join(side, festival)
    assert code_of(joins) == "tables_taken"

    edit_tournament(
        tournament_id=side.pk, change=lambda plan: replace(plan, table_numbers="21-24"), by=ACTOR.at(NOW)
    )
    join(side, festival)
    with pytest.raises(Refused) as edits:
        edit_tournament(
            tournament_id=side.pk, change=lambda plan: replace(plan, table_numbers="20-24"), by=ACTOR.at(NOW)
        )
    assert (code_of(edits), edits.value.field) == ("tables_taken", "table_numbers")
    # A flight has the tables of its event, on another day.
    flights: dict[str, Any] = {"tournament_id": main.pk, "account": make_account(), "by": ACTOR.at(NOW)}
    with pytest.raises(Refused) as adds:
        add_flight(name="Main 1A", starts_at=NOW + timedelta(hours=9), **flights)
    assert code_of(adds) == "tables_taken"
    add_flight(name="Main 1A", starts_at=NOW + timedelta(hours=10), **flights)


def test_tables_are_opened_by_the_numbers_of_the_event_and_none_that_another_plays_at() -> None:
    main, _entries = started(4, name="Main", table_numbers="5-6")
    assert list(Table.objects.filter(tournament=main).values_list("number", flat=True)) == [5]
    festival = festival_of(main)
    side = make_tournament(name="Side", table_numbers="5 8", seats_per_table=2)
    join(side, festival)
    enter(side, *names(8)[4:])
    make_seat_draw(tournament_id=side.pk, seed="1", by=ACTOR.at(NOW))

    assert list(
        Table.objects.filter(tournament=side).order_by("number").values_list("number", flat=True)
    ) == [1, 8]
    with pytest.raises(Refused, match="Table 5 is in play in “Main”") as refusal:
        open_table(tournament_id=side.pk, number=5, by=ACTOR.at(NOW))
    assert code_of(refusal) == "table_elsewhere"


def test_the_seats_of_a_satellite_are_named_within_the_festival() -> None:
    day = FestivalDay()
    other = make_tournament(name="Elsewhere")
    with pytest.raises(Tournament.DoesNotExist):
        name_seats(tournament_id=day.satellite.pk, event_id=other.pk, by=day.now())
    with pytest.raises(Refused) as no_seats:
        name_seats(tournament_id=day.main.pk, event_id=None, by=day.now())
    assert code_of(no_seats) == "no_seats"
    with pytest.raises(Refused) as has_satellites:
        leave_festival(tournament_id=day.main.pk, by=day.now())
    assert code_of(has_satellites) == "has_satellites"

    day.win()
    with pytest.raises(Refused) as given:
        name_seats(tournament_id=day.satellite.pk, event_id=None, by=day.now())
    assert code_of(given) == "has_vouchers"
    with pytest.raises(Refused) as stays:
        leave_festival(tournament_id=day.satellite.pk, by=day.now())
    assert code_of(stays) == "has_vouchers"


def opens(tournament: Tournament) -> int:
    tables = Table.objects.filter(tournament=tournament)
    return number_of_new_table(tables, number_plan(Tournament.objects.get(pk=tournament.pk), now=NOW))


def test_an_event_that_rests_has_no_tables_and_one_that_is_drawn_has_them_before_its_start() -> None:
    room = end_of_day(tables=1)
    festival = festival_of(room.tournament)
    side = make_tournament(name="Side")
    join(side, festival)
    assert opens(side) == 2
    count_all(room, 200_000, tables=1)
    accept(room)
    assert opens(side) == 1

    enter(side, *names(4))
    make_seat_draw(tournament_id=side.pk, seed="1", by=ACTOR.at(NOW))
    third = make_tournament(name="Third")
    join(third, festival)
    assert opens(third) == 2


def test_tables_that_another_event_has_planned_for_now_are_left_to_it() -> None:
    main = make_tournament(name="Main", starts_at=NOW - timedelta(hours=1), table_numbers="1-20")
    festival = festival_of(main)
    side = make_tournament(name="Side")
    join(side, festival)
    assert opens(side) == 21
    # By its number the floor gets one all the same.
    assert open_table(tournament_id=side.pk, number=7, by=ACTOR.at(NOW)).number == 7


def test_two_flights_with_the_same_tables_at_once_join_no_festival() -> None:
    main = make_tournament(name="Main", table_numbers="1-4")
    flights: dict[str, Any] = {"tournament_id": main.pk, "account": make_account(), "by": ACTOR.at(NOW)}
    for name in ("Main 1A", "Main 1B"):
        add_flight(name=name, starts_at=NOW, **flights)
    festival = festival_of(make_tournament(name="Other"))
    with pytest.raises(Refused) as refusal:
        join(Tournament.objects.get(pk=main.pk), festival)
    assert code_of(refusal) == "tables_taken"
    assert not Tournament.objects.filter(name__startswith="Main", festival=festival).exists()
