"""Dealers change: the tap, what the tablet says of it, and of the level of the next hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tables.models import Hand
from tables.views.tablet.access import COOKIE
from tests.factories import NOW, after
from tests.factories.felt import Felt, make_felt

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as room:
        yield room


@pytest.fixture
def felt(room: time_machine.Traveller) -> Felt:
    return make_felt(1000, 1000, 1000)


@pytest.fixture
def tablet(felt: Felt) -> Client:
    client = Client()
    client.cookies[COOKIE] = felt.pair()[1]
    return client


def tap(tablet: Client, felt: Felt, what: str) -> Any:
    table = felt.fresh()
    return tablet.post(
        f"/tablet/table/{what}/",
        {"key": str(uuid4()), "version": table.version, "epoch": table.lease_epoch},
        headers={"Floorman-Tap": "1"},
    )


def said(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.rule("LVL-03")
def test_lvl_03_the_tablet_says_that_one_more_hand_is_dealt_at_the_old_level_and_deals_it(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    room.move_to(after(20) - timedelta(seconds=30))
    assert "Dealer change within 90 seconds of" in said(tap(tablet, felt, "push"))
    room.move_to(after(20) + timedelta(seconds=20))

    page = said(tablet.get("/tablet/table/"))
    assert "Dealer change: one more hand at level 1 (TDA 23)" in page
    assert "25/50" in page
    assert tap(tablet, felt, "deal").status_code == 200
    assert Hand.objects.get().setup.stakes.big_blind == 50


@pytest.mark.rule("LVL-05")
def test_lvl_05_the_tablet_names_a_push_that_is_too_near_and_no_other(
    tablet: Client, felt: Felt, room: time_machine.Traveller
) -> None:
    room.move_to(after(20) - timedelta(seconds=91))
    answer = said(tap(tablet, felt, "push"))
    assert "Dealer change" in answer
    assert "90 seconds" not in answer

    room.move_to(after(20) - timedelta(seconds=90))
    assert "Dealer change within 90 seconds of 21:20, when the level ends (TDA RP-7)" in said(
        tap(tablet, felt, "push")
    )


def test_during_a_hand_the_tap_is_refused(tablet: Client, felt: Felt) -> None:
    felt.deal()

    answer = tap(tablet, felt, "push")

    assert (answer.status_code, "Dealers change between two hands." in said(answer)) == (409, True)
    assert felt.fresh().push is None


def test_the_menu_has_the_button(tablet: Client) -> None:
    assert 'id="push"' in tablet.get("/tablet/table/?sheet=menu").content.decode()
