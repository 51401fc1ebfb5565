"""The house under faults: `manage.py run` as users start it, on a database of its own, on a disk of its own.

Where this process may mount one, the disk is a small one in memory, so that it can be full; PostgreSQL is a cluster of
its own with the settings of a real room. Evenings are made through the services, in this process.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Final, Literal

import django
import httpx

from tests.bench.processes import family
from tests.postgres import Cluster, start_cluster
from tests.processes import BROWSER, wait_until
from tests.running_house import RunningFloorman

Database = Literal["sqlite", "postgresql"]
ROOT: Final = Path(__file__).parents[2]
PLANTED: Final = Path(__file__).parent / "planted"
OURS: Final = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "DJANGO", "FLOORMAN", "TEST_DB", "SOAK")
# Durable as in a room; few connections, so that they can all be taken; little log of changes, for a small disk.
DURABLE: Final = "-c listen_addresses='' -c max_connections=60 -c max_wal_size=128MB -c jit=off"
# Memory that is used as it fills: an hour makes a hundred backups, one at each of its short levels.
DISK_MB: Final = 8000
# The migrations of an empty database, and what is started again, on a machine that has much other work.
OPENING_SECONDS: Final = 900.0
AGAIN_SECONDS: Final = 180.0


@dataclass(slots=True, kw_only=True)
class Room:
    """A running house. `disk` is the small disk with its database, None where none may be mounted; `notes` is where
    the tablets' histories go, which is never full."""

    database: Database
    directory: Path
    notes: Path
    port: int
    house: RunningFloorman
    cluster: Cluster | None
    disk: Path | None
    rng: random.Random = field(default_factory=random.Random)

    @property
    def file(self) -> Path:
        """SQLite's file."""
        return self.directory / "floorman.sqlite3"

    @property
    def valkey(self) -> Path:
        return self.directory / "valkey.sock"

    @property
    def plant(self) -> Path:
        """The file that names what is planted in the processes that start from now on."""
        return self.directory / "plant"

    @property
    def clock(self) -> Path:
        """The file that says by how many seconds the processes' clock is wrong."""
        return self.directory / "clock"

    def pids(self, program: str) -> list[int]:
        """The processes of the house that run a program: "manage.py web", "celery worker", "valkey-server"."""
        return [pid for name, pid in self.house.all_processes() if name == program]

    def send(self, program: str, number: signal.Signals) -> list[int]:
        """Send a signal to one of the processes that run a program, of SIGKILL and SIGSTOP to any one of them."""
        pids = self.pids(program)
        chosen = self.rng.sample(pids, min(1, len(pids)))
        for pid in chosen:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        return chosen

    def kill_postgres(self) -> None:
        """kill -9 the postmaster and every process that it has started."""
        assert self.cluster
        for pid in list(family(self.cluster.postmaster)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.2)

    def postgres_again(self) -> None:
        """Start PostgreSQL as an operator does, as often as it takes."""
        assert self.cluster
        deadline = time.monotonic() + AGAIN_SECONDS
        while True:
            try:
                self.cluster.go_on()
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.5)
            else:
                return

    def postgres_runs(self) -> bool:
        """Whether the postmaster is there; after a panic it may have given up."""
        assert self.cluster
        try:
            os.kill(self.cluster.postmaster, 0)
        except (FileNotFoundError, ProcessLookupError, IndexError, ValueError):
            return False
        return True

    def replace(self, *programs: str) -> None:
        """Kill every process that runs these programs and wait for others in their place."""
        for program in programs:
            old = set(self.pids(program))
            for pid in old:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

            def is_new(program: str = program, old: set[int] = old) -> bool:
                return len(set(self.pids(program)) - old) >= len(old)

            wait_until(is_new, f"a new {program}", AGAIN_SECONDS)
        wait_until(self.answers, "an answer of the new processes", AGAIN_SECONDS)

    def answers(self) -> bool:
        """Whether the house can take a tap; what else it says of its health may still be getting better."""
        try:
            return BROWSER.get(f"http://127.0.0.1:{self.port}/health").status_code == 200
        except httpx.TransportError:
            return False

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py on this room's data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )


@contextmanager
def open_room(database: Database, *, seed: str) -> Iterator[Room]:
    """Open a house and point this process's Django at its data. Once in a process: Django is set up once."""
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fm-soak-")))
        place.chmod(0o755)
        disk = mount_disk(place / "disk")
        if disk:
            stack.callback(subprocess.run, ["umount", "--lazy", str(disk)], check=True)
        directory = (disk or place) / "data"
        directory.mkdir(mode=0o700)
        cluster = None
        if database == "postgresql":
            cluster = start_cluster(DURABLE, place=disk or place)
            stack.callback(cluster.stop)
        for variable in [variable for variable in os.environ if variable.startswith(OURS)]:
            del os.environ[variable]
        environment = {
            "DATABASE_URL": cluster.url if cluster else f"sqlite:///{directory / 'floorman.sqlite3'}",
            "SECRET_KEY": token_hex(32),
            "SOAK_PLANT": str(directory / "plant"),
            "SOAK_CLOCK": str(directory / "clock"),
            "PYTHONPATH": f"{PLANTED}{os.pathsep}{ROOT}",
        }
        os.environ |= {
            **environment,
            "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
            "FLOORMAN_DATA_DIR": str(directory),
        }
        django.setup()
        house = stack.enter_context(_opened(directory, **environment))
        yield Room(
            database=database,
            directory=directory,
            notes=place,
            port=house.port,
            house=house,
            cluster=cluster,
            disk=disk,
            rng=random.Random(f"{seed} room"),
        )


@contextmanager
def _opened(directory: Path, **environment: str) -> Iterator[RunningFloorman]:
    """As the tests of `manage.py run` open it, with more patience; it dies with the block as it often did in it."""
    house = RunningFloorman(directory, **environment)
    try:
        wait_until(house.is_open, "the opening of the house", OPENING_SECONDS)
        yield house
    finally:
        if house.process.poll() is None:
            house.process.kill()
            house.process.wait()


def mount_disk(place: Path) -> Path | None:
    """A disk in memory, or None where this process may not mount one."""
    place.mkdir(mode=0o755)
    options = f"size={DISK_MB}m,mode=0755"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], capture_output=True)
    return place if done.returncode == 0 else None


def resize_disk(disk: Path, megabytes: int | None) -> None:
    """Give the disk so much room, or, with None, none beyond what is used."""
    for page in range(200):
        # Somebody writes meanwhile: what is used has grown before it is the limit, and the kernel refuses.
        size = f"{megabytes}m" if megabytes else str(shutil.disk_usage(disk).used + page * 4096)
        command = ["mount", "-o", f"remount,size={size}", str(disk)]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return
    raise OSError(f"{disk} cannot be resized")
