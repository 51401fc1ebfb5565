"""/live/, which stands in front of the URL configuration, against everybody in one table.

A page hands out the address of its own stream. Here everybody asks for everybody's.
"""

from __future__ import annotations

import socket
from urllib.parse import parse_qsl

import pytest
from django.conf import settings
from django.test import Client

from tables.services.table.tablets import revoke_device
from tests.factories import ACTOR
from tests.factories.house import VISITORS, House
from tests.loops import run_in_loop
from tests.security.test_access_table import METHODS
from tournament.live import access
from tournament.live.access import those_allowed
from tournament.live.addresses import (
    PREFIX,
    Listener,
    StreamRefused,
    public_stream_url,
    read_stream,
    staff_stream_url,
)
from tournament.live.door import serve_stream
from tournament.live.handover import Head
from tournament.live.hub import Hub
from tournament.models import StaffMember

pytestmark = pytest.mark.django_db

# Who hears what. A tablet's token is its own key, as its cookie is; an account's is bound to its session.
OPEN_TO: dict[str, frozenset[str]] = {
    "public": frozenset(VISITORS),
    "director's": frozenset({"director"}),
    "director's, of another tournament": frozenset(),
    "tablet's": frozenset(VISITORS),
    "revoked tablet's": frozenset(),
    "forged": frozenset(),
}


@pytest.fixture(autouse=True)
def _own_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    # The hub's threads have connections of their own; this one is the test's.
    monkeypatch.setattr(access, "close_old_connections", lambda: None)


def ask(client: Client, url: str, method: str = "GET") -> int:
    """The status of one request at the door of the hub; whoever asks goes at once."""

    async def render(*_what: str) -> str:
        return "news"

    async def allowed(listeners: frozenset[Listener]) -> frozenset[Listener]:
        return frozenset(listener for listener in listeners if verdicts[listener])

    async def answer_to(head: Head) -> bytes:
        ours, browser = socket.socketpair()
        ours.setblocking(False)
        with browser:
            await serve_stream(Hub(render=render, allowed=allowed), head, ours)
            return browser.recv(4_096)

    path, _, query = url.partition("?")
    verdicts = verdict_on(client, path, query)
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    head = Head(
        method=method, target=url, address="10.0.0.7", headers={"host": "localhost", "cookie": cookies}
    )
    answer = run_in_loop(answer_to(head))
    return int(answer.split()[1])


def verdict_on(client: Client, path: str, query: str) -> dict[Listener, bool]:
    """The house's own answer about this listener, asked outside the event loop, which has no test's connection."""
    session = client.cookies.get(settings.SESSION_COOKIE_NAME)
    try:
        stream = read_stream(
            public_id=path.removeprefix(PREFIX),
            query=dict(parse_qsl(query)),
            session_key=session.value if session else "",
        )
    except StreamRefused:
        return {}
    return {stream.listener: stream.listener in those_allowed([stream.listener])}


def streams(house: House, director: Client) -> dict[str, str]:
    """The address of each kind of stream, as the page of its owner has it."""
    code, key = house.mine.code, director.cookies[settings.SESSION_COOKIE_NAME].value

    def of(kind: str, subject: int, code: str = code, session_key: str | None = None) -> str:
        return staff_stream_url(
            code, kind=kind, subject=subject, hears=["tables"], language="en", session_key=session_key
        )

    account, tablets = house.accounts["director"].pk, house.tablets
    return {
        "public": public_stream_url(code, shows=["clock"], hears=[], language="en"),
        "director's": of("account", account, session_key=key),
        "director's, of another tournament": of("account", account, house.theirs.code, key),
        "tablet's": of("device", tablets["tablet"].device.pk),
        "revoked tablet's": of("device", tablets["revoked tablet"].device.pk),
        "forged": of("account", account, session_key=key)[:-4] + "AAAA",
    }


def test_every_stream_is_open_to_whom_the_table_says(house: House) -> None:
    clients = house.clients()
    heard = {
        kind: {visitor for visitor, client in clients.items() if ask(client, url) == 200}
        for kind, url in streams(house, clients["director"]).items()
    }
    assert heard == OPEN_TO


@pytest.mark.parametrize("method", METHODS[1:])
def test_a_stream_is_opened_by_get_and_nothing_else(house: House, method: str) -> None:
    director = house.client("director")
    assert {ask(director, url, method) for url in streams(house, director).values()} == {405}


def test_a_public_stream_has_no_topic_of_the_staff_and_none_of_a_tournament_that_is_not_there(
    house: House,
) -> None:
    client = house.client("anonymous")
    assert ask(client, f"/live/{house.mine.code}?hear=messages") == 403
    assert ask(client, f"/live/{house.mine.code}?hear=table-1") == 403
    assert ask(client, f"/live/{house.mine.code}") == 403
    assert ask(client, "/live/NOTHING?show=clock") == 404


def test_whoever_lost_the_right_is_refused_the_next_time(house: House) -> None:
    director = house.client("director")
    urls = streams(house, director)
    assert (ask(director, urls["director's"]), ask(director, urls["tablet's"])) == (200, 200)
    StaffMember.objects.filter(account=house.accounts["director"], tournament=house.mine.tournament).delete()
    revoke_device(
        tournament_id=house.mine.tournament.pk, device_id=house.mine.tablet.device.pk, by=ACTOR.at(house.now)
    )
    assert (ask(director, urls["director's"]), ask(director, urls["tablet's"])) == (403, 403)
