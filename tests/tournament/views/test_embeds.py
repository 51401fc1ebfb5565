"""Parts of the house in pages of others: in a frame, and the script that draws them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from tests.factories import NOW
from tests.factories.field import played_down
from tests.factories.house.things import make_season
from tests.security.pages import read_page
from tests.tournament.config.test_headers import policy_of
from tournament.models import Season, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_the_evening() -> Iterator[None]:
    with time_machine.travel(NOW + timedelta(minutes=5), tick=False):
        yield


@pytest.fixture
def event() -> Tournament:
    tournament, (first, *_others) = played_down(4, left=3, name="Friday <Fifty>")
    make_season(tournament, first, NOW)
    return tournament


def addresses(event: Tournament) -> dict[str, str]:
    shown = {show: f"/embed/{event.code}/{show}/" for show in ("clock", "standings", "payouts")}
    return shown | {"league": f"/embed/{Season.objects.get().code}/league/"}


def test_each_part_may_stand_in_any_page_and_every_other_policy_stays(
    client: Client, event: Tournament
) -> None:
    own = policy_of(client.get("/"))
    for show, address in addresses(event).items():
        answer = client.get(address)
        assert answer.status_code == 200, show
        assert policy_of(answer) == own | {"frame-ancestors": "*"}, show
        assert "X-Frame-Options" not in answer.headers, show


def test_a_frame_sets_no_cookie_and_has_nothing_to_press_that_writes(
    client: Client, event: Tournament
) -> None:
    for show, address in addresses(event).items():
        answer = client.get(address)
        page = read_page(address, answer.content.decode())
        assert not answer.cookies, show
        assert page.forms == [], show
        assert not [link for link in page.links if link.startswith(("/floor", "/login"))], show


def test_each_part_shows_what_its_page_does(client: Client, event: Tournament) -> None:
    told = {show: client.get(address).content.decode() for show, address in addresses(event).items()}
    assert "Level 1" in told["clock"]
    assert "13,333" in told["clock"]
    assert "Anna Verdi" in told["standings"]
    assert "€90" in told["payouts"]
    assert "Anna Verdi" in told["league"]
    assert all("Friday &lt;Fifty&gt;" in told[show] for show in ("clock", "standings", "payouts"))


def test_it_speaks_and_looks_as_its_address_says(client: Client, event: Tournament) -> None:
    html = client.get(f"/embed/{event.code}/clock/?language=it&theme=dark").content.decode()
    assert '<html lang="it" data-theme="dark"' in html
    assert "Livello 1" in html
    assert 'data-theme=""' in client.get(f"/embed/{event.code}/clock/?theme=pink").content.decode()


def test_the_part_that_is_asked_for_again_is_the_part_alone(client: Client, event: Tournament) -> None:
    html = client.get(f"/embed/{event.code}/clock/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in html
    assert "Level 1" in html


def test_what_is_not_there_is_not_found(client: Client, event: Tournament) -> None:
    for address in ("NONE00/clock/", f"{event.code}/league/", f"{event.code}/desk/", "NONE00/nothing/"):
        assert client.get(f"/embed/{address}").status_code == 404, address


def test_every_site_may_load_the_script_from_an_address_that_stays(client: Client) -> None:
    answer = client.get("/widget.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not answer.cookies


def test_the_script_is_small_as_it_stands(client: Client) -> None:
    assert len(client.get("/widget.js").content) <= 15_000
