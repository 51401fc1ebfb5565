import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass

import pytest
import uvicorn

from tests.processes import free_port, wait_until
from tournament.front import protocol
from tournament.front.answers import Answer, ReaderTooSlow, Receive, Scope, Send, write_answer
from tournament.front.badges import COOKIE, make_badge
from tournament.front.crowd import Crowd
from tournament.front.protocol import HEAD_BYTES, FrontProtocol
from tournament.front.server import FrontServer

REQUEST = b"GET /%s HTTP/1.1\r\nHost: floorman\r\n\r\n"
KNOWN = b"GET / HTTP/1.1\r\nHost: floorman\r\nCookie: %s=%s\r\n\r\n"
# More than the kernel keeps for a reader that does not read.
LARGE = 64_000_000
SHORT_SECONDS = 0.3
# What the application takes over a slow request.
SLOW_SECONDS = 0.5
# For what this test is not about: no machine is so busy that it takes longer between two lines of a test.
LONG_SECONDS = 60


class SmallFront(FrontProtocol):
    """With room for four strangers; what is for another process is taken at /other."""

    taken: list[bytes]

    def hands_over(self) -> bool:
        if not self.url.startswith(b"/other"):
            return False
        self.taken.append(self.url)
        return True


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(SLOW_SECONDS)
    body = b"x" * LARGE if scope["path"] == "/large" else scope["path"].encode()
    headers = [(b"content-length", b"%d" % len(body)), (b"asker", scope["client"][0].encode())]
    try:
        await write_answer(send, Answer(status=200, headers=headers, body=body))
    except ReaderTooSlow:
        scope["state"]["connection"].cut()


@dataclass(kw_only=True)
class Served:
    """A server of the front in this process."""

    server: FrontServer
    port: int

    def connect(self, *, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(
            ("127.0.0.1", self.port), timeout=LONG_SECONDS, source_address=(source, 0)
        )

    @property
    def connections(self) -> int:
        return len(self.server.server_state.connections)

    def is_answering(self) -> bool:
        return any(not each.is_idle for each in self._fronts())

    def look_after(self, seconds: float) -> None:
        """Let the server make its round as if so much time had passed."""
        for each in self._fronts():
            looked = threading.Event()

            def look(each: FrontProtocol = each, looked: threading.Event = looked) -> None:
                each.look_after(each.loop.time() + seconds)
                looked.set()

            each.loop.call_soon_threadsafe(look)
            assert looked.wait(LONG_SECONDS)

    def _fronts(self) -> list[FrontProtocol]:
        found = tuple(self.server.server_state.connections)
        return [each for each in found if isinstance(each, FrontProtocol)]


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch, *, proxy: str | None = None) -> Iterator[Served]:
    """A server with much patience for connections and little for readers."""
    monkeypatch.setattr("tournament.front.server.TICKS_A_ROUND", 1)
    monkeypatch.setattr(protocol, "HEAD_SECONDS", LONG_SECONDS)
    monkeypatch.setattr(protocol, "STRANGER_IDLE_SECONDS", LONG_SECONDS)
    monkeypatch.setattr(protocol, "TAKEN_SECONDS", SHORT_SECONDS)
    monkeypatch.setattr("tournament.front.answers.FIRST_SECONDS", SHORT_SECONDS)
    monkeypatch.setattr("tournament.front.answers.SLOWEST_BYTES_A_SECOND", LARGE)
    monkeypatch.setattr(SmallFront, "strangers", Crowd(in_all=4, gives_way=lambda each: each.is_idle))
    monkeypatch.setattr(SmallFront, "taken", [], raising=False)
    port = free_port()
    config = uvicorn.Config(
        application,
        port=port,
        http=SmallFront,
        loop="uvloop",
        ws="none",
        log_config=None,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy,
        timeout_keep_alive=LONG_SECONDS,
        timeout_graceful_shutdown=1,
    )
    server = FrontServer(config)
    listener = socket.create_server(("127.0.0.1", port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    wait_until(lambda: server.started, "a server")
    yield Served(server=server, port=port)
    server.should_exit = True
    thread.join(LONG_SECONDS)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    with serving(monkeypatch) as served:
        yield served


def is_cut(connection: socket.socket, within: float = LONG_SECONDS / 2) -> bool:
    """Say whether the server ends a connection on which nothing more happens."""
    connection.settimeout(within)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def answer(connection: socket.socket) -> bytes:
    """The next answer, if it is a small one."""
    connection.settimeout(LONG_SECONDS)
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(1)
        if not piece:
            return b""
        received += piece
    length = int(received.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    while len(body := received.split(b"\r\n\r\n", 1)[1]) < length:
        received += connection.recv(length - len(body))
    return body


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"GET / HTTP/1.1\r\nHost: flo"])
@pytest.mark.parametrize("is_first", [True, False])
def test_who_does_not_finish_a_head_is_cut(
    served: Served, monkeypatch: pytest.MonkeyPatch, sent: bytes, is_first: bool
) -> None:
    monkeypatch.setattr(protocol, "STRANGER_IDLE_SECONDS", SHORT_SECONDS)
    if is_first:
        monkeypatch.setattr(protocol, "HEAD_SECONDS", SHORT_SECONDS)
    with closing(served.connect()) as connection:
        if not is_first:
            connection.sendall(REQUEST % b"page")
            assert answer(connection) == b"/page"
            monkeypatch.setattr(protocol, "HEAD_SECONDS", SHORT_SECONDS)
        # A machine with other work may be late with it: it is cut already.
        with suppress(ConnectionError):
            connection.sendall(sent)
        assert is_cut(connection)


@pytest.mark.parametrize("known", [False, True])
def test_a_head_of_seventy_kilobytes_is_cut_though_it_comes_whole(served: Served, known: bool) -> None:
    head = b"GET / HTTP/1.1\r\nHost: floorman\r\nX: " + b"x" * 70_000
    if known:
        head += b"\r\nCookie: %s=%s" % (COOKIE.encode(), make_badge("a-test").encode())
    with closing(served.connect()) as connection, suppress(ConnectionError):
        connection.sendall(head + b"\r\n\r\n")
        assert connection.recv(100) == b""


def test_a_body_that_comes_with_its_head_is_no_part_of_it(served: Served) -> None:
    body = b"x" * (2 * HEAD_BYTES)
    with closing(served.connect()) as connection:
        connection.sendall(
            b"POST /page HTTP/1.1\r\nHost: floorman\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
        assert answer(connection) == b"/page"


def test_a_head_that_grows_for_ever_is_cut_at_once(served: Served) -> None:
    with closing(served.connect()) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * HEAD_BYTES)
        assert is_cut(connection)


def test_a_reader_who_does_not_read_is_cut(served: Served) -> None:
    with closing(served.connect()) as connection:
        connection.sendall(REQUEST % b"large")
        wait_until(lambda: served.connections == 0, "the end of the slow reader")


def test_a_request_that_takes_long_is_answered_and_an_idle_connection_serves_another(served: Served) -> None:
    with closing(served.connect()) as connection:
        connection.sendall(REQUEST % b"slow")
        wait_until(served.is_answering, "the request's arrival")
        served.look_after(2 * LONG_SECONDS)
        assert answer(connection) == b"/slow"
        wait_until(lambda: not served.is_answering(), "the end of the answer")
        served.look_after(2 * LONG_SECONDS)
        connection.sendall(REQUEST % b"again")
        assert answer(connection) == b"/again"


def test_a_round_cuts_who_is_over_the_deadline(served: Served) -> None:
    with closing(served.connect()) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        wait_until(lambda: served.connections == 1, "the connection")
        served.look_after(LONG_SECONDS / 2)
        assert not is_cut(connection, within=SHORT_SECONDS)
        served.look_after(LONG_SECONDS + 1)
        assert is_cut(connection)


def test_requests_that_come_together_are_answered_in_their_order(served: Served) -> None:
    with closing(served.connect()) as connection:
        connection.sendall(b"".join(REQUEST % path for path in (b"slow", b"two", b"three")))
        assert [answer(connection) for _ in range(3)] == [b"/slow", b"/two", b"/three"]


def test_one_address_has_half_of_the_connections_and_known_ones_do_not_count(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = served.connect(), served.connect()
    for connection in (first, second):
        connection.sendall(REQUEST % b"page")
        assert answer(connection) == b"/page"
    with closing(served.connect()) as third:
        assert is_cut(third)
    get_known(first)
    with closing(served.connect()) as fourth:
        fourth.sendall(REQUEST % b"page")
        assert answer(fourth) == b"/page"
    first.close()
    second.close()
    wait_until(lambda: served.connections == 0, "the end of all connections")

    monkeypatch.setattr(protocol, "STRANGER_IDLE_SECONDS", SHORT_SECONDS)
    with closing(served.connect()) as stranger, closing(served.connect()) as known:
        # Known, it is also kept for longer.
        get_known(known)
        stranger.sendall(REQUEST % b"page")
        assert answer(stranger) == b"/page"
        assert is_cut(stranger)
        assert not is_cut(known, within=3 * SHORT_SECONDS)


def get_known(connection: socket.socket) -> None:
    """Show a badge."""
    connection.sendall(KNOWN % (COOKIE.encode(), make_badge("a-test").encode()))
    assert answer(connection) == b"/"


def test_a_newcomer_takes_the_place_of_an_idle_connection(served: Served) -> None:
    crowd = [served.connect(source=source) for source in ("127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3")]
    for connection in crowd:
        connection.sendall(REQUEST % b"page")
        assert answer(connection) == b"/page"
    with closing(served.connect(source="127.0.0.4")) as newcomer:
        newcomer.sendall(REQUEST % b"page")
        assert answer(newcomer) == b"/page"
    assert is_cut(crowd[1], within=1) != is_cut(crowd[3], within=1)
    for connection in crowd:
        connection.close()


def test_a_connection_that_is_handed_over_is_forgotten(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(served.connect()) as connection:
        connection.sendall(REQUEST % b"other?x=1")
        wait_until(lambda: SmallFront.taken == [b"/other?x=1"], "the hand-over")
        assert (served.connections, len(SmallFront.strangers)) == (0, 0)
        # Nobody answers here any more, nor cuts.
        monkeypatch.setattr(protocol, "HEAD_SECONDS", SHORT_SECONDS)
        connection.sendall(REQUEST % b"page")
        assert not is_cut(connection, within=3 * SHORT_SECONDS)


def test_behind_the_trusted_proxy_the_address_is_the_one_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    head = b"GET / HTTP/1.1\r\nHost: floorman\r\nX-Forwarded-For: 10.9.9.9\r\n\r\n"
    with serving(monkeypatch, proxy="127.0.0.1") as served:
        # The proxy brings everybody: its connections are not a stranger's.
        through = [served.connect() for _ in range(6)]
        for connection in through:
            connection.sendall(head)
            assert b"asker: 10.9.9.9" in connection.recv(1000)
            connection.close()
        with closing(served.connect(source="127.0.0.2")) as past_it:
            past_it.sendall(head)
            assert b"asker: 127.0.0.2" in past_it.recv(1000)
