"""Chip counts as files: CSV, JSON and text, with the names that may be read."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import give_role
from tests.factories.felt import Felt, make_felt
from tournament.models import Entry, Player, Role, Tournament, TournamentStatus

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def room() -> Felt:
    """Three players of whom the second has a name for the public and the third an unknown stack."""
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now())
    Player.objects.filter(name="Bruno Neri").update(public_name="=The Bear")
    Entry.objects.filter(pk=felt.entries[3].pk).update(is_stack_known=False)
    return felt


def as_staff(felt: Felt) -> Client:
    client = Client()
    client.force_login(
        give_role(felt.tournament, Role.REGISTRATION), "django.contrib.auth.backends.ModelBackend"
    )
    return client


def test_the_csv_has_a_line_a_player_and_blanks_for_what_nobody_knows() -> None:
    felt = room()
    answer = Client().get(f"/t/{felt.tournament.code}/counts.csv")
    assert (
        answer.headers["Content-Disposition"] == f'attachment; filename="counts-{felt.tournament.code}.csv"'
    )
    assert answer.content.decode() == (
        "name,country,chips,big_blinds,table,seat,counted_at,source\r\n"
        "Anna Verdi,,10000,200.0,1,1,,starting_stack\r\n"
        "'=The Bear,,10000,200.0,1,2,,starting_stack\r\n"
        "Carla Rossi,,,,1,3,,unknown\r\n"
    )


def test_the_json_says_null_where_nobody_knows() -> None:
    felt = room()
    data = json.loads(Client().get(f"/t/{felt.tournament.code}/counts.json").content)
    assert (data["event"], data["level"], data["big_blind"]) == ("Friday Fifty", 1, 50)
    assert data["at"].endswith("Z")
    assert data["counts"][2] == {
        "name": "Carla Rossi",
        "country": None,
        "chips": None,
        "big_blinds": None,
        "table": 1,
        "seat": 3,
        "counted_at": None,
        "source": "unknown",
    }


def test_the_country_is_there_where_the_player_goes_by_the_own_name() -> None:
    felt = room()
    Player.objects.update(country="IT")
    code = felt.tournament.code
    public = Client().get(f"/t/{code}/counts.csv").content.decode().splitlines()
    assert [line.split(",")[:2] for line in public[1:]] == [
        ["Anna Verdi", "IT"],
        ["'=The Bear", ""],
        ["Carla Rossi", "IT"],
    ]
    text = Client().get(f"/t/{code}/counts.txt").content.decode()
    assert "Anna Verdi (IT) - 10,000" in text
    assert "=The Bear - 10,000" in text
    own = as_staff(felt).get(f"/floor/{code}/counts.json").json()
    assert {each["country"] for each in own["counts"]} == {"IT"}


def test_the_text_has_a_line_to_paste_for_each() -> None:
    felt = room()
    lines = Client().get(f"/t/{felt.tournament.code}/counts.txt").content.decode().splitlines()
    assert lines[0].startswith("Friday Fifty - level 1, ")
    assert lines[1:] == [
        "Anna Verdi - 10,000 (200 BB), table 1 seat 1, starting stack",
        "=The Bear - 10,000 (200 BB), table 1 seat 2, starting stack",
        "Carla Rossi - unknown, table 1 seat 3",
    ]


@pytest.mark.parametrize("form", ["csv", "json", "txt"])
def test_the_public_reads_chosen_names_and_the_staff_full_ones(form: str) -> None:
    felt = room()
    public = Client().get(f"/t/{felt.tournament.code}/counts.{form}").content.decode()
    own = as_staff(felt).get(f"/floor/{felt.tournament.code}/counts.{form}").content.decode()
    assert "The Bear" in public
    assert "Bruno Neri" not in public
    assert "Bruno Neri" in own


def test_an_event_that_is_over_has_nobody_in_and_its_page_leads_to_no_counts() -> None:
    felt = room()
    page = Client().get(f"/t/{felt.tournament.code}/").content.decode()
    assert f"/t/{felt.tournament.code}/counts.csv" in page
    Tournament.objects.filter(pk=felt.tournament.pk).update(status=TournamentStatus.FINISHED)
    assert "counts.csv" not in Client().get(f"/t/{felt.tournament.code}/").content.decode()


def test_the_players_of_the_staff_lead_to_the_counts_with_full_names() -> None:
    felt = room()
    client = as_staff(felt)
    page = client.get(f"/floor/{felt.tournament.code}/players/").content.decode()
    for form in ("csv", "json", "txt"):
        assert f"/floor/{felt.tournament.code}/counts.{form}" in page
    rows = list(
        csv.reader(StringIO(client.get(f"/floor/{felt.tournament.code}/counts.csv").content.decode()))
    )
    assert len(rows) == 4
