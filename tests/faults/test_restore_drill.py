"""The restore drill: a backup made while tablets tap is put back on a bare machine, checked, and played on.

Everything is done by the commands that an operator uses; on SQLite and on PostgreSQL alike.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import httpx
import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from psycopg import sql

from tables.models import HandOperation
from tables.queries.table.hand import load_open_hand
from tests.factories import ACTOR
from tests.faults.tablet import ScriptedTablet, pair_tablets
from tests.faults.test_faults import make_room
from tests.processes import LiveFloorman, database_url_of_test, free_port, wait_until
from tests.saved_database import read_saved, restore, saved_versions
from tests.test_upgrade import instead_of_the_default
from tournament.backups.shelf import Failure, last_failure, note_failure
from tournament.models import StoredReply, Tournament
from tournament.queries.chain.seals import head
from tournament.services.clock import start_clock

# What a room waits for at most; a small one on a machine without other work takes four seconds.
RESTORED_SECONDS = 15 * 60
TAPS_AT_THE_NEW_MACHINE = 6
# Far more than a tap takes on a machine at work, far less than a tablet's patience.
WAITED_SECONDS = 10


class AfterTaps(threading.Event):
    """Is set once a tablet has tapped often enough, however long that took."""

    def __init__(self, tablet: ScriptedTablet) -> None:
        super().__init__()
        self._tablet = tablet

    def is_set(self) -> bool:
        return len(self._tablet.acknowledged) >= TAPS_AT_THE_NEW_MACHINE


def manage(environment: dict[str, str], *arguments: str) -> str:
    """What a command says, on either stream."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env={**os.environ, **environment},
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@contextmanager
def bare_database(directory: Path) -> Iterator[tuple[str, str]]:
    """A database that nothing has been put into, for this run's kind: its address and its name."""
    if connection.vendor == "sqlite":
        file = directory / "floorman.sqlite3"
        yield f"sqlite:///{file}", str(file)
        return
    name = f"restored_{uuid4().hex}"
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield f"{database_url_of_test().rpartition('/')[0]}/{name}", name
    finally:
        with psycopg.connect(**connection.get_connection_params(), autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.mark.slow
def test_a_backup_made_during_play_is_restored_on_a_bare_machine_and_played_on(
    live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, actor=ACTOR, now=timezone.now())
    tablets = pair_tablets(tournament, url=live_floorman.url)
    stop = threading.Event()
    with ThreadPoolExecutor(len(tablets)) as pool:
        playing = [pool.submit(tablet.play, stop) for tablet in tablets]
        wait_until(lambda: all(len(tablet.acknowledged) > 12 for tablet in tablets), "taps before the backup")
        before = [tap.key for tablet in tablets for tap in tablet.acknowledged]
        counts = [len(tablet.acknowledged) for tablet in tablets]
        # As the clock on the wall shows it in a break.
        printed = head(tournament.pk)
        said = manage(live_floorman.environment, "backup", str(tmp_path / "stick"))
        during = [len(tablet.acknowledged) - count for tablet, count in zip(tablets, counts, strict=True)]
        wait_until(
            lambda: all(len(t.acknowledged) > n + 12 for t, n in zip(tablets, counts, strict=True)),
            "taps after the backup",
        )
        stop.set()
        for thread in playing:
            thread.result()
    assert "read back and whole" in said
    assert printed is not None
    assert min(during) > 3, "the tablets went on meanwhile"
    assert max(max(tablet.waited) for tablet in tablets) < WAITED_SECONDS, "a tap has waited for the backup"
    (file,) = (tmp_path / "stick").glob("floorman-*.zip")
    end = [tap.key for tablet in tablets for tap in tablet.acknowledged]

    machine = tmp_path / "machine"
    machine.mkdir(mode=0o700)
    with bare_database(machine) as (url, name):
        environment = {**live_floorman.environment, "FLOORMAN_DATA_DIR": str(machine), "DATABASE_URL": url}
        began = time.monotonic()
        said = manage(environment, "restore", str(file))
        assert time.monotonic() - began < RESTORED_SECONDS
        assert f"Restored {file.name}, made by Floorman {settings.VERSION}, for the data directory " in said
        assert "1 tournament: everything holds." in said
        assert "The former database is kept" not in said
        seal = f"{tournament.code}:{printed.number}:{printed.hash[:8]}"
        said_of_seal = manage(environment, "verify", "--head", seal)
        assert f"ok     {tournament.code} seal {printed.number}" in said_of_seal

        with instead_of_the_default(name):
            check_gap(said, file, before=before, end=end)
            play_on(environment, live_floorman, tablets)
            if connection.vendor == "postgresql":
                # Ours, of this test: whoever is connected may be writing.
                assert "1 connection is open to this database" in refused(environment, "restore", str(file))
        # With rows in it the database is not written over; on request it is kept beside.
        assert "add --replace" in refused(environment, "restore", str(file))
        said = manage(environment, "restore", str(file), "--replace")
        assert "The former database is kept" in said
        assert "1 tournament: everything holds." in said
        manage(environment, "backup", str(tmp_path / "second"))
        (second,) = (tmp_path / "second").glob("floorman-*.zip")
        assert second.stat().st_size < 1.5 * file.stat().st_size, (
            "what was kept is no part of the next backup"
        )


def check_gap(said: str, file: Path, *, before: list[UUID], end: list[UUID]) -> None:
    """All that was acknowledged before the backup is in it, and the moment it says is the last of what it has."""
    kept = set(StoredReply.objects.filter(status=200).values_list("key", flat=True))
    assert set(before) <= kept
    assert len(kept) < len(end), "what came later is not"
    last = HandOperation.objects.select_related("hand__table").latest("pk")
    zone = Tournament.objects.get().time_zone
    there = last.at.astimezone(ZoneInfo(zone))
    assert (
        f"The last change in it: {there:%Y-%m-%d %H:%M:%S} ({zone}), hand {last.hand.number} at table" in said
    )
    made = datetime.strptime(file.name, "floorman-%Y%m%d-%H%M%S.zip").replace(tzinfo=UTC)
    assert f"It holds everything recorded until {made:%Y-%m-%d %H:%M:%S} UTC" in said
    assert last.at - made < timedelta(minutes=1)


def play_on(environment: dict[str, str], first: LiveFloorman, tablets: list[ScriptedTablet]) -> None:
    """The same tablets go on at the new machine, from where the backup was made."""
    house = LiveFloorman(port=free_port(), environment=environment, valkey=first.valkey)
    try:
        house.start_web()
        for old in tablets:
            open_hand = load_open_hand(old.table)
            tablet = replace(
                old, url=house.url, acknowledged=[], waited=[], _state=open_hand.state if open_hand else None
            )
            tablet.play(AfterTaps(tablet))
            assert len(tablet.acknowledged) == TAPS_AT_THE_NEW_MACHINE
        code = Tournament.objects.get().code
        assert httpx.get(f"{house.url}/t/{code}/clock/", timeout=15).status_code == 200
    finally:
        house.stop(*house.children)


def refused(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env={**os.environ, **environment},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.one_database
def test_a_backup_of_an_earlier_version_is_brought_forward(tmp_path: Path) -> None:
    then, now = tmp_path / "then", tmp_path / "now"
    for directory in (then, now):
        directory.mkdir(mode=0o700)
    restore(read_saved(saved_versions()[0]), then / "floorman.sqlite3")
    (then / "secret_key").write_text("k" * 60)
    environment = {
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        "DATABASE_URL": "",
        "SECRET_KEY": "",
    }
    manage({**environment, "FLOORMAN_DATA_DIR": str(then)}, "backup")
    (file,) = (then / "backups").glob("floorman-*.zip")

    said = manage({**environment, "FLOORMAN_DATA_DIR": str(now)}, "restore", str(file))

    assert "1 tournament: everything holds." in said
    assert "The last change in it: 2026-11-20 " in said
    assert (now / "secret_key").read_text() == "k" * 60, "log-ins and tablets go on"
    assert (now / "secret_key").stat().st_mode & 0o777 == 0o600
    assert (now / "floorman.sqlite3").stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(now / "floorman.sqlite3")) as database:
        count = database.execute("SELECT count(*) FROM django_migrations").fetchone()[0]
    with closing(sqlite3.connect(then / "floorman.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0] < count
    assert not [path.name for path in now.iterdir() if path.name.startswith(".")], "no drafts"

    (now / "secret_key").write_text("o" * 60)
    (now / "backups").mkdir(exist_ok=True)
    failure = Failure(at=timezone.now(), kind="damaged", says="malformed")
    note_failure(now / "backups", failure)
    with closing(sqlite3.connect(now / "floorman.sqlite3")) as database:
        database.execute("SELECT count(*) FROM django_migrations").fetchone()
        environment["FLOORMAN_DATA_DIR"] = str(now)
        assert f"Another program has {now / 'floorman.sqlite3'} open" in refused(
            environment, "restore", str(file), "--replace"
        )
    assert (now / "secret_key").read_text() == "o" * 60, "nothing is changed"
    assert last_failure(now / "backups") == failure
    said = manage(environment, "restore", str(file), "--replace")
    (former,) = now.glob("floorman.sqlite3.before_restore_*")
    (key,) = now.glob("secret_key.before_restore_*")
    assert f"The former database is kept: {former}" in said
    assert f"The keys that go with it are kept: {key}" in said
    assert (now / "secret_key").read_text() == "k" * 60
    assert key.read_text() == "o" * 60, "the former database is of use with its own key alone"
    assert last_failure(now / "backups") is None, "nobody is told to restore again"
