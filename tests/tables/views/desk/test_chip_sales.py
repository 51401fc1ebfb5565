from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.services.hands.busting import Out, bust_players
from tests.factories import ACTOR
from tests.factories.floor import Floor, said, tapped
from tests.factories.sales import selling
from tests.pages import squeeze
from tournament.models import ChipSale, Entry, Role

pytestmark = pytest.mark.django_db


def words(page: str) -> str:
    """What stands on a page, without its tags."""
    return squeeze(re.sub(r"<[^>]*>", " ", page))


def room(client: Client, *sizes: int, role: Role = Role.REGISTRATION) -> Floor:
    changes = {key: value for key, value in selling().items() if key != "late_registration_level"}
    return Floor(client, *sizes, role=role, registration=2, **changes)


def sell(floor: Floor, seat: int, **said: str) -> Any:
    entry = floor.seats[1, seat]
    data = {"kind": "rebuy", "key": str(uuid4()), **said}
    return tapped(floor.client, f"{floor.home}entries/{entry.pk}/sell/", data)


def stack(floor: Floor, seat: int) -> int:
    return Entry.objects.get(pk=floor.seats[1, seat].pk).stack


def put_out(floor: Floor, seat: int) -> None:
    bust_players(
        tournament_id=floor.tournament.pk,
        table_id=floor.table(1).pk,
        out=Out(entries=[floor.seats[1, seat].pk], credited_to=[floor.seats[1, 1].pk]),
        by=ACTOR.at(floor.began),
    )


@pytest.mark.parametrize(("role", "may_undo"), [(Role.REGISTRATION, False), (Role.FLOOR, True)])
def test_the_undo_of_a_sale_is_offered_to_those_who_may_undo(
    client: Client, role: Role, may_undo: bool
) -> None:
    page = sell(room(client, 3, role=role), 2).content.decode()

    assert ("/undo/" in page) is may_undo


def test_a_rebuy_is_one_tap_on_the_player_found_at_the_desk(client: Client) -> None:
    floor = room(client, 3)
    found = client.get(f"{floor.home}desk/", {"q": "Bruno"}).content.decode()
    assert f'action="{floor.home}entries/{floor.seats[1, 2].pk}/sell/"' in found
    assert "Rebuy €30 : Bruno Neri" in words(found)

    response = sell(floor, 2)

    assert said(response) == ["Rebuy of Bruno Neri: 8,000 for €30. Table 1, seat 2."]
    assert stack(floor, 2) == 18_000
    assert "Rebuy €30" not in words(client.get(f"{floor.home}desk/", {"q": "Bruno"}).content.decode())
    assert said(sell(floor, 2)) == ["Sold at 10,000 chips or fewer: this player has 18,000."]
    assert ChipSale.objects.count() == 1


def test_the_same_tap_sent_twice_sells_once(client: Client) -> None:
    floor = room(client, 3)
    key = str(uuid4())
    assert said(sell(floor, 2, key=key)) == said(sell(floor, 2, key=key))
    assert ChipSale.objects.count() == 1


def test_a_player_who_is_out_is_offered_a_rebuy_at_the_desk_and_on_the_own_page(client: Client) -> None:
    floor = room(client, 3)
    put_out(floor, 3)
    player = floor.seats[1, 3].player_id
    assert "Rebuy €30 : Carla Rossi" in words(client.get(f"{floor.home}people/{player}/").content.decode())
    assert said(sell(floor, 3)) == ["Carla Rossi is back in play by a rebuy: 8,000 for €30. Table 1, seat 3."]


def test_the_seat_of_a_player_who_is_out_offers_the_rebuy_on_the_console(client: Client) -> None:
    floor = room(client, 3, role=Role.FLOOR)
    put_out(floor, 3)
    shown = words(client.get(floor.home, {"part": "seat", "table": "1", "seat": "3"}).content.decode())
    assert "Carla Rossi is out." in shown
    assert "Rebuy €30 : Carla Rossi" in shown
    assert "Rebuy, desk collects : Carla Rossi" in shown
    sell(floor, 3)
    shown = words(client.get(floor.home, {"part": "seat", "table": "1", "seat": "3"}).content.decode())
    assert "is out." not in shown


def test_the_seat_of_a_player_who_may_buy_back_says_so_until_the_answer_is_no(client: Client) -> None:
    floor = room(client, 3, role=Role.FLOOR)
    put_out(floor, 3)
    console = words(client.get(floor.home).content.decode())
    assert "Rebuy? Carla Rossi" in console
    seat = {"part": "seat", "table": "1", "seat": "3"}
    shown = words(client.get(floor.home, seat).content.decode())
    assert "Table 1, seat 3 is reserved until the next hand (TDA 27)." in shown
    assert "Rebuy?" in words(client.get(f"{floor.home}tables/1/").content.decode())
    address = f"{floor.home}entries/{floor.seats[1, 3].pk}/no-rebuy/"

    response = tapped(client, address, {"key": str(uuid4())})

    assert said(response) == ["No rebuy for Carla Rossi: seat 3 at table 1 is open."]
    assert "Rebuy?" not in words(client.get(floor.home).content.decode())
    assert "is reserved until" not in words(client.get(floor.home, seat).content.decode())
    assert said(tapped(client, address, {"key": str(uuid4())})) == [
        "No seat is reserved for this player any more."
    ]
    assert client.post(f"{floor.home}entries/0/no-rebuy/", {"key": str(uuid4())}).status_code == 404


def test_money_owed_is_listed_at_the_desk_until_it_is_taken(client: Client) -> None:
    floor = room(client, 3)
    assert "Payments due" not in client.get(f"{floor.home}desk/").content.decode()
    assert said(sell(floor, 2, owed="1")) == [
        "Rebuy of Bruno Neri: 8,000 for €30. Announced at the table; the money is owed. Table 1, seat 2."
    ]
    shown = words(client.get(f"{floor.home}desk/", {"part": "owed"}).content.decode())
    assert "Payments due Bruno Neri entry 2 Rebuy €30" in shown

    sale = ChipSale.objects.get()
    address = f"{floor.home}sales/{sale.pk}/collect/"
    response = client.post(address, {"key": str(uuid4())}, follow=True)

    assert said(response) == ["Bruno Neri has paid €30 for the rebuy."]
    assert "Payments due" not in client.get(f"{floor.home}desk/").content.decode()


def test_the_floor_announces_a_rebuy_that_the_desk_collects(client: Client) -> None:
    floor = room(client, 3, role=Role.FLOOR)
    seat = client.get(floor.home, {"part": "seat", "table": "1", "seat": "2"}).content.decode()
    button = re.search(r'<button[^>]*name="(owed)" value="(1)" id="rebuy-owed-\d+"', seat)
    assert button

    sell(floor, 2, **{button[1]: button[2]})

    assert ChipSale.objects.get().collected_at is None
    assert "desk collects" not in client.get(f"{floor.home}desk/", {"q": "Bruno"}).content.decode()


def test_a_tap_that_no_page_sends_sells_nothing(client: Client) -> None:
    floor = room(client, 3)
    assert said(sell(floor, 2, kind="drink")) == ["This tap was not recognised. Nothing was changed."]
    address = f"{floor.home}entries/0/sell/"
    assert client.post(address, {"kind": "rebuy", "key": str(uuid4())}).status_code == 404
    assert not ChipSale.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_what_is_found_takes_the_same_queries_however_many(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    floor = room(client, 2 + count)
    for seat in range(3, 3 + count):
        Entry.objects.filter(pk=floor.seats[1, seat].pk).update(stack=1_000)
        floor.seats[1, seat].player.search_name = "zz"
        floor.seats[1, seat].player.save()
    # session, account, staff, entries, players, their entries, what they bought, ID checks
    with django_assert_num_queries(8):
        client.get(f"{floor.home}desk/", {"q": "zz"}, headers={"hx-request": "true"})


def test_the_ticket_says_what_was_bought_and_what_is_still_to_be_paid(client: Client) -> None:
    floor = room(client, 3)
    address = f"{floor.home}tickets/{floor.seats[1, 2].pk}/"
    assert "Rebuys" not in words(client.get(address).content.decode())
    sell(floor, 2, owed="1")
    shown = words(client.get(address).content.decode())
    assert "Buy-in paid: €50 Rebuys: 1, €30 €30 to be paid" in shown
    client.post(f"{floor.home}sales/{ChipSale.objects.get().pk}/collect/", {"key": str(uuid4())})
    assert "to be paid" not in words(client.get(address).content.decode())
    pdf = client.get(f"{floor.home}tickets/{floor.seats[1, 2].pk}.pdf")
    assert (pdf.status_code, pdf.headers["Content-Type"]) == (200, "application/pdf")


def test_the_phone_says_how_many_rebuys_and_add_ons_there_are(client: Client) -> None:
    floor = room(client, 3)
    sell(floor, 2)
    shown = words(client.get(f"/t/{floor.tournament.code}/").content.decode())
    assert "Rebuys 1 Add-ons 0 Prize pool €163" in shown
    wall = words(client.get(f"/t/{floor.tournament.code}/clock/").content.decode())
    assert "Rebuys 1" in wall


def test_the_floor_writes_off_what_was_lost_and_never_paid_on_the_player_s_page(client: Client) -> None:
    floor = room(client, 3, role=Role.FLOOR)
    page = f"{floor.home}people/{floor.seats[1, 2].player_id}/"
    sell(floor, 2, owed="1")
    sale = ChipSale.objects.get()
    put_out(floor, 2)
    assert f'href="{page}"' in client.get(f"{floor.home}desk/", {"part": "owed"}).content.decode()
    address = f"{floor.home}sales/{sale.pk}/refund/"
    assert f'href="{address}"' in client.get(page).content.decode()
    assert "Owed €30" in words(client.get(address).content.decode())
    assert client.post(address, {"reason": ""}).status_code == 422

    response = client.post(address, {"reason": "Left the room"}, follow=True)

    assert said(response) == ["Wrote off €30 that Bruno Neri owed for the rebuy; its chips stay in play."]
    assert f'href="{address}"' not in response.content.decode()
    assert "Payments due" not in client.get(f"{floor.home}desk/").content.decode()
    assert client.get(address).status_code == 404
