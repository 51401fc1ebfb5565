"""What stays with a web process and what is passed on to the process of pages, over real sockets."""

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import uvicorn
from django.conf import settings

from tests.processes import free_port, wait_until
from tournament.config.certificates import context_of_house, house_of
from tournament.config.connection import Connection, PageConnection, WebConnection
from tournament.front import passing
from tournament.front.answers import Answer, Receive, Scope, Send, write_answer
from tournament.front.badges import COOKIE, make_badge
from tournament.front.bodies import Bodies
from tournament.front.passing import as_message, listen
from tournament.front.server import FrontServer
from tournament.management.serving import PagesServer

# More than a Unix socket takes at once, and more than is passed with the head.
LONG_BODY = bytes(range(256)) * 8_000
NOTHING: Mapping[str, str] = {}
KNOWN = {"Cookie": f"{COOKIE}={make_badge('a-test')}"}


async def application(name: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with its name, what was asked of it, and how long the body was if it was as sent."""
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    body = await Bodies().read(scope, receive)
    said = f"{name} {scope['method']} {scope['path']} {scope['scheme']} {scope['client'][0]}"
    if body:
        said += f" {len(body)} {body == LONG_BODY[: len(body)]}"
    headers = [(b"content-length", b"%d" % len(said))]
    await write_answer(send, Answer(status=200, headers=headers, body=said.encode()))


def config_of(name: str, connection: type[Connection]) -> uvicorn.Config:
    return uvicorn.Config(
        partial(application, name),
        http=connection,
        interface="asgi3",
        loop="uvloop",
        ws="none",
        log_config=None,
        timeout_graceful_shutdown=1,
    )


@contextmanager
def running(server: FrontServer, *sockets: socket.socket) -> Iterator[FrontServer]:
    """A server in a thread of this process."""
    thread = threading.Thread(target=server.run, kwargs={"sockets": list(sockets)}, daemon=True)
    thread.start()
    wait_until(lambda: server.started, "a server")
    try:
        yield server
    finally:
        server.should_exit = True
        thread.join(60)


@dataclass(kw_only=True)
class Host:
    """A web process and, unless it is closed, a process of pages."""

    port: int
    web: FrontServer
    pages: FrontServer
    closing_pages: ExitStack
    context: ssl.SSLContext | None = None

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def socket(self) -> socket.socket:
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return self.context.wrap_socket(plain, server_hostname="localhost") if self.context else plain

    def said(self, path: str, headers: Mapping[str, str] = NOTHING) -> str:
        with closing(self.connect()) as connection:
            return ask(connection, path, headers=headers)


def ask(
    connection: http.client.HTTPConnection,
    path: str,
    *,
    body: bytes | None = None,
    headers: Mapping[str, str] = NOTHING,
) -> str:
    connection.request("POST" if body else "GET", path, body=body, headers=headers)
    return connection.getresponse().read().decode()


@contextmanager
def open_host(**more: object) -> Iterator[Host]:
    with ExitStack() as stack:
        closing_pages = stack.enter_context(ExitStack())
        listener = closing_pages.enter_context(listen(settings.PAGES_SOCKET))
        pages = closing_pages.enter_context(
            running(PagesServer(config_of("pages", PageConnection), listener))
        )
        port = free_port()
        config = config_of("web", WebConnection)
        config.load()
        for name, value in more.items():
            setattr(config, name, value)
        web = stack.enter_context(running(FrontServer(config), socket.create_server(("127.0.0.1", port))))
        yield Host(port=port, web=web, pages=pages, closing_pages=closing_pages)


WAYS = ("passed", "relayed", "relayed out of TLS")
ANY_WAY = pytest.mark.parametrize("_host_of_many", WAYS, indirect=True)


@pytest.fixture(scope="module")
def _host_of_many(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that the tests share; it passes connections on as the parameter says."""
    way, directory = getattr(request, "param", "passed"), tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "PAGES_SOCKET", directory / "pages.sock")
        patch.setattr(passing, "CAN_PASS_SOCKETS", way != "relayed")
        if way != "relayed out of TLS":
            with open_host() as host:
                yield host
            return
        context = context_of_house(house_of(directory, hosts=["localhost"]), lambda: ["localhost"])
        with open_host(ssl=context) as host:
            host.context = ssl._create_unverified_context()  # the certificate is the test's own
            yield host


@pytest.fixture
def host(_host_of_many: Host) -> Host:
    """A host on whose processes no connection is left from another test."""
    servers = (_host_of_many.web, _host_of_many.pages)
    wait_until(lambda: not any(each.server_state.connections for each in servers), "a quiet host")
    return _host_of_many


@pytest.mark.parametrize(
    ("path", "by_strangers", "by_known"),
    [
        ("/tablet/", "web", "web"),
        ("/tablet/act/", "web", "web"),
        ("/health", "web", "web"),
        ("/static/a.css", "pages", "web"),
        ("/now/", "pages", "web"),
        ("/", "pages", "pages"),
        ("/login/", "pages", "pages"),
        ("/t/H7KQ2M/clock/", "pages", "pages"),
        ("/floor/H7KQ2M/", "pages", "pages"),
    ],
)
def test_a_web_process_keeps_what_is_a_tablets(
    host: Host, path: str, by_strangers: str, by_known: str
) -> None:
    assert host.said(path) == f"{by_strangers} GET {path} http 127.0.0.1"
    assert host.said(path, KNOWN) == f"{by_known} GET {path} http 127.0.0.1"


def test_a_connection_that_was_passed_on_stays_there_until_a_tablet_uses_it(host: Host) -> None:
    with closing(host.connect()) as connection:
        assert ask(connection, "/tablet/") == "web GET /tablet/ http 127.0.0.1"
        before = connection.sock.getsockname()
        assert ask(connection, "/login/") == "pages GET /login/ http 127.0.0.1"
        assert ask(connection, "/health") == "pages GET /health http 127.0.0.1"
        assert connection.sock.getsockname() == before, "one connection, not one each"
        wait_until(lambda: len(host.web.server_state.connections) == 0, "a web process without connections")
        assert len(host.pages.server_state.connections) == 1
        assert ask(connection, "/tablet/act/", body=b"\0") == "pages POST /tablet/act/ http 127.0.0.1 1 True"
        assert connection.sock is None, "the next tap goes to a web process"
        assert ask(connection, "/tablet/act/", body=b"\0") == "web POST /tablet/act/ http 127.0.0.1 1 True"


@ANY_WAY
@pytest.mark.parametrize("length", [1, 1_000, len(LONG_BODY)])
@pytest.mark.parametrize("together", [True, False])
def test_a_body_comes_whole_however_much_of_it_was_read(host: Host, length: int, together: bool) -> None:
    asker = f"Host: floorman\r\nCookie: {KNOWN['Cookie']}\r\nContent-Length: {length}"
    head = f"POST /floor/ HTTP/1.1\r\n{asker}\r\n\r\n".encode()
    pages, scheme = host.pages.server_state, "https" if host.context else "http"
    with closing(host.socket()) as connection:
        if together:
            connection.sendall(head + LONG_BODY[:length])
        else:
            connection.sendall(head)
            wait_until(lambda: len(pages.connections) == 1, "a connection of pages")
            connection.sendall(LONG_BODY[:length])
        assert last_line(connection) == f"pages POST /floor/ {scheme} 127.0.0.1 {length} True".encode()
        connection.sendall(b"GET /t/ HTTP/1.1\r\nHost: floorman\r\n\r\n")
        assert last_line(connection) == f"pages GET /t/ {scheme} 127.0.0.1".encode()


def test_what_comes_before_its_turn_stays_in_its_order(host: Host) -> None:
    """A request behind another one, in pieces: what has been read of it is no longer known."""
    first, second = (b"GET %s HTTP/1.1\r\nHost: floorman\r\n\r\n" % path for path in (b"/tablet/", b"/t/"))
    with closing(host.socket()) as connection:
        connection.sendall(first + second[:9])
        assert last_line(connection) == b"web GET /tablet/ http 127.0.0.1"
        connection.sendall(second[9:])
        assert last_line(connection) == b"web GET /t/ http 127.0.0.1"
        connection.sendall(second)
        assert last_line(connection) == b"pages GET /t/ http 127.0.0.1"
        connection.sendall(second + second)
        received = connection.recv(10_000)
        while received.count(b"pages GET /t/") < 2:
            received += connection.recv(10_000)


def last_line(connection: socket.socket) -> bytes:
    """The body of the next answer, which is one line."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.read()


def test_without_a_process_of_pages_the_web_process_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings, "PAGES_SOCKET", tmp_path / "pages.sock")
    with open_host() as host:
        host.closing_pages.close()
        assert host.said("/t/H7KQ2M/") == "web GET /t/H7KQ2M/ http 127.0.0.1"


def test_what_is_no_connection_harms_nobody(host: Host) -> None:
    for garbage in (
        b"",
        b"ab",
        as_message(b"GET / HTTP/1.1\r\n\r\n")[:-1],
        b"\xff" * 12,
        as_message(b"\0\1"),
    ):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as way:
            way.connect(str(settings.PAGES_SOCKET))
            way.send(garbage)
    assert host.said("/t/H7KQ2M/") == "pages GET /t/H7KQ2M/ http 127.0.0.1"


def test_no_descriptor_is_left_behind(host: Host) -> None:
    def descriptors() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    assert host.said("/t/H7KQ2M/")
    wait_until(lambda: not host.pages.server_state.connections, "a quiet process of pages")
    before = descriptors()
    for _ in range(20):
        assert host.said("/t/H7KQ2M/")
    wait_until(lambda: descriptors() <= before, "as many descriptors as before")
