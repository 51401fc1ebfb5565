"""The waiting list at the desk: asked before a table is opened, called, here, not here."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import Seat, Table
from tables.services.desk.alternates import call_alternates
from tests.factories import ACTOR, make_player
from tests.factories.floor import Floor, said, tapped
from tournament.models import Entry, EntryStatus, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client: Client) -> Floor:
    """One full table of four, registration open; the registration desk at the screen."""
    floor = Floor(client, 4, role=Role.REGISTRATION, seats_per_table=4)
    Table.objects.update(seats_count=4)
    Seat.objects.filter(number__gt=4).delete()
    return floor


def send(floor: Floor, **fields: Any) -> Any:
    return tapped(floor.client, f"{floor.home}desk/register/", {"key": str(uuid4()), **fields})


def test_the_desk_is_asked_and_the_entry_waits_is_called_and_sits_down(floor: Floor) -> None:
    player = make_player("Nina Sala")

    asked = send(floor, player=player.pk)

    assert asked.status_code == 422
    page = asked.content.decode()
    assert "Every seat is taken." in page
    assert f'name="player" value="{player.pk}"' in page
    assert "Open table 2 and seat" in " ".join(page.split())
    assert Entry.objects.filter(player=player).count() == 0

    send(floor, player=player.pk, full="wait")
    entry = Entry.objects.get(player=player)
    waiting = floor.get("desk/", part="alternates").content.decode()
    assert "Nina Sala" in waiting
    assert said(floor.post(f"desk/waiting/{entry.pk}/", do="call")) == ["No seat is free."]

    first = floor.seats[1, 1]
    Entry.objects.filter(pk=first.pk).update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=5, place_last=5
    )
    Seat.objects.filter(entry=first).update(entry=None)
    call_alternates(tournament_id=floor.tournament.pk, seed="s", by=ACTOR.at(timezone.now()))
    assert said(floor.post(f"desk/waiting/{entry.pk}/", do="seat")) == [
        "Nina Sala, called from the waiting list, sits down at table 1, seat 1."
    ]
    assert floor.where(entry) == (1, 1)


def test_the_desk_opens_a_table_instead(floor: Floor) -> None:
    player = make_player("Nina Sala")

    send(floor, player=player.pk, full="open")

    assert floor.where(Entry.objects.get(player=player))[0] == 2


def test_a_new_player_is_asked_for_too_and_added_once(floor: Floor) -> None:
    fields = {"name": "Nina Sala", "public_name": "", "club_number": ""}

    asked = floor.client.post(f"{floor.home}desk/add/", {"key": str(uuid4()), **fields})
    assert asked.status_code == 422
    assert 'id="room-full"' in asked.content.decode()

    floor.client.post(f"{floor.home}desk/add/", {"key": str(uuid4()), **fields, "full": "wait"})
    assert Entry.objects.get(player__name="Nina Sala").status == EntryStatus.REGISTERED


def test_a_tap_that_no_page_sends_and_an_entry_of_nowhere(floor: Floor) -> None:
    entry = floor.seats[1, 1]
    assert "was not recognised" in said(floor.post(f"desk/waiting/{entry.pk}/", do="dance"))[0]
    assert floor.post("desk/waiting/999999/", do="seat").status_code == 404
