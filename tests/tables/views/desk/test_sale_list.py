"""Rebuys and add-ons from one list in the break: who has, who has not, who owes; one tap a player."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR
from tests.factories.floor import Floor, said, tapped
from tests.tables.views.desk.test_chip_sales import put_out, room, sell, stack, words
from tournament.models import ChipSale, Entry, LogEntry, Role
from tournament.services.clock import next_period
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def in_the_break(client: Client, *sizes: int, **changes: Any) -> Floor:
    floor = room(client, *sizes, **changes)
    for _ in range(2):
        next_period(tournament_id=floor.tournament.pk, by=ACTOR.at(floor.began))
    return floor


def shown(floor: Floor, wanted: str = "") -> str:
    return words(floor.client.get(f"{floor.home}sales/", {"show": wanted}).content.decode())


def test_one_tap_a_player_sells_the_add_on_and_the_list_says_who_has_none_yet(client: Client) -> None:
    floor = in_the_break(client, 3)
    page = client.get(f"{floor.home}sales/").content.decode()
    # One tap for cash, one for what the desk collects.
    assert page.count('id="add_on-') == 6
    entry = floor.seats[1, 2]
    address = f"{floor.home}entries/{entry.pk}/sell/"

    answer = tapped(client, address, {"kind": "add_on", "key": str(uuid4())})

    assert said(answer) == ["Add-on of Bruno Neri: 12,000 for €20. Table 1, seat 2."]
    assert "No add-on yet 2" in shown(floor)
    left = shown(floor, "no_add_on")
    assert "Anna Verdi" in left
    assert "Bruno Neri" not in left


def test_who_owes_is_on_a_list_with_the_tap_that_takes_the_money(client: Client) -> None:
    floor = room(client, 3)
    sell(floor, 2, owed="1")
    owes = shown(floor, "owes")
    assert "Bruno Neri 1 0 €30 Paid: €30" in owes
    assert "Anna Verdi" not in owes
    assert "Owes money 1" in owes
    client.post(f"{floor.home}sales/{ChipSale.objects.get().pk}/collect/", {"key": str(uuid4())})
    assert "No player on this list." in shown(floor, "owes")


def test_a_player_who_is_out_and_may_buy_back_is_at_the_end_of_the_list(client: Client) -> None:
    floor = room(client, 3)
    put_out(floor, 1 + 1)
    text = shown(floor, "nonsense")
    assert text.index("Carla Rossi") < text.index("out Bruno Neri")


def test_two_rebuys_are_one_sale_and_one_undo(client: Client) -> None:
    floor = room(client, 3, role=Role.FLOOR)
    assert "2 rebuys €60 : Bruno Neri" in shown(floor)

    answer = sell(floor, 2, count="2")

    assert said(answer) == ["2 rebuys of Bruno Neri: 16,000 for €60. Table 1, seat 2."]
    assert (stack(floor, 2), ChipSale.objects.count()) == (26_000, 2)
    assert "2 rebuys" not in client.get(f"{floor.home}desk/", {"q": "Bruno"}).content.decode()
    line = LogEntry.objects.get(verb="sales_together")
    undo_line(tournament_id=floor.tournament.pk, line_id=line.pk, by=ACTOR.at(floor.began))
    assert (stack(floor, 2), ChipSale.objects.filter(undone_at=None).count()) == (10_000, 0)


def test_a_player_who_is_out_comes_back_with_two_rebuys(client: Client) -> None:
    floor = room(client, 3)
    put_out(floor, 3)
    assert said(sell(floor, 3, count="2")) == ["2 rebuys of Carla Rossi: 16,000 for €60. Table 1, seat 3."]
    assert stack(floor, 3) == 16_000
    assert said(sell(floor, 2, count="3")) == ["This tap was not recognised. Nothing was changed."]


@pytest.mark.parametrize("players", [2, 4])
def test_the_list_takes_the_same_queries_however_many_players(
    client: Client, players: int, django_assert_max_num_queries: Any
) -> None:
    floor = room(client, players)
    Entry.objects.update(stack=1_000)
    with django_assert_max_num_queries(9):
        floor.client.get(f"{floor.home}sales/", headers={"hx-request": "true"})
