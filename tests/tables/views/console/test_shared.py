"""In a large room the cards and the advice are worked out once for all consoles, until the log has a new line."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from tables.models import Hand
from tables.services.table.messages import call_floor
from tables.views import pace
from tables.views.console import shared
from tests.factories import ACTOR, NOW
from tests.factories.floor import Floor
from tournament.live.addresses import SALT

pytestmark = pytest.mark.django_db


class Counted(shared.Shared[list[int]]):
    """How often it was worked out, as a value of a room of two tables."""

    def __init__(self) -> None:
        super().__init__(lambda _: 2)
        self.made = 0

    def ask(self, floor: Floor, language: str = "en") -> list[int]:
        def make() -> list[int]:
            self.made += 1
            return [self.made]

        return self.get(floor.tournament, language=language, make=make)


@pytest.fixture
def floor(client: Client, monkeypatch: pytest.MonkeyPatch) -> Floor:
    monkeypatch.setattr(pace, "NO_REST_UP_TO", 1)
    monkeypatch.setattr(pace, "REST_PER_TABLE", 300)
    return Floor(client, 3, 3)


def write_a_line(floor: Floor) -> None:
    call_floor(tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(NOW))


def test_it_is_worked_out_once_until_the_log_has_a_new_line(floor: Floor) -> None:
    counted = Counted()

    # The first one knows no line of the log that it is as new as.
    asked = [counted.ask(floor) for _ in range(5)]
    write_a_line(floor)
    again = [counted.ask(floor) for _ in range(3)]

    assert asked == [[1], [2], [2], [2], [2]]
    assert again == [[3], [3], [3]]


def test_a_line_of_another_tournament_changes_nothing(floor: Floor, client: Client) -> None:
    counted = Counted()
    counted.ask(floor)
    counted.ask(floor)
    other = Floor(client, 2)

    write_a_line(other)

    assert counted.ask(floor) == [2]
    assert counted.ask(other) == [3]


def test_each_language_has_its_own(floor: Floor) -> None:
    counted = Counted()

    assert [counted.ask(floor, language) for language in ("en", "it", "en", "it")] == [[1], [2], [3], [4]]
    assert [counted.ask(floor, language) for language in ("en", "it")] == [[3], [4]]


def test_it_is_never_older_than_its_rest(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted()
    monkeypatch.setattr(pace, "REST_PER_TABLE", 0)

    assert [counted.ask(floor) for _ in range(3)] == [[1], [2], [3]]


def test_in_a_room_of_an_evening_nothing_is_kept(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted()
    monkeypatch.setattr(pace, "NO_REST_UP_TO", 2)

    assert [counted.ask(floor) for _ in range(3)] == [[1], [2], [3]]


def test_the_console_sees_its_own_tap_at_once(floor: Floor, client: Client) -> None:
    for _ in range(2):
        floor.get()
    write_a_line(floor)

    assert "is-called" in floor.get("?part=grid", htmx=True).content.decode()
    shared.forget()


def test_in_a_large_room_hands_are_news_as_often_as_they_are_worked_out() -> None:
    assert [pace.hands_topic(tables) for tables in (0, 100, 101, 1_124)] == [
        "hands/1",
        "hands/1",
        "hands/1",
        "hands/10",
    ]


@pytest.mark.parametrize(
    ("page", "topic"), [("", "hands/600"), ("moves/", "hands/600"), ("players/", "hands/1")]
)
def test_a_page_that_shows_hands_hears_them(floor: Floor, page: str, topic: str) -> None:
    answer = floor.client.get(f"/floor/{floor.tournament.code}/{page}").content.decode()
    token = re.search(r"token=([^\"&]+)", answer)
    assert token
    hears = signing.Signer(salt=SALT).unsign_object(unquote(token[1]))[3].split()
    assert [heard for heard in hears if heard.startswith("hands")] == [topic]
    assert "sse:hands" in answer


def play_at_both(floor: Floor, *codes: str) -> None:
    """A hand more at each table; all hands so far were played in the last half an hour."""
    for number in (1, 2):
        floor.deal(number, *codes)
    now = timezone.now()
    Hand.objects.update(started_at=now - timedelta(minutes=30), ended_at=now - timedelta(seconds=1))


def cards(floor: Floor) -> tuple[list[str], list[str]]:
    """What the grid shows: the number of each table's hand, and its hands an hour."""
    page = floor.get("?part=grid", htmx=True).content.decode()
    return re.findall(r"Hand (\d+)<", page), re.findall(r"(\d+)/h<", page)


def test_the_pace_is_not_worked_out_again_for_each_line_of_the_log(floor: Floor) -> None:
    """It is six rests old at most; all else on a card is as new as the newest line."""
    for codes in (("f3", "f1"), ("f1", "f2"), ("f2", "f3")):
        play_at_both(floor, *codes)
    first = cards(floor)
    play_at_both(floor, "f3", "f1")
    write_a_line(floor)
    second = cards(floor)
    shared.forget()

    assert (first, second, cards(floor)) == (
        (["3", "3"], ["6", "6"]),
        (["4", "4"], ["6", "6"]),
        (["4", "4"], ["8", "8"]),
    )
    shared.forget()
