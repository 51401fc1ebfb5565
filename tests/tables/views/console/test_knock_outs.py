"""The knock-out credited from the log and from the player's page."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tables.models import Bust
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import LogEntry, Role

pytestmark = pytest.mark.django_db


def put_out(floor: Floor, *seats: int) -> str:
    """The address at which the knock-outs are credited."""
    floor.post("tables/1/bust/", out=[floor.seats[1, seat].pk for seat in seats], nobody="1")
    return f"knock-outs/{LogEntry.objects.get(verb='players_busted').pk}/"


def test_the_log_and_the_players_page_lead_to_the_knock_out(client: Client) -> None:
    floor = Floor(client, 4)
    address = floor.home + put_out(floor, 3)

    for page in ("log/", "tables/1/", f"people/{floor.seats[1, 3].player_id}/"):
        assert f'href="{address}"' in floor.get(page).content.decode(), page
    desk = Floor(Client(), 2, role=Role.FLOOR)
    assert "knock-outs" not in desk.get("tables/1/").content.decode()


def test_it_is_credited_to_one_said_and_undone(client: Client) -> None:
    floor = Floor(client, 4)
    address = put_out(floor, 3)
    page = squeeze(floor.get(address).content.decode())
    assert page.count('name="by"') == 3
    assert "checked" not in page

    answer = floor.post(address, bust=Bust.objects.get().pk, by=[floor.seats[1, 2].pk], seen="")

    assert said(answer) == ["Carla Rossi, out at table 1: knocked out by Bruno Neri (before: nobody)."]
    shown = squeeze(floor.get(address).content.decode())
    assert f'value="{floor.seats[1, 2].pk}" checked' in shown
    player = squeeze(floor.get(f"people/{floor.seats[1, 3].player_id}/").content.decode())
    assert "Entry 3: knocked out by Bruno Neri" in player
    [message] = answer.context["messages"]
    floor.client.post(message.extra_tags.split()[0], {"key": "6d4c2c2e-4dd5-4a8e-9a3e-0b8a9c0f5b12"})
    assert Bust.objects.get().credited_to.count() == 0


def test_where_the_bust_was_undone_the_page_says_so(client: Client) -> None:
    floor = Floor(client, 4)
    address = put_out(floor, 3)
    floor.post(f"log/{LogEntry.objects.get(verb='players_busted').pk}/undo/")

    page = floor.get(address).content.decode()

    assert "Nobody is out by this entry of the log any more." in page
    assert 'name="by"' not in page


@pytest.mark.parametrize("out", [1, 3])
def test_the_page_asks_as_often_for_one_as_for_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, out: int
) -> None:
    floor = Floor(client, 6)
    floor.post("tables/1/bust/", out=[floor.seats[1, seat].pk for seat in range(1, out + 1)], nobody="1")
    line = LogEntry.objects.get(verb="players_busted")
    floor.get(f"knock-outs/{line.pk}/")
    with django_assert_num_queries(6):
        assert floor.get(f"knock-outs/{line.pk}/").status_code == 200
