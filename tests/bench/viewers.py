"""Many viewers in a process of their own: open push streams, and tell when the last one has each change.

    python -m tests.bench.viewers PORT CODE STANDINGS WALLS

STANDINGS viewers follow the standings as phones do, WALLS the clock as televisions do. A change is told by
the instant at which the running level ends, which every one of these fragments carries.

Says one JSON object a line: {"open": n}; {"lost": topic} for each stream that ended; and {"topic", "mark",
"first", "last", "received"} when the last viewer of a topic has a mark.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field

from tournament.management.prepare import raise_file_limit

AT_ONCE = 100
MARK = b'data-ends-at="'
MARK_END = b'"'


@dataclass(slots=True)
class Audience:
    """The viewers of one topic, and how many of them have seen each mark."""

    topic: str
    size: int
    seen: dict[bytes, int] = field(default_factory=dict)
    first: dict[bytes, float] = field(default_factory=dict)
    received: int = 0

    def note(self, mark: bytes) -> None:
        now = time.time()
        self.first.setdefault(mark, now)
        self.seen[mark] = self.seen.get(mark, 0) + 1
        if self.seen[mark] == self.size:
            told = {
                "topic": self.topic,
                "mark": mark.decode(),
                "first": self.first[mark],
                "last": now,
                "received": self.received,
            }
            print(json.dumps(told), flush=True)


class Viewer(asyncio.Protocol):
    """One stream: finds marks in what comes and forgets the rest."""

    def __init__(self, audience: Audience, request: bytes, opened: asyncio.Semaphore) -> None:
        self._audience = audience
        self._request = request
        self._opened: asyncio.Semaphore | None = opened
        self._tail = b""
        self._mark = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's signature
        print(json.dumps({"lost": self._audience.topic}), flush=True)

    def data_received(self, data: bytes) -> None:
        if self._opened is not None:
            assert data.startswith(b"HTTP/1.1 200"), data[:200]
            self._opened.release()
            self._opened = None
        self._audience.received += len(data)
        text = self._tail + data
        begin = text.rfind(MARK)
        end = text.find(MARK_END, begin + len(MARK)) if begin >= 0 else -1
        # What may be the beginning of a mark waits for its end.
        self._tail = text[begin:] if begin >= 0 and end < 0 else text[-len(MARK) :]
        if end < 0:
            return
        mark = text[begin + len(MARK) : end]
        if mark != self._mark:
            self._mark = mark
            self._audience.note(mark)


async def watch(port: int, code: str, audiences: list[Audience]) -> None:
    loop = asyncio.get_running_loop()
    opened = asyncio.Semaphore(AT_ONCE)
    for audience in audiences:
        request = (
            f"GET /live/{code}?show={audience.topic}&language=en HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        )
        for _ in range(audience.size):
            await opened.acquire()
            await loop.create_connection(
                lambda a=audience, r=request: Viewer(a, r.encode(), opened),  # type: ignore[misc]  # mypy infers no lambda with defaults
                "127.0.0.1",
                port,
            )
    for _ in range(AT_ONCE):
        await opened.acquire()
    print(json.dumps({"open": sum(audience.size for audience in audiences)}), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    raise_file_limit()
    port, code, standings, walls = sys.argv[1:]
    asyncio.run(
        watch(int(port), code, [Audience("standings", int(standings)), Audience("clock", int(walls))])
    )
