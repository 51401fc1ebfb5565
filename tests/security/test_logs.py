"""What the logs keep opens no door and names nobody, whatever went wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog
from django.test import Client

from tests.breadth import GOES_LONG, sample
from tests.factories.house import House, undone
from tests.security.addresses import Address
from tests.security.test_access_table import LISTED, TABLE, pairing_values, send, values_of
from tests.security.test_responses import provoke_error

# What is written to the log comes from the requests alone.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CARRY_SECRETS = ("public", "private link", "tablet")
PASSWORD = "three kings at dawn 1987"


@pytest.fixture
def written() -> Iterator[StringIO]:
    """What the house's own chain of processors makes of every line, from DEBUG upwards."""
    stream, root = StringIO(), logging.getLogger()
    formatter = next(
        handler.formatter
        for handler in root.handlers
        if isinstance(handler.formatter, structlog.stdlib.ProcessorFormatter)
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    level = root.level
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def secrets_of(house: House) -> dict[str, str]:
    room = house.mine
    return {
        "private link": room.entries[0].link_secret,
        "tablet": room.tablet.secret,
        "log-in link": house.login_secret,
        "pairing code": room.pairing_code,
        "password": PASSWORD,
        "player": room.entries[0].player.name,
        "newcomer": room.newcomer.name,
        "typed name": "Ultra Private Person",
        "mail": "ultra@private.example",
    }


def addresses_asked() -> list[Address]:
    """All that may hold a secret or are asked by a tablet's cookie, and of those behind a log-in every so many."""
    behind_a_log_in = [each for each in LISTED if TABLE[each.name].access not in CARRY_SECRETS]
    left_out = set(behind_a_log_in) - set(behind_a_log_in[:: sample("every so many addresses knocked at")])
    return [address for address in LISTED if address not in left_out]


@pytest.mark.sampled
def test_a_whole_evening_of_requests_leaves_no_secret_in_the_logs(
    house: House, written: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = secrets_of(house)
    sessions: list[str] = []
    clients = {visitor: house.client(visitor) for visitor in ("director", "tablet", "player")}
    sessions += [morsel.value for client in clients.values() for morsel in client.cookies.values()]
    for address in addresses_asked():
        row = TABLE[address.name]
        visitor = {"tablet": "tablet", "private link": "player", "public": "player"}.get(
            row.access, "director"
        )
        for method in row.methods.split() if GOES_LONG else row.methods.split()[-1:]:
            with undone(clients[visitor]):
                values = pairing_values(house, address, values_of(house, visitor))
                send(clients[visitor], method, address, values)
    director = house.client("director")
    director.post(
        f"/floor/{house.mine.code}/desk/add/",
        {"name": secrets["typed name"], "club_number": secrets["mail"], "key": "x"},
    )
    Client().post("/login/", {"username": secrets["mail"], "password": PASSWORD})
    Client().post(f"/login/{house.login_secret}/")
    Client().post("/tablet/", {"code": house.mine.pairing_code})
    Client(enforce_csrf_checks=True).post(f"/login/{house.login_secret}/")
    Client().get(f"/my/{secrets['private link']}x/")
    failing = Client(raise_request_exception=False)
    failing.cookies["tablet"] = secrets["tablet"]
    monkeypatch.setattr("tables.views.public.find_my_seat", None)
    assert failing.get(f"/my/{secrets['private link']}/?password={PASSWORD}").status_code == 500
    monkeypatch.setattr("tournament.views.accounts.use_login_link", None)
    assert failing.post(f"/login/{house.login_secret}/", {"password": PASSWORD}).status_code == 500
    assert provoke_error(monkeypatch, failing).status_code == 500
    lines = written.getvalue()
    assert lines.count("Traceback") >= 3, "the control: what went wrong is in the log"
    told = [what for what, secret in secrets.items() if secret in lines]
    told += [f"session {key[:4]}" for key in sessions if key in lines]
    assert told == []


def test_one_request_is_one_line_whatever_its_address_holds(house: House, written: StringIO) -> None:
    client = Client(raise_request_exception=False)
    for address in ("/my/x%0d%0aforged%20line/", "/t/%0aforged/", "/login/%0d%0aforged/"):
        client.get(address)
        client.post(address, {"code": "x\r\nforged"})
    logging.getLogger("tournament").warning("table %s", "x\r\nforged line")
    assert not [line for line in written.getvalue().splitlines() if line.startswith(("forged", " forged"))]
    assert "\\r\\nforged line" in written.getvalue() or "\\\\r\\\\nforged line" in written.getvalue()
