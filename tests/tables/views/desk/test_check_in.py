"""Check-in through its page: who may, what it shows, what it costs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import enter
from tests.factories.desk import at_the_desk
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import Arrival, Entry, LogEntry, Role, Tournament

pytestmark = pytest.mark.django_db


def tap(client: Client, tournament: Tournament, path: str) -> str:
    address = f"/floor/{tournament.code}/check-in/{path}"
    answer = client.post(address, {"key": str(uuid4())}, follow=True)
    return answer.content.decode()


@pytest.mark.parametrize("players", [1, 3])
def test_the_page_takes_the_same_queries_however_many_are_awaited(
    client: Client, players: int, django_assert_num_queries: Any
) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    enter(tournament, *(f"Player {number}" for number in range(players)))
    tap(client, tournament, "open/")

    # session, account, staff; players, their ID checks, awaited, arrived, not asked for, money of no-shows
    with django_assert_num_queries(9):
        page = client.get(f"/floor/{tournament.code}/check-in/").context["page"]
    assert (len(page.players), page.awaited, page.arrived, page.to_open) == (players, players, 0, 0)


def test_the_desk_checks_in_who_has_come_and_finds_them_by_name(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    anna, bruno = enter(tournament, "Anna Verdi", "Bruno Neri")
    assert "Check-in is open: 2 players are awaited." in tap(client, tournament, "open/")

    found = client.get(f"/floor/{tournament.code}/check-in/", {"q": "verdi"}).context["page"].players
    assert [player.name for player in found] == ["Anna Verdi"]
    assert "Anna Verdi has arrived." in tap(client, tournament, f"{anna.pk}/")
    assert "This player was checked in already." in tap(client, tournament, f"{anna.pk}/")
    assert "There is no no-show to remove now." in tap(client, tournament, "no-shows/")
    assert dict(Entry.objects.values_list("pk", "arrival")) == {
        anna.pk: Arrival.ARRIVED,
        bruno.pk: Arrival.AWAITED,
    }


def test_registration_checks_in_but_only_the_floor_opens_and_removes(client: Client) -> None:
    tournament = at_the_desk(client)
    (entry,) = enter(tournament, "Anna Verdi")
    Entry.objects.update(arrival=Arrival.AWAITED, is_absent=True)
    assert client.post(f"/floor/{tournament.code}/check-in/open/").status_code == 403
    assert client.post(f"/floor/{tournament.code}/check-in/no-shows/").status_code == 403
    tap(client, tournament, f"{entry.pk}/")
    assert LogEntry.objects.filter(verb="player_arrived").count() == 1


def test_a_no_show_is_two_taps_from_the_seat_and_from_the_players_page(client: Client) -> None:
    floor = Floor(client, 4)
    carla = floor.seats[1, 3]
    address = f"{floor.home}check-in/{carla.pk}/no-show/"
    pages = (floor.get(part="seat", table="1", seat="3"), floor.get(f"people/{carla.player_id}/"))
    for page in [squeeze(each.content.decode()) for each in pages]:
        offer = page.split('id="no-show"')[1].split("</details>")[0]
        assert f'action="{address}"' in offer
        assert "The buy-in of €50 leaves the event and is at the desk" in offer

    [words] = said(floor.post(f"check-in/{carla.pk}/no-show/"))

    assert words.startswith("Removed Carla Rossi as a no-show: 10,000 chips are out of play")
    assert not Entry.objects.filter(pk=carla.pk, status="playing").exists()
    floor.deal(1, "f4", "f1")
    assert 'id="no-show"' not in floor.get(part="seat", table="1", seat="1").content.decode()
