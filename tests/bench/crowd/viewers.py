"""Many viewers: they hold push streams open, and tell when the last one has each change.

    setup   {"code", "audiences": [{"topic", "hosts": [{"port", "source", "count"}]}]}
    keep    {"keep": n}     so many of each topic stay, the others leave

A change is known by the instant at which the running level ends, which every one of these fragments carries. News:
{"news": "change", "topic", "mark", "first", "last"} when the last viewer of a topic has a mark or a later one, in
seconds since 1970; {"news": "lost", "topic"} for each stream that ended.

Ten thousand viewers cost little because the same bytes are looked into once: a frame that was seen is known again.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from dataclasses import dataclass, field
from typing import cast

from tests.bench.crowd.orders import Report, orders, serve, tell
from tests.bench.crowd.wire import HEAD_END, Host, listen

AT_ONCE = 100
MARK, MARK_END = b'data-ends-at="', b'"'
# Of a whole frame; behind one of a plain stream may stand what ends a chunk.
PLAIN_ENDS, PACKED_ENDS = (b"\n\n", b"\n\n\r\n"), (b"\x00\x00\xff\xff",)
GZIP_HEADER_BYTES = 10
RAW_DEFLATE = -zlib.MAX_WBITS
KNOWN_FRAMES = 64


@dataclass(slots=True)
class Change:
    """How many viewers have a mark or a later one."""

    first: float
    viewers: int = 0


@dataclass(slots=True)
class Audience:
    """The viewers of one topic."""

    topic: str
    viewers: list[Viewer] = field(default_factory=list)
    received: int = 0
    changes: dict[int, Change] = field(default_factory=dict)
    known: dict[bytes, int] = field(default_factory=dict)

    def mark_of(self, frame: bytes, *, is_packed: bool) -> int:
        """The mark that a whole frame carries; 0 for a sign of life."""
        if frame not in self.known:
            if len(self.known) >= KNOWN_FRAMES:
                self.known.clear()
            text = unpack(frame) if is_packed else frame
            begin = text.rfind(MARK)
            end = text.find(MARK_END, begin + len(MARK))
            digits = text[begin + len(MARK) : end]
            self.known[frame] = int(digits) if begin >= 0 and digits.isdigit() else 0
        return self.known[frame]

    def note(self, before: int, mark: int) -> None:
        """One viewer has gone from one mark to a later one."""
        now = time.time()
        self.changes.setdefault(mark, Change(first=now))
        for each, change in self.changes.items():
            if before < each <= mark:
                change.viewers += 1
                if change.viewers == len(self.viewers):
                    tell(news="change", topic=self.topic, mark=each, first=change.first, last=now)


def unpack(frames: bytes) -> bytes:
    """Frames that were deflated one by one, each flushed to a whole byte."""
    return zlib.decompressobj(RAW_DEFLATE).decompress(frames)


class Viewer(asyncio.Protocol):
    """One stream: finds marks in what comes and forgets the rest."""

    def __init__(self, audience: Audience, request: bytes, opened: asyncio.Semaphore) -> None:
        self._audience = audience
        self._request = request
        self._opened: asyncio.Semaphore | None = opened
        self._pending = b""
        self._is_packed = self._leaves = False
        self._ends: tuple[bytes, ...] = PLAIN_ENDS
        self._mark = self._skipped = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's signature
        if not self._leaves:
            tell(news="lost", topic=self._audience.topic)

    def leave(self) -> None:
        self._leaves = True
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._audience.received += len(data)
        if self._opened is not None:
            data = self._read_head(data)
        if self._skipped:
            data, self._skipped = data[self._skipped :], max(0, self._skipped - len(data))
        if self._pending:
            data = self._pending + data
        if not data.endswith(self._ends):
            self._pending = data
            return
        self._pending = b""
        mark = self._audience.mark_of(data, is_packed=self._is_packed)
        if mark > self._mark:
            before, self._mark = self._mark, mark
            self._audience.note(before, mark)

    def _read_head(self, data: bytes) -> bytes:
        """What follows the head, if it is there yet."""
        head, found, rest = (self._pending + data).partition(HEAD_END)
        if not found:
            self._pending = head
            return b""
        assert head.startswith(b"HTTP/1.1 200"), head[:200]
        assert self._opened
        self._opened.release()
        self._pending, self._opened = b"", None
        self._is_packed = b"content-encoding: gzip" in head.lower()
        self._ends = PACKED_ENDS if self._is_packed else PLAIN_ENDS
        self._skipped = GZIP_HEADER_BYTES if self._is_packed else 0
        return rest


class Room:
    """Every audience of a measurement."""

    def __init__(self, setup: Report) -> None:
        self._setup = setup
        self.audiences = [Audience(each["topic"]) for each in setup["audiences"]]

    async def open(self) -> int:
        opened = asyncio.Semaphore(AT_ONCE)
        for audience, wanted in zip(self.audiences, self._setup["audiences"], strict=True):
            for place in wanted["hosts"]:
                host = Host(port=place["port"], source=place["source"])
                path = f"/live/{self._setup['code']}?show={audience.topic}&language=en"
                request = host.head("GET", path, "Accept-Encoding: gzip, deflate\r\n")
                for _ in range(place["count"]):
                    await opened.acquire()
                    viewer = Viewer(audience, request, opened)
                    audience.viewers.append(viewer)
                    await listen(host, lambda viewer=viewer: viewer)  # type: ignore[misc]  # mypy infers no lambda with defaults
        for _ in range(AT_ONCE):
            await opened.acquire()
        return sum(len(audience.viewers) for audience in self.audiences)

    def keep(self, count: int) -> int:
        """Let the others go, of the largest audience first."""
        for audience in sorted(self.audiences, key=lambda each: -len(each.viewers)):
            others = sum(len(each.viewers) for each in self.audiences if each is not audience)
            staying = max(1, count - others)
            for viewer in audience.viewers[staying:]:
                viewer.leave()
            del audience.viewers[staying:]
            audience.changes.clear()
        return sum(len(audience.viewers) for audience in self.audiences)


async def main() -> None:
    room: Room | None = None
    async for order in orders():
        if room is None:
            room = Room(order)
            tell(open=await room.open())
        elif "keep" in order:
            tell(open=room.keep(order["keep"]))
        else:
            tell(
                received=sum(each.received for each in room.audiences),
                open=sum(len(each.viewers) for each in room.audiences),
                processor=time.process_time(),
            )


if __name__ == "__main__":
    serve(main)
