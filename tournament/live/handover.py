"""How a web process hands a stream over: it reads the head of the request, and passes head and socket to the process
of streams (`tournament/front/passing.py`).

What brings no socket is itself the viewer's connection: the web process then relays between it and the browser. That
is the way with TLS, whose keys cannot be handed over, where the system cannot pass sockets, and where an earlier
answer on the same connection is still being written.

If the process of streams dies, its sockets close and browsers come back by themselves.
"""

import asyncio
import json
import socket
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

import structlog

from tournament.front.passing import as_message, can_be_passed, keep, pass_socket, way_to

logger = structlog.get_logger(__name__)

# What the process of streams wants to know of a request.
HEADERS = frozenset({"accept-encoding", "cookie", "host"})
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
        """The message that `decode` reads."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, message: bytes) -> Self:
        """Read a head; ValueError or TypeError for what is none."""
        return cls(**json.loads(message))


def hand_over(head: Head, transport: asyncio.Transport, *, to: Path) -> None:
    """Give the connection of `transport` to the process of streams at `to`. Nothing is read or written on it after."""
    try:
        way = way_to(to)
        if can_be_passed(transport):
            pass_socket(way, head.encode(), transport)
        else:
            way.send(as_message(head.encode()))
            _relay(way, transport)
    except OSError as error:
        logger.warning("streams_not_served", error=type(error).__name__)
        transport.write(NOBODY_THERE)
        transport.close()


def _relay(way: socket.socket, transport: asyncio.Transport) -> None:
    loop = asyncio.get_running_loop()
    transport.pause_reading()

    async def connect() -> None:
        there, _ = await loop.create_unix_connection(lambda: Relay(transport), sock=way)
        transport.set_protocol(Relay(there))
        transport.resume_reading()
        if transport.is_closing():
            there.close()

    keep(connect())


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
