"""HTTP/1.1 at little cost: a connection that asks, one request at a time, and one that listens to a stream."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

HEAD_END = b"\r\n\r\n"
GZIP = 31


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A server, and the address from which this client calls: phones do not share one."""

    port: int
    source: str = "127.0.0.1"

    def head(self, method: str, path: str, headers: str) -> bytes:
        """A request's head; `headers` ends with a line's end, or is empty."""
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{headers}\r\n".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Status 0: the connection was lost before there was an answer."""

    status: int
    body: bytes


class Asking(asyncio.Protocol):
    """A kept connection. `ask` sends a request and calls `then` with its answer; a lost connection is opened again."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._transport: asyncio.Transport | None = None
        self._request = b""
        self._then: Callable[[Answer], None] | None = None
        self._parts: list[bytes] = []
        self._missing = -1

    @property
    def is_busy(self) -> bool:
        return self._then is not None

    def ask(self, request: bytes, then: Callable[[Answer], None]) -> None:
        assert self._then is None, "one request at a time"
        self._request, self._then = request, then
        self._parts, self._missing = [], -1
        if self._transport is None or self._transport.is_closing():
            self._opening = asyncio.ensure_future(self._open())
        else:
            self._transport.write(request)

    def close(self) -> None:
        self._then = None
        if self._transport is not None:
            self._transport.abort()

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(
                lambda: self, "127.0.0.1", self._host.port, local_addr=(self._host.source, 0)
            )
        except OSError:
            self._finish(Answer(status=0, body=b""))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not of its class: uvloop's transports only look like it.
        self._transport = cast("asyncio.Transport", transport)
        if self._then is not None:
            self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's signature
        self._transport = None
        if self._then is not None:
            self._finish(Answer(status=0, body=b""))

    def data_received(self, data: bytes) -> None:
        self._parts.append(data)
        if self._missing < 0:
            whole = b"".join(self._parts)
            end = whole.find(HEAD_END)
            if end < 0:
                return
            self._parts = [whole]
            self._missing = end + len(HEAD_END) + _length(whole[:end]) - len(whole)
        else:
            self._missing -= len(data)
        if self._missing <= 0:
            whole = b"".join(self._parts)
            self._finish(Answer(status=int(whole[9:12]), body=whole[whole.find(HEAD_END) + len(HEAD_END) :]))

    def _finish(self, answer: Answer) -> None:
        then, self._then = self._then, None
        if then is not None:
            then(answer)


def _length(head: bytes) -> int:
    _, found, rest = head.lower().partition(b"\r\ncontent-length:")
    return int(rest.split(b"\r\n", 1)[0]) if found else 0


class Listening(asyncio.Protocol):
    """One stream, whose every event is told: `on_event` with topic and data, `on_end` when it has ended."""

    def __init__(
        self,
        request: bytes,
        *,
        on_event: Callable[[str, str], None],
        on_open: Callable[[], None],
        on_end: Callable[[], None],
    ) -> None:
        self._request = request
        self._on_event = on_event
        self._on_open = on_open
        self._on_end = on_end
        self._head: bytes | None = b""
        self._inflate: Callable[[bytes], bytes] | None = None
        self._text = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast("asyncio.Transport", transport).write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's signature
        self._on_end()

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            self._head += data
            head, found, data = self._head.partition(HEAD_END)
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 200"), head[:200]
            if b"content-encoding: gzip" in head.lower():
                self._inflate = zlib.decompressobj(GZIP).decompress
            self._head = None
            self._on_open()
        *events, self._text = (self._text + (self._inflate(data) if self._inflate else data)).split(b"\n\n")
        for event in events:
            self._tell(event)

    def _tell(self, event: bytes) -> None:
        # What frames a chunk stands in front of the event.
        begin = event.find(b"event: ")
        if begin < 0:
            return
        topic, _, rest = event[begin + 7 :].partition(b"\n")
        self._on_event(topic.decode(), rest.partition(b"data: ")[2].decode())


async def listen(host: Host, protocol: Callable[[], asyncio.Protocol]) -> None:
    await asyncio.get_running_loop().create_connection(
        protocol, "127.0.0.1", host.port, local_addr=(host.source, 0)
    )
