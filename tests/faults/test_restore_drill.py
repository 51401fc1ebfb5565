"""The restore drill: a backup made while tablets tap is put back on a bare machine, checked, and played on.

Everything is done by the commands that an operator uses; on SQLite and on PostgreSQL alike.
"""

from __future__ import annotations

import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import httpx
import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from psycopg import sql
from pytest_django import DjangoDbBlocker

from tables.models import HandOperation
from tables.queries.table.hand import load_open_hand
from tests.factories import ACTOR
from tests.faults.tablet import ScriptedTablet, pair_tablets
from tests.faults.test_faults import make_room
from tests.nursery import Nursery, nursery_if_any
from tests.processes import LiveFloorman, complete, database_url_of_test, free_port, wait_until
from tests.saved_database import read_saved, restore
from tests.test_upgrade import NEWEST, copy_on_sqlite, instead_of_the_default
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


def manage(house: LiveFloorman | Machine, *arguments: str) -> str:
    """What a command says, on either stream."""
    done = complete(("manage", *arguments), house.environment, house.nursery)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def refused(house: Machine, *arguments: str) -> str:
    """What a command says that does nothing."""
    done = complete(("manage", *arguments), house.environment, house.nursery)
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A computer with Floorman on it, which does not run."""

    environment: dict[str, str]
    nursery: Nursery | None


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
@pytest.mark.long_on_sqlite(reason="the same commands and tablets; there a file is put back, as below")
def test_a_backup_made_during_play_is_restored_on_a_bare_machine_and_played_on(
    live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    tablets = pair_tablets(tournament, url=live_floorman.url)
    stop = threading.Event()
    with ThreadPoolExecutor(len(tablets)) as pool:
        playing = [pool.submit(tablet.play, stop) for tablet in tablets]
        wait_until(lambda: all(len(tablet.acknowledged) > 12 for tablet in tablets), "taps before the backup")
        before = [tap.key for tablet in tablets for tap in tablet.acknowledged]
        counts = [len(tablet.acknowledged) for tablet in tablets]
        # As the clock on the wall shows it in a break.
        printed = head(tournament.pk)
        said = manage(live_floorman, "backup", str(tmp_path / "stick"))
        back_up_until_all_have_tapped_meanwhile(live_floorman, tablets, tmp_path)
        wait_until(
            lambda: all(len(t.acknowledged) > n + 12 for t, n in zip(tablets, counts, strict=True)),
            "taps after the backup",
        )
        stop.set()
        for thread in playing:
            thread.result()
    assert "read back and whole" in said
    assert printed is not None
    assert max(max(tablet.waited) for tablet in tablets) < WAITED_SECONDS, "a tap has waited for the backup"
    (file,) = (tmp_path / "stick").glob("floorman-*.zip")
    end = [tap.key for tablet in tablets for tap in tablet.acknowledged]

    directory = tmp_path / "machine"
    directory.mkdir(mode=0o700)
    with ExitStack() as stack:
        url, name = stack.enter_context(bare_database(directory))
        environment = {**live_floorman.environment, "FLOORMAN_DATA_DIR": str(directory), "DATABASE_URL": url}
        nursery = stack.enter_context(nursery_if_any(environment))
        machine = Machine(environment=environment, nursery=nursery)
        began = time.monotonic()
        said = manage(machine, "restore", str(file))
        assert time.monotonic() - began < RESTORED_SECONDS
        assert f"Restored {file.name}, made by Floorman {settings.VERSION}, for the data directory " in said
        assert "1 tournament: everything holds." in said
        assert "The former database is kept" not in said
        seal = f"{tournament.code}:{printed.number}:{printed.hash[:8]}"
        said_of_seal = manage(machine, "verify", "--head", seal)
        assert f"ok     {tournament.code} seal {printed.number}" in said_of_seal

        with instead_of_the_default(name):
            check_gap(said, file, before=before, end=end)
            play_on(machine, live_floorman, tablets)
            if connection.vendor == "postgresql":
                # Ours, of this test: whoever is connected may be writing.
                assert "1 connection is open to this database" in refused(machine, "restore", str(file))
        # With rows in it the database is not written over; on request it is kept beside.
        assert "add --replace" in refused(machine, "restore", str(file))
        said = manage(machine, "restore", str(file), "--replace")
        assert "The former database is kept" in said
        assert "1 tournament: everything holds." in said
        manage(machine, "backup", str(tmp_path / "second"))
        (second,) = (tmp_path / "second").glob("floorman-*.zip")
        assert second.stat().st_size < 1.5 * file.stat().st_size, (
            "what was kept is no part of the next backup"
        )


def back_up_until_all_have_tapped_meanwhile(
    house: LiveFloorman, tablets: list[ScriptedTablet], directory: Path
) -> None:
    """A small room is backed up between two taps: again and again, until each tablet was answered during some of it."""
    meanwhile = [0] * len(tablets)

    def have_tapped() -> bool:
        before = [len(tablet.acknowledged) for tablet in tablets]
        manage(house, "backup", str(directory / f"beside {uuid4().hex}"))
        for number, tablet in enumerate(tablets):
            meanwhile[number] += len(tablet.acknowledged) - before[number]
        return min(meanwhile) > 3

    wait_until(have_tapped, "taps during backups")


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


def play_on(machine: Machine, first: LiveFloorman, tablets: list[ScriptedTablet]) -> None:
    """The same tablets go on at the new machine, from where the backup was made."""
    house = LiveFloorman(
        port=free_port(), environment=machine.environment, valkey=first.valkey, nursery=machine.nursery
    )
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


# --- A file of SQLite, of this version and of an earlier one ----------------------------------------------


@contextmanager
def at_home_in(directory: Path) -> Iterator[Path]:
    """This process works on the SQLite database of a data directory; gives its file."""
    file = directory / "floorman.sqlite3"
    with (
        override_settings(DATA_DIR=directory, BACKUP_DIR=directory / "backups"),
        instead_of_the_default(str(file)),
    ):
        yield file


def say(*arguments: str) -> str:
    """What a command says in this process."""
    said = StringIO()
    call_command(*arguments, stdout=said)
    return said.getvalue()


def migrations_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM django_migrations").fetchone()[0])


@pytest.mark.one_database
def test_a_backup_is_put_back_on_a_bare_machine_and_over_what_is_there(
    tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    then, now = two_machines(tmp_path)
    with django_db_blocker.unblock():
        with copy_on_sqlite(NEWEST, tmp_path, {}):
            pass
        (tmp_path / "saved.sqlite3").rename(then / "floorman.sqlite3")
        with at_home_in(then) as before:
            say("backup")
        (file,) = (then / "backups").glob("floorman-*.zip")
        with at_home_in(now) as after:
            put_back_and_put_back_again(file, after)
        assert migrations_in(before) == migrations_in(after)


@pytest.mark.one_database
@pytest.mark.long(
    reason="a backup of now is put back above, and test_upgrade.py brings databases of then forward"
)
@pytest.mark.parametrize("version", ["0.2.0", "0.1.0"])
def test_a_backup_of_an_earlier_version_is_brought_forward(
    version: str, tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    then, now = two_machines(tmp_path)
    restore(read_saved(version), then / "floorman.sqlite3")
    with django_db_blocker.unblock():
        with at_home_in(then) as before:
            say("backup")
        (file,) = (then / "backups").glob("floorman-*.zip")
        with at_home_in(now) as after:
            put_back_and_put_back_again(file, after)
        assert migrations_in(before) < migrations_in(after)


def two_machines(directory: Path) -> tuple[Path, Path]:
    """The data directories of two machines, one of then and one of now, each with a key of its own."""
    then, now = directory / "then", directory / "now"
    for each, letter in ((then, "k"), (now, "n")):
        each.mkdir(mode=0o700)
        # The settings make one with the first command.
        (each / "secret_key").write_text(letter * 60)
    return then, now


def put_back_and_put_back_again(file: Path, database: Path) -> None:
    now = database.parent
    said = say("restore", str(file))

    assert "1 tournament: everything holds." in said
    assert "The last change in it: 2026-11-20 " in said
    assert (now / "secret_key").read_text() == "k" * 60, "log-ins and tablets go on"
    assert (now / "secret_key").stat().st_mode & 0o777 == 0o600
    assert database.stat().st_mode & 0o777 == 0o600
    assert not [path.name for path in now.iterdir() if path.name.startswith(".")], "no drafts"

    (now / "secret_key").write_text("o" * 60)
    (now / "backups").mkdir(exist_ok=True)
    failure = Failure(at=timezone.now(), kind="damaged", says="malformed")
    note_failure(now / "backups", failure)
    connection.close()
    with closing(sqlite3.connect(database)) as another_program:
        another_program.execute("SELECT count(*) FROM django_migrations").fetchone()
        with pytest.raises(CommandError, match=f"Another program has {re.escape(str(database))} open"):
            say("restore", str(file), "--replace")
    assert (now / "secret_key").read_text() == "o" * 60, "nothing is changed"
    assert last_failure(now / "backups") == failure
    said = say("restore", str(file), "--replace")
    (former,) = now.glob("floorman.sqlite3.before_restore_*")
    (key,) = now.glob("secret_key.before_restore_*")
    assert f"The former database is kept: {former}" in said
    assert f"The keys that go with it are kept: {key}" in said
    assert (now / "secret_key").read_text() == "k" * 60
    assert key.read_text() == "o" * 60, "the former database is of use with its own key alone"
    assert last_failure(now / "backups") is None, "nobody is told to restore again"
