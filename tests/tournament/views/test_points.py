"""Points of an event: as if it ended now, and once it is over; the formula tried and saved."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, after, give_role, make_tournament
from tests.factories.field import bust, started
from tests.factories.flights import Flights
from tests.factories.floor import said
from tests.pages import squeeze
from tests.tournament.rules.points.test_points import CLUB
from tournament.models import Entry, Role, Tournament
from tournament.queries.points import names_shown, points_table
from tournament.services.setup.tournaments import edit_tournament

pytestmark = pytest.mark.django_db


def line(tournament: Tournament) -> list[tuple[Any, ...]]:
    found = points_table(tournament)
    assert found.problem is None
    return [(row.rank, row.name.split()[0], row.place, row.is_in, row.points) for row in found.rows]


def page(client: Client, address: str, **query: Any) -> str:
    return squeeze(client.get(address, query).content.decode())


def test_points_are_those_of_the_end_as_it_would_be_now_and_then_those_of_the_end() -> None:
    """Four players of €45: the first two are paid."""
    tournament, entries = started(4, points_formula="(n - r) * 10 + nh + 100 * m")
    for entry, stack in zip(entries, (10_000, 14_000, 9_000, 7_000), strict=True):
        Entry.objects.filter(pk=entry.pk).update(stack=stack)
    assert line(tournament) == [
        (1, "Bruno", 1, True, 130),
        (2, "Anna", 2, True, 120),
        (3, "Carla", 3, True, 110),
        (4, "Dario", 4, True, 0),
    ]
    bust(tournament, entries[1], winner=entries[0], now=after(5))
    assert line(tournament)[-1] == (4, "Bruno", 4, False, 0)
    for loser in (3, 2):
        bust(tournament, entries[loser], winner=entries[0], now=after(6))
    assert [each[1:3] for each in line(tournament)] == [("Anna", 1), ("Carla", 2), ("Dario", 3), ("Bruno", 4)]
    assert points_table(tournament).is_final


def test_a_player_with_several_entries_has_one_line_with_the_best_place_and_all_that_was_paid() -> None:
    tournament, entries = started(3, points_formula="rank * 1000 + totalCost", buy_in_fee=5_00)
    bust(tournament, entries[2], winner=entries[0], now=after(5))
    Entry.objects.filter(pk=entries[2].pk).update(player=entries[1].player_id)
    price = Decimal(tournament.buy_in_total) / 100
    assert [row.points for row in points_table(tournament).rows] == [2_000 + 2 * price, 1_000 + price]
    now: dict[str, Any] = {each.name: each.value for each in names_shown(tournament)}
    assert (now["numberOfPlayers"], now["numberOfEntries"], now["rank"]) == (2, 3, None)
    assert now["totalBuyinsAmount"] == 3 * price


def test_an_entry_before_the_last_one_of_a_player_takes_no_place(client: Client) -> None:
    """Of four entries the third to go is the second player: Dario's first entry went between Carla and Bruno."""
    tournament, entries = started(4, points_formula="n - r + 1")
    anna, bruno, carla, again = entries
    for loser in (carla, again, bruno):
        bust(tournament, loser, winner=anna, now=after(5))
    Entry.objects.filter(pk=again.pk).update(player=anna.player_id)
    assert [(row.place, int(row.points)) for row in points_table(tournament).rows] == [(1, 3), (2, 2), (4, 1)]


def test_what_was_bought_in_flights_counts_and_a_flight_shows_the_points_of_its_event(client: Client) -> None:
    """Anna plays both flights to the end, Bruno and Carla one; the stacks of Anna go on together."""
    flights = Flights(flight_stacks="added", points_formula="numberOfBuyins * 1000 + totalCost")
    flights.play("Day 1A", ["Anna", "Bruno"], {"Anna": 15_000, "Bruno": 5_000})
    flights.play("Day 1B", ["Anna", "Carla"], {"Anna": 12_000, "Carla": 8_000})
    flights.bring()
    price = flights.event.buy_in_total / 100
    found = {row.name: float(row.points) for row in points_table(flights.event).rows}
    assert found == {"Anna": 2_000 + 2 * price, "Bruno": 1_000 + price, "Carla": 1_000 + price}
    day_1a = flights.event.flights.get(name="Day 1A")
    assert "As if it ended now" in page(client, f"/t/{day_1a.code}/points/")
    assert f"/t/{day_1a.code}/points/" not in page(client, f"/t/{day_1a.code}/")


def test_players_out_in_a_flight_share_the_places_behind_day_2() -> None:
    """Dario and Elena are out on their first days; three go on."""
    flights = Flights(points_formula="(n - r + 1) * 100 + prizeWinnings")
    flights.play("Day 1A", ["Anna", "Bruno", "Dario"], {"Anna": 18_000, "Bruno": 12_000})
    flights.play("Day 1B", ["Carla", "Elena"], {"Carla": 20_000})
    flights.bring()
    found = {row.name: (row.place, int(row.points) // 100) for row in points_table(flights.event).rows}
    assert {name: found[name] for name in ("Dario", "Elena")} == {"Dario": (4, 2), "Elena": (4, 2)}
    assert sorted(place for place, _points in found.values()) == [1, 2, 3, 4, 4]


def test_the_formula_of_a_club_works_with_the_names_of_an_event() -> None:
    tournament, _entries = started(9, points_formula=CLUB)
    assert len(points_table(tournament).rows) == 9
    assert points_table(tournament).problem is None


def test_what_cannot_be_worked_out_is_said_with_the_player(client: Client) -> None:
    tournament, _entries = started(3, points_formula="4 / (r - 2)")
    shown = page(client, f"/t/{tournament.code}/points/")
    assert "Character 3: a division by 0." in shown
    assert [(row.rank, row.place, int(row.points)) for row in points_table(tournament).rows] == [
        (1, 3, 4),
        (2, 1, -4),
        (0, 2, 0),
    ]


def test_the_page_for_everybody_shows_points_and_says_when_they_are_not_the_last_word(client: Client) -> None:
    tournament, entries = started(3, points_formula="100 / r")
    standings = page(client, f"/t/{tournament.code}/")
    assert f"/t/{tournament.code}/points/" in standings
    shown = page(client, f"/t/{tournament.code}/points/")
    assert "As if it ended now" in shown
    assert "33.333" in shown
    for loser in (2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(5))
    assert "The event is over: these points stand." in page(client, f"/t/{tournament.code}/points/")
    plain = make_tournament(name="Plain")
    assert "This event gives no points." in page(client, f"/t/{plain.code}/points/")
    assert f"/t/{plain.code}/points/" not in page(client, f"/t/{plain.code}/")


def test_a_formula_is_tried_before_it_is_saved_and_what_is_wrong_is_said_at_its_place(client: Client) -> None:
    tournament, _entries = started(3)
    client.force_login(give_role(tournament, Role.DIRECTOR))
    address = f"/floor/{tournament.code}/points/"
    assert "Type a formula, or try one of those below." in page(client, address)
    tried = page(client, address, formula="n - r + 1", players="4", places="1")
    assert '<polyline points="0.0,0.0 200.0,50.0 400.0,100.0 600.0,150.0">' in tried
    wrong = page(client, address, formula="n - ramk", players="4", places="1")
    assert "Character 5: “ramk” is not known; perhaps “rank” is meant." in wrong
    assert "a division by 0" in page(client, address, formula="1 / (r - 2)", players="4", places="1")
    assert "Players to try it with: Ensure this value" in page(
        client, address, formula="n", players="1", places="1"
    )

    typed = {"formula": "n - ramk", "players": "4", "places": "1", "key": str(uuid4())}
    assert client.post(address, typed).status_code == 422
    tournament.refresh_from_db()
    assert tournament.options.points_formula == ""
    # A tap without its key, as no page sends it.
    assert client.post(address, {**typed, "formula": "n", "key": ""}).status_code == 422
    saved = client.post(address, {**typed, "formula": " n - r + 1 ", "key": str(uuid4())}, follow=True)
    assert said(saved) == ["The formula of the points is saved."]
    tournament.refresh_from_db()
    assert tournament.options.points_formula == "n - r + 1"


def test_the_formula_may_change_once_the_event_is_over() -> None:
    tournament, entries = started(2, points_formula="n - r")
    bust(tournament, entries[1], winner=entries[0], now=after(5))

    edit_tournament(
        tournament_id=tournament.pk,
        change=lambda plan: replace(plan, points_formula="n - r + 1"),
        by=ACTOR.at(after(6)),
    )
    tournament.refresh_from_db()
    assert [row.points for row in points_table(tournament).rows] == [2, 1]
