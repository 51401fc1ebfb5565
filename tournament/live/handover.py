"""How a web process hands a stream over: it reads the head of the request, and the socket goes to the process of
streams, so that one port serves both and nothing stands between a viewer and its stream.

    browser ══socket══> web process ──head, socket──> process of streams ══the same socket══> browser

Each handover is a connection of its own to the Unix socket: one line of JSON (`Head`), and with it the browser's
socket as a file descriptor (SCM_RIGHTS). A connection that brings none is itself the viewer's: the web process then
relays between it and the browser. That is the way with TLS, whose keys cannot be handed over, where the system
cannot pass descriptors, and where an earlier answer on the same connection is still being written.

If the process of streams dies, its sockets close and browsers come back by themselves; what is handed over
meanwhile waits in the queue of the Unix socket, which the supervisor holds.
"""

import asyncio
import json
import socket
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import structlog

logger = structlog.get_logger(__name__)

# What the process of streams wants to know of a request.
HEADERS = frozenset({"accept-encoding", "cookie", "host"})
# What arrives of a whole room while the process of streams is started again.
QUEUE = 4_096
CAN_PASS_SOCKETS = hasattr(socket, "send_fds")
NOBODY_THERE = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n"
    b"x-content-type-options: nosniff\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
    b"Streams are not being served at the moment.\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a request for a stream; `target` is its path and query, `address` the client's."""

    method: str
    target: str
    address: str
    headers: dict[str, str]

    @classmethod
    def of(
        cls, *, method: bytes, target: bytes, headers: Iterable[tuple[bytes, bytes]], address: str
    ) -> Self:
        """Make a head from the bytes of a request; names of headers are in small letters."""
        named = {name.decode("latin1"): value.decode("latin1") for name, value in headers}
        return cls(
            method=method.decode("latin1"),
            target=target.decode("latin1"),
            address=address,
            headers={name: value for name, value in named.items() if name in HEADERS},
        )

    def encode(self) -> bytes:
        """The line that `decode` reads."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> Self:
        """Read a head; ValueError or TypeError for what is none."""
        return cls(**json.loads(line))


def listen(path: Path) -> socket.socket:
    """Open the Unix socket at which streams are handed over, for this user only; a former one is replaced."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    path.chmod(0o600)
    listener.listen(QUEUE)
    return listener


def hand_over(head: Head, transport: asyncio.Transport, *, to: Path) -> None:
    """Give the connection of `transport` to the process of streams at `to`. Nothing is read or written on it after."""
    try:
        way = _way_to(to)
    except OSError as error:
        logger.warning("streams_not_served", error=type(error).__name__)
        transport.write(NOBODY_THERE)
        transport.close()
        return
    if CAN_PASS_SOCKETS and _is_bare(transport):
        with way:
            socket.send_fds(way, [head.encode()], [transport.get_extra_info("socket").fileno()])
        # The other process has the socket by now: here it is closed, there it stays open.
        transport.close()
    else:
        way.send(head.encode())
        _relay(way, transport)


def _way_to(path: Path) -> socket.socket:
    way = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        way.setblocking(False)
        # At once or not at all: the queue is full, or nobody listens.
        way.connect(str(path))
    except OSError:
        way.close()
        raise
    return way


def _is_bare(transport: asyncio.Transport) -> bool:
    """Whether the socket says all: no keys that stay here, no bytes that wait here."""
    return transport.get_extra_info("sslcontext") is None and not transport.get_write_buffer_size()


def _relay(way: socket.socket, transport: asyncio.Transport) -> None:
    loop = asyncio.get_running_loop()
    transport.pause_reading()

    async def connect() -> None:
        there, _ = await loop.create_unix_connection(lambda: Relay(transport), sock=way)
        transport.set_protocol(Relay(there))
        transport.resume_reading()
        if transport.is_closing():
            there.close()

    connecting = loop.create_task(connect())
    _connecting.add(connecting)
    connecting.add_done_callback(_connecting.discard)


# The loop itself holds its tasks only weakly.
_connecting: set[asyncio.Task[Any]] = set()


class Relay(asyncio.Protocol):
    """One side of a relay: what comes goes to the other side, which is read no faster than this one takes it."""

    def __init__(self, other: asyncio.Transport) -> None:
        self._other = other

    def data_received(self, data: bytes) -> None:
        self._other.write(data)

    def pause_writing(self) -> None:
        if not self._other.is_closing():
            self._other.pause_reading()

    def resume_writing(self) -> None:
        if not self._other.is_closing():
            self._other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's signature
        self._other.close()
