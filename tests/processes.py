"""The real application for a test: Valkey, web, and if asked for Celery, on the test's own database."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
import redis
from django.conf import settings
from django.db import connection

from tests.nursery import ForkedProcess, Nursery, nursery_if_any
from tournament.config.services import pages_socket, streams_socket
from tournament.front.passing import listen
from tournament.management.processes import ManagedProcess
from tournament.management.translations import compile_ours
from tournament.management.valkey import server_command
from tournament.realtime import forget_hints

# Long enough for a machine with much other work: what is waited for is there much sooner, or never.
READY_SECONDS = 60.0
# One for all: to make a client reads the machine's certificates. A connection does not outlive its answer.
BROWSER = httpx.Client(timeout=READY_SECONDS, limits=httpx.Limits(max_keepalive_connections=0))


def wait_until(
    is_so: Callable[[], bool], what: str, seconds: float = READY_SECONDS, *, every: float = 0.02
) -> None:
    """Wait until `is_so`, or fail saying `what` did not happen. A question that is work is asked less often."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds:g} s"
        time.sleep(every)


def free_port() -> int:
    """Return a port that nobody listens on at this moment."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


def child(name: str, command: list[str], environment: dict[str, str]) -> ManagedProcess:
    """Start a process that dies with this one."""
    process = ManagedProcess(name=name, command=command, say=print, environment=environment)
    process.start()
    return process


@dataclass(slots=True)
class RunningValkey:
    """A real Valkey on a socket of its own; `stop` and `start` play an outage."""

    path: Path
    process: ManagedProcess | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    def start(self) -> None:
        self.process = child("Valkey", server_command(self.path), {})
        wait_until(self.answers, "an answer of Valkey")

    def answers(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self.path), socket_timeout=10)
        try:
            return bool(client.ping())
        except (redis.RedisError, OSError):
            return False
        finally:
            client.close()

    def stop(self) -> None:
        if self.process is not None:
            self.process.ask_to_stop()
            self.process.see_off(2.0)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the server, to stop it in its tracks or to kill it."""
        if self.process is not None and self.process.process is not None:
            self.process.process.send_signal(number)


@contextmanager
def running_valkey() -> Iterator[RunningValkey]:
    """Run a Valkey for the length of the block."""
    with tempfile.TemporaryDirectory(prefix="floorman-valkey-") as directory:
        server = RunningValkey(Path(directory) / "valkey.sock")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def database_url_of_test() -> str:
    """Return the test database's address as the application under test takes it."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    credentials = quote(given["USER"]) + (f":{quote(given['PASSWORD'])}" if given["PASSWORD"] else "")
    port = f":{given['PORT']}" if given["PORT"] else ""
    return f"postgresql://{credentials}@{quote(given['HOST'], safe='')}{port}/{given['NAME']}"


def complete(
    command: Sequence[str], environment: Mapping[str, str], nursery: Nursery | None
) -> subprocess.CompletedProcess[str]:
    """Run to its end what `python -m` would."""
    if nursery is not None:
        return nursery.complete(*command)
    return subprocess.run(
        [sys.executable, "-m", *command], env={**os.environ, **environment}, capture_output=True, text=True
    )


@dataclass(slots=True)
class LiveFloorman:
    """The application as it runs in a room. `url` has no slash at its end."""

    port: int
    environment: dict[str, str]
    valkey: RunningValkey
    # Where its processes come from, if they are not started one by one.
    nursery: Nursery | None = None
    children: list[ManagedProcess] = field(default_factory=list)

    def __post_init__(self) -> None:
        # As `manage.py run` does before it starts them.
        compile_ours(base=Path(settings.BASE_DIR), data=self.directory)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start what serves tablets, pages and streams."""
        self.start_streams()
        self.start_pages()
        self.start_web()

    def start_streams(self) -> ManagedProcess:
        """Start the process of streams."""
        return self._start_behind_web("streams", streams_socket(self.directory))

    def start_pages(self) -> ManagedProcess:
        """Start the process of pages."""
        return self._start_behind_web("pages", pages_socket(self.directory))

    @property
    def directory(self) -> Path:
        return Path(self.environment["FLOORMAN_DATA_DIR"])

    def _start_behind_web(self, name: str, path: Path) -> ManagedProcess:
        """Start a process; what web processes pass to it before it serves waits in its socket."""
        listener = listen(path)
        process = self.start_one(name, "manage", name, listener=listener)
        listener.close()
        return process

    def start_web(self) -> ManagedProcess:
        """Start a web process and wait until it serves."""
        web = self.start_one("web", "manage", "web", "--port", str(self.port))
        wait_until(self.serves, "an answer of the web process")
        return web

    def start_one(self, name: str, *command: str, listener: socket.socket | None = None) -> ManagedProcess:
        """Start what `python -m` would, with a listening socket if it takes one."""
        descriptors = () if listener is None else (listener.fileno(),)
        if self.nursery is not None:
            process: ManagedProcess = ForkedProcess(
                name=name, command=command, say=print, pass_fds=descriptors, nursery=self.nursery
            )
        else:
            given = [word for each in descriptors for word in ("--fd", str(each))]
            process = ManagedProcess(
                name=name,
                command=[sys.executable, "-m", *command, *given],
                say=print,
                environment=self.environment,
                pass_fds=descriptors,
            )
        process.start()
        self.children.append(process)
        return process

    def complete(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run to its end what `python -m` would."""
        return complete(command, self.environment, self.nursery)

    def serves(self) -> bool:
        try:
            return BROWSER.get(f"{self.url}/health").status_code == 200
        except httpx.TransportError:
            return False

    def start_celery(self) -> tuple[ManagedProcess, ManagedProcess]:
        """Start a worker and beat: from now on the clocks are swept every second."""
        celery = ["celery.__main__", "--quiet", "--app", "tournament.config.celery"]
        pool = ["--pool", "threads", "--concurrency", "1", "--without-mingle", "--without-gossip"]
        worker = self.start_one("worker", *celery, "worker", *pool, "--loglevel", "ERROR")
        beat = self.start_one("beat", *celery, "beat", "--pidfile=", "--loglevel", "ERROR")
        return worker, beat

    def stop(self, *children: ManagedProcess) -> None:
        for process in children:
            process.ask_to_stop()
        for process in children:
            process.see_off(3.0)
            self.children.remove(process)


@pytest.fixture(scope="session")
def _valkey_server() -> Iterator[RunningValkey]:
    with running_valkey() as server:
        yield server


@pytest.fixture
def valkey(_valkey_server: RunningValkey, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningValkey]:
    """A real Valkey, empty, to which this process publishes."""
    if not _valkey_server.answers():
        _valkey_server.start()
    redis.Redis(unix_socket_path=str(_valkey_server.path)).flushall()
    monkeypatch.setattr(settings, "REDIS_URL", _valkey_server.url)
    forget_hints()
    yield _valkey_server
    forget_hints()


@pytest.fixture(scope="session")
def _application(django_db_setup: None, _valkey_server: RunningValkey) -> Iterator[LiveFloorman]:
    """One web process for all tests of a session; it serves what they commit."""
    with tempfile.TemporaryDirectory(prefix="floorman-app-") as directory:
        connection.close()
        environment = {
            "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
            "DATABASE_URL": database_url_of_test(),
            "REDIS_URL": _valkey_server.url,
            "FLOORMAN_DATA_DIR": directory,
            # The same key: a test may make sessions and tickets that the application accepts.
            "SECRET_KEY": settings.SECRET_KEY,
            "PYTHONPATH": os.fspath(settings.BASE_DIR),
            # As in a room: links are for phones, which do not know this machine as localhost.
            "PUBLIC_URL": "http://192.168.1.20:8000",
            # A push service of a test is at this machine.
            "FLOORMAN_PUSH_SERVICES": "127.0.0.1",
        }
        with nursery_if_any(environment) as nursery:
            application = LiveFloorman(
                port=free_port(), environment=environment, valkey=_valkey_server, nursery=nursery
            )
            application.start()
            try:
                yield application
            finally:
                application.stop(*application.children)


@pytest.fixture
def live_floorman(
    _application: LiveFloorman, valkey: RunningValkey, transactional_db: None
) -> Iterator[LiveFloorman]:
    """The running application on this test's database: what the test commits is served, and the reverse.

    The tables are emptied after the test. Celery does not run unless the test starts it.
    """
    started = list(_application.children)
    names = {process.name for process in started}
    yield _application
    # What this test has put in the place of a shared process is shared from now on.
    still = {process.name for process in started if process in _application.children}
    replaced = names - still
    _application.stop(
        *[
            process
            for process in _application.children
            if process not in started and process.name not in replaced
        ]
    )
    # They must be there for the next test, whatever this one did to them.
    if not (names == {process.name for process in _application.children} and _application.serves()):
        _application.stop(*_application.children)
        _application.start()
