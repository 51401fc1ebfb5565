"""Recorded hands for everybody: found, read, taken away, and nothing of them before their time."""

from __future__ import annotations

from io import BytesIO

import pytest
import time_machine
from django.test import Client
from PIL import Image

from tables.models import Hand
from tables.views.hands import public_hands
from tests.factories import after
from tests.factories.felt import Felt, make_felt
from tests.pages import squeeze
from tournament.models import Player

pytestmark = pytest.mark.django_db

SHOWN = "r3:150 f1 c2 b:Ks9h3d k2 r3:200 c2 b:2c k2 k3 b:4h r2:1000 c3 s2:KhKd m3"


@pytest.fixture
def felt() -> Felt:
    """Seat 2 has won with kings; seat 3's cards are known, and were mucked."""
    felt = make_felt(2000, 2000, 2000, hands_delay=5)
    Player.objects.filter(name="Bruno Neri").update(public_name="The Owl", search_shown_name="the owl")
    felt.deal(after(1))
    felt.play("h3:AcAd", *SHOWN.split(), now=after(1))
    return felt


def read(client: Client, address: str, minutes: float = 6, status: int = 200) -> str:
    with time_machine.travel(after(minutes), tick=False):
        response = client.get(address)
    assert response.status_code == status, address
    return squeeze(response.content.decode())


PAGES = ["", "/qr.svg", "/picture.png", ".phh", ".ohh"]


@pytest.mark.parametrize("tail", PAGES)
def test_nothing_of_a_hand_is_told_before_its_time(client: Client, felt: Felt, tail: str) -> None:
    address = f"/t/{felt.tournament.code}/tables/1/hands/1{tail or '/'}"
    with time_machine.travel(after(5.9), tick=False):
        assert client.get(address).status_code == 404
    with time_machine.travel(after(6), tick=False):
        assert client.get(address).status_code == 200


def test_a_hand_is_found_and_read_by_the_names_that_the_players_chose(client: Client, felt: Felt) -> None:
    home = f"/t/{felt.tournament.code}"
    assert "Hands" in read(client, f"{home}/")
    assert "No hand has appeared yet." in read(client, f"{home}/hands/", minutes=2)
    found = read(client, f"{home}/hands/")
    assert f'href="{home}/tables/1/hands/1/"' in found
    assert "The Owl <b" in found
    page = read(client, f"{home}/tables/1/hands/1/")
    for told in ("The Owl calls 100", "Carla Rossi raises to 150", "The Owl bets 1,000", "kings</"):
        assert told in page, told
    assert "Bruno" not in page
    assert 'property="og:image" content="http://testserver' in page


def test_more_hands_than_a_page_holds_are_turned_page_by_page(
    client: Client, felt: Felt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_hands, "PAGE_SIZE", 1)
    felt.deal(after(2))
    felt.play("f1", "f2", now=after(2))
    home = f"/t/{felt.tournament.code}/hands/"
    assert "tables/1/hands/2/" in read(client, home, minutes=8)
    assert 'href="?table=1&amp;page=2"' in read(client, f"{home}?table=1", minutes=8)
    for address in (f"{home}?page=2", f"/my/{felt.entries[1].link_secret}/hands/?page=2"):
        page = read(client, address, minutes=8)
        assert "tables/1/hands/1/" in page, address
        assert "tables/1/hands/2/" not in page, address


@pytest.mark.parametrize("tail", ["/", ".phh", ".ohh"])
def test_cards_that_were_mucked_are_nobodys(client: Client, felt: Felt, tail: str) -> None:
    text = read(client, f"/t/{felt.tournament.code}/tables/1/hands/1{tail}")
    assert not any(card in text for card in ("AcAd", "ace of clubs", "ace of diamonds")), text
    assert "Kh" in text


def test_an_event_that_shows_no_hands_says_so(client: Client) -> None:
    tournament = make_felt(1000, 1000).tournament
    assert "This event does not show its hands." in read(client, f"/t/{tournament.code}/hands/")
    assert f"/t/{tournament.code}/hands/" not in read(client, f"/t/{tournament.code}/")


def test_the_picture_of_a_hand_is_one_that_messengers_show(client: Client, felt: Felt) -> None:
    with time_machine.travel(after(6), tick=False):
        response = client.get(f"/t/{felt.tournament.code}/tables/1/hands/1/picture.png")
    assert len(response.content) < 300_000
    assert Image.open(BytesIO(response.content)).size == (1200, 630)


def test_a_player_finds_their_hands_on_their_own_page(client: Client, felt: Felt) -> None:
    owl, other = (f"/my/{felt.entries[seat].link_secret}/" for seat in (2, 3))
    assert f'href="{owl}hands/"' in read(client, owl)
    assert "+1,375" in read(client, f"{owl}hands/")
    lost = read(client, f"{other}hands/")
    assert "ace of clubs" not in lost
    assert "No hand of yours has appeared yet." in read(client, f"{owl}hands/", minutes=3)
    read(client, "/my/none/hands/", status=404)


def test_a_hand_whose_record_is_damaged_is_not_shown_and_hides_no_other(client: Client, felt: Felt) -> None:
    felt.deal(after(2))
    felt.play("f1", "f2", now=after(2))
    Hand.objects.filter(number=2).update(setup_data={})
    home = f"/t/{felt.tournament.code}"

    found = read(client, f"{home}/hands/", minutes=8)
    assert f"{home}/tables/1/hands/1/" in found
    assert f"{home}/tables/1/hands/2/" not in found
    assert "hands/2/" not in read(client, f"/my/{felt.entries[3].link_secret}/hands/", minutes=8)
    read(client, f"{home}/tables/1/hands/2/", minutes=8, status=404)
