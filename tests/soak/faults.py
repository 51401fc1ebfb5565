"""What goes wrong, each with its name: how it is done, held for some seconds, and lifted again.

A fault gets the room and the evening, and a chance of its own, so that a seed gives the same faults in the same order.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import psycopg
import redis

from tests.processes import wait_until
from tests.soak.evening import Evening
from tests.soak.network import ORDINARY, STORM
from tests.soak.room import AGAIN_SECONDS, DISK_MB, Database, Room, resize_disk

Strike = Callable[[Room, Evening, random.Random], None]
BOTH: Final[tuple[Database, ...]] = ("sqlite", "postgresql")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """`weight`: how often it is chosen beside the others."""

    name: str
    strike: Strike
    weight: int = 2
    databases: tuple[Database, ...] = BOTH
    needs_disk: bool = False

    def may_strike(self, room: Room) -> bool:
        return room.database in self.databases and (room.disk is not None or not self.needs_disk)


# --- Processes --------------------------------------------------------------------------------------------


def kill(program: str, room: Room, _evening: Evening, _rng: random.Random) -> None:
    """kill -9; another process must come in its place."""
    before = room.pids(program)
    killed = set(room.send(program, signal.SIGKILL))
    wait_until(
        lambda: len(set(room.pids(program)) - killed) >= len(before), f"a new {program}", AGAIN_SECONDS
    )


def freeze(program: str, longest: float, room: Room, _evening: Evening, rng: random.Random) -> None:
    """Stop it in its tracks for a while. Whoever watches over it may have killed it meanwhile."""
    stopped = room.send(program, signal.SIGSTOP)
    try:
        time.sleep(rng.uniform(longest / 3, longest))
    finally:
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def kill_house(room: Room, _evening: Evening, _rng: random.Random) -> None:
    """kill -9 the supervisor, with which every process dies, and start the house again."""
    room.house.process.kill()
    room.house.process.wait()
    wait_until(lambda: room.house.processes() == {}, "the end of every process")
    room.house.start()
    wait_until(room.answers, "the house again", AGAIN_SECONDS)


# --- Databases --------------------------------------------------------------------------------------------


def kill_postgres(room: Room, _evening: Evening, rng: random.Random) -> None:
    room.kill_postgres()
    time.sleep(rng.uniform(0, 3))
    room.postgres_again()


def kill_backend(room: Room, _evening: Evening, rng: random.Random) -> None:
    """kill -9 one session's process: PostgreSQL ends all others and recovers."""
    with suppress(psycopg.Error), closing(_connect(room)) as session:
        rows = session.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchall()
        if rows:
            with suppress(ProcessLookupError):
                os.kill(rng.choice(rows)[0], signal.SIGKILL)
    time.sleep(1)


def stop_postgres(room: Room, _evening: Evening, rng: random.Random) -> None:
    assert room.cluster
    room.cluster.halt()
    time.sleep(rng.uniform(1, 4))
    room.postgres_again()


def take_connections(room: Room, _evening: Evening, rng: random.Random) -> None:
    """Somebody takes every connection that PostgreSQL has, and cuts the house's own."""
    with ExitStack() as stack:
        with suppress(psycopg.Error):
            first = stack.enter_context(closing(_connect(room)))
            while True:
                first.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> 'soak'"
                    " AND backend_type = 'client backend'"
                )
                stack.enter_context(closing(_connect(room)))
        time.sleep(rng.uniform(2, 6))


def lock(room: Room, _evening: Evening, rng: random.Random) -> None:
    """A stranger's transaction keeps what every write needs: all tables' rows, on SQLite the whole database."""
    seconds = rng.uniform(2, 7)
    if room.database == "sqlite":
        with closing(sqlite3.connect(room.file, timeout=20, isolation_level=None)) as stranger:
            stranger.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            stranger.execute("ROLLBACK")
        return
    with suppress(psycopg.Error), closing(_connect(room)) as session, session.transaction():
        session.execute("SELECT id FROM tables_table FOR UPDATE")
        time.sleep(seconds)


def fill_disk(room: Room, _evening: Evening, rng: random.Random) -> None:
    """No byte is left for some seconds. A PostgreSQL that has given up is started again, as an operator does."""
    assert room.disk
    resize_disk(room.disk, None)
    try:
        time.sleep(rng.uniform(2, 6))
    finally:
        resize_disk(room.disk, DISK_MB)
    if room.cluster:
        time.sleep(0.5)
        if not room.postgres_runs():
            room.postgres_again()


def _connect(room: Room) -> psycopg.Connection:
    assert room.cluster
    return psycopg.connect(room.cluster.url, autocommit=True, connect_timeout=10, application_name="soak")


# --- Valkey -----------------------------------------------------------------------------------------------


@contextmanager
def _valkey(room: Room) -> Iterator[redis.Redis]:
    client = redis.Redis(unix_socket_path=str(room.valkey), socket_timeout=10)
    with closing(client), suppress(redis.RedisError, OSError):
        yield client


def forget(room: Room, _evening: Evening, _rng: random.Random) -> None:
    with _valkey(room) as valkey:
        valkey.flushall()


def out_of_memory(room: Room, _evening: Evening, rng: random.Random) -> None:
    """Every write is refused."""
    with _valkey(room) as valkey:
        valkey.config_set("maxmemory", "1")
        time.sleep(rng.uniform(2, 8))
        valkey.config_set("maxmemory", "64mb")


def read_only(room: Room, _evening: Evening, rng: random.Random) -> None:
    """It follows a server that is not there, and takes no write."""
    with _valkey(room) as valkey:
        valkey.replicaof("127.0.0.1", "1")
        time.sleep(rng.uniform(2, 8))
        valkey.replicaof("NO", "ONE")


# --- Network ----------------------------------------------------------------------------------------------


def cut_off_all(_room: Room, evening: Evening, rng: random.Random) -> None:
    evening.network.is_down_for = None
    time.sleep(rng.uniform(2, 10))
    evening.network.is_down_for = set()


def cut_off_some(_room: Room, evening: Evening, rng: random.Random) -> None:
    """Some lose their links and get them back one after the other, in another order."""
    names = [tablet.name for tablet in evening.tablets]
    chosen = rng.sample(names, max(1, len(names) // 2))
    for name in chosen:
        evening.network.is_down_for = {*(evening.network.is_down_for or ()), name}
        time.sleep(rng.uniform(0, 1))
    for name in rng.sample(chosen, len(chosen)):
        time.sleep(rng.uniform(0, 1))
        evening.network.is_down_for = (evening.network.is_down_for or set()) - {name}


def storm(_room: Room, evening: Evening, rng: random.Random) -> None:
    """Most of what is sent is lost, late or doubled."""
    evening.network.rates = dict(STORM)
    time.sleep(rng.uniform(5, 10))
    evening.network.rates = dict(ORDINARY)


# --- Clock ------------------------------------------------------------------------------------------------


def step_clock(room: Room, _evening: Evening, rng: random.Random) -> None:
    """The computer's clock jumps by up to a minute, either way, and is put right again."""
    room.clock.write_text(str(rng.choice([-1, 1]) * rng.uniform(5, 60)))
    time.sleep(rng.uniform(2, 6))
    room.clock.write_text("0")


FAULTS: Final[tuple[Fault, ...]] = (
    Fault(name="kill -9 of a web process", strike=partial(kill, "manage.py web"), weight=4),
    Fault(name="kill -9 of the worker", strike=partial(kill, "celery worker")),
    Fault(name="kill -9 of beat", strike=partial(kill, "celery beat")),
    Fault(name="kill -9 of the process of streams", strike=partial(kill, "manage.py streams"), weight=1),
    Fault(name="kill -9 of the process of pages", strike=partial(kill, "manage.py pages"), weight=1),
    Fault(name="kill -9 of Valkey", strike=partial(kill, "valkey-server")),
    Fault(name="kill -9 of the whole house", strike=kill_house, weight=1),
    Fault(name="a web process stands still", strike=partial(freeze, "manage.py web", 12), weight=3),
    Fault(name="the worker stands still", strike=partial(freeze, "celery worker", 15)),
    Fault(name="Valkey stands still", strike=partial(freeze, "valkey-server", 10)),
    Fault(name="Valkey forgets everything", strike=forget),
    Fault(name="Valkey is full", strike=out_of_memory),
    Fault(name="Valkey takes no write", strike=read_only),
    Fault(name="kill -9 of PostgreSQL", strike=kill_postgres, weight=4, databases=("postgresql",)),
    Fault(
        name="kill -9 of one session of PostgreSQL", strike=kill_backend, weight=3, databases=("postgresql",)
    ),
    Fault(name="PostgreSQL stopped and started", strike=stop_postgres, databases=("postgresql",)),
    Fault(name="every connection of PostgreSQL taken", strike=take_connections, databases=("postgresql",)),
    Fault(name="a stranger's lock", strike=lock, weight=3),
    Fault(name="a full disk", strike=fill_disk, weight=2, needs_disk=True),
    Fault(name="no network", strike=cut_off_all),
    Fault(name="links lost and found in any order", strike=cut_off_some),
    Fault(name="a network that loses most", strike=storm),
    Fault(name="the computer's clock jumps", strike=step_clock),
)


def faults_of(room: Room) -> list[Fault]:
    """What can be done to this room."""
    return [fault for fault in FAULTS if fault.may_strike(room)]


def choose(faults: list[Fault], rng: random.Random) -> Fault:
    return rng.choices(faults, weights=[fault.weight for fault in faults])[0]
