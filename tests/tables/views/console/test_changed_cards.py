"""An open console fetches the cards that changed, and what it then shows is what a fresh one shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tables.models import Table, Zone
from tables.services.desk.seating import open_table
from tables.services.table.messages import call_floor, hold_table
from tests.factories import ACTOR, NOW
from tests.factories.floor import Floor
from tournament.models import Player

pytestmark = pytest.mark.django_db

ITEM = re.compile(r'<li id="card-(\d+)"(?: hx-swap-oob="true")?>(.*?)</li>', re.DOTALL)
MARK = re.compile(r'data-seen="([^"]*)"')


def cards(html: str) -> dict[str, str]:
    return dict(ITEM.findall(html))


def seen(html: str) -> str:
    """What tables/static/tables/console.js sends: the marks as they stand in the page."""
    return "".join(MARK.findall(html))


def fetch(floor: Floor, seen: str = "") -> Any:
    headers = {"HX-Request": "true", **({"Floorman-Seen": seen} if seen else {})}
    return floor.client.get(f"{floor.home}?part=grid", headers=headers)


def nothing(_floor: Floor) -> None:
    pass


def play_at_two(floor: Floor) -> None:
    floor.deal(2, "f3", "f1")


def deal_at_one(floor: Floor) -> None:
    floor.deal(1)


def hold_three(floor: Floor) -> None:
    hold_table(tournament_id=floor.tournament.pk, table_id=floor.table(3).pk, reason="", by=ACTOR.at(NOW))


def call_from_two(floor: Floor) -> None:
    call_floor(tournament_id=floor.tournament.pk, table_id=floor.table(2).pk, by=ACTOR.at(NOW))


def bust_at_one(floor: Floor) -> None:
    """Seat 1 goes out in an all-in against seat 3: every table is now longer than table 1."""
    floor.deal(1, "r3:10000", "c1", "f2", "b:2c7d9h", "b:Js", "b:4s", "s3:AhAd", "s1:QhQd")


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        (nothing, set()),
        (deal_at_one, {"1"}),
        (play_at_two, {"2"}),
        (hold_three, {"3"}),
        (call_from_two, {"2"}),
        (bust_at_one, {"1"}),
    ],
)
def test_only_the_cards_that_changed_are_sent(
    client: Client, change: Callable[[Floor], None], changed: set[str]
) -> None:
    floor = Floor(client, 3, 3, 3)
    before = fetch(floor).content.decode()
    change(floor)

    answer = fetch(floor, seen(before))

    sent = cards(answer.content.decode())
    assert (set(sent), answer["HX-Reswap"]) == (changed, "none")
    assert cards(before) | sent == cards(fetch(floor).content.decode())


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_page_in_another_language_has_other_cards(client: Client, language: str) -> None:
    floor = Floor(client, 3, 3)
    floor.client.cookies["django_language"] = language
    before = fetch(floor).content.decode()

    assert cards(fetch(floor, seen(before)).content.decode()) == {}
    assert ("giocatori" in before) == (language == "it")


def test_the_whole_grid_is_sent_when_a_table_is_opened(client: Client) -> None:
    floor = Floor(client, 3, 3)
    before = fetch(floor).content.decode()
    open_table(tournament_id=floor.tournament.pk, by=ACTOR.at(NOW))

    answer = fetch(floor, seen(before))

    assert "HX-Reswap" not in answer
    assert set(cards(answer.content.decode())) == {"1", "2", "3"}
    assert 'id="grid"' in answer.content.decode()


@pytest.mark.parametrize("seen", ["x", "xxxx", "xxxx" * 4, "é"])
def test_marks_that_are_none_get_the_whole_grid(client: Client, seen: str) -> None:
    floor = Floor(client, 3, 3, 3)

    assert set(cards(fetch(floor, seen).content.decode())) == {"1", "2", "3"}


def test_a_card_escapes_what_a_player_typed(client: Client) -> None:
    floor = Floor(client, 3, 3)
    Player.objects.filter(entries=floor.seats[1, 1]).update(name="<b>Ada</b>")
    bust_at_one(floor)

    page = fetch(floor).content.decode()

    assert "&lt;b&gt;Ada&lt;/b&gt;" in page
    assert "<b>Ada</b>" not in page


def test_by_its_address_a_large_room_shows_a_zone_or_the_tables_in_need_and_keeps_to_it(
    client: Client,
) -> None:
    floor = Floor(client, *[3] * 7)
    zone = Zone.objects.create(tournament=floor.tournament, name="North & bar")
    Table.objects.filter(tournament=floor.tournament, number__in=(2, 5)).update(zone=zone)
    call_from_two(floor)

    def numbers(**query: Any) -> list[str]:
        return list(cards(floor.get(**query).content.decode()))

    assert numbers() == ["1", "2", "3", "4", "5", "6", "7"]
    assert numbers(zone="North & bar") == ["2", "5"]
    assert numbers(zone="North & bar", show="need") == ["2"]
    assert numbers(show="need") == ["2"]
    assert numbers(zone="Nowhere", show="x") == ["1", "2", "3", "4", "5", "6", "7"]
    assert (
        "?part=grid&amp;show=need&amp;zone=North+%26+bar"
        in floor.get(zone="North & bar", show="need").content.decode()
    )
