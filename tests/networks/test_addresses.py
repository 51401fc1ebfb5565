"""A room's network without a gateway, one that comes up late, and a machine with two: nobody is locked out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tables.services.table.tablets import make_pairing_code, pair_device
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR
from tests.factories.floor import Floor
from tests.faults.tablet import SEEN, TOKEN
from tests.networks.machines import Machine, join, machines
from tests.nursery import nursery
from tests.processes import READY_SECONDS, LiveFloorman, RunningValkey, database_url_of_test, wait_until
from tournament.models import Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

PORT = 8000
ROOM, PHONE = "10.42.0.1", "10.42.0.7"


@contextmanager
def serving(machine: Machine, valkey: RunningValkey, directory: Path, **further: str) -> Iterator[None]:
    """The processes of web and streams on that machine, on every network it has or will have."""
    environment = {
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        "DATABASE_URL": database_url_of_test(),
        "REDIS_URL": valkey.url,
        "FLOORMAN_DATA_DIR": str(directory),
        "SECRET_KEY": settings.SECRET_KEY,
        "PUBLIC_URL": "",
        "FLOORMAN_HOSTS": "",
        **further,
    }
    with nursery(environment, by=machine.command()) as kept:
        house = LiveFloorman(port=PORT, environment=environment, valkey=valkey, nursery=kept)
        try:
            house.start_one("streams", "manage", "streams")
            house.start_one("web", "manage", "web", "--host", "0.0.0.0", "--port", str(PORT))
            wait_until(lambda: answers(machine, f"{house.url}/health"), "an answer of the web process")
            yield
        finally:
            house.stop(*house.children)


def answers(machine: Machine, url: str) -> bool:
    """Whether a browser on that machine gets the page."""
    with machine.inside():
        try:
            return httpx.get(url, timeout=30).status_code == 200
        except httpx.TransportError:
            return False


def pairing_link(machine: Machine, floor: Floor, session: str, *, host: str = "localhost") -> str:
    """What the QR code says on the page of table 1, opened on the machine itself."""
    floor.post("tables/1/pairing/")
    with machine.inside():
        page = httpx.get(
            f"http://{host}:{PORT}{floor.home}tables/1/",
            cookies={settings.SESSION_COOKIE_NAME: session},
            timeout=30,
        )
    assert page.status_code == 200
    found = re.search(r"enter it at (\S+/tablet/)", page.text)
    return found[1] if found else ""


@pytest.fixture
def floor(client: Client) -> Floor:
    """A table in play, its director logged in."""
    return Floor(client, 3, role=Role.DIRECTOR)


@pytest.fixture
def session(floor: Floor) -> str:
    return floor.client.cookies[settings.SESSION_COOKIE_NAME].value


def tablet_secret(floor: Floor) -> str:
    """Pair a tablet with table 1."""
    now = timezone.now()
    ids = {"tournament_id": floor.tournament.pk, "table_id": floor.table(1).pk}
    return pair_device(code=make_pairing_code(**ids, by=ACTOR.at(now)).code, now=now).secret


def tablet_of(floor: Floor) -> httpx.Client:
    return httpx.Client(
        base_url=f"http://{ROOM}:{PORT}",
        cookies={COOKIE: tablet_secret(floor), settings.CSRF_COOKIE_NAME: TOKEN},
        headers={"X-CSRFToken": TOKEN, "Floorman-Tap": "1"},
        timeout=30,
    )


def check_everybody_is_answered(phone: Machine, floor: Floor) -> None:
    """A phone's page, its stream, a tablet's screen and its tap, by the machine's address in the room."""
    clock = f"/t/{floor.tournament.code}/clock/"
    with phone.inside(), tablet_of(floor) as tablet:
        page = httpx.get(f"http://{ROOM}:{PORT}{clock}", timeout=30)
        assert page.status_code == 200
        stream = re.search(r'sse-connect="([^"]+)"', page.text)
        assert stream
        with httpx.stream(
            "GET", f"http://{ROOM}:{PORT}{stream[1].replace('&amp;', '&')}", timeout=30
        ) as news:
            assert news.status_code == 200
            assert "event: alive" in next(text for text in news.iter_text() if "alive" in text)
        screen = tablet.get("/tablet/table/")
        seen = SEEN.search(screen.text)
        assert seen
        tap = tablet.post(
            "/tablet/table/deal/", data={"key": str(uuid4()), "version": seen[1], "epoch": seen[2]}
        )
        assert (tap.status_code, tap.headers["Floorman"]) == (200, "1")


def test_a_network_without_a_gateway_locks_nobody_out(
    valkey: RunningValkey, floor: Floor, session: str, tmp_path: Path
) -> None:
    with machines("house", "phone") as (house, phone):
        adapter = join(house, f"{ROOM}/24", phone, f"{PHONE}/24")
        house.ip("address", "add", "10.42.0.2/24", "dev", adapter)
        with serving(house, valkey, tmp_path):
            check_everybody_is_answered(phone, floor)
            assert answers(phone, f"http://10.42.0.2:{PORT}/"), "a further address of the same adapter"
            assert pairing_link(house, floor, session) == f"http://{ROOM}:{PORT}/tablet/"
            with phone.inside():
                foreign = httpx.get(f"http://{ROOM}:{PORT}/", headers={"Host": "10.42.0.99:8000"}, timeout=30)
                named = httpx.get(f"http://{ROOM}:{PORT}/", headers={"Host": "evil.example"}, timeout=30)
            assert (foreign.status_code, named.status_code) == (400, 400)
            assert f'href="http://{ROOM}:{PORT}/"' in named.text, "says where to go"


@pytest.mark.long(reason="a network without a gateway is the harder half of it")
def test_a_network_that_comes_up_after_the_start_locks_nobody_out(
    valkey: RunningValkey, floor: Floor, session: str, tmp_path: Path
) -> None:
    with machines("house", "phone") as (house, phone), serving(house, valkey, tmp_path):
        assert pairing_link(house, floor, session) == f"http://localhost:{PORT}/tablet/"
        join(house, f"{ROOM}/24", phone, f"{PHONE}/24")
        wait_until(lambda: answers(phone, f"http://{ROOM}:{PORT}/"), "an answer at the new address")
        check_everybody_is_answered(phone, floor)
        assert pairing_link(house, floor, session) == f"http://{ROOM}:{PORT}/tablet/"


@pytest.mark.long(reason="which address that is, is decided in test_network.py")
def test_of_two_addresses_the_qr_code_names_the_one_with_the_tablets(
    valkey: RunningValkey, floor: Floor, session: str, tmp_path: Path
) -> None:
    """The office leads to the internet and has no phone; the room's Wi-Fi leads nowhere and has them all."""
    with machines("house", "phone", "office") as (house, phone, office):
        join(house, "192.168.8.5/24", office, "192.168.8.1/24")
        house.ip("route", "add", "default", "via", "192.168.8.1")
        join(house, f"{ROOM}/24", phone, f"{PHONE}/24")
        house.ip("link", "add", "docker0", "type", "veth", "peer", "name", "inner")
        house.ip("address", "add", "172.17.0.1/16", "dev", "docker0")
        house.ip("link", "set", "docker0", "up")
        with serving(house, valkey, tmp_path):
            assert pairing_link(house, floor, session) == f"http://192.168.8.5:{PORT}/tablet/"
            assert not answers(phone, f"http://192.168.8.5:{PORT}/tablet/")
            # The director asks at the room's own address: phones are there too.
            assert pairing_link(house, floor, session, host=ROOM) == f"http://{ROOM}:{PORT}/tablet/"
            with phone.inside(), httpx.Client(timeout=30) as tablet:
                assert tablet.get(f"http://{ROOM}:{PORT}/").status_code == 200
                wait_until(
                    lambda: pairing_link(house, floor, session) == f"http://{ROOM}:{PORT}/tablet/",
                    "the address with the tablets",
                )
            assert answers(phone, f"http://{ROOM}:{PORT}/tablet/")


@pytest.mark.long(reason="another start of the whole house, for what its terminal says")
def test_the_terminal_says_where_floorman_is_when_the_network_comes_up(tmp_path: Path) -> None:
    with machines("house", "phone") as (house, phone):
        said = tmp_path / "said"
        manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
        environment = {
            "FLOORMAN_DATA_DIR": str(tmp_path / "data"),
            "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        }
        left_out = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "FLOORMAN_TEST")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        with said.open("w") as output:
            running = subprocess.Popen(
                house.command(*manage, "run", "--no-demo", "--port", str(PORT)),
                env={**inherited, **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            wait_until(
                lambda: "Press Ctrl-C" in said.read_text(), "the opening of the house", 2 * READY_SECONDS
            )
            assert "Phones and tablets cannot open these addresses" in said.read_text()
            join(house, f"{ROOM}/24", phone, f"{PHONE}/24")
            wait_until(
                lambda: f"Floorman is running at http://{ROOM}:{PORT}/" in said.read_text(), "its address"
            )
            assert answers(phone, f"http://{ROOM}:{PORT}/")
        finally:
            running.terminate()
            assert running.wait(READY_SECONDS) == 0
