"""The console says when the event is expected to end, with a range and what it was made from."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from tests.factories import after, enter, give_role, make_tournament, names
from tests.factories.field import bust, started
from tournament.models import Role, Tournament
from tournament.queries.forecast import outlook

pytestmark = pytest.mark.django_db


def text(
    client: Client, tournament: Tournament, minutes: float, address: str = "/floor/{}/?part=outlook"
) -> str:
    with time_machine.travel(after(minutes), tick=False):
        page = client.get(address.format(tournament.code)).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_console_says_end_bubble_and_break_with_their_ranges(client: Client) -> None:
    tournament, entries = started(len(names(12)))
    bust(tournament, entries[-1], winner=entries[0], now=after(5))
    client.force_login(give_role(tournament, Role.FLOOR))
    said = text(client, tournament, 10)
    assert re.search(r"Ends \d\d:\d\d – \d\d:\d\d, about \d\d:\d\d", said)
    assert re.search(r"Bubble \d\d:\d\d–\d\d:\d\d", said)
    assert re.search(r"Final table \d\d:\d\d–\d\d:\d\d", said)
    assert "Next break 21:40" in said
    assert "and this event’s own pace · 11 of 12 players." in said
    assert "Expected times Ends" in text(client, tournament, 10, "/floor/{}/")


def test_before_the_start_it_says_with_how_many_players_it_is_made(client: Client) -> None:
    tournament = make_tournament(starts_at=after(24 * 60), ends_shown=True)
    enter(tournament, *names(4))
    client.force_login(give_role(tournament, Role.FLOOR))
    said = text(client, tournament, 0)
    assert re.search(r"Ends Sun 15 Mar, 2\d:\d\d – \d\d:\d\d, about \d\d:\d\d ", said)
    assert "From published figures of club events · with 4 players registered so far." in said


@pytest.mark.parametrize("address", ["/t/{}/clock/", "/t/{}/", "/api/v1/events/{}/clock"])
def test_nobody_else_is_told_before_the_start(client: Client, address: str) -> None:
    tournament = make_tournament(starts_at=after(24 * 60), ends_shown=True)
    enter(tournament, *names(12))
    said = text(client, tournament, 0, address)
    assert "Expected end" not in said
    assert not re.search(r'Ends |"ends_about": \{', said)


@pytest.mark.parametrize("address", ["/floor/{}/", "/t/{}/clock/", "/t/{}/", "/api/v1/events/{}/clock"])
def test_a_page_does_without_what_cannot_be_worked_out(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(tournament: Tournament, *, now: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(outlook, "outlook_now", fail)
    tournament, _ = started(12, ends_shown=True)
    client.force_login(give_role(tournament, Role.FLOOR))
    with time_machine.travel(after(10), tick=False):
        assert client.get(address.format(tournament.code)).status_code == 200


def test_nothing_is_said_of_an_event_that_is_over(client: Client) -> None:
    tournament, entries = started(3)
    for loser in entries[1:]:
        bust(tournament, loser, winner=entries[0], now=after(5))
    client.force_login(give_role(tournament, Role.FLOOR))
    assert text(client, tournament, 10) == ""


@pytest.mark.parametrize("address", ["/t/{}/clock/", "/t/{}/", "/api/v1/events/{}/clock"])
@pytest.mark.parametrize("ends_shown", [False, True])
def test_everybody_sees_it_where_the_event_shows_it(client: Client, address: str, ends_shown: bool) -> None:
    tournament, _ = started(12, ends_shown=ends_shown)
    said = text(client, tournament, 10, address)
    assert (
        bool(re.search(r'(Ends|Expected end) \d\d:\d\d–\d\d:\d\d|"ends_about": {"low": "', said))
        is ends_shown
    )
