"""A hub alone on real sockets: the room that it serves, and the phones at the other end of its streams."""

import asyncio
import socket
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps

from tests.loops import run_in_own_time
from tournament.live.addresses import PUBLIC, Listener, Stream
from tournament.live.hub import Hub
from tournament.live.places import NoPlace
from tournament.live.viewers import Viewer

PACE = 0.08
HEAD = b"HTTP/1.1 200 OK\r\n\r\n"


def in_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Run an asynchronous test."""

    @wraps(test)
    def run() -> None:
        async def limited() -> None:
            async with asyncio.timeout(10):
                await test()

        run_in_own_time(limited())

    # pytest would otherwise look through to the asynchronous function.
    del run.__wrapped__
    return run


class Phone:
    """The other end of a stream: what it has heard of the data of its events."""

    def __init__(self, connection: socket.socket, viewer: Viewer, *, is_packed: bool) -> None:
        connection.setblocking(False)
        self.connection = connection
        self.viewer = viewer
        self.ended = False
        self._unpack = zlib.decompressobj(31) if is_packed else None
        self._head = b""
        self._text = b""

    async def listen(self, seconds: float) -> None:
        """Take what comes within `seconds`, or until the stream ends."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                while not self.ended:
                    self._take(await loop.sock_recv(self.connection, 65_536))
        except TimeoutError:
            pass

    def _take(self, data: bytes) -> None:
        self.ended = not data
        if not self._head.endswith(HEAD):
            self._head, data = data[: len(HEAD)], data[len(HEAD) :]
            assert self._head == HEAD
        self._text += self._unpack.decompress(data) if self._unpack else data

    def news(self) -> list[str]:
        """Return the data of the news since the last time; signs of life are none."""
        whole, _, self._text = self._text.rpartition(b"\n\n")
        events = [event for event in whole.decode().split("\n\n") if event]
        return [
            event.partition("\ndata: ")[2]
            for event in events
            if not event.startswith(("event: alive\n", "retry: "))
        ]


class Room:
    """A hub over a tournament whose fragments say how often they were rendered."""

    def __init__(self, max_streams: int = 1_000, weight: int = 0) -> None:
        self.rendered: Counter[tuple[str, str]] = Counter()
        self.asked: Counter[frozenset[Listener]] = Counter()
        self.banned: set[str] = set()
        # Kept: a phone that is forgotten hangs up.
        self.phones: list[Phone] = []
        self.frozen = False
        self.failing = False
        self.weight = weight
        self.hub = Hub(render=self.render, allowed=self.allowed, max_streams=max_streams)

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Room"]:
        """Run the hub for the length of the block."""
        self.hub.start()
        self.hub.found()
        try:
            yield self
        finally:
            await self.hub.stop()

    def join(self, stream: Stream, *, address: str = "10.0.0.1", is_packed: bool = False) -> Phone:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            viewer = self.hub.open_stream(ours, stream, head=HEAD, address=address, is_packed=is_packed)
        except NoPlace:
            ours.close()
            theirs.close()
            raise
        self.phones.append(Phone(theirs, viewer, is_packed=is_packed))
        return self.phones[-1]

    async def render(self, public_id: str, topic: str, language: str) -> str:
        await asyncio.sleep(0)
        if self.failing:
            raise RuntimeError("provoked")
        self.rendered[topic, language] += 1
        number = 0 if self.frozen else self.rendered[topic, language]
        return f"{public_id} {topic} {language} {number}" + "." * self.weight

    async def allowed(self, listeners: frozenset[Listener]) -> frozenset[Listener]:
        if self.failing:
            raise RuntimeError("provoked")
        self.asked[listeners] += 1
        return frozenset(listener for listener in listeners if listener.subject not in self.banned)


def stream(
    shows: str = "",
    hears: str = "",
    *,
    language: str = "en",
    subject: str = "",
    kind: str = "account",
    since: str = "",
) -> Stream:
    return Stream(
        public_id="H7KQ2M",
        shows=frozenset(shows.split()),
        hears=frozenset(hears.split()),
        language=language,
        listener=Listener(kind=kind if subject else PUBLIC, subject=subject, public_id="H7KQ2M"),
        since=since,
    )


async def news_of(phone: Phone, seconds: float = PACE * 1.5) -> list[str]:
    """Return the data of everything a viewer is told within `seconds`."""
    await phone.listen(seconds)
    return phone.news()


def hint(room: Room, *topics: str, public_id: str = "H7KQ2M") -> str:
    return room.hub.hint(public_id, dict.fromkeys(topics))
