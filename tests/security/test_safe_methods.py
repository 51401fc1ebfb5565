"""Looking changes nothing, as htmx does it too, and nothing is changed from another site."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tests.breadth import GOES_LONG, sample
from tests.factories.house import House, undone
from tests.security.addresses import Address
from tests.security.rows import digest
from tests.security.test_access_table import LISTED, TABLE, pairing_values, send, values_of

pytestmark = pytest.mark.django_db

SECRET = "q7Zk" * 8
# test_reading.py reads them all, as a browser does without htmx.
PAGES = [address for address in LISTED if "GET" in TABLE[address.name].methods]


@pytest.mark.sampled
def test_reading_as_htmx_does_changes_no_row(house: House) -> None:
    client, values, before = house.client("director"), values_of(house), digest()
    for address in PAGES[:: sample("every so many pages as htmx")]:
        response = client.get(
            address.url(pairing_values(house, address, values)), headers={"HX-Request": "true"}
        )
        assert response.status_code < 500, address.name
    assert digest() == before


def writer_of(house: House, access: str) -> Client:
    return house.client({"tablet": "tablet", "public": "anonymous"}.get(access, "director"), csrf=True)


FORGERIES = {
    "without a token": {},
    "without a token, as htmx": {"HX-Request": "true"},
    "with a made-up token": {"X-CSRFToken": "x" * 64},
    "from another site": {"Origin": "https://evil.example"},
    "from nowhere": {"Origin": "null"},
}


WRITES = [address for address in LISTED if "POST" in TABLE[address.name].methods]


def doors_forged() -> list[Address]:
    """Every third, and of each kind of visitor one at least; in `make test-long` all: no view opens by itself."""
    step = sample("every so many doors forged")
    first = {TABLE[address.name].access: address for address in reversed(WRITES)}
    return [
        address for number, address in enumerate(WRITES) if number % step == 0 or address in first.values()
    ]


def test_no_view_takes_a_write_without_the_token_by_itself() -> None:
    """So that doors are alike: one middleware refuses what is forged, but where programs write with a token."""
    exempt = {address.name for address in WRITES if getattr(address.view, "csrf_exempt", False)}
    assert exempt == {address.name for address in WRITES if TABLE[address.name].access == "token"}


def forgeries_tried(number: int) -> list[str]:
    """One in turn, so that each is tried at every fifth of these doors; in `make test-long` all."""
    kinds = list(FORGERIES)
    return kinds if GOES_LONG else [kinds[number % len(kinds)]]


@pytest.mark.sampled
@pytest.mark.one_database
def test_no_write_is_taken_from_another_site(house: House) -> None:
    taken, values = [], values_of(house)
    # Logging in writes; what comes after must not.
    clients = {access: writer_of(house, access) for access in {row.access for row in TABLE.values()}}
    before = digest()
    for number, address in enumerate(doors_forged()):
        client = clients[TABLE[address.name].access]
        for forgery in forgeries_tried(number):
            # A foreign site has the browser's cookies sent along: the token's cookie alone opens nothing.
            client.cookies[settings.CSRF_COOKIE_NAME] = SECRET
            url = address.url(pairing_values(house, address, values))
            status = client.post(url, {}, headers=FORGERIES[forgery]).status_code
            # A cookie is no token of the interface: there it is as if nobody had come.
            if status != (401 if TABLE[address.name].access == "token" else 403):
                taken.append(f"{address.name} {forgery}: {status}")
    assert not taken, "\n".join(taken)
    assert digest() == before


@pytest.mark.sampled
@pytest.mark.one_database
def test_the_same_writes_are_taken_with_the_token_of_the_page(house: House) -> None:
    """The control: it is the missing token that is refused above."""
    refused = []
    values = values_of(house)
    clients = {access: writer_of(house, access) for access in {row.access for row in TABLE.values()}}
    for address in WRITES[:: sample("every so many writes")]:
        client = clients[TABLE[address.name].access]
        client.cookies[settings.CSRF_COOKIE_NAME] = token = SECRET
        client.defaults["HTTP_X_CSRFTOKEN"] = token
        with undone(client):
            response = send(client, "POST", address, pairing_values(house, address, values))
        if response.status_code == 403:
            refused.append(address.name)
    assert not refused, "\n".join(refused)
