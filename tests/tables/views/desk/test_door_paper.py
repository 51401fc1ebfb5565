"""Paper for the door: seats by name and by table, the sheet to sign in on, and badges."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables.models import Seat
from tests.factories import give_role
from tests.factories.field import entered, started
from tests.pages import squeeze
from tournament.models import Entry, Role, Tournament

pytestmark = pytest.mark.django_db


def log_in(client: Client, tournament: Tournament) -> None:
    client.force_login(give_role(tournament, Role.REGISTRATION, "rita"))


def paper(client: Client, tournament: Tournament, page: str, **query: str) -> str:
    return squeeze(client.get(f"/floor/{tournament.code}/desk/{page}/", query).content.decode())


def test_the_seats_of_each_table_stand_below_its_number_by_seat(client: Client) -> None:
    tournament, entries = started(12)
    entries[0].player.public_name = "Zorro"
    entries[0].player.save()

    log_in(client, tournament)
    listed = paper(client, tournament, "seats", by="table")

    seat = Seat.objects.select_related("table").get(entry=entries[0])
    below = listed.partition(f'id="door-{seat.table.number}"')[2].partition("</section>")[0]
    assert f'Zorro</span> <span class="number strong">{seat.number}</span>' in below
    assert entries[0].player.name not in listed
    numbers = [int(part.partition("<")[0]) for part in below.split('strong">')[1:]]
    assert numbers == sorted(numbers)
    assert "door-table" in listed
    assert "door-table" not in paper(client, tournament, "seats")


@pytest.mark.parametrize("page", ["sign-in", "badges"])
def test_every_entry_that_counts_signs_in_under_its_own_name(client: Client, page: str) -> None:
    tournament, entries = entered(4)
    entries[0].player.public_name = "Zorro"
    entries[0].player.save()
    Entry.objects.filter(pk=entries[3].pk).update(status="void")

    log_in(client, tournament)
    printed = paper(client, tournament, page)

    assert [entry.player.name in printed for entry in entries] == [True, True, True, False]
    assert "Zorro" not in printed


def test_the_sheet_has_the_seats_once_they_are_drawn(client: Client) -> None:
    tournament, entries = started(4)
    log_in(client, tournament)
    seat = Seat.objects.get(entry=entries[2])
    assert f"Table 1 Seat {seat.number}" in paper(client, tournament, "sign-in")


@pytest.mark.parametrize("page", ["sign-in", "badges"])
def test_before_anybody_has_entered_the_page_says_so(client: Client, page: str) -> None:
    tournament, _entries = entered(0)
    log_in(client, tournament)
    assert "Nobody has entered yet." in paper(client, tournament, page)


@pytest.mark.parametrize("entries", [4, 12])
def test_the_sheet_takes_the_same_queries_however_many_entries(
    client: Client, entries: int, django_assert_num_queries: Any
) -> None:
    tournament, _entries = started(entries)
    log_in(client, tournament)

    # Session, account, role; the entries.
    with django_assert_num_queries(4):
        client.get(f"/floor/{tournament.code}/desk/sign-in/")
