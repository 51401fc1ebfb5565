"""What the house and its events tell to feed readers, read back as they read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.test import Client

from tables.models import Table, TableStatus
from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.field import bust, entered, played_down
from tournament.models import Player, Tournament
from tournament.services.setup.tournaments import cancel_tournament

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
LATER = NOW + timedelta(hours=3)


@pytest.fixture(autouse=True)
def _in_the_evening() -> Iterator[None]:
    with time_machine.travel(LATER, tick=False):
        yield


def atom(client: Client, address: str) -> ET.Element:
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ET.fromstring(answer.content)


def titles(feed: ET.Element) -> list[str]:
    return [entry.findtext(f"{ATOM}title") or "" for entry in feed.iter(f"{ATOM}entry")]


def json_items(client: Client, address: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.get(address).json()["items"]
    return items


def played_to_the_end() -> Tournament:
    tournament, (first, second, *_others) = played_down(4, left=2, name="Friday <Fifty>")
    Player.objects.filter(pk=second.player_id).update(public_name="The Owl")
    bust(tournament, second, winner=first, now=LATER)
    return tournament


def test_an_event_tells_of_its_start_and_its_end_with_results(client: Client) -> None:
    tournament = played_to_the_end()

    items = json_items(client, f"/t/{tournament.code}/feed.json")

    assert [item["title"] for item in items] == [
        "Anna Verdi wins Friday <Fifty>",
        "Friday <Fifty>: results",
        "Friday <Fifty> has started",
        "Friday <Fifty>",
    ]
    lines = items[1]["content_text"].split("\n")
    assert lines[0] == "4 entries · Prize pool €180"
    assert lines[1:3] == ["1st Anna Verdi: €90", "2nd The Owl: €54"]
    assert items[1]["url"] == f"http://testserver/t/{tournament.code}/payouts/"
    assert items[0]["date_published"] == "2026-03-14T23:00:00+00:00"


def test_a_name_is_text_to_readers_of_html_too(client: Client) -> None:
    tournament, (first, second) = played_down(2, left=2)
    Player.objects.filter(pk=first.player_id).update(public_name="<b>Owl</b>")
    bust(tournament, second, winner=first, now=LATER)
    feed = atom(client, f"/t/{tournament.code}/feed.atom")
    summary = feed.find(f"{ATOM}entry/{ATOM}summary")
    assert summary is not None
    assert summary.attrib["type"] == "html"
    assert "&lt;b&gt;Owl&lt;/b&gt;" in (summary.text or "")
    assert (feed.findtext(f"{ATOM}id") or "").startswith("urn:uuid:")


def test_an_announcement_says_what_players_choose_by(client: Client) -> None:
    tournament = make_tournament(name="Sunday", starts_at=LATER, guarantee=5_000_00)
    (item,) = json_items(client, f"/t/{tournament.code}/feed.json")
    assert item["content_text"] == (
        "Sun 15 March 2026, 00:00 · Buy-in €50 · €5,000 guaranteed · No-limit hold'em · Freeze-out"
    )


def test_both_formats_tell_the_same_with_the_same_ids_and_addresses(client: Client) -> None:
    tournament = played_to_the_end()
    for base in (f"/t/{tournament.code}/feed", "/feed"):
        feed, items = atom(client, f"{base}.atom"), json_items(client, f"{base}.json")
        entries = list(feed.iter(f"{ATOM}entry"))
        assert [entry.findtext(f"{ATOM}id") for entry in entries] == [item["id"] for item in items]
        assert titles(feed) == [item["title"] for item in items]
        links = [link.attrib["href"] for link in feed.iter(f"{ATOM}link")]
        assert all(link.startswith("http://testserver/") for link in links)
        assert {link.attrib["rel"] for link in feed.findall(f"{ATOM}link")} == {"alternate", "self"}


def test_the_json_feed_says_what_it_is(client: Client) -> None:
    make_tournament()
    answer = client.get("/feed.json?language=it")
    feed = answer.json()
    assert answer.headers["Content-Type"] == "application/feed+json; charset=utf-8"
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["language"] == "it"
    assert feed["feed_url"] == "http://testserver/feed.json?language=it"
    assert feed["home_page_url"] == "http://testserver/"


def test_an_id_stays_and_a_change_or_the_end_of_it_is_a_newer_version(client: Client) -> None:
    tournament = make_tournament(name="Sunday")
    address = f"/t/{tournament.code}/feed.json"
    (before,) = json_items(client, address)
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(LATER), reason="the room is closed")

    (after,) = json_items(client, address)

    assert after["id"] == before["id"]
    assert after["title"] == "Sunday: cancelled"
    assert after["date_modified"] > before["date_modified"] == before["date_published"]


def test_the_final_table_is_told_once_the_others_are_closed(client: Client) -> None:
    tournament, _entries = played_down(12, left=6, seats_per_table=6)
    address = f"/t/{tournament.code}/feed.atom"
    assert f"{tournament.name}: final table" not in titles(atom(client, address))

    last = Table.objects.filter(tournament=tournament).latest("number")
    Table.objects.filter(pk=last.pk).update(status=TableStatus.CLOSED, closed_at=LATER)

    assert titles(atom(client, address))[0] == f"{tournament.name}: final table"


def test_the_house_has_what_was_announced_and_results_the_newest_first(client: Client) -> None:
    played = played_to_the_end()
    make_tournament(name="Sunday")

    items = json_items(client, "/feed.json")

    assert items[0]["title"] == f"{played.name}: results"
    assert sorted(item["title"] for item in items[1:]) == ["Friday <Fifty>", "Sunday"]
    assert "4th" not in items[0]["content_text"]


@pytest.mark.parametrize("count", [1, 3])
def test_the_house_asks_as_many_queries_however_many_events(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        played_to_the_end()
    with django_assert_num_queries(6):
        client.get("/feed.json")


def test_what_is_not_there_has_no_feed(client: Client) -> None:
    assert client.get("/t/NONE00/feed.atom").status_code == 404
    assert client.get("/t/NONE00/feed.json").status_code == 404
    assert atom(client, "/feed.atom").findall(f"{ATOM}entry") == []


def test_pages_say_where_their_feeds_are(client: Client) -> None:
    tournament = make_tournament()
    assert 'href="/feed.atom?language=en"' in client.get("/").content.decode()
    for page in ("", "clock/", "payouts/", "structure/", "seat/"):
        html = client.get(f"/t/{tournament.code}/{page}").content.decode()
        assert f'href="/t/{tournament.code}/feed.json?language=en"' in html, page


def test_a_feed_is_the_same_for_everybody_and_kept_for_a_minute(client: Client) -> None:
    entered(2)
    answer = client.get("/feed.json")
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    assert not answer.cookies
