"""http beside https on site: players read on, staff and tablets are told where to go."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from django.test import Client, RequestFactory
from pytest_django import Settings

from tests.factories import make_tournament
from tests.factories.floor import Floor
from tournament.config.certificates import house_certificate, house_of
from tournament.links import absolute_url
from tournament.network import fingerprint

pytestmark = pytest.mark.django_db

ROOM = {"host": "192.168.1.20:8000"}


@pytest.fixture
def on_site(settings: Settings) -> Settings:
    """https at 8443 with a certificate of the house, http at 8000."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.HTTPS_PORT = 8443
    settings.PLAIN_PORT = 8000
    settings.IS_HOUSE_CERTIFICATE = True
    return settings


@pytest.fixture
def certified(on_site: Settings) -> Settings:
    """The same with a certificate that every browser knows."""
    on_site.IS_HOUSE_CERTIFICATE = False
    return on_site


@pytest.mark.parametrize("path", ["/", "/t/{code}/clock/", "/t/{code}/", "/now/", "/health"])
def test_players_read_on_by_http(on_site: Settings, client: Client, path: str) -> None:
    code = make_tournament().code

    assert client.get(path.format(code=code), headers=ROOM).status_code == 200


@pytest.mark.parametrize("path", ["/login/", "/floor/", "/tablet/", "/tablet/pair/123456/?a=b"])
def test_staff_and_tablets_are_told_where_to_go(on_site: Settings, client: Client, path: str) -> None:
    answer = client.get(path, headers=ROOM)
    page = answer.content.decode()

    assert answer.status_code == 403
    assert f'href="https://192.168.1.20:8443{path}"' in page
    assert 'href="/trust/"' in page


def test_a_form_sent_by_http_reaches_nobody(on_site: Settings, client: Client) -> None:
    answer = client.post("/login/", {"username": "vera", "password": "x"}, headers=ROOM)

    assert answer.status_code == 403
    assert 'href="https://192.168.1.20:8443/"' in answer.content.decode()


def test_with_https_everything_is_as_usual(on_site: Settings, client: Client) -> None:
    assert client.get("/login/", headers={"host": "192.168.1.20:8443"}, secure=True).status_code == 200


@pytest.mark.parametrize("path", ["/", "/t/AAAAAA/clock/", "/login/?next=/floor/"])
def test_with_a_certificate_that_is_known_http_redirects(
    certified: Settings, client: Client, path: str
) -> None:
    answer = client.get(path, headers=ROOM)

    assert (answer.status_code, answer.headers["Location"]) == (302, f"https://192.168.1.20:8443{path}")
    assert client.get("/health", headers=ROOM).status_code == 200


def test_at_the_usual_port_the_address_has_none(certified: Settings, client: Client) -> None:
    certified.HTTPS_PORT = 443

    assert client.get("/login/", headers=ROOM).headers["Location"] == "https://192.168.1.20/login/"


@pytest.mark.parametrize(
    ("secure", "host"), [(True, "192.168.1.20:8443"), (False, "192.168.1.20:8000")], ids=["https", "http"]
)
def test_players_get_http_and_tablets_https_wherever_the_link_is_made(
    on_site: Settings, secure: bool, host: str
) -> None:
    request = RequestFactory().get("/", headers={"host": host}, secure=secure)

    assert absolute_url(request, "/my/x/") == "http://192.168.1.20:8000/my/x/"
    assert absolute_url(request, "/tablet/pair/1/") == "https://192.168.1.20:8443/tablet/pair/1/"
    on_site.IS_HOUSE_CERTIFICATE = False
    assert absolute_url(request, "/my/x/") == "https://192.168.1.20:8443/my/x/"


def test_a_device_gets_the_certificate_and_can_compare_it(
    on_site: Settings, client: Client, tmp_path: Path
) -> None:
    house_of(tmp_path, hosts=["localhost"])
    on_site.HOUSE_CERTIFICATE_FILE = house_certificate(tmp_path)

    page = client.get("/trust/", headers=ROOM).content.decode()
    file = client.get("/trust/floorman.crt", headers=ROOM)

    assert file.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert file.content == house_certificate(tmp_path).read_bytes()
    assert fingerprint(file.content.decode()) in page
    assert 'href="/trust/floorman.crt"' in page


def test_a_fingerprint_is_written_as_devices_show_it(tmp_path: Path) -> None:
    house = house_of(tmp_path, hosts=["localhost"])
    digest = hashlib.sha256(house.certificate.public_bytes(Encoding.DER)).digest()
    found = fingerprint(house_certificate(tmp_path).read_text())

    assert bytes.fromhex(found.replace(":", "")) == digest
    assert found == found.upper()
    assert len(found) == 32 * 3 - 1


def test_without_https_on_site_there_is_nothing_to_trust(client: Client) -> None:
    assert [client.get(path).status_code for path in ("/trust/", "/trust/floorman.crt")] == [404, 404]
    assert client.get("/login/").status_code == 200


def test_the_page_that_pairs_a_tablet_names_the_way_to_trust(on_site: Settings, client: Client) -> None:
    floor = Floor(client, 2)
    at_https: dict[str, Any] = {"headers": {"host": "192.168.1.20:8443"}, "secure": True}
    client.post(f"{floor.home}tables/1/pairing/", {"key": str(uuid4())}, **at_https)

    page = client.get(f"{floor.home}tables/1/", **at_https).content.decode()

    assert "Scan it, or enter it at https://192.168.1.20:8443/tablet/." in page
    assert "open http://192.168.1.20:8000/trust/ on it first" in page
