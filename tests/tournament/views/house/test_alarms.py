"""The alarms of the house stand on each staff page, in the reader's language, and are asked for again."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils.translation import gettext

from tests.factories import give_role
from tests.factories.floor import Floor
from tournament.models import Role
from tournament.queries.alarms import every
from tournament.queries.alarms.alarm import Alarm

pytestmark = pytest.mark.django_db

CLOCK = Alarm(code="clock_stepped", words="The clock was set back.", cure="Set it right.")
DISK = Alarm(
    code="disk_full",
    words="The disk is full.",
    cure="Free some space.",
    is_urgent=True,
    way="tournament:close_registration",
    way_label="Close registration now",
)


def sound(monkeypatch: pytest.MonkeyPatch, *alarms: Alarm) -> None:
    def source(_now: datetime) -> list[Alarm]:
        return list(alarms)

    monkeypatch.setattr(every, "SOURCES", (source,))


def shown(page: str) -> list[str]:
    return re.findall(r'data-alarm="(\w+)"', page)


@pytest.mark.parametrize("address", ["console/", "clock/", "payouts/", "log/", "moves/", "players/"])
def test_each_staff_page_shows_them_the_urgent_ones_first(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    floor = Floor(client, 3)
    sound(monkeypatch, CLOCK, DISK)

    page = floor.get("" if address == "console/" else address).content.decode()

    assert shown(page) == ["disk_full", "clock_stepped"]
    words = re.sub(r"\s+", " ", page)
    assert "Urgent: The disk is full. </p> <p>Free some space.</p>" in words
    assert "Warning: The clock was set back. </p> <p>Set it right.</p>" in words


def test_without_an_alarm_the_strip_is_empty_and_asks_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = Floor(client, 3)
    sound(monkeypatch)

    page = floor.get("clock/").content.decode()

    assert shown(page) == []
    assert f'hx-get="/floor/{floor.tournament.code}/alarms/"' in page


def test_what_the_page_shows_already_is_not_answered_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = Floor(client, 3)
    sound(monkeypatch, CLOCK)
    answer = floor.get("alarms/", htmx=True, shown="")
    (mark,) = re.findall(r'name="shown" value="(\w+)"', answer.content.decode())

    again = floor.get("alarms/", htmx=True, shown=mark)
    sound(monkeypatch)
    over = floor.get("alarms/", htmx=True, shown=mark)

    assert (answer.status_code, shown(answer.content.decode())) == (200, ["clock_stepped"])
    assert (again.status_code, again.content) == (204, b"")
    assert (over.status_code, shown(over.content.decode())) == (200, [])
    assert floor.get("alarms/", htmx=True, shown="").status_code == 204


def test_the_button_posts_to_its_way_for_those_who_may(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = Floor(client, 3)
    sound(monkeypatch, DISK)
    action = f'action="/floor/{floor.tournament.code}/registration/close/"'

    for_the_director = floor.get("alarms/", htmx=True, shown="").content.decode()
    desk = give_role(floor.tournament, Role.REGISTRATION)
    client.force_login(desk)
    for_the_desk = floor.get("alarms/", htmx=True, shown="").content.decode()

    assert action in for_the_director
    assert "Close registration now" in for_the_director
    assert shown(for_the_desk) == ["disk_full"]
    assert action not in for_the_desk


def test_with_the_database_away_an_open_page_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(client, 3)
    floor.get("clock/")
    client.raise_request_exception = False

    def fail(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("django.contrib.auth.backends.ModelBackend.get_user", fail)
    address = f"/floor/{floor.tournament.code}/alarms/?shown="
    answer = client.get(address, headers={"HX-Request": "true", "HX-Target": "alarms"})

    assert answer.status_code == 200
    assert shown(answer.content.decode()) == ["database_locked"]
    assert gettext("The database is busy: try again in a moment.") in answer.content.decode()


def test_by_its_address_it_is_a_page_like_any_other(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(client, 3)
    sound(monkeypatch, CLOCK)
    with_one = floor.get("alarms/").content.decode()
    sound(monkeypatch)
    without = floor.get("alarms/").content.decode()

    assert "<h1>Alarms</h1>" in with_one
    assert shown(with_one) == ["clock_stepped"]
    assert "Nothing is wrong." in without
