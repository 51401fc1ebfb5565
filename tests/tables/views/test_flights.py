"""What players, dealers and the room see of flights: who is through, their bag, and their seat on Day 2."""

from __future__ import annotations

import pytest
from django.test import Client

from tables.services.desk.seating import make_seat_draw
from tests.factories import make_account
from tests.factories.flights import Flights
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def words_of(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def own_page(client: Client, tournament: Tournament, name: str) -> str:
    entry = Entry.objects.filter(tournament=tournament, player__name=name).order_by("number")[0]
    return words_of(client, f"/my/{entry.link_secret}/")


def test_a_player_who_is_through_reads_of_the_bag_and_then_of_the_seat_on_day_2(client: Client) -> None:
    flights = Flights(flight_stacks="smallest_prize")
    day_1a = flights.play("Day 1A", ["Anna", "Bruno", "Dario"], {"Anna": 18_000, "Bruno": 12_000})
    day_1b = flights.play("Day 1B", ["Anna", "Carla"], {"Anna": 5_000, "Carla": 15_000})

    through = own_page(client, day_1a, "Anna")
    assert "You are through to “Main event”." in through
    assert "Your bag holds 18,000 chips." in through
    assert "Your seat is drawn before Day 2 begins." in through
    assert "Out of this flight" in own_page(client, day_1a, "Dario")

    flights.bring()
    make_seat_draw(tournament_id=flights.event.pk, seed="1", by=flights.now())
    best = Entry.objects.get(tournament=flights.event, player__name="Anna", stack__gt=0)
    # From the smaller stack too: that one is out.
    for flight in (day_1a, day_1b):
        assert f'href="/my/{best.link_secret}/"' in own_page(client, flight, "Anna")
    assert "Your bag holds 18,000 chips." in own_page(client, flights.event, "Anna")


def test_bags_of_flights_are_opened_at_the_seats_of_day_2(client: Client) -> None:
    flights = Flights(flight_stacks="added")
    flights.play("Day 1A", ["Anna", "Bruno", "Dario"], {"Anna": 18_000, "Bruno": 12_000})
    flights.play("Day 1B", ["Anna", "Carla"], {"Anna": 5_000, "Carla": 15_000})
    flights.bring()
    make_seat_draw(tournament_id=flights.event.pk, seed="1", by=flights.now())
    client.force_login(make_account())

    listed = client.get(f"/floor/{flights.event.code}/bags/restart/")

    lines = [line for lines in listed.context["tables"].values() for line in lines]
    seats = {entry.player.name: entry.seat.number for entry in Entry.objects.filter(tournament=flights.event)}
    assert sorted((line.name, line.chips, line.seat) for line in lines) == [
        ("Anna", 5_000, seats["Anna"]),
        ("Anna", 18_000, seats["Anna"]),
        ("Bruno", 12_000, seats["Bruno"]),
        ("Carla", 15_000, seats["Carla"]),
    ]
    assert "not drawn yet" not in listed.content.decode()


def test_the_wall_of_a_flight_names_no_winner_but_how_many_are_through(client: Client) -> None:
    flights = Flights()
    flight = flights.add("Day 1A")
    flights.enter(flight, "Anna", "Bruno", "Carla")
    flights.begin(flight)
    wall = f"/t/{flight.code}/clock/"
    assert "Final table" not in words_of(client, wall)

    flights.bag(flight, {"Anna": 20_000, "Bruno": 10_000})

    over = words_of(client, wall)
    assert "2 players through" in over
    assert "Carla" not in over


def test_the_console_says_when_a_flight_has_been_played_and_when_day_2_waits(client: Client) -> None:
    flights = Flights(flight_players=2)
    flight = flights.add("Day 1A")
    flights.enter(flight, "Anna", "Bruno")
    flights.begin(flight)
    client.force_login(make_account())

    console = words_of(client, f"/floor/{flight.code}/")
    assert "The flight has been played to its end: 2 players left." in console
    assert "Final table" not in console
    assert "bring their stacks, then draw the seats" in words_of(client, f"/floor/{flights.event.code}/")
    # Where nobody can enter the lists say so.
    for lists in ("/", "/floor/"):
        assert "Waiting for flights" in words_of(client, lists)
