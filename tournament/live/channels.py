"""Channels pace the news of one audience and spread them over its viewers. asyncio only, no Django.

A channel is what one audience of one tournament hears: a fragment in one language (`FragmentChannel`), or the
bare names of the topics that match a pattern (`NameChannel`), or a series of which each is told once
(`SeriesChannel` in `live/series.py`).

    quiet ──touch──> (rest after the last news) ──> making ──> spreading to every viewer ──> quiet
                                                      └─ touched meanwhile: once more, after the rest

So a channel makes news at most once a second however many hints arrive, the first hint is answered at once,
and the last one is never swallowed. A heavy fragment with many viewers rests longer: the standings for 2,000
phones are 70 MB, which once a second would fill the room's network. One that nobody needs to the second rests as it
says, and longer where it takes long to make. A page that hears a name may ask for a longer rest: `hands/10` is news of
hands once in ten seconds. A change of the clock does not wait for the rest that others have earned: levels change
rarely, and the room looks up when they do.

Ten thousand writes take a tenth of a second: they are made in batches with a pause between them, in which other
channels spread theirs and the web processes beside this one answer taps. A page that hears a name asks for a page,
which costs a hundred times as much as the news: names are spread over seconds, the floor's screens first, and to a
large audience not before the fragments of the same change are out.
"""

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

import structlog

from tournament.live.addresses import Stream
from tournament.live.frames import Frame, encode_news
from tournament.live.viewers import Viewer
from tournament.realtime import Topics, add_topics

logger = structlog.get_logger(__name__)

INTERVAL_SECONDS = 1.0
URGENT = frozenset({"clock"})
# What one channel may push on average: 160 Mbit/s, about what the access points of a large room carry.
BYTES_PER_SECOND = 20_000_000
# What a fragment that nobody needs to the second may take of the time in which fragments are made, and what it rests at
# most: ten thousand seats by name take a third of a second.
SHARE_OF_MAKING = 0.03
LONGEST_REST_SECONDS = 10.0
# Some ten milliseconds. On a busy machine each pause costs as much again until the process has a processor back.
WRITES_AT_ONCE = 2_000
PAUSE_SECONDS = 0.001
# A page that hears a name asks: 200 a second, or more where not all would have heard after ten seconds.
ASKING_AT_ONCE = 20
ASKING_PAUSE_SECONDS = 0.1
ASKING_PAUSES = 100
FIRST = {"account": 0, "device": 1}
# So many ask enough to hold up the fragments, which ten thousand have after a quarter of a second.
LARGE_AUDIENCE = 100
HEAD_START_SECONDS = 0.25


class Channel(ABC):
    """The pace of one audience: touched by hints, it makes news and spreads it, once a second at most."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self._touched: Topics = {}
        # When the next news may be made, and when urgent news.
        self._next_at = 0.0
        self._urgent_at = 0.0
        # When the news that is now waiting will be made.
        self._due = math.inf
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def touch(self, topics: Topics) -> None:
        """Note that `topics` changed and make news of them as soon as the pace allows."""
        add_topics(self._touched, topics)
        if self._task is not None:
            # The end of what is being made looks again.
            return
        due = self._urgent_at if self._is_urgent() else self._next_at
        if due < self._due:
            self._cancel_timer()
            self._due = due
            self._timer = asyncio.get_running_loop().call_at(due, self._begin)

    def stop(self) -> None:
        """Make no more news: nobody listens."""
        self._cancel_timer()
        if self._task is not None:
            self._task.cancel()

    def _is_urgent(self) -> bool:
        return not URGENT.isdisjoint(self._touched)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._due = math.inf

    def rest_seconds(self) -> float:
        """Return how long after news the next may follow."""
        return INTERVAL_SECONDS

    def in_order(self) -> list[Viewer]:
        """Return the viewers, those first that are told first."""
        return list(self.viewers)

    def steps(self) -> tuple[int, float]:
        """Return how many viewers are told at once, and how long the others then wait, in seconds."""
        return WRITES_AT_ONCE, PAUSE_SECONDS

    @abstractmethod
    def hear(self, topics: Topics) -> None:
        """Take a hint about topics that concern this channel."""

    def news_for(self, viewer: Viewer, news: dict[str, Frame]) -> dict[str, Frame]:  # noqa: ARG002
        """Return what of the news a viewer is told: all of it, as everybody."""
        return news

    @abstractmethod
    def latest(self, stream: Stream) -> dict[str, Frame]:
        """Return what a new viewer is told at once, for it may have missed it between its page and its stream."""

    @abstractmethod
    def touch_all(self) -> None:
        """Act as if everything had changed: hints may have been missed."""

    @abstractmethod
    async def make(self, topics: Topics) -> dict[str, Frame]:
        """Return the news of the touched topics, by topic."""

    def _begin(self) -> None:
        self._cancel_timer()
        self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        began = asyncio.get_running_loop().time()
        if self._is_urgent():
            self._urgent_at = began + INTERVAL_SECONDS
        # From here on a hint may be younger than what is being read: it counts for the next round.
        topics, self._touched = self._touched, {}
        try:
            await self._spread(await self._make_or_log(topics))
        finally:
            self._next_at = began + self.rest_seconds()
            self._task = None
        if self._touched:
            self.touch({})

    async def _spread(self, news: dict[str, Frame]) -> None:
        # A viewer that joins meanwhile has been told the latest; one that has left takes nothing.
        viewers = self.in_order() if news else []
        at_once, pause = self.steps()
        for begin in range(0, len(viewers), at_once):
            if begin:
                await asyncio.sleep(pause)
            for viewer in viewers[begin : begin + at_once]:
                for topic, frame in self.news_for(viewer, news).items():
                    viewer.tell(topic, frame)

    async def _make_or_log(self, topics: Topics) -> dict[str, Frame]:
        try:
            return await self.make(topics)
        except Exception:
            # The viewers keep what they have; the next hint, or the next gap, tries again.
            logger.exception("news_failed", topics=sorted(topics))
            return {}


class FragmentChannel(Channel):
    """A public fragment, rendered once for all its viewers and not sent again when it did not change."""

    def __init__(self, topic: str, render: Callable[[], Awaitable[str]], *, rest: float = 0) -> None:
        super().__init__()
        self._topic = topic
        self._render = render
        self._rest = rest
        self._made_in = 0.0
        self._latest: Frame | None = None

    def hear(self, topics: Topics) -> None:
        self.touch(topics)

    def latest(self, stream: Stream) -> dict[str, Frame]:  # noqa: ARG002  # the same for all
        if self._latest is None:
            self.touch_all()
            return {}
        return {self._topic: self._latest}

    def touch_all(self) -> None:
        self.touch({self._topic: None})

    def rest_seconds(self) -> float:
        weight = self._latest.weight() if self._latest else 0
        rest = (
            min(max(self._rest, self._made_in / SHARE_OF_MAKING), LONGEST_REST_SECONDS) if self._rest else 0
        )
        return max(INTERVAL_SECONDS, rest, weight * len(self.viewers) / BYTES_PER_SECOND)

    async def make(self, topics: Topics) -> dict[str, Frame]:  # noqa: ARG002  # any of them may have changed it
        began = asyncio.get_running_loop().time()
        news = encode_news(self._topic, await self._render())
        self._made_in = asyncio.get_running_loop().time() - began
        if self._latest is not None and news == self._latest.plain:
            return {}
        self._latest = Frame(news)
        return {self._topic: self._latest}


class NameChannel(Channel):
    """The names of the topics that match a pattern, `seats` or `table-*`: the data of the event is the version
    if it is known, else the name again.

    The pattern itself is sent where any topic of it may have changed. Behind a slash may stand the seconds that it
    rests after news: `hands/10`.
    """

    def __init__(self, pattern: str) -> None:
        super().__init__()
        self._pattern, self._rest_seconds = split_pattern(pattern)
        self.is_pattern = self._pattern.endswith("*")

    def matches(self, topic: str) -> bool:
        """Say whether the pattern means the topic."""
        return self.is_pattern and topic.startswith(self._pattern[:-1])

    def rest_seconds(self) -> float:
        return self._rest_seconds

    def in_order(self) -> list[Viewer]:
        return sorted(self.viewers, key=lambda viewer: FIRST.get(viewer.stream.listener.kind, len(FIRST)))

    def steps(self) -> tuple[int, float]:
        return max(ASKING_AT_ONCE, math.ceil(len(self.viewers) / ASKING_PAUSES)), ASKING_PAUSE_SECONDS

    def hear(self, topics: Topics) -> None:
        self.touch(topics)

    def latest(self, stream: Stream) -> dict[str, Frame]:  # noqa: ARG002  # the same for all
        return {self._pattern: Frame(encode_news(self._pattern, self._pattern))}

    def touch_all(self) -> None:
        self.touch({self._pattern: None})

    async def make(self, topics: Topics) -> dict[str, Frame]:
        if len(self.viewers) > LARGE_AUDIENCE:
            await asyncio.sleep(HEAD_START_SECONDS)
        return {
            topic: Frame(encode_news(topic, topic if version is None else str(version)))
            for topic, version in topics.items()
        }


def split_pattern(pattern: str) -> tuple[str, float]:
    """Return the topic or pattern of topics, and how many seconds it rests after news: a second, if it names none."""
    name, _, seconds = pattern.partition("/")
    return name, max(INTERVAL_SECONDS, float(seconds or 0))
