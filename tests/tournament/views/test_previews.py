"""What stands beside a link to an event, and what search engines read of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from PIL import Image

from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.field import bust, played_down
from tests.factories.prices import priced
from tournament.models import Player, Tournament
from tournament.printing import event_picture
from tournament.services.setup.tournaments import cancel_tournament
from tournament.templatetags.previews import EventPreview, Fact
from tournament.views import previews

pytestmark = pytest.mark.django_db

SHARED = (
    "",
    "clock/",
    "payouts/",
    "structure/",
    "seat/",
    "room/",
    "hand-for-hand/",
    "draws/",
    "hands/",
    "points/",
)


@pytest.fixture(autouse=True)
def _in_the_evening() -> Iterator[None]:
    with time_machine.travel(NOW + timedelta(minutes=5), tick=False):
        yield


def met(client: Client, tournament: Tournament, page: str = "", language: str = "en") -> dict[str, str]:
    """The `og:` and other metas of a public page, by name."""
    answer = client.get(f"/t/{tournament.code}/{page}", headers={"accept-language": language})
    found = re.findall(r'<meta (?:property|name)="([^"]+)"\s+content="([^"]*)"', answer.content.decode())
    return {name: unescape(content) for name, content in found}


def data_of(client: Client, tournament: Tournament) -> dict[str, Any]:
    html = client.get(f"/t/{tournament.code}/").content.decode()
    (block,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    data: dict[str, Any] = json.loads(block)
    return data


def test_in_play_it_says_how_the_event_stands_in_the_figures_of_the_page(client: Client) -> None:
    tournament, _entries = played_down(4, left=3, late_registration_level=3)

    preview = met(client, tournament)

    assert preview["og:title"] == tournament.name
    assert preview["og:description"] == "3 left of 4 · level 1 · average 13,333"
    assert "13,333<small>" in client.get(f"/t/{tournament.code}/").content.decode()
    assert preview["og:url"] == f"http://testserver/t/{tournament.code}/"
    assert preview["og:image"] == f"http://testserver/t/{tournament.code}/picture.png?language=en"
    assert preview["twitter:card"] == "summary_large_image"


def test_every_public_page_of_the_event_says_the_same(client: Client) -> None:
    shown: dict[str, Any] = {"points_formula": "n", "hands_delay": 5}
    tournament, _entries = played_down(4, left=3, late_registration_level=3, **shown)
    told = [met(client, tournament, page) for page in SHARED]
    assert {each["og:description"] for each in told} == {"3 left of 4 · level 1 · average 13,333"}
    assert {each["og:image"] for each in told} == {told[0]["og:image"]}


def test_a_page_of_one_player_has_none(client: Client) -> None:
    _tournament, (entry, *_others) = played_down(4, left=3, hands_delay=5)
    for page in ("", "hands/", "results/"):
        html = client.get(f"/my/{entry.link_secret}/{page}").content.decode()
        assert "og:title" not in html, page


def test_before_the_start_it_says_the_day_and_what_it_costs(client: Client) -> None:
    tournament = make_tournament(starts_at=NOW + timedelta(hours=20), guarantee=5_000_00)
    assert met(client, tournament)["og:description"] == (
        "Sun 15 March 2026, 17:00 · Buy-in €50 · €5,000 guaranteed"
    )


def test_at_the_end_it_says_who_has_won_by_the_name_that_the_player_chose(client: Client) -> None:
    tournament, (first, second) = played_down(2, left=2)
    Player.objects.filter(pk=first.player_id).update(public_name="The Owl")
    bust(tournament, second, winner=first)
    assert met(client, tournament)["og:description"] == "Winner: The Owl · 2 entries · Prize pool €90"


def test_prize_money_that_the_wall_leaves_off_is_beside_no_link(client: Client) -> None:
    tournament, (first, second) = played_down(2, left=2, money_on_wall=False)
    bust(tournament, second, winner=first)
    assert met(client, tournament)["og:description"] == "Winner: Anna Verdi · 2 entries"


def test_an_event_that_is_cancelled_says_so(client: Client) -> None:
    tournament = make_tournament()
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="the room is closed")
    assert met(client, tournament)["og:description"] == "Cancelled"


@pytest.mark.parametrize("left", [4, 2])
def test_the_picture_is_one_that_messengers_show(client: Client, left: int) -> None:
    tournament, _entries = played_down(4, left=left, name="Città di " + "Wolkenkuckucksheim " * 6)
    answer = client.get(f"/t/{tournament.code}/picture.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert len(answer.content) < 300_000
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


def test_the_picture_is_drawn_once_a_minute_for_everybody(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_tournament(guarantee=5_000_00)
    drawn: list[str] = []

    def draws(preview: EventPreview) -> bytes:
        drawn.append(preview.description)
        return event_picture.event_picture(preview)

    monkeypatch.setattr(previews, "event_picture", draws)
    address = f"/t/{tournament.code}/picture.png"
    assert client.get(address).content == Client().get(address).content
    assert len(drawn) == 1
    cache.clear()
    client.get(address)
    assert len(drawn) == 2
    assert client.get(f"/t/{tournament.code}/picture.png?language=it").content
    assert "€5,000" in drawn[0]
    assert "5.000\u00a0€" in drawn[2]
    assert len(drawn) == 3


def test_there_is_no_picture_of_what_is_not_there(client: Client) -> None:
    assert client.get("/t/NONE00/picture.png").status_code == 404


def test_a_figure_too_wide_for_its_place_is_drawn_smaller_and_the_picture_stays_a_picture() -> None:
    fact = Fact(label="Prize pool", value="€123,456,789,012", said="")
    preview = EventPreview(name="W" * 120, state="Final table", winner="", facts=(fact, fact, fact))
    assert Image.open(BytesIO(event_picture.event_picture(preview))).size == (1200, 630)


def test_search_engines_read_when_where_to_look_and_what_it_costs(client: Client) -> None:
    tournament = make_tournament(
        starts_at=NOW + timedelta(hours=20), max_entries=180, venue="Circolo", city="Bari", country="IT"
    )

    data = data_of(client, tournament)

    assert data["@type"] == "SportsEvent"
    assert data["name"] == tournament.name
    assert data["url"] == f"http://testserver/t/{tournament.code}/"
    assert data["startDate"] == "2026-03-15T17:00:00+01:00"
    assert data["endDate"] == "2026-03-15T18:30:00+01:00"
    assert data["eventStatus"] == "https://schema.org/EventScheduled"
    assert data["maximumAttendeeCapacity"] == 180
    assert data["location"] == {
        "@type": "Place",
        "name": "Circolo",
        "address": {"@type": "PostalAddress", "addressLocality": "Bari", "addressCountry": "IT"},
    }
    assert data["offers"] == [
        {
            "@type": "Offer",
            "name": "Buy-in",
            "price": "50.00",
            "priceCurrency": "EUR",
            "url": f"http://testserver/t/{tournament.code}/",
        }
    ]


def test_each_price_that_players_are_told_is_an_offer_and_none_once_it_is_over(client: Client) -> None:
    tournament = make_tournament(**priced())
    names = [offer["name"] for offer in data_of(client, tournament)["offers"]]
    assert names[0] == "Buy-in"
    assert "Staff" not in names
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="the room is closed")
    data = data_of(client, tournament)
    assert "offers" not in data
    assert data["eventStatus"] == "https://schema.org/EventCancelled"


def test_a_name_never_ends_the_block_that_it_stands_in(client: Client) -> None:
    name = "</script><script>alert(1)</script><!-- &"
    tournament = make_tournament(name=name)
    html = client.get(f"/t/{tournament.code}/").content.decode()
    assert "<script>alert" not in html
    assert data_of(client, tournament)["name"] == name
