"""Clients with one slot per topic, and channels that pace the news. asyncio only, no Django.

A channel is what one audience of one tournament hears: a fragment in one language (`FragmentChannel`), or the
bare names of the topics that match a pattern (`NameChannel`).

    quiet ──touch──> (at most one second after the last news) ──> making ──> news to every client ──> quiet
                                                                     └─ touched meanwhile: once more, a second later

So a channel makes news at most once a second however many hints arrive, the first hint is answered at once,
and the last one is never swallowed. A heavy fragment with many viewers rests longer: the standings for 2,000
phones are 70 MB, which once a second would fill the room's network and a fifth of a processor. News that a
client was too slow to take is overwritten, not queued: a slow phone costs one slot and skips to the newest.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

import structlog

from tournament.live.addresses import Stream

logger = structlog.get_logger(__name__)

INTERVAL_SECONDS = 1.0
# What one channel may push on average: 160 Mbit/s, about what the access points of a large room carry.
BYTES_PER_SECOND = 20_000_000


def encode_news(topic: str, text: str) -> bytes:
    """Return one Server-Sent Event; each further line of the text becomes a data line, as the format wants."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    return f"event: {topic}\n{lines}\n".encode()


def encode_alive() -> bytes:
    """Return the sign of life: the server's time in milliseconds since 1970."""
    return encode_news("alive", str(time.time_ns() // 1_000_000))


class Client:
    """One open stream: the latest news of each topic that it has not taken yet."""

    __slots__ = ("_pending", "_wake", "closed", "stream")

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.closed = False
        self._pending: dict[str, bytes] = {}
        self._wake = asyncio.Event()

    def put(self, topic: str, news: bytes) -> None:
        """Put news into the topic's slot, replacing what was there."""
        self._pending[topic] = news
        self._wake.set()

    def close(self) -> None:
        """End the stream after sending what is pending."""
        self.closed = True
        self._wake.set()

    async def take(self, patience_seconds: float) -> bytes:
        """Wait for news and return all of it; nothing after `patience_seconds` of silence or when closed."""
        if not self._wake.is_set():
            try:
                async with asyncio.timeout(patience_seconds):
                    await self._wake.wait()
            except TimeoutError:
                return b""
        news = b"".join(self._pending.values())
        self._pending.clear()
        if not self.closed:
            self._wake.clear()
        return news


class Channel(ABC):
    """The pace of one audience: touched by hints, it makes news and spreads it, once a second at most."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self._touched: set[str] = set()
        self._next_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def touch(self, topic: str) -> None:
        """Note that `topic` changed and make news of it as soon as the pace allows."""
        self._touched.add(topic)
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    def stop(self) -> None:
        """Make no more news: nobody listens."""
        if self._task is not None:
            self._task.cancel()

    def rest_seconds(self) -> float:
        """Return how long after news the next may follow."""
        return INTERVAL_SECONDS

    @abstractmethod
    def welcome(self, client: Client) -> None:
        """Give a new client what it may have missed between its page and its stream."""

    @abstractmethod
    def touch_all(self) -> None:
        """Act as if everything had changed: hints may have been missed."""

    @abstractmethod
    async def make(self, topics: set[str]) -> dict[str, bytes]:
        """Return the news of the touched topics, by topic."""

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._touched:
                await asyncio.sleep(self._next_at - loop.time())
                began = loop.time()
                # From here on a hint may be younger than what is being read: it counts for the next round.
                topics, self._touched = self._touched, set()
                for topic, news in (await self._make_or_log(topics)).items():
                    for client in self.clients:
                        client.put(topic, news)
                self._next_at = began + self.rest_seconds()
        finally:
            self._task = None

    async def _make_or_log(self, topics: set[str]) -> dict[str, bytes]:
        try:
            return await self.make(topics)
        except Exception:
            # The viewers keep what they have; the next hint, or the next gap, tries again.
            logger.exception("news_failed", topics=sorted(topics))
            return {}


class FragmentChannel(Channel):
    """A public fragment, rendered once for all its viewers and not sent again when it did not change."""

    def __init__(self, topic: str, render: Callable[[], Awaitable[str]]) -> None:
        super().__init__()
        self._topic = topic
        self._render = render
        self._latest: bytes | None = None

    def welcome(self, client: Client) -> None:
        if self._latest is None:
            self.touch_all()
        else:
            client.put(self._topic, self._latest)

    def touch_all(self) -> None:
        self.touch(self._topic)

    def rest_seconds(self) -> float:
        weight = len(self._latest or b"") * len(self.clients)
        return max(INTERVAL_SECONDS, weight / BYTES_PER_SECOND)

    async def make(self, topics: set[str]) -> dict[str, bytes]:  # noqa: ARG002  # there is but one
        news = encode_news(self._topic, await self._render())
        if news == self._latest:
            return {}
        self._latest = news
        return {self._topic: news}


class NameChannel(Channel):
    """The names of the topics that match a pattern, `seats` or `table:*`.

    The pattern itself is sent where any topic of it may have changed.
    """

    def __init__(self, pattern: str) -> None:
        super().__init__()
        self._pattern = pattern

    def welcome(self, client: Client) -> None:
        client.put(self._pattern, encode_news(self._pattern, self._pattern))

    def touch_all(self) -> None:
        self.touch(self._pattern)

    async def make(self, topics: set[str]) -> dict[str, bytes]:
        return {topic: encode_news(topic, topic) for topic in topics}
