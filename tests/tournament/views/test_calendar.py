"""The events of the house in a calendar: read back by a reader, and line by line where calendars are strict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from tests.factories import ACTOR, NOW, make_tournament
from tournament.models import Festival, Tournament
from tournament.services.setup.festivals import start_festival
from tournament.services.setup.tournaments import cancel_tournament, edit_tournament

pytestmark = pytest.mark.django_db

# Half an hour before the clocks of Rome go back.
EVENING = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _weeks_before() -> Iterator[None]:
    with time_machine.travel(EVENING - timedelta(days=20)):
        yield


def an_event(**changes: Any) -> Tournament:
    return make_tournament(**{"starts_at": EVENING, "name": "Sunday; Main, Event", **changes})


def read(client: Client, address: str) -> tuple[str, list[Any]]:
    """The file and its events as a calendar reads them."""
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return answer.content.decode(), list(Calendar.from_ical(answer.content).walk("VEVENT"))


def length(tournament: Tournament) -> timedelta:
    return timedelta(seconds=sum(each.duration_seconds for each in tournament.structure.periods))


@pytest.mark.parametrize(
    ("zone", "begins"), [("Europe/Rome", "20261025T023000"), ("America/New_York", "20261024T203000")]
)
def test_an_event_has_its_times_at_the_venue_and_its_page(client: Client, zone: str, begins: str) -> None:
    tournament = an_event(time_zone=zone, venue="Circolo", city="Bari", country="IT")

    text, (event,) = read(client, f"/t/{tournament.code}/event.ics")

    assert event["summary"] == "Sunday; Main, Event"
    assert event["location"] == "Circolo, Bari, IT"
    assert f"DTSTART;TZID={zone}:{begins}" in text
    assert text.index("BEGIN:VTIMEZONE") < text.index("BEGIN:VEVENT")
    assert event.start.astimezone(UTC) == EVENING
    # Over the hour that Rome has twice.
    assert event.end.astimezone(UTC) == EVENING + length(tournament)
    assert str(event["url"]).endswith(f"/t/{tournament.code}/structure/")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


def test_an_event_that_changes_keeps_its_id_with_a_higher_sequence_and_a_cancelled_one_says_so(
    client: Client,
) -> None:
    tournament = an_event()
    address = f"/t/{tournament.code}/event.ics"
    _text, (before,) = read(client, address)
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="the room is closed")

    _text, (after,) = read(client, address)

    assert before["uid"] == after["uid"] == f"{tournament.code}@floorman"
    assert (before["sequence"], after["sequence"]) == (0, 1)
    assert (before["status"], after["status"]) == ("CONFIRMED", "CANCELLED")


def test_an_event_that_is_moved_has_its_new_time_under_the_same_id(client: Client) -> None:
    tournament = an_event()
    address = f"/t/{tournament.code}/event.ics"
    _text, (before,) = read(client, address)
    later = EVENING + timedelta(hours=2)
    edit_tournament(
        tournament_id=tournament.pk, change=lambda plan: replace(plan, starts_at=later), by=ACTOR.at(NOW)
    )

    _text, (after,) = read(client, address)

    assert after["uid"] == before["uid"]
    assert after["sequence"] == before["sequence"] + 1
    assert after.start.astimezone(UTC) - before.start.astimezone(UTC) == timedelta(hours=2)


def test_each_calendar_has_the_name_of_what_is_in_it_and_says_how_often_to_ask(client: Client) -> None:
    tournament = an_event()
    start_festival(tournament_id=tournament.pk, name="Spring Series", by=ACTOR.at(NOW))
    code = Festival.objects.get().code
    names = {
        "/calendar.ics": "Poker tournaments",
        f"/t/{tournament.code}/event.ics": "Sunday\\; Main\\, Event",
        f"/festivals/{code}/festival.ics": "Spring Series",
    }
    for address, name in names.items():
        text, _events = read(client, address)
        assert f"X-WR-CALNAME:{name}\r\n" in text
        assert f"\r\nNAME:{name}\r\n" in text
        assert "X-PUBLISHED-TTL:PT1H\r\n" in text
        assert "METHOD:PUBLISH\r\n" in text


def test_the_house_has_all_its_events_whose_day_is_known_in_their_order(client: Client) -> None:
    an_event(name="Later", starts_at=EVENING + timedelta(days=1))
    an_event(name="Sooner")
    unknown = an_event(name="Unknown", starts_at=None)
    an_event(name="Long ago", starts_at=EVENING - timedelta(days=3_000))

    text, events = read(client, "/calendar.ics")

    assert [str(event["summary"]) for event in events] == ["Sooner", "Later"]
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in text
    assert client.get(f"/t/{unknown.code}/event.ics").status_code == 404
    assert client.get("/t/NONE00/event.ics").status_code == 404


def test_a_house_without_events_has_an_empty_calendar(client: Client) -> None:
    _text, events = read(client, "/calendar.ics")
    assert events == []


def test_the_front_page_offers_it(client: Client) -> None:
    tournament = an_event()
    page = client.get("/").content.decode()
    assert f'href="/t/{tournament.code}/event.ics"' in page
    assert 'href="/calendar.ics"' in page


@pytest.mark.parametrize("count", [1, 4])
def test_the_calendar_takes_one_query_however_many_events(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        an_event()

    with django_assert_num_queries(1):
        client.get("/calendar.ics")
