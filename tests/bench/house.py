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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import django
import httpx

from tests.bench.tick_probe import TICKS
from tests.postgres import start_cluster
from tests.processes import free_port

ROOT = Path(__file__).parents[2]
DURABLE = "-c listen_addresses='' -c max_connections=60"
OURS = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "DJANGO", "FLOORMAN", "TEST_DB")
READY_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchHouse:
    port: int
    directory: Path
    process: subprocess.Popen[bytes]

    @property
    def ticks(self) -> Path:
        return self.directory / "ticks"

    def processes(self) -> dict[str, int]:
        """The house's processes by name, as far as they can be told apart (Linux)."""
        found = {}
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for pid in children.read_text().split() if children.exists() else ():
            line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            for name in ("manage.py web", "worker", "beat", "valkey"):
                if name in line:
                    found[name.removeprefix("manage.py ")] = int(pid)
                    break
        return found


@contextmanager
def open_house(database: str) -> Iterator[BenchHouse]:
    """Open a house on "sqlite" or "postgresql" and point this process's Django at its data."""
    with tempfile.TemporaryDirectory(prefix="floorman-bench-") as name, _database(database) as address:
        directory = Path(name)
        for variable in [variable for variable in os.environ if variable.startswith(OURS)]:
            del os.environ[variable]
        os.environ |= {
            **address,
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "FLOORMAN_DATA_DIR": name,
            TICKS: str(directory / "ticks"),
        }
        port = free_port()
        command = [sys.executable, "manage.py", "run", "--no-demo", "--host", "127.0.0.1"]
        with (directory / "said").open("wb") as said:
            process = subprocess.Popen(
                [*command, "--port", str(port)], cwd=ROOT, stdout=said, stderr=said, start_new_session=True
            )
        house = BenchHouse(port=port, directory=directory, process=process)
        try:
            _wait_until_it_serves(house)
            django.setup()
            yield house
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


@contextmanager
def _database(kind: str) -> Iterator[dict[str, str]]:
    if kind == "sqlite":
        yield {}
        return
    cluster = start_cluster(DURABLE)
    try:
        yield {"DATABASE_URL": cluster.url}
    finally:
        cluster.stop()


def _wait_until_it_serves(house: BenchHouse) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if house.process.poll() is not None:
            break
        try:
            if httpx.get(f"http://127.0.0.1:{house.port}/health", timeout=2).json()["status"] == "ok":
                return
        except (httpx.HTTPError, ValueError):
            pass
        time.sleep(0.1)
    raise SystemExit(f"the house did not open:\n{(house.directory / 'said').read_text()[-2000:]}")
