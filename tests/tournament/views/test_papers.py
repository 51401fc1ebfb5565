"""Structure, prizes and results on paper and as files: the public reads the names that players chose."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.test import Client

from tests.factories import after, as_vera, give_role
from tests.factories.field import bust, played_down
from tests.factories.flights import Flights
from tests.pdf_text import lines_of
from tests.tournament.printing.test_results_file import texts_of
from tournament.models import Player, Role, StaffMember, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

BACKEND = "django.contrib.auth.backends.ModelBackend"


def finished(**changes: object) -> Tournament:
    tournament, entries = played_down(6, left=3, out_at=after(3), **changes)
    Player.objects.filter(name="Anna Verdi").update(public_name="The Queen")
    for loser in (entries[2], entries[1]):
        bust(tournament, loser, winner=entries[0], now=after(5))
    return tournament


def as_staff(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(give_role(tournament, Role.REGISTRATION), BACKEND)
    return client


def names_in(text: str) -> list[tuple[str, str]]:
    return [(row["first_name"], row["last_name"]) for row in csv.DictReader(StringIO(text))]


def test_the_public_gets_the_names_that_players_chose_in_every_form() -> None:
    tournament = finished()
    at = f"/t/{tournament.code}"
    client = Client()
    assert names_in(client.get(f"{at}/results.csv").content.decode())[0] == ("The", "Queen")
    assert "Queen" in texts_of(client.get(f"{at}/results.xlsx").content)
    for address in ("results.csv", "results.xlsx"):
        assert client.get(f"{at}/{address}").headers["Content-Disposition"].startswith("attachment; ")
    assert "Verdi" not in texts_of(client.get(f"{at}/results.xlsx").content)
    for sheet in ("results.pdf", "prizes.pdf"):
        words = " ".join(lines_of(client.get(f"{at}/{sheet}").content))
        assert "The Queen" in words
        assert "Anna Verdi" not in words


def test_the_staff_gets_the_full_names() -> None:
    tournament = finished()
    at = f"/floor/{tournament.code}"
    client = as_staff(tournament)
    assert names_in(client.get(f"{at}/results.csv").content.decode())[0] == ("Anna", "Verdi")
    assert "Verdi" in texts_of(client.get(f"{at}/results.xlsx").content)
    assert "Anna Verdi" in lines_of(client.get(f"{at}/results.pdf").content)


def test_the_results_sheet_has_the_event_and_every_paid_place() -> None:
    tournament = finished(venue="Casinò", city="Venezia", country="IT")
    words = lines_of(Client().get(f"/t/{tournament.code}/results.pdf").content)
    assert words[0] == "Friday Fifty"
    for label, value in (
        ("Venue", "Casinò, Venezia, IT"),
        ("Game", "No-limit hold'em"),
        ("Buy-in", "€45 + €5"),
        ("Entries", "6"),
        ("Prize pool", "€270"),
    ):
        assert words[words.index(label) + 1] == value
    assert words[words.index("1st") :] == [
        "1st",
        "The Queen",
        "€135",
        "2nd",
        "Bruno Neri",
        "€81",
        "3rd",
        "Carla Rossi",
        "€54",
    ]


def test_before_the_end_the_sheet_says_that_it_is_not_all() -> None:
    tournament, _ = played_down(6, left=4, out_at=after(3))
    words = " ".join(lines_of(Client().get(f"/t/{tournament.code}/results.pdf").content))
    assert "The event is not over: these are the places that are decided so far." in words


def test_the_structure_sheet_has_each_level_and_break() -> None:
    tournament, _ = played_down(3, left=3, late_registration_level=2)
    words = lines_of(Client().get(f"/t/{tournament.code}/structure.pdf").content)
    at = words.index("Break")
    assert words[at + 1] == "Colour-up · chips removed: 25"
    assert "100/200, BB ante 200" in words
    assert words[words.index("Starting stack") + 1] == "10,000"
    assert "Late registration ends" in words


def test_the_structure_says_how_long_a_decision_takes_and_when_seats_are_redrawn_on_page_screen_and_paper() -> (
    None
):
    wpt = {
        "shot_clock_first": 15,
        "shot_clock_reraised": 30,
        "shot_clock_second": 30,
        "shot_clock_later": 30,
        "shot_clock_starts": "players",
        "shot_clock_starts_at": 180,
        "time_chip_stages": [
            {"moment": "players", "number": 180, "way": "reset", "chips": 10},
            {"moment": "players", "number": 24, "way": "reset", "chips": 6},
            {"moment": "players", "number": 6, "way": "reset", "chips": 8},
        ],
    }
    tournament, _ = played_down(3, left=3, rule_overrides={"floor": wpt}, redraws="9 24 16")
    said = {
        "Shot clock": "15 s before the flop (30 s after a re-raise), 30 s on the flop, 30 s later",
        "Shot clock starts": "with 180 players left",
        "Time-bank chips": "30 s each",
        "Time-bank chips later on": "180 players: 10, 24 players: 6, 6 players: 8",
        "All seats are redrawn": "with 24, 16, 9 players left",
    }
    words = lines_of(Client().get(f"/t/{tournament.code}/structure.pdf").content)
    assert {title: words[words.index(title) + 1] for title in said} == said
    page = Client().get(f"/t/{tournament.code}/structure/").content.decode()
    notes = page.split('id="play-notes"')[1].split("</ul>")[0]
    assert all(title in notes and text in notes for title, text in said.items())


def test_an_event_without_shot_clock_says_nothing_of_it() -> None:
    tournament, _ = played_down(3, left=3)
    assert "How it is played" not in lines_of(Client().get(f"/t/{tournament.code}/structure.pdf").content)
    assert "play-notes" not in Client().get(f"/t/{tournament.code}/structure/").content.decode()


def test_the_prize_sheet_has_the_ladder_as_it_stands() -> None:
    tournament, _ = played_down(6, left=6)
    words = lines_of(Client().get(f"/t/{tournament.code}/prizes.pdf").content)
    assert words[words.index("1st") :] == ["1st", "€135", "2nd", "€81", "3rd", "€54"]


def test_a_name_that_cannot_be_printed_is_a_dash_for_the_public() -> None:
    tournament = finished()
    Player.objects.filter(name="Anna Verdi").update(name="安娜", public_name="")
    assert "–" in lines_of(Client().get(f"/t/{tournament.code}/results.pdf").content)


def test_the_files_of_a_finished_event_are_where_they_are_looked_for() -> None:
    tournament = finished()
    page = Client().get(f"/t/{tournament.code}/payouts/").content.decode()
    for name in ("prizes.pdf", "results.pdf", "results.csv", "results.xlsx"):
        assert f"/t/{tournament.code}/{name}" in page
    desk = as_staff(tournament).get(f"/floor/{tournament.code}/payouts/").content.decode()
    for name in ("results.pdf", "results.csv", "results.xlsx"):
        assert f"/floor/{tournament.code}/{name}" in desk
    assert (
        f"/t/{tournament.code}/structure.pdf"
        in Client().get(f"/t/{tournament.code}/structure/").content.decode()
    )


def test_while_an_event_is_played_the_public_page_leads_to_the_prizes_only(client: Client) -> None:
    tournament = as_vera(client)
    page = client.get(f"/t/{tournament.code}/payouts/").content.decode()
    assert f"/t/{tournament.code}/prizes.pdf" in page
    assert "results.csv" not in page


def test_a_flight_has_no_results_of_its_own_for_its_staff() -> None:
    flights = Flights()
    flight = flights.add("Day 1A")
    client = as_staff(flight)
    StaffMember.objects.filter(tournament=flights.event).delete()
    for name in ("results.csv", "results.xlsx", "results.pdf"):
        assert client.get(f"/floor/{flight.code}/{name}").status_code == 404
        assert client.get(f"/floor/{flights.event.code}/{name}").status_code == 404
        assert client.get(f"/t/{flight.code}/{name}").status_code == 200
    assert "results.csv" not in client.get(f"/floor/{flight.code}/payouts/").content.decode()
