"""A rebuy is announced at the table: the dealer taps it, the chips come, the desk takes the money (REB-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tables.models import HandSeat
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_felt
from tests.factories.sales import REBUY, rebuy_felt
from tests.tables.services.desk.test_chip_sales import bust
from tests.tables.views.tablet.test_rulings import TABLE, text
from tournament.models import ChipSale, Entry, EntryStatus, LogEntry, Tournament
from tournament.queries.chip_sales import sales_owed
from tournament.services.field.entries import register_entry
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def room() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as room:
        yield room


@pytest.fixture
def felt() -> Felt:
    return rebuy_felt(10_000, 10_000, 10_000)


@pytest.fixture
def tablet(felt: Felt) -> Client:
    client = Client()
    client.cookies[COOKIE] = felt.pair()[1]
    return client


def announce(tablet: Client, felt: Felt, **said: Any) -> Any:
    common = {"key": str(uuid4()), "version": felt.fresh().version, "epoch": felt.table.lease_epoch}
    return tablet.post(f"{TABLE}sell/", {**common, **said}, headers={"Floorman-Tap": "1"})


def sheet(tablet: Client) -> str:
    return text(tablet.get(TABLE, {"sheet": "players"}))


@pytest.mark.rule("REB-01")
def test_reb_01_the_dealer_announces_a_rebuy_and_the_next_hand_is_dealt_with_it(
    tablet: Client, felt: Felt
) -> None:
    bust(felt, 3, by=1)
    assert "3 · Rebuy Carla Rossi · 8,000 · €30" in sheet(tablet)

    response = announce(tablet, felt, rebuy=felt.entries[3].pk)

    assert response.status_code == 200
    assert "Carla Rossi" in text(response)
    hand = felt.deal()
    assert HandSeat.objects.get(hand=hand, entry=felt.entries[3]).starting_stack == 8_000
    assert [(each.name, each.price) for each in sales_owed(felt.tournament)] == [("Carla Rossi", 30_00)]


def test_the_dealer_says_that_a_player_does_not_buy_back(tablet: Client, felt: Felt) -> None:
    bust(felt, 3, by=1)
    assert "3 · No rebuy Carla Rossi" in sheet(tablet)
    assert announce(tablet, felt, no_rebuy=felt.entries[3].pk).status_code == 200
    assert "No rebuy" not in sheet(tablet)
    # And may change the mind.
    assert "3 · Rebuy Carla Rossi" in sheet(tablet)
    assert announce(tablet, felt, no_rebuy=felt.entries[3].pk).status_code == 409


def test_two_rebuys_are_one_tap_of_the_dealer_and_one_undo_of_the_floor(tablet: Client, felt: Felt) -> None:
    bust(felt, 3, by=1)
    assert "3 · Two rebuys Carla Rossi · 16,000 · €60" in sheet(tablet)

    assert announce(tablet, felt, two_rebuys=felt.entries[3].pk).status_code == 200

    assert felt.stack(3) == 16_000
    assert [each.price for each in sales_owed(felt.tournament)] == [30_00, 30_00]
    line = LogEntry.objects.latest("pk")
    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(after(1)))
    assert Entry.objects.get(pk=felt.entries[3].pk).status == EntryStatus.ELIMINATED
    # Where one is all that a player may still buy, the tablet offers one.
    felt.tournament.rebuy_data = replace(REBUY, per_player=1).to_dict()
    felt.tournament.save()
    assert "3 · Rebuy" in sheet(tablet)
    assert "Two rebuys" not in sheet(tablet)
    assert announce(tablet, felt, two_rebuys=felt.entries[3].pk).status_code == 409


def test_during_a_hand_the_chips_come_after_it(tablet: Client, felt: Felt) -> None:
    felt.deal()
    assert announce(tablet, felt, rebuy=felt.entries[2].pk).status_code == 200
    assert felt.stack(2) == 10_000
    felt.play("f3", "f1")
    assert felt.stack(2) == 18_000 + 25


def test_the_same_tap_again_sells_nothing_more(tablet: Client, felt: Felt) -> None:
    said = {"key": str(uuid4()), "version": felt.fresh().version, "epoch": felt.table.lease_epoch}
    said |= {"rebuy": felt.entries[2].pk}
    first, second = (tablet.post(f"{TABLE}sell/", said, headers={"Floorman-Tap": "1"}) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    assert ChipSale.objects.count() == 1


def test_what_cannot_be_sold_is_refused_and_not_offered(tablet: Client, felt: Felt) -> None:
    elsewhere = add_felt(felt.tournament, 10_000, 10_000, number=2)
    Entry.objects.filter(pk=felt.entries[1].pk).update(stack=10_025)
    assert "1 · Rebuy" not in sheet(tablet)
    for said, status, words in (
        ({"rebuy": felt.entries[1].pk}, 409, "this player has 10,025"),
        ({"rebuy": elsewhere.entries[1].pk}, 409, "This player is no longer at this table."),
        ({"add_on": felt.entries[2].pk}, 409, "Sold in the break after level 2."),
        ({}, 422, "This tap was not recognised."),
        ({"rebuy": 2**63}, 422, "less than or equal to"),
    ):
        response = announce(tablet, felt, **said)
        assert response.status_code == status
        assert words in text(response)
    assert not ChipSale.objects.exists()


def test_nothing_is_offered_where_nothing_is_sold_or_the_hand_after_has_been_dealt(
    tablet: Client, felt: Felt
) -> None:
    bust(felt, 3, by=1)
    felt.deal(after(1))
    assert "Carla Rossi" not in sheet(tablet)
    assert Entry.objects.get(pk=felt.entries[3].pk).status == EntryStatus.ELIMINATED
    felt.tournament.rebuy_data = felt.tournament.add_on_data = None
    felt.tournament.save()
    assert "Rebuy" not in sheet(tablet)


def test_the_dealers_undo_is_refused_in_words_while_the_player_who_went_out_is_in_again(
    tablet: Client, felt: Felt
) -> None:
    felt.deal()
    felt.play("r3:10000", "c1", "f2", "b:2c7d9h", "b:Js", "b:4s", "s3:KhKd", "s1:AhAd")
    player = felt.entries[3].player_id
    Tournament.objects.update(entries_per_player=2)
    register_entry(tournament_id=felt.tournament.pk, player_id=player, by=ACTOR.at(NOW))

    for _tap in range(2):
        tap = {"key": str(uuid4()), "version": felt.fresh().version, "epoch": felt.table.lease_epoch}
        response = tablet.post(f"{TABLE}undo/", tap, headers={"Floorman-Tap": "1"})

        assert response.status_code == 409
        assert "Carla Rossi is in again with entry 4; void that entry first." in text(response)
