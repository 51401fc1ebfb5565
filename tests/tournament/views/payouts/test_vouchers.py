"""Vouchers where people meet them: at the desk, on the page of the payouts, on slips, on the player's phone."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, make_account
from tests.factories.festivals import FestivalDay
from tests.factories.floor import began, said
from tests.factories.house.things import wait_in_queue
from tournament.models import Entry, Tournament
from tournament.queries.payouts.slips import entry_receipt
from tournament.services.clock import start_clock
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


def words_of(response: Any) -> str:
    return " ".join(response.content.decode().split())


def won(client: Client, **settings: Any) -> FestivalDay:
    day = FestivalDay(**settings)
    client.force_login(make_account())
    return day


def test_the_desk_sells_an_entry_for_a_voucher_and_says_what_is_left_to_pay(client: Client) -> None:
    day = won(client, main={"buy_in_prize": 80_00, "buy_in_fee": 5_00, "entries_per_player": 0})
    first, *_others = day.win()
    name = first.entry.player.name
    desk = f"/floor/{day.main.code}/desk/"
    found = words_of(client.get(desk, {"q": name}))
    assert f"Register with voucher {first.code}" in found
    assert "pays €60, the rest in cash" in found

    sold = client.post(
        f"{desk}register/",
        {"player": first.entry.player_id, "voucher": first.pk, "key": str(uuid4())},
        follow=True,
    )

    assert "€25 · €60 by voucher" in words_of(sold)
    entry = Entry.objects.get(tournament=day.main)
    receipt = entry_receipt(day.main, entry_id=entry.pk)
    assert receipt is not None
    assert (receipt.by_voucher, receipt.received) == (60_00, 25_00)
    assert "voucher" not in words_of(client.get(desk, {"q": name}))
    books = words_of(client.get(f"/floor/{day.main.code}/reconciliation/"))
    assert "Paid by voucher" in books


@pytest.mark.parametrize("voucher", ["x", "1" * 30, "²"])
def test_a_voucher_that_no_button_sends_is_not_understood(client: Client, voucher: str) -> None:
    day = won(client)
    first, *_others = day.win()
    typed = {"player": first.entry.player_id, "voucher": voucher, "key": str(uuid4())}
    refused = client.post(f"/floor/{day.main.code}/desk/register/", typed)
    assert "This tap was not recognised." in words_of(refused)
    assert not Entry.objects.filter(tournament=day.main).exists()


def test_the_page_of_the_vouchers_shows_both_sides_and_pays_in_cash_with_papers(client: Client) -> None:
    day = won(client, voucher_terms="cash")
    first, *_others = day.win()
    Tournament.objects.filter(pk=day.satellite.pk).update(id_from=50_00)
    page = f"/floor/{day.satellite.code}/vouchers/"
    assert "Given by this satellite" in words_of(client.get(page))
    assert "ID is due for this amount." in words_of(client.get(page))
    taken = words_of(client.get(f"/floor/{day.main.code}/vouchers/"))
    assert "For entries of this event" in taken
    assert first.code in taken

    tap = {"key": str(uuid4())}
    refused = client.post(f"{page}{first.pk}/cash/", tap, follow=True)
    assert "ID" in said(refused)[0]
    paid = client.post(
        f"{page}{first.pk}/cash/", {**tap, "key": str(uuid4()), "papers_seen": "on"}, follow=True
    )
    name = first.entry.player.name
    assert said(paid)[0].startswith(f"Paid {name} €60 in cash for voucher {first.code}.")
    assert "€60: Cash" in words_of(paid)


def test_the_winner_sees_the_voucher_on_the_phone_until_it_is_used(client: Client) -> None:
    day = won(client)
    first, *_others = day.win()
    shown = words_of(client.get(f"/my/{first.entry.link_secret}/"))
    assert f"Voucher {first.code} for “Main event”" in shown
    assert "Show it at the desk when you register." in shown


def test_who_waits_with_a_phone_enters_with_the_voucher_too(client: Client) -> None:
    day = won(client, main={"buy_in_prize": 50_00, "buy_in_fee": 10_00, "phone_queue": True})
    first, *_others = day.win()
    place = wait_in_queue(day.main, first.entry.player.name, now=day.now().now)
    desk = f"/floor/{day.main.code}/desk/"
    assert f'id="queue-voucher-{first.pk}"' in words_of(client.get(desk, {"part": "queue"}))

    sold = client.post(
        f"{desk}queue/{place.pk}/",
        {"player": first.entry.player_id, "voucher": first.pk, "key": str(uuid4())},
        follow=True,
    )

    assert "€0 · €60 by voucher" in words_of(sold)
    place.refresh_from_db()
    assert place.state == "registered"


def test_a_player_gives_up_the_stack_and_enters_again_with_the_voucher(client: Client) -> None:
    day = won(client, main={"late_registration_level": 2, "entries_per_player": 0})
    first, *_others = day.win()
    player = first.entry.player
    begun = ACTOR.at(began())
    for each in (player, *(entry.player for entry in day.entries[3:])):
        register_entry(tournament_id=day.main.pk, player_id=each.pk, by=begun)
    make_seat_draw(tournament_id=day.main.pk, seed="1", by=begun)
    start_clock(tournament_id=day.main.pk, by=begun)
    Tournament.objects.filter(pk=day.main.pk).update(rule_overrides={"event": {"forfeit_to_re_enter": True}})
    desk = f"/floor/{day.main.code}/desk/"
    found = words_of(client.get(desk, {"q": player.name}))
    assert f"Surrender 10,000 and re-enter with voucher {first.code}" in found

    sold = client.post(
        f"{desk}register/",
        {"player": player.pk, "voucher": first.pk, "forfeit": "1", "key": str(uuid4())},
        follow=True,
    )

    assert "€0 · €60 by voucher" in words_of(sold)
    again = list(Entry.objects.filter(tournament=day.main, player=player).order_by("number"))
    assert [entry.status for entry in again] == ["eliminated", "playing"]
