"""The pot of a hand in play is one number wherever it is read: all chips put in, the bets of the street beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tables import engine
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.table.tablets import make_pairing_code, pair_device
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR
from tests.factories.floor import Floor

pytestmark = pytest.mark.django_db

FLOP = ("c3", "c1", "k2", "b:Kd7c2h")


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def part(html: str, start: str, end: str) -> str:
    return words(html[html.index(start) : html.index(end, html.index(start))]).split(">", 1)[-1].strip()


def read(client: Client, floor: Floor, *codes: str, language: str = "en") -> dict[str, str]:
    """What tablet, floor page and record of the hand say of the pot."""
    ids: dict[str, Any] = {"tournament_id": floor.tournament.pk, "table_id": floor.table(1).pk}
    start_hand(**ids, by=ACTOR.at(timezone.now()))
    for code in codes:
        record_operation(**ids, operation=engine.decode(code), by=ACTOR.at(timezone.now()))
    tablet = Client()
    code = make_pairing_code(**ids, by=ACTOR.at(timezone.now())).code
    tablet.cookies[COOKIE] = pair_device(code=code, now=timezone.now()).secret
    for browser in (client, tablet):
        browser.cookies["django_language"] = language
    hand = floor.get("tables/1/hands/1/").text
    return {
        "tablet": part(tablet.get("/tablet/table/").text, '<ul id="pots"', "</ul>"),
        "floor": part(floor.get("tables/1/").text, '<p class="felt__pot', '<p class="felt__dealer'),
        "hand": part(hand, "<dt>Pot</dt>" if language == "en" else "<dt>Piatto</dt>", "</dl>"),
    }


def test_the_pot_before_the_flop_has_the_blinds_in_it(client: Client) -> None:
    assert read(client, Floor(client, 3), "r3:150") == {
        "tablet": "Pot 225 incl. bets 225",
        "floor": "Pot 225 incl. bets 225 Anna Verdi to act (125 to call) Call the clock",
        "hand": "Pot 225 incl. bets 225",
    }


def test_the_pot_on_a_later_street_has_its_bets_beside_it(client: Client) -> None:
    assert read(client, Floor(client, 3), *FLOP, "r1:500", "r2:1100", language="it") == {
        "tablet": "Piatto 1.750 di cui puntate 1.600",
        "floor": "Piatto 1.750 di cui puntate 1.600 Tocca a Carla Rossi (1.100 da chiamare) Chiama il clock",
        "hand": "Piatto 1.750 di cui puntate 1.600",
    }


def test_with_side_pots_the_parts_add_up_to_the_pot(client: Client) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/correct/?seat=1", stack="1000", reason="short")

    shown = read(client, floor, "r3:2000", "c1", "c2", "b:Kd7c2h", "r2:500")

    assert shown["tablet"] == "Pot 5,500 incl. bets 500 Main pot 3,000 Side pot 1 2,000"
    assert shown["floor"].startswith("Pot 5,500 incl. bets 500 Main pot 3,000 · Side pot 1 2,000")
    assert shown["hand"].startswith("Pot 5,500 incl. bets 500")
    page = words(floor.get("tables/1/hands/1/").text)
    assert "Main pot: 3,000" in page
    assert "Side pot 1: 2,000" in page
    assert "Bets on this street: 500" in page
