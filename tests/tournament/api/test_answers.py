"""What stands around every operation: ETags, refusals, limits, methods, who may keep an answer."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client

from tests.factories import ACTOR, after
from tests.factories.field import started
from tournament.api import limits
from tournament.services.clock import add_time, pause_clock

pytestmark = pytest.mark.django_db

EVENTS = "/api/v1/events"


def read(client: Client, address: str, minutes: float = 1, etag: str = "") -> Any:
    with time_machine.travel(after(minutes), tick=False):
        return client.get(address, headers={"If-None-Match": etag} if etag else {})


def test_an_answer_is_sent_again_only_when_it_has_changed(client: Client) -> None:
    event, _entries = started(5)
    address = f"{EVENTS}/{event.code}"
    etag = read(client, address)["ETag"]
    again = read(client, address, etag=etag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    event.name = "Another name"
    event.save()
    assert read(client, address, etag=etag).status_code == 200


def test_a_clock_that_runs_on_has_not_changed(client: Client) -> None:
    event, _entries = started(5)
    address = f"{EVENTS}/{event.code}/clock"
    first = read(client, address)
    later = read(client, address, minutes=2)
    assert (first.json()["remaining_ms"], later.json()["remaining_ms"]) == (19 * 60_000, 18 * 60_000)
    assert later["ETag"] == first["ETag"]
    # The next level.
    assert read(client, address, minutes=21)["ETag"] != first["ETag"]


def test_a_clock_that_stands_has_changed_when_it_has_another_time(client: Client) -> None:
    event, _entries = started(5)
    address = f"{EVENTS}/{event.code}/clock"
    pause_clock(tournament_id=event.pk, by=ACTOR.at(after(1)))
    first = read(client, address, minutes=2)
    assert read(client, address, minutes=3, etag=first["ETag"]).status_code == 304
    add_time(tournament_id=event.pk, seconds=60, by=ACTOR.at(after(3)))
    second = read(client, address, minutes=3, etag=first["ETag"])
    assert second.status_code == 200
    assert second.json()["remaining_ms"] == first.json()["remaining_ms"] + 60_000


def test_a_clock_has_no_money_where_the_house_keeps_it_off_the_wall(client: Client) -> None:
    event, _entries = started(5, money_on_wall=False)
    said = read(client, f"{EVENTS}/{event.code}/clock").json()
    assert (said["prize_pool"], said["next_prize"]) == (None, None)


@pytest.mark.parametrize(
    ("address", "status", "code", "field"),
    [
        (f"{EVENTS}/NOTHING", 404, "not_found", None),
        ("/api/v1/nothing/at/all", 404, "not_found", None),
        (f"{EVENTS}?limit=201", 422, "not_understood", "limit"),
        (f"{EVENTS}?day=tomorrow", 422, "not_understood", "day"),
        (f"{EVENTS}?format=poker", 422, "not_understood", "format"),
        (f"{EVENTS}?cursor=zz", 422, "not_understood", None),
    ],
)
def test_what_is_wrong_is_said_as_a_problem(
    client: Client, address: str, status: int, code: str, field: str | None
) -> None:
    answer = client.get(address)
    said = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert (said["status"], said["code"], said["type"]) == (status, code, "about:blank")
    assert [each["field"] for each in said["errors"]] == ([field] if field else [])


def test_a_page_that_is_not_there_is_still_a_page(client: Client) -> None:
    assert client.get("/nothing/")["Content-Type"].startswith("text/html")


def test_an_address_says_which_methods_it_has(client: Client) -> None:
    answer = client.delete(EVENTS)
    assert (answer.status_code, answer["Allow"], answer.json()["code"]) == (405, "GET", "not_allowed")


def test_another_site_may_read_what_is_public_and_nothing_that_a_token_opens(client: Client) -> None:
    assert client.get(EVENTS)["Access-Control-Allow-Origin"] == "*"
    with_token = client.get(EVENTS, headers={"Authorization": "Bearer x"})
    assert "Access-Control-Allow-Origin" not in with_token
    assert with_token["Cache-Control"].startswith("private")


def test_refusals_are_english_whatever_the_reader_speaks(client: Client) -> None:
    answer = client.get(f"{EVENTS}?limit=0", headers={"Accept-Language": "it"})
    assert "Not understood" in answer.json()["detail"]


def test_a_stranger_who_asks_too_often_is_told_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGER_A_MINUTE", 3)
    answers = [client.get(EVENTS) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert (answers[-1]["Retry-After"], answers[-1].json()["code"]) == ("60", "too_often")
    # Another address of the same room is another one.
    assert client.get(EVENTS, REMOTE_ADDR="198.51.100.9").status_code == 200
