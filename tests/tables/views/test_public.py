"""Standings, find my seat and my seat, as players read them."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tables.models import Move, MoveKind, Table
from tables.services.desk.seating import make_seat_draw
from tables.views import public
from tests.factories import ACTOR, NOW, after, enter, make_player
from tests.factories.felt import make_felt
from tests.factories.field import bust, entered, started
from tests.pages import squeeze
from tournament import realtime
from tournament.models import Entry, Payout
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


def read(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return squeeze(response.content.decode())


def test_standings_show_seat_chips_places_and_prizes(client: Client) -> None:
    tournament, entries = started(3)
    bust(tournament, entries[2], winner=entries[0], now=after(3))
    page = read(client, f"/t/{tournament.code}/")
    seat = entries[0].seat
    assert f"<b>T{seat.table.number}</b> S{seat.number}" in page
    assert "20,000" in page
    assert "3rd" in page
    assert "€27" in page


def test_an_empty_field_says_so(client: Client) -> None:
    tournament, _ = entered(0)
    assert "No players are registered yet." in read(client, f"/t/{tournament.code}/")


@pytest.mark.parametrize("number", ["0", "-1", "99", "x", "٣", "9" * 400, ""])
def test_a_strange_page_number_is_no_error(client: Client, number: str) -> None:
    tournament, _ = entered(2)
    response = client.get(f"/t/{tournament.code}/", {"page": number})
    assert response.status_code == 200


def test_names_of_players_are_escaped(client: Client) -> None:
    tournament, _ = entered(0)
    (entry,) = enter(tournament, "<img src=x onerror=alert(1)>")
    for address in (
        f"/t/{tournament.code}/",
        f"/t/{tournament.code}/seat/?name=img",
        f"/my/{entry.link_secret}/",
    ):
        page = read(client, address)
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page


def test_a_name_leads_to_table_and_seat(client: Client) -> None:
    tournament, entries = started(5)
    wanted = entries[3]
    page = read(client, f"/t/{tournament.code}/seat/?name={wanted.player.name.split()[0].upper()}")
    assert wanted.player.name in page
    assert f"Table {wanted.seat.table.number}" in page
    assert f"Seat {wanted.seat.number}" in page


def test_before_the_draw_there_is_a_name_but_no_seat(client: Client) -> None:
    tournament, entries = entered(2)
    page = read(client, f"/t/{tournament.code}/seat/?name={entries[0].player.name}")
    assert "Seat not drawn yet" in page


def test_somebody_who_is_out_is_told_the_place(client: Client) -> None:
    tournament, entries = started(4)
    bust(tournament, entries[3], winner=entries[0], now=after(3))
    page = read(client, f"/t/{tournament.code}/seat/?name={entries[3].player.name}")
    assert "Out, 4th" in page


@pytest.mark.parametrize("name", ["", "a", " a ", "\u0301"])
def test_one_letter_is_not_a_search(client: Client, name: str) -> None:
    tournament, _ = entered(2)
    page = client.get(f"/t/{tournament.code}/seat/", {"name": name}).content.decode()
    assert "Two letters are enough" in page
    assert "found" not in page.split("<main")[1].split("</main>")[0]


@pytest.mark.parametrize("name", ["zzzz", "%%", "__", "a" * 10_000, "\u202eabc", "' OR 1=1 --"])
def test_a_name_that_nobody_has_is_answered_kindly(client: Client, name: str) -> None:
    tournament, _ = entered(2)
    response = client.get(f"/t/{tournament.code}/seat/", {"name": name})
    assert response.status_code == 200
    assert "No player found" in response.content.decode()


def test_a_hidden_name_is_nowhere_in_public(client: Client) -> None:
    tournament, _ = entered(0)
    player = make_player("Bruno Neri", public_name="The Owl", club_number="C-77")
    entry = register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))
    for address in (
        f"/t/{tournament.code}/",
        f"/t/{tournament.code}/seat/?name=owl",
        f"/my/{entry.link_secret}/",
    ):
        page = read(client, address)
        assert "The Owl" in page
        assert "Neri" not in page
        assert "C-77" not in page
    assert entry.link_secret not in read(client, f"/t/{tournament.code}/")


def test_my_seat_shows_table_seat_chips_and_clock(client: Client) -> None:
    _, entries = started(4)
    mine = entries[2]
    with time_machine.travel(after(5), tick=False):
        page = read(client, f"/my/{mine.link_secret}/")
    assert mine.player.name in page
    assert f'my-seat__number">{mine.seat.table.number}<' in page
    assert f'my-seat__number">{mine.seat.number}<' in page
    assert "10,000" in page
    assert "15:00" in page


def test_the_hands_of_the_room_make_my_seat_ask_only_now_and_then(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    heard: set[str] = set()
    monkeypatch.setattr(realtime, "send_hint", lambda _code, topics: heard.update(topics))
    felt = make_felt(10_000, 10_000, 10_000)

    with django_capture_on_commit_callbacks(execute=True):
        felt.deal()
        felt.play("f3", "f1")

    page = read(client, f"/my/{felt.entries[1].link_secret}/")
    asks = {topic: how for topic, how in re.findall(r"sse:(\w+) (\w+)", page) if topic in heard}
    assert asks == {"standings": "throttle"}


def test_the_seat_draw_makes_my_seat_ask(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    heard: set[str] = set()
    monkeypatch.setattr(realtime, "send_hint", lambda _code, topics: heard.update(topics))
    tournament, entries = entered(4)

    with django_capture_on_commit_callbacks(execute=True):
        make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(NOW))

    page = read(client, f"/my/{entries[0].link_secret}/")
    asks = {topic for topic, how in re.findall(r"sse:(\w+) (\w+)", page) if how == "delay"}
    assert asks & heard


def trigger_topics(page: str) -> set[str]:
    return set(re.findall(r"sse:([a-z0-9-]+)", page))


def test_in_a_large_field_my_seat_hears_of_its_own_entry_and_is_shown_the_clock(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "SMALL_FIELD", 2)
    tournament, (anna, bruno, carla) = started(3, late_registration_level=1)
    bust(tournament, carla, winner=bruno)

    playing = read(client, f"/my/{anna.link_secret}/")
    out = read(client, f"/my/{carla.link_secret}/")

    assert f"show=strip&amp;hear=entry-{anna.pk}+field&amp;" in playing
    assert 'sse-swap="strip"' in playing
    # Who is out sinks with every further entry, while registration is open.
    assert f"hear=entry-{carla.pk}+field+places&amp;" in out
    assert trigger_topics(playing) == {f"entry-{anna.pk}", "field", "places"}
    assert "sse:standings" not in playing


def test_my_seats_of_a_large_field_ask_one_after_the_other_when_all_are_concerned(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "SMALL_FIELD", 2)
    _, entries = started(3)
    monkeypatch.setattr(public, "SPREAD_MS_PER_ENTRY", 100_000)

    waits = {
        wait
        for entry in entries
        for wait in re.findall(r"sse:field delay:(\d+)ms", read(client, f"/my/{entry.link_secret}/"))
    }

    assert len(waits) == 3
    assert all(200 <= int(wait) < 300_200 for wait in waits)


def test_my_seat_is_not_for_search_engines(client: Client) -> None:
    _, entries = entered(1)
    response = client.get(f"/my/{entries[0].link_secret}/")
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in response.headers["Cache-Control"]


def test_my_seat_before_the_draw_and_after_the_end(client: Client) -> None:
    tournament, entries = entered(1)
    assert "Your seat is drawn when the tournament starts" in read(client, f"/my/{entries[0].link_secret}/")
    tournament, entries = started(3, name="Second")
    bust(tournament, entries[2], winner=entries[0], now=after(3))
    page = read(client, f"/my/{entries[2].link_secret}/")
    assert "Place 3rd" in page
    assert "Your prize: €27" in page


def test_a_prize_is_at_the_cashier_until_it_is_paid_and_again_when_the_payment_is_voided(
    client: Client,
) -> None:
    tournament, entries = started(3)
    bust(tournament, entries[2], winner=entries[0], now=after(3))
    mine = f"/my/{entries[2].link_secret}/"
    payout = Payout.objects.get(entry=entries[2])
    given: dict[str, Any] = {"tournament_id": tournament.pk, "payout_id": payout.pk, "by": ACTOR.at(NOW)}
    assert "Collect it from the cashier." in read(client, mine)

    pay_out(**given)
    page = read(client, mine)
    assert "Your prize of €27 has been paid." in page
    assert "Collect it" not in page

    void_payment(**given, reason="Wrong player")
    assert "Collect it from the cashier." in read(client, mine)


def test_my_move_is_announced_in_large_words(client: Client) -> None:
    tournament, entries = started(3)
    other = Table.objects.create(tournament=tournament, number=9, seats_count=9, opened_at=NOW)
    Move.objects.create(
        tournament=tournament,
        entry=entries[0],
        kind=MoveKind.BALANCE,
        from_table=entries[0].seat.table,
        from_seat=entries[0].seat.number,
        to_table=other,
        to_seat=4,
        created_at=NOW,
    )
    page = read(client, f"/my/{entries[0].link_secret}/")
    assert "After this hand you move:" in page
    assert "Table 9, seat 4" in page
    assert "After this hand you move:" not in read(client, f"/my/{entries[1].link_secret}/")


def test_htmx_gets_the_part_and_not_the_page(client: Client) -> None:
    tournament, entries = entered(1)
    for address in (f"/my/{entries[0].link_secret}/", f"/t/{tournament.code}/?page=1"):
        response = client.get(address, headers={"hx-request": "true"})
        assert "<html" not in response.content.decode()


def test_the_qr_code_is_a_picture_of_the_private_address(client: Client) -> None:
    _, entries = entered(1)
    response = client.get(f"/my/{entries[0].link_secret}/qr.svg")
    assert response.headers["Content-Type"] == "image/svg+xml"
    picture = response.content.decode()
    assert picture.startswith("<svg")
    assert "style=" not in picture
    other = client.get(f"/my/{entries[0].link_secret}/qr.svg", headers={"host": "localhost"})
    assert other.content != response.content


@pytest.mark.parametrize("address", ["/my/nobody/", "/my/nobody/qr.svg"])
def test_a_wrong_secret_opens_nothing(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_my_page_costs_the_same_whatever_the_field(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    _, entries = started(max(2, count))
    secret = Entry.objects.get(pk=entries[0].pk).link_secret
    # One is for addresses at message services: they can be stopped where the event sends no notices too.
    with django_assert_num_queries(8):
        client.get(f"/my/{secret}/")


def test_the_second_page_of_the_standings_hears_of_bust_outs_and_moves_too(client: Client) -> None:
    tournament, _ = started(101)

    pages = [client.get(f"/t/{tournament.code}/?page={page}").content.decode() for page in (1, 2)]

    assert 'sse-swap="standings"' in pages[0]
    assert "sse:standings throttle:15s" in pages[1]
