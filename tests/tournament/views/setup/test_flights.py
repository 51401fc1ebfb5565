"""The page of the flights: from an event that nobody has entered to the stacks of its second day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import make_account
from tests.factories.flights import Flights
from tests.factories.floor import said
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def words_of(response: Any) -> str:
    return " ".join(response.content.decode().split())


def as_director(client: Client, **settings: Any) -> Flights:
    client.force_login(make_account())
    return Flights(**settings)


def test_a_flight_is_added_with_its_time_at_the_venue_and_leads_back_to_its_event(client: Client) -> None:
    flights = as_director(client)
    page = f"/floor/{flights.event.code}/flights/"
    assert "this event becomes Day 2" in words_of(client.get(page))

    typed = {"name": "Main event, Day 1A", "starts_at": "2026-03-14T20:00", "key": str(uuid4())}
    response = client.post(page, typed, follow=True)

    flight = Tournament.objects.get(flight_of=flights.event)
    assert (flight.name, flight.starts_at) == ("Main event, Day 1A", datetime(2026, 3, 14, 19, tzinfo=UTC))
    assert said(response) == ["Added the flight “Main event, Day 1A”."]
    assert "Sat 14 March 2026, 20:00" in words_of(response)
    of_flight = words_of(client.get(f"/floor/{flight.code}/flights/"))
    assert "This is a flight of “Main event”" in of_flight
    assert 'id="flight-form"' not in of_flight


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"name": ""}, "This field is required."),
        ({"starts_at": "1926-03-14T20:00"}, "Choose a year from 2000 to 2100."),
        ({"name": "Day 1B"}, "Players have entered this event itself."),
    ],
)
def test_what_is_wrong_with_a_flight_is_said_beside_the_form(
    client: Client, typed: dict[str, str], says: str
) -> None:
    flights = as_director(client)
    flights.enter(flights.event, "Anna")

    response = client.post(
        f"/floor/{flights.event.code}/flights/", {"name": "Day 1A", "key": str(uuid4())} | typed
    )

    assert response.status_code == 422
    assert says in words_of(response)
    assert not flights.event.flights.exists()


def test_day_2_is_shown_before_its_stacks_are_brought_and_can_be_undone(client: Client) -> None:
    flights = as_director(client, flight_stacks="added")
    page = f"/floor/{flights.event.code}/flights/"
    flights.play("Day 1A", ["Anna", "Bruno", "Dario"], {"Anna": 18_000, "Bruno": 12_000})
    day_1b = flights.add("Day 1B")
    waits = words_of(client.get(page))
    assert "Not over yet: Day 1B" in waits
    assert 'id="bring-stacks"' not in waits

    flights.enter(day_1b, "Anna", "Carla")
    flights.begin(day_1b)
    flights.bag(day_1b, {"Anna": 5_000, "Carla": 15_000})
    response = client.get(page)
    assert response.context["board"].day_two.several[0].stacks == (18_000, 5_000)
    assert "18,000 · 5,000" in words_of(response)

    brought = client.post(f"{page}bring/", {"key": str(uuid4())}, follow=True)
    assert said(brought) == ["Brought the stacks of 3 players from the flights: 50,000 chips."]
    assert "The stacks of the flights are here" in words_of(brought)


def test_places_that_nobody_can_win_are_named_before_day_2(client: Client) -> None:
    shares = [400_000, 300_000, 200_000, 100_000]
    flights = as_director(client, payout_scheme_data={"kind": "fixed", "shares": shares})
    flights.play("Day 1A", ["Anna", "Bruno", "Carla", "Dario"], {"Anna": 25_000, "Bruno": 15_000})

    assert "4 places are paid, but only 2 players go on" in words_of(
        client.get(f"/floor/{flights.event.code}/flights/")
    )


def test_the_payouts_of_a_flight_are_those_of_its_event(client: Client) -> None:
    flights = as_director(client)
    day_1a = flights.play("Day 1A", ["Anna", "Bruno", "Carla"], {"Anna": 20_000, "Bruno": 10_000})

    page = words_of(client.get(f"/floor/{day_1a.code}/payouts/"))

    assert "This is a flight of “Main event”: its prizes are awarded and paid there." in page
    assert f'href="/floor/{flights.event.code}/payouts/"' in page
    assert "Lock the payouts" not in page
    refused = client.post(
        f"/floor/{day_1a.code}/payouts/added/",
        {"amount": "100", "giver": "house", "reason": "For all", "key": str(uuid4())},
    )
    assert "its prizes are on the page “Payouts” of “Main event”" in words_of(refused)
