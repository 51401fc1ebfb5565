"""Every answer has the figures of the page for people, in the same order."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.factories.house import House
from tests.pages import squeeze
from tournament.models import Tournament
from tournament.rules.payouts.money import minor_units
from tournament.templatetags.poker import chips, countdown, money

pytestmark = pytest.mark.django_db


class Site:
    """A stranger's browser and program on the same house."""

    def __init__(self) -> None:
        self.client = Client(headers={"Accept-Language": "en"})

    def page(self, address: str) -> str:
        """What a page says, without its tags."""
        response = self.client.get(address)
        assert response.status_code == 200, address
        return unescape(squeeze(re.sub(r"<[^>]+>", " ", response.content.decode())))

    def all_of(self, address: str) -> list[dict[str, Any]]:
        """Every page of a list."""
        items: list[dict[str, Any]] = []
        cursor: str | None = ""
        while cursor is not None:
            answer = self.client.get(f"/api/v1/{address}?limit=7&cursor={cursor}").json()
            items += answer["items"]
            cursor = answer["next"]
        return items

    def one(self, address: str) -> dict[str, Any]:
        answer = self.client.get(f"/api/v1/{address}")
        assert answer.status_code == 200, answer.content
        said: dict[str, Any] = answer.json()
        return said


@pytest.fixture
def site() -> Site:
    return Site()


def shown(amount: dict[str, str]) -> str:
    """Money as a page writes it."""
    units = minor_units(amount["currency"])
    with translation.override("en"):
        return money(round(float(amount["amount"]) * units), amount["currency"])


def assert_said_in_order(page: str, words: Iterable[str], what: str) -> None:
    at = 0
    for word in words:
        found = page.find(word, at)
        assert found >= 0, f"{what}: {word!r} is not said after {page[max(0, at - 60) : at]!r}"
        at = found + len(word)


def events_of(house: House) -> list[Tournament]:
    return list(Tournament.objects.order_by("pk"))


def test_the_standings_of_every_event(house: House, site: Site) -> None:
    read = 0
    for event in events_of(house):
        rows = site.all_of(f"events/{event.code}/standings")
        page = site.page(f"/t/{event.code}/")
        words = []
        for row in rows:
            words += [row["name"]]
            if row["is_in"] and row["chips"] is not None:
                words += [chips(row["chips"])]
            if row["prize"] is not None:
                words += [shown(row["prize"])]
        assert_said_in_order(page, words, event.name)
        read += len(rows)
    assert read > 50


def test_the_prizes_of_every_event(house: House, site: Site) -> None:
    read = 0
    for event in events_of(house):
        said = site.one(f"events/{event.code}/payouts?limit=200")
        words = [shown(said["prize_pool"]), chips(said["places_paid"]), chips(said["entries"])]
        for row in said["items"]:
            words += [shown(row["prize"]), *([row["name"]] if row["name"] else [])]
        for each in said["side_prizes"]:
            words += [each["title"], shown(each["prize"])]
        assert_said_in_order(site.page(f"/t/{event.code}/payouts/"), words, event.name)
        read += len(said["items"])
    assert read > 20


def test_the_clock_of_every_event(house: House, site: Site) -> None:
    for event in events_of(house):
        said = site.one(f"events/{event.code}/clock")
        page = site.page(f"/t/{event.code}/clock/")
        pool = [] if said["prize_pool"] is None else [shown(said["prize_pool"])]
        for word in (chips(said["players_left"]), chips(said["entries"]), *pool):
            assert word in page, (event.name, word)
        if said["state"] == "running":
            # The page rounds up.
            assert countdown(-(-said["remaining_ms"] // 1000)) in page
        if said["state"] in ("running", "paused", "overtime") and said["level"]["big_blind"]:
            assert chips(said["level"]["big_blind"]) in page


def test_the_structure_of_every_event(house: House, site: Site) -> None:
    for event in events_of(house):
        rows = site.one(f"events/{event.code}/structure")["items"]
        words = []
        for row in rows:
            stakes = row["stakes"]
            if stakes is None:
                words += [row["label"] or "Break"]
            elif stakes["big_blind"] and not stakes["games"][1:]:
                words += [chips(stakes["big_blind"])]
        assert_said_in_order(site.page(f"/t/{event.code}/structure/"), words, event.name)


def test_the_results_of_every_event(house: House, site: Site) -> None:
    """As in the file that the page of the payouts offers."""
    read = 0
    for event in events_of(house):
        rows = site.all_of(f"events/{event.code}/results")
        lines = list(
            csv.DictReader(site.client.get(f"/t/{event.code}/results.csv").content.decode().splitlines())
        )
        assert [(row["prize"]["amount"], row["is_deal"]) for row in rows] == [
            (line["prize"], line["deal"] == "yes") for line in lines
        ], event.name
        assert [row["name"] for row in rows] == [
            f"{line['first_name']} {line['last_name']}".strip() for line in lines
        ]
        read += len(rows)
    assert read > 5


def test_the_list_of_events(house: House, site: Site) -> None:
    rows = site.all_of("events")
    assert len(rows) > 10
    assert_said_in_order(site.page("/"), [row["name"] for row in rows], "events")


def test_the_standings_of_a_season(house: House, site: Site) -> None:
    (code,) = {row["code"] for row in site.one("seasons")["items"]} & {house.mine.season.code}
    rows = site.all_of(f"seasons/{code}")
    words = [word for row in rows for word in (row["name"], f"{float(row['points']):g}")]
    assert rows
    assert_said_in_order(site.page(f"/seasons/{code}/"), words, "season")


def test_who_sits_where(house: House, site: Site) -> None:
    rows = site.all_of(f"events/{house.mine.code}/seats")
    places = {(row["table"], row["seat"]): row["name"] for row in rows}
    in_play = [row for row in site.all_of(f"events/{house.mine.code}/standings") if row["table"]]
    assert places == {(row["table"], row["seat"]): row["name"] for row in in_play}
