"""What a sale or a payment says of the till of the person who made it, while it can be mended."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, NOW, give_role, make_account, make_player
from tests.factories.books import played_for_money
from tests.factories.desk import at_the_desk, register
from tests.factories.floor import said_of_drawer
from tests.pages import squeeze
from tests.tables.views.desk.test_chip_sales import room, sell
from tournament.models import Account, ChipSale, Payout, Role, Till, Tournament
from tournament.services.cash.tills import close_till, open_till

pytestmark = pytest.mark.django_db

NO_TILL = "No till is open: open yours, so this cash is counted."


def open_one(tournament: Tournament, account: Account, opening_float: int = 100_00) -> Till:
    open_till(
        tournament_id=tournament.pk, account_id=account.pk, opening_float=opening_float, by=ACTOR.at(NOW)
    )
    return Till.objects.get(account=account, closed_at=None)


def test_the_first_sale_of_a_person_without_a_till_says_so_and_the_next_ones_do_not(client: Client) -> None:
    floor = room(client, 4)
    assert said_of_drawer(sell(floor, 2, count="2")) == [NO_TILL]
    assert said_of_drawer(sell(floor, 3)) == []


def test_where_tills_are_used_every_sale_without_one_says_so_until_it_is_open(client: Client) -> None:
    floor = room(client, 5)
    open_one(floor.tournament, make_account("ugo"))
    assert [said_of_drawer(sell(floor, seat)) for seat in (1, 2)] == [[NO_TILL], [NO_TILL]]
    till = open_one(floor.tournament, floor.account)
    assert said_of_drawer(sell(floor, 3)) == []
    close_till(
        tournament_id=floor.tournament.pk, till_id=till.pk, counted=130_00, reason="", by=ACTOR.at(NOW)
    )
    assert said_of_drawer(sell(floor, 4)) == [NO_TILL]


def test_what_is_owed_is_no_cash_until_the_desk_collects_it(client: Client) -> None:
    floor = room(client, 3)
    assert said_of_drawer(sell(floor, 2, owed="1")) == []
    address = f"{floor.home}sales/{ChipSale.objects.get().pk}/collect/"
    response = client.post(address, {"key": str(uuid4())}, follow=True)
    assert said_of_drawer(response) == [NO_TILL]


def test_the_first_buy_in_says_it_with_the_way_to_the_tills(client: Client) -> None:
    tournament = at_the_desk(client)
    page = client.get(register(client, tournament, make_player("Anna Verdi")).url).content.decode()
    assert NO_TILL in page
    assert f'href="/floor/{tournament.code}/tills/"' in page
    assert NO_TILL not in client.get(f"/floor/{tournament.code}/desk/").content.decode()


def pay(client: Client, tournament: Tournament) -> Any:
    payout = Payout.objects.filter(tournament=tournament, paid_at=None).order_by("-amount").first()
    assert payout is not None
    address = f"/floor/{tournament.code}/payouts/{payout.pk}/pay/"
    return client.post(address, {"key": str(uuid4())}, follow=True)


def test_a_payment_above_the_cash_in_the_drawer_says_how_much_is_missing(client: Client) -> None:
    tournament, _entries = played_for_money()
    rita = give_role(tournament, Role.REGISTRATION, "rita")
    client.force_login(rita)
    till = open_one(tournament, rita)

    response = pay(client, tournament)

    paid = Payout.objects.exclude(paid_at=None).get().amount
    assert paid == 250_00
    assert said_of_drawer(response) == [
        (
            "Your till did not hold this cash: €150 more was paid out than was in it. Bring it from the safe or "
            "another till and record the transfer, or undo the payment."
        )
    ]
    page = squeeze(client.get(f"/floor/{tournament.code}/tills/{till.pk}/").content.decode())
    assert "€150 more paid out than was in it" in page


def test_a_payment_that_the_drawer_can_make_says_nothing(client: Client) -> None:
    tournament, _entries = played_for_money()
    rita = give_role(tournament, Role.REGISTRATION, "rita")
    client.force_login(rita)
    open_one(tournament, rita, 1_000_00)
    assert said_of_drawer(pay(client, tournament)) == []
