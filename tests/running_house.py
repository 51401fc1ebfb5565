"""A whole house, run by `manage.py run` in a data directory of its own, and what it says.

Its processes are found by that directory in their environment, so that a survivor is seen whoever its parent is.
Nothing here needs Django's apps: the soak runs a house from outside.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import redis
from django.conf import settings

from tests.commands import environment_of
from tests.nursery import MOST_NAME, NURSERY
from tests.processes import BROWSER, READY_SECONDS, free_port, wait_until

PROGRAMS = (
    *(
        "valkey-server",
        "manage.py web",
        "manage.py pages",
        "manage.py streams",
        "celery worker",
        "celery beat",
    ),
    "manage.py run",
)
# On SQLite one web process serves and another one stands ready.
NAMES = ("Valkey", "web", "web 2", "pages", "streams", "worker", "hooks", "beat")
WORKERS = 2
# To ask a whole house is work for it, and to look for its processes for this one.
LOOK_EVERY = 0.5
# What is not closed by then was not asked, or did not listen; a house that is alone on its machine takes two.
CLOSED_SECONDS = 15.0
# For a start of the house that fails, and for the end of one that was closed.
ENDED_SECONDS = 60.0


class RunningFloorman:
    """A running `manage.py run` and what it says."""

    # What Python runs.
    program: Sequence[str] = ("manage.py",)

    def __init__(self, directory: Path, *arguments: str, **environment: str) -> None:
        self.directory = directory
        self.port = free_port()
        self.output = directory.parent / f"{directory.name}.log"
        self.output.unlink(missing_ok=True)
        self._arguments = arguments
        self._environment = environment
        self.start()

    def start(self) -> None:
        """Run the command, again if it has ended."""
        command = [sys.executable, *self.program, "run", "--no-demo", "--host", "127.0.0.1"]
        with self.output.open("a") as output:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), *self._arguments],
                env=environment_of(self.directory, **self._environment),
                cwd=settings.BASE_DIR,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                # As from a terminal, also where the tests themselves were started to outlive one (nohup).
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # noqa: PLW1509
            )

    def says(self) -> str:
        return self.output.read_text()

    def is_open(self) -> bool:
        assert self.process.poll() is None, self.says()
        return "Press Ctrl-C to stop it." in self.says()

    def answers(self) -> bool:
        try:
            answer = BROWSER.get(f"http://127.0.0.1:{self.port}/health")
        except httpx.TransportError:
            return False
        # The worker and the scheduler say only after a while that they are at work.
        found = answer.json()
        return bool(found["database"] == found["valkey"] == "ok")

    def is_complete(self) -> bool:
        return sorted(self.processes()) == sorted(PROGRAMS) and self.answers() and self.workers_wait()

    def workers_wait(self) -> bool:
        """Say whether both ask Valkey for work, that of the receivers too: the only readers of the house that block."""
        with redis.Redis(unix_socket_path=str(self.directory / "valkey.sock")) as valkey:
            return int(valkey.info("clients")["blocked_clients"]) == WORKERS

    def processes(self) -> dict[str, int]:
        """Return the living processes of this data directory: what they run, and their id."""
        return dict(self.all_processes())

    def all_processes(self) -> list[tuple[str, int]]:
        """The same where several run one program."""
        found = []
        needle = f"FLOORMAN_DATA_DIR={self.directory}\0".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                environment = (entry / "environ").read_bytes() + b"\0"
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue
            # Valkey writes its title over its environment; the title names its socket.
            if line and (needle in environment or f"{self.directory}/valkey.sock" in line):
                words = re.sub(r"celery .*?(worker|beat) ", r"celery \1 ", line)
                name = next((program for program in PROGRAMS if program in words), line)
                found.append((name, int(entry.name)))
        return found

    def children(self) -> set[int]:
        """All but the supervisor."""
        return {process for name, process in self.all_processes() if name != "manage.py run"}

    def has_stand_by(self) -> bool:
        """Whether two web processes have loaded, of which one waits for its turn."""
        turns = str(self.directory / "web.turn")
        return [has_open(process, turns) for process in self.web_processes()] == [True, True]

    def web_processes(self) -> list[int]:
        return [process for name, process in self.all_processes() if name == "manage.py web"]


def has_open(process: int, path: str) -> bool:
    """Whether a process has this file open; not so where it opens or closes others in this moment, or has ended."""
    try:
        return any(str(each.readlink()) == path for each in Path(f"/proc/{process}/fd").iterdir())
    except (FileNotFoundError, ProcessLookupError):
        return False


class ForkedFloorman(RunningFloorman):
    """One whose processes are forked (tests/forked_house.py): known by their names, for all have one command line."""

    program = ("-m", "tests.forked_house")

    def all_processes(self) -> list[tuple[str, int]]:
        by_name = {program[:MOST_NAME]: program for program in PROGRAMS}
        found = []
        for line, process in super().all_processes():
            try:
                name = Path(f"/proc/{process}/comm").read_text().rstrip("\n")
            except (FileNotFoundError, ProcessLookupError):
                continue
            if name != NURSERY:
                found.append((by_name.get(name, line), process))
        return found


@contextmanager
def opened(directory: Path, *arguments: str, **environment: str) -> Iterator[RunningFloorman]:
    with once_open(RunningFloorman(directory, *arguments, **environment)) as house:
        yield house


@contextmanager
def once_open(house: RunningFloorman) -> Iterator[RunningFloorman]:
    """It is open within the block, and killed at its end if it still runs."""
    try:
        wait_until(house.is_open, "the opening of the house", 4 * READY_SECONDS)
        yield house
    finally:
        if house.process.poll() is None:
            house.process.kill()
            house.process.wait()
