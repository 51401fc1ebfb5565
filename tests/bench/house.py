"""The house under test: the real supervisor on a database of its own, durable as in a room.

This process is the house's client. It shares the database, and the Valkey, to seat the players and
to do the floor's part by the services; everything that is timed goes over HTTP.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

import django
import httpx

from tests.bench.processes import command_line, cpu_seconds, family, resident_mb
from tests.bench.tick_probe import TICKS
from tests.postgres import Cluster, start_cluster
from tests.processes import free_port, running_valkey

ROOT = Path(__file__).parents[2]
DURABLE = "-c listen_addresses='' -c max_connections=200"
OURS = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "DJANGO", "FLOORMAN", "TEST_DB")
READY_SECONDS = 60
LEAVING_SECONDS = 20
# What a command line must contain for the process to be that.
NAMES = {
    "web": "manage.py web",
    "pages": "manage.py pages",
    "streams": "manage.py streams",
    "worker": "config.celery worker",
    "beat": "config.celery beat",
    "valkey": "valkey",
    "redis": "redis-server",
    "run": "manage.py run",
}
POSTGRESQL = "postgresql"
# Ten thousand viewers, and every tablet and console beside them.
MAX_STREAMS = 30_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """One `manage.py run`, with a port and a data directory of its own."""

    port: int
    directory: Path
    process: subprocess.Popen[bytes]

    @property
    def said(self) -> str:
        return (self.directory / "said").read_text(errors="replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchHouse:
    """Hosts on one database and one Valkey."""

    hosts: tuple[Host, ...]
    directory: Path
    cluster: Cluster | None

    @property
    def port(self) -> int:
        return self.hosts[0].port

    @property
    def ticks(self) -> Path:
        return self.directory / "ticks"

    def processes(self) -> dict[str, int]:
        """Every process of the house by what it is: "web 1", "web 2", "streams"; PostgreSQL's is the first of them."""
        found: dict[str, list[int]] = {}
        pids = [pid for host in self.hosts for pid in family(host.process.pid)]
        # A Valkey that several hosts share is this process's own.
        shared = [pid for pid in family(os.getpid()) if name_of(command_line(pid)) == "valkey"]
        for pid in dict.fromkeys([*pids, *shared]):
            found.setdefault(name_of(command_line(pid)), []).append(pid)
        if self.cluster:
            found[POSTGRESQL] = [self.cluster.postmaster]
        return {
            f"{name} {number}" if len(pids) > 1 else name: pid
            for name, pids in found.items()
            for number, pid in enumerate(pids, 1)
        }


def name_of(line: str) -> str:
    """What a process is, from its command line."""
    return next(
        (name for name, part in NAMES.items() if part in line), line.partition(" ")[0].rpartition("/")[2]
    )


def processor_of(pids: Mapping[str, int]) -> dict[str, float]:
    """Processor seconds of each so far; PostgreSQL's with all processes that it has started."""
    used: dict[str, float] = {}
    for name, pid in pids.items():
        used[name] = cpu_seconds(pid, with_ended=name == POSTGRESQL)
        if name == POSTGRESQL:
            used[name] += sum(cpu_seconds(member) for member in family(pid) if member != pid)
    return used


def resident_of(pids: Mapping[str, int]) -> dict[str, float]:
    """Megabytes of each, PostgreSQL left out: its processes share nearly all of theirs."""
    return {name: resident_mb(pid) for name, pid in pids.items() if name != POSTGRESQL}


@contextmanager
def open_house(database: str, *, hosts: int = 1) -> Iterator[BenchHouse]:
    """Open a house on "sqlite" or "postgresql" and point this process's Django at its data.

    Several hosts share one PostgreSQL, one Valkey and one secret key, as on several machines.
    """
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="floorman-bench-")))
        cluster = stack.enter_context(_cluster()) if database == "postgresql" else None
        for variable in [variable for variable in os.environ if variable.startswith(OURS)]:
            del os.environ[variable]
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "FLOORMAN_DATA_DIR": str(directory),
            "FLOORMAN_MAX_STREAMS": str(MAX_STREAMS),
            "SECRET_KEY": token_hex(32),
            TICKS: str(directory / "ticks"),
        }
        if cluster:
            os.environ["DATABASE_URL"] = cluster.url
        if hosts > 1:
            os.environ["REDIS_URL"] = stack.enter_context(running_valkey()).url
        opened = [
            stack.enter_context(
                _host(directory if number == 0 else directory / f"host{number}", shares=hosts)
            )
            for number in range(hosts)
        ]
        django.setup()
        yield BenchHouse(hosts=tuple(opened), directory=directory, cluster=cluster)


@contextmanager
def _cluster() -> Iterator[Cluster]:
    cluster = start_cluster(DURABLE)
    try:
        yield cluster
    finally:
        cluster.stop()


@contextmanager
def _host(directory: Path, *, shares: int) -> Iterator[Host]:
    """A host on its own directory; where several share the machine, each gets its part of the cores."""
    directory.mkdir(exist_ok=True)
    port = free_port()
    command = [sys.executable, "manage.py", "run", "--no-demo", "--host", "127.0.0.1", "--port", str(port)]
    if shares > 1:
        command += ["--web", str(max(1, (os.cpu_count() or 1) // shares))]
    with (directory / "said").open("wb") as said:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "FLOORMAN_DATA_DIR": str(directory)},
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    host = Host(port=port, directory=directory, process=process)
    try:
        _wait_until_it_serves(host)
        yield host
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(LEAVING_SECONDS)


def _wait_until_it_serves(host: Host) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and host.process.poll() is None:
        with suppress(httpx.HTTPError, ValueError):
            if httpx.get(f"http://127.0.0.1:{host.port}/health", timeout=2).json()["status"] != "down":
                return
        time.sleep(0.1)
    raise SystemExit(f"the house did not open:\n{host.said[-2000:]}")
