"""How a web process hands a stream over: it reads the head of the request, and passes head and socket to the process
of streams (`tournament/front/passing.py`).

If the process of streams dies, its sockets close and browsers come back by themselves.
"""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

import structlog

from tournament.front.passing import pass_on

logger = structlog.get_logger(__name__)

# What the process of streams wants to know of a request.
HEADERS = frozenset({"accept-encoding", "cookie", "host", "last-event-id"})
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
        """Read a head; ValueError or TypeError for what is not one."""
        return cls(**json.loads(message))


def hand_over(head: Head, transport: asyncio.Transport, *, to: Path) -> None:
    """Give the connection of `transport` to the process of streams at `to`. Nothing is read or written on it after."""
    try:
        pass_on(transport, head.encode(), to=to)
    except OSError as error:
        logger.warning("streams_not_served", error=type(error).__name__)
        transport.write(NOBODY_THERE)
        transport.close()
