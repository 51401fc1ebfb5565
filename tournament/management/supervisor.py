"""The supervisor: which processes Floorman has, and in which order they start and stop. Valkey starts first
and stops last, because all others use it; dealers, beat and worker stop first, so that no task begins while the
rest is stopping.

A single web process serves the supervisor's own listening socket: a browser that calls while the process is being
replaced waits instead of failing. A second one stands ready and serves in the moment in which the first is gone
(`turns`); the supervisor starts another, which stands ready then. Of several web processes each opens one of its own,
and the supervisor only keeps the port: while one is being replaced, the kernel gives its connections to the others.
What is passed to the processes of pages and streams waits in the supervisor's sockets as well.
"""

import http.client
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

import redis
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament.config.services import valkey_socket
from tournament.front.passing import listen
from tournament.links import reachable_hosts, written
from tournament.management.processes import HUNG_AFTER_SECONDS, ManagedProcess
from tournament.management.valkey import server_command
from tournament.network import is_every_network
from tournament.queries.alarms.restarts import Restart, note_restart
from tournament.signs import LOG_VARIABLE
from tournament.timekeeping import house_now

logger = structlog.get_logger(__name__)

ROUND_SECONDS = 0.1
READY_SECONDS = 60.0
# How soon the terminal says that the computer has come into another network.
LOOK_AROUND_SECONDS = 2.0
# Who leaves together, and how long after Ctrl-C the last of them must be gone: nine seconds for all, though two
# are the rule. A worker without work looks up once a second, and on a busy machine it needs as long again to go.
LEAVING = (
    (("dealers", "beat", "worker", "hooks"), 7.0),
    (("web", "pages", "streams"), 8.5),
    (("Valkey",), 9.0),
)


class NotReady(Exception):
    """An essential process does not start."""


class Supervisor:
    """Starts, watches and stops every process of one Floorman. `listener` is the socket of a single web process, or
    keeps the port for several (`web`). What hangs is killed after `hung_after_seconds` and started again."""

    def __init__(
        self,
        *,
        listener: socket.socket,
        web: int = 1,
        say: Callable[[str], None],
        hung_after_seconds: float = HUNG_AFTER_SECONDS,
    ) -> None:
        self._listener = listener
        self._web = web
        self._streams = listen(settings.STREAMS_SOCKET)
        self._pages = listen(settings.PAGES_SOCKET)
        self._say = say
        self._hung_after_seconds = hung_after_seconds
        self._said: set[str] = set()
        self._look_around_at = 0.0
        self._processes: dict[str, ManagedProcess] = {}
        self.host, self.port = listener.getsockname()[:2]

    @property
    def addresses(self) -> list[str]:
        """The addresses of this Floorman, the best one for other devices last."""
        scheme = "https" if settings.HTTPS else "http"
        own = self._addresses(scheme, settings.HTTPS_PORT or self.port)
        return [*own, settings.PUBLIC_URL] if settings.PUBLIC_URL else own

    @property
    def plain_address(self) -> str:
        """The address for http beside https on site."""
        return self._addresses("http", self.port)[-1]

    def _addresses(self, scheme: str, port: int) -> list[str]:
        hosts = ["localhost", *reversed(reachable_hosts())] if is_every_network(self.host) else [self.host]
        return [f"{scheme}://{written(scheme, f'[{host}]' if ':' in host else host, port)}" for host in hosts]

    @property
    def address(self) -> str:
        """The address to print in links: the one that tablets in the room can reach, if there is one."""
        return self.addresses[-1]

    def start_valkey(self) -> None:
        """Start the embedded Valkey and wait until it answers."""
        path = valkey_socket(Path(settings.DATA_DIR))
        self._start("Valkey", server_command(path), {}, answers=lambda: answers_ping(path))
        self._wait_for("Valkey", lambda: answers_ping(path), 10.0)

    def start(self, *, demo: bool = False) -> None:
        """Start web, pages and streams, wait until they serve, then start the workers, beat and the demo's dealers: on
        a small machine they would only keep the first page waiting.
        """
        # The web process serves what `collect_static` collected, and streams push pages that name it.
        environment = {"FLOORMAN_STATIC_COLLECTED": "1"}
        manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
        # Celery warns root in a dozen lines, which would hide the addresses from the operator of a container.
        unwarned = ["-W", "ignore:You're running the worker with superuser"]
        celery = [sys.executable, *unwarned, "-m", "celery", "--quiet", "--app", "tournament.config.celery"]
        for name, arguments, descriptors in self._web_processes():
            self._start(name, [*manage, "web", *arguments], environment, descriptors)
        streams, pages = self._streams.fileno(), self._pages.fileno()
        self._start("streams", [*manage, "streams", "--fd", str(streams)], environment, (streams,))
        at = ["--host", self.host, "--port", str(self.port)]
        for name in numbered("pages", pages_beside(self._web)):
            self._start(name, [*manage, "pages", *at, "--fd", str(pages)], environment, (pages,))
        self._wait_for(next(numbered("web", self._web)), self._serves_pages, READY_SECONDS)
        # In threads, so that a long task never keeps the clock's tick waiting. Four take long, and may at worst come at
        # once: tickets and paper kits are printed, a backup is made, the rows are checked.
        pool = ["--pool", "threads", "--concurrency", "5"]
        quiet = ["--without-mingle", "--without-gossip", "--without-heartbeat", "--loglevel", "WARNING"]
        self._start("worker", [*celery, "worker", "-Q", "celery", *pool, *quiet], environment)
        # Receivers of web hooks may be slow: apart, so that they hold up nobody here.
        senders = ["-Q", "hooks", "--hostname", "hooks@%h", "--pool", "threads", "--concurrency", "8"]
        self._start("hooks", [*celery, "worker", *senders, *quiet], environment)
        self._start("beat", [*celery, "beat", "--pidfile=", "--loglevel", "WARNING"], environment)
        if self._web == 1:
            # It loads when the first already serves.
            self._start("web 2", [*manage, *self._web_in_turn()], environment, (self._listener.fileno(),))
        if demo:
            self._start("dealers", [*manage, "demo_dealers"], environment)

    def _web_processes(self) -> Iterator[tuple[str, list[str], tuple[int, ...]]]:
        """The name of each web process, its arguments, and the descriptors that it inherits."""
        if self._web == 1:
            yield "web", self._web_in_turn()[1:], (self._listener.fileno(),)
            return
        for name in numbered("web", self._web):
            yield name, ["--host", self.host, "--port", str(self.port), "--shared"], ()

    def _web_in_turn(self) -> list[str]:
        return ["web", "--in-turn", "--fd", str(self._listener.fileno())]

    def look_after(self) -> None:
        """Start again whatever dies, and say when the network changes, until a signal ends the waiting."""
        while True:
            for process in self._processes.values():
                process.look_after()
            if time.monotonic() > self._look_around_at:
                # The system is asked for them, and may have no descriptor left to answer with.
                with suppress(OSError):
                    self.say_addresses()
            time.sleep(ROUND_SECONDS)

    def say_addresses(self) -> None:
        """Say at which addresses Floorman is reached, unless that was said before."""
        self._look_around_at = time.monotonic() + LOOK_AROUND_SECONDS
        for address in self.addresses:
            if address not in self._said:
                self._said.add(address)
                self._say(f"Floorman is running at {address}/")

    def close(self) -> None:
        """Stop beat and worker, then web, pages and streams, then Valkey; whatever does not go is killed."""
        began = time.monotonic()
        for names, gone_seconds in LEAVING:
            leaving = [process for name, process in self._processes.items() if name.split()[0] in names]
            for process in leaving:
                process.ask_to_stop()
            for process in leaving:
                process.see_off(max(0.1, began + gone_seconds - time.monotonic()))
        self._streams.close()
        self._pages.close()

    def _start(
        self,
        name: str,
        command: list[str],
        environment: Mapping[str, str],
        descriptors: tuple[int, ...] = (),
        *,
        answers: Callable[[], bool] | None = None,
    ) -> None:
        process = ManagedProcess(
            name=name,
            command=command,
            say=self._say,
            environment={**environment, LOG_VARIABLE: name.lower().replace(" ", "-")},
            pass_fds=descriptors,
            # The demo's dealers give none: nobody judges them.
            gives_signs=answers is None,
            answers=answers,
            note_hung=self._note_hung,
            hung_after_seconds=self._hung_after_seconds,
        )
        self._processes[name] = process
        process.start()

    def _note_hung(self, name: str) -> None:
        """For the logs, and for the console, which tells it for a while."""
        logger.warning("process_hung", process=name)
        try:
            note_restart(Path(settings.DATA_DIR), Restart(name=name, at=house_now()))
        except OSError as error:
            logger.warning("restart_not_noted", error=type(error).__name__)

    def _wait_for(self, name: str, is_ready: Callable[[], bool], patience_seconds: float) -> None:
        deadline = time.monotonic() + patience_seconds
        while not is_ready():
            if not self._processes[name].is_alive() or time.monotonic() > deadline:
                raise NotReady(f"{name} did not start; what it said is above or in {settings.DATA_DIR}.")
            time.sleep(ROUND_SECONDS / 2)

    def _serves_pages(self) -> bool:
        host = "127.0.0.1" if is_every_network(self.host) else self.host
        call = http.client.HTTPConnection(host, self.port, timeout=5)
        with suppress(http.client.HTTPException, OSError), closing(call):
            call.request("GET", "/health", headers={"Host": "localhost"})
            return call.getresponse().status != 503
        return False


def pages_beside(web: int) -> int:
    """How many processes of pages there are beside so many web processes: half as many, and one at least."""
    return max(1, web // 2)


def numbered(name: str, count: int) -> Iterator[str]:
    """The names of so many processes of a kind."""
    return iter([name] if count == 1 else [f"{name} {number}" for number in range(1, count + 1)])


def answers_ping(path: Path) -> bool:
    """Say whether a Valkey answers on this socket."""
    client = redis.Redis(unix_socket_path=str(path), socket_timeout=1, retry=Retry(NoBackoff(), 0))
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
