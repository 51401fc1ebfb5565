"""A database that is locked, stopped or full: every page and tap says so at once, and play goes on by itself."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from tables.models import Hand, Table
from tests.factories import ACTOR
from tests.faults.outbox import TABLET_PATIENCE_SECONDS, Tablet, is_refusal
from tests.faults.tablet import SEEN, TOKEN, pair_tablets
from tests.faults.test_faults import make_room
from tests.machine import do_without, may_not
from tests.postgres import Cluster, PostgresMissing, start_cluster
from tests.processes import READY_SECONDS, LiveFloorman, RunningValkey, free_port, wait_until
from tournament.config.health import REMEMBERED_SECONDS
from tournament.config.patience import LOCK_SECONDS
from tournament.services.clock import start_clock

PAGE = {"Accept": "text/html"}
ITALIAN = {"Accept": "text/html", "Accept-Language": "it"}


# --- Locked -----------------------------------------------------------------------------------------------


@contextmanager
def held(table: Table) -> Iterator[None]:
    """Somebody keeps the table locked; on SQLite that is the whole database."""
    holding, release = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                Table.objects.select_for_update().get(pk=table.pk)
                holding.set()
                release.wait(60)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        work = pool.submit(hold)
        holding.wait(60)
        try:
            yield
        finally:
            release.set()
            work.result(60)


def test_a_table_that_somebody_keeps_locked_stops_no_other(live_floorman: LiveFloorman) -> None:
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    with ExitStack() as stack:
        first, second = (
            Tablet.opened(live_floorman.url, each.secret)
            for each in pair_tablets(tournament, url=live_floorman.url)
        )
        for tablet in (first, second):
            stack.enter_context(closing(tablet.client))
        table = Table.objects.filter(tournament=tournament).order_by("number")[0]
        key = str(uuid4())
        with held(table):
            began = time.monotonic()
            with ThreadPoolExecutor(1) as pool:
                stuck = pool.submit(first.deal, key)
                time.sleep(0.3)
                # Meanwhile: a page of the same table, and the next table's tap.
                first_page = second.client.get("/tablet/table/")
                if connection.vendor == "postgresql":
                    assert second.deal(str(uuid4())).status_code == 200
                was_still_waiting = not stuck.done()
                answer = stuck.result(TABLET_PATIENCE_SECONDS)
            waited = time.monotonic() - began
        assert first_page.status_code == 200
        assert was_still_waiting
        assert is_refusal(answer, "The database is busy: try again in a moment.")
        assert LOCK_SECONDS - 0.5 < waited < TABLET_PATIENCE_SECONDS
        assert not Hand.objects.filter(table=table).exists(), "nothing half written"

        again = first.deal(key)
    assert (again.status_code, "Idempotent-Replay" in again.headers) == (200, False)
    assert Hand.objects.filter(table=table).count() == 1


# --- Stopped, and full: a house with a database of its own ------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Room:
    """A web process on a small tournament in a database of its own, and the tablet of its table 1."""

    house: LiveFloorman
    tablet: Tablet
    public: str

    @property
    def code(self) -> str:
        return self.public.split("/")[2]

    def page(self, headers: dict[str, str]) -> httpx.Response:
        return httpx.get(f"{self.house.url}{self.public}", headers=headers, timeout=TABLET_PATIENCE_SECONDS)


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def opened_room(directory: Path, valkey: RunningValkey, database_url: str) -> Iterator[Room]:
    environment = {
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        "DATABASE_URL": database_url,
        "REDIS_URL": valkey.url,
        "FLOORMAN_DATA_DIR": str(directory),
    }
    run(environment, "manage.py", "migrate", "-v", "0")
    code, secret = run(environment, "-m", "tests.faults.small_room").split()
    house = LiveFloorman(port=free_port(), environment=environment, valkey=valkey)
    house.start_web()
    try:
        tablet = Tablet.opened(house.url, secret)
        with closing(tablet.client):
            yield Room(house=house, tablet=tablet, public=f"/t/{code}/clock/")
    finally:
        house.stop(*house.children)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of the test's own, to stop and start."""
    try:
        made = start_cluster()
    except PostgresMissing as missing:
        do_without("PostgreSQL server", str(missing))
    try:
        yield made
    finally:
        made.stop()


@pytest.mark.long(reason="a server of its own is stopped, waited for and started")
@pytest.mark.one_database
def test_a_postgresql_that_is_stopped_and_started_loses_no_tap(
    cluster: Cluster, valkey: RunningValkey, tmp_path: Path
) -> None:
    with opened_room(tmp_path, valkey, cluster.url) as room:
        assert room.page(PAGE).status_code == 200
        key = str(uuid4())
        cluster.halt()
        try:
            words = "The database does not answer: start it again or check its cable"
            for _ in range(3):
                assert is_refusal(room.tablet.deal(key), words)
                assert is_refusal(room.page(PAGE), words)
            in_italian = "Il database non risponde: riavvialo o controlla il cavo"
            assert is_refusal(room.page(ITALIAN), in_italian)
        finally:
            cluster.go_on()

        answer = room.tablet.deal_until_recorded(key)
        assert (answer.status_code, "Idempotent-Replay" in answer.headers) == (200, False)
        assert room.tablet.deal(key).headers["Idempotent-Replay"] == "1"
        # Every thread of the web process comes back, not only the one that served the tap.
        assert [room.page(PAGE).status_code for _ in range(6)] == [200] * 6


DURABLE = "-c listen_addresses='' -c max_connections=50"
KILLS = 4


@pytest.fixture
def durable_cluster() -> Iterator[Cluster]:
    """A PostgreSQL of the test's own that keeps what it has confirmed, as that of a room."""
    try:
        made = start_cluster(DURABLE)
    except PostgresMissing as missing:
        do_without("PostgreSQL server", str(missing))
    try:
        yield made
    finally:
        made.stop()


def deal_and_undo(tablet: Tablet, stop: threading.Event, recorded: list[str]) -> None:
    """Deal a hand and take it back, again and again; what was said yes to is `recorded`."""
    while not stop.is_set():
        for action in ("deal", "undo"):
            key = str(uuid4())
            answer = tablet.tap_until_recorded(action, key)
            assert answer.status_code == 200, answer.text
            recorded.append(key)
            found = SEEN.search(answer.text)
            assert found
            tablet.version = found[1]


def query(cluster: Cluster, sql: str, *values: object) -> int:
    with psycopg.connect(cluster.url) as database:
        row = database.execute(sql, values).fetchone()
    assert row
    return int(row[0])


def start_again(cluster: Cluster) -> None:
    """As an operator does: again until the processes of the killed server are gone."""
    deadline = time.monotonic() + READY_SECONDS
    while True:
        try:
            cluster.go_on()
        except RuntimeError:
            assert time.monotonic() < deadline
            time.sleep(0.5)
        else:
            return


@pytest.mark.slow
@pytest.mark.long(reason="a server of its own is killed and started again, four times")
@pytest.mark.one_database
def test_a_postgresql_that_is_killed_while_a_tablet_taps_keeps_every_tap_once(
    durable_cluster: Cluster, valkey: RunningValkey, tmp_path: Path
) -> None:
    cluster, stop, recorded = durable_cluster, threading.Event(), list[str]()
    with opened_room(tmp_path, valkey, cluster.url) as room, ThreadPoolExecutor(1) as pool:
        before = int(room.tablet.version)
        tapping = pool.submit(deal_and_undo, room.tablet, stop, recorded)
        try:
            for _ in range(KILLS):
                count = len(recorded)
                wait_until(lambda count=count: tapping.done() or len(recorded) >= count + 20, "taps")  # type: ignore[misc]
                os.kill(cluster.postmaster, signal.SIGKILL)
                start_again(cluster)
        finally:
            stop.set()
        tapping.result(READY_SECONDS)

        stored = "SELECT count(*) FROM tournament_storedreply WHERE status = 200 AND key = ANY(%s)"
        assert query(cluster, stored, recorded) == len(recorded) == len(set(recorded)) >= 20 * KILLS
        version = query(cluster, "SELECT version FROM tables_table ORDER BY number LIMIT 1")
        # One tap, one version: none was lost and none was taken twice.
        assert version - before == len(recorded)


FEW_CONNECTIONS = "-c listen_addresses='' -c max_connections=10 -c superuser_reserved_connections=0"
OTHERS_END = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@contextmanager
def all_connections_taken(cluster: Cluster) -> Iterator[None]:
    """Somebody else has every connection that the server gives."""
    with ExitStack() as stack:
        first = stack.enter_context(psycopg.connect(cluster.url, autocommit=True))
        first.execute(OTHERS_END)
        refused = 0
        # A connection that has just ended is given again a moment later.
        while refused < 5:
            try:
                stack.enter_context(psycopg.connect(cluster.url))
            except psycopg.OperationalError:
                refused += 1
                time.sleep(0.1)
        yield


@pytest.mark.long(reason="a server of its own, whose few connections are all taken")
@pytest.mark.one_database
def test_a_postgresql_without_a_connection_left_is_said_and_nothing_is_half_done(
    valkey: RunningValkey, tmp_path: Path
) -> None:
    try:
        cluster = start_cluster(FEW_CONNECTIONS)
    except PostgresMissing as missing:
        do_without("PostgreSQL server", str(missing))
    try:
        with opened_room(tmp_path, valkey, cluster.url) as room:
            hands = "SELECT count(*) FROM tables_hand"
            before = query(cluster, hands)
            words = "The database is busy: try again in a moment."
            key = str(uuid4())
            with all_connections_taken(cluster):
                # What each thread hears first is that the connection it had is gone.
                taps = [room.tablet.deal(key) for _ in range(8)]
                pages = [room.page(PAGE) for _ in range(8)]
            assert all(is_refusal(each, "The database") for each in (*taps, *pages))
            assert words in taps[-1].text
            assert words in pages[-1].text
            assert query(cluster, hands) == before

            answer = room.tablet.deal_until_recorded(key)
            assert (answer.status_code, "Idempotent-Replay" in answer.headers) == (200, False)
            assert query(cluster, hands) == before + 1
    finally:
        cluster.stop()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m,mode=0700", "tmpfs", str(place)],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        may_not("a full disk needs root, to mount a small one")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.mark.long(reason="fills a disk of its own; what is said of it is asked in test_outages.py")
@pytest.mark.one_database
def test_a_full_disk_is_said_and_no_tap_is_lost(small_disk: Path, valkey: RunningValkey) -> None:
    file = small_disk / "floorman.sqlite3"
    with opened_room(small_disk, valkey, f"sqlite:///{file}") as room:
        before = hands_in(file)
        ballast = small_disk / "ballast"
        director = director_of(room)
        fill(ballast)
        key = str(uuid4())
        answers = [room.tablet.deal(key) for _ in range(3)]
        assert room.page(PAGE).status_code == 200, "what is on the disk can be read"
        check_health(room, 503, database="full", disk="full")
        assert is_refusal(answers[0], "The disk is full: free some space")
        assert {answer.status_code for answer in answers} == {503}
        assert hands_in(file) == before
        with closing(director):
            head = director.get(f"/floor/{room.code}/alarms/", headers=PAGE).text
        assert re.search(r"The disk (of Floorman )?is full", head), "the director reads it on every page"

        ballast.unlink()
        answer = room.tablet.deal_until_recorded(key)
        assert (answer.status_code, "Idempotent-Replay" in answer.headers) == (200, False)
        assert hands_in(file) == before + 1
        # Eight megabytes are few for a house, and enough for its taps.
        check_health(room, 200, database="ok", disk="full")


def check_health(room: Room, status: int, **words: str) -> None:
    """What a proxy or a monitor hears of the house; a second later than it was so."""
    time.sleep(REMEMBERED_SECONDS)
    answer = httpx.get(f"{room.house.url}/health", timeout=TABLET_PATIENCE_SECONDS)
    assert answer.status_code == status
    assert words.items() <= answer.json().items()


def director_of(room: Room) -> httpx.Client:
    """A browser in which the director has logged in."""
    said = run(room.house.environment, "manage.py", "login_link")
    found = re.search(r"/login/\S+", said)
    assert found, said
    browser = httpx.Client(
        base_url=room.house.url,
        timeout=TABLET_PATIENCE_SECONDS,
        cookies={settings.CSRF_COOKIE_NAME: TOKEN},
        headers={"X-CSRFToken": TOKEN},
    )
    assert browser.post(found[0]).status_code == 302
    return browser


def fill(path: Path) -> None:
    """Write until there is no space left, not even for one page of the database."""
    with path.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue
    assert shutil.disk_usage(path).free < 4096


def hands_in(file: Path) -> int:
    """The hands in the database."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return int(database.execute("SELECT count(*) FROM tables_hand").fetchone()[0])
