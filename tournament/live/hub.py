"""The hub: every open stream of this process, the channels they share, and who may stay. asyncio only, no Django.

Hints come in by `hint`, from the one subscription to Valkey of the process, and touch the channels of their
topics.

The hub cannot know what it did not hear. `lost` and `found` tell it of gaps: when the subscription is back
everything is touched once, and while it is away everything is touched every ten seconds, which is how screens
live on without Valkey.

Every few seconds all listeners are asked about at once, and one that may no longer listen is sent `closed` and
disconnected within ten seconds of a revocation.
"""

import asyncio
import random
import socket
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterator
from typing import TypeVar

from tournament.live.addresses import PUBLIC, Listener, Stream
from tournament.live.channels import Channel, FragmentChannel, NameChannel, split_pattern
from tournament.live.fragments import Series
from tournament.live.frames import GZIP_HEADER, Frame, encode_alive, encode_news
from tournament.live.heard import Heard
from tournament.live.permission import Allowed, Permission
from tournament.live.places import MAX_STREAMS, NoPlace, StreamPlaces
from tournament.live.series import SeriesChannel
from tournament.live.viewers import PATIENCE_SECONDS, Sockets, Viewer
from tournament.realtime import Topics

RECHECK_SECONDS = 7.0
BLIND_SECONDS = 10.0
ALIVE_SECONDS = 10.0
# Viewers are greeted in turns, so that ten thousand signs of life are no storm.
TURNS = 100
# Browsers that lost one server do not come back in one moment; htmx adds no jitter of its own.
RETRY_MILLISECONDS = (1_000, 4_000)

Render = Callable[[str, str, str], Awaitable[str]]
Tell = Callable[[str, str, str, str], Awaitable[Series]]
TouchedBy = Callable[[str], frozenset[str]]
RestAfter = Callable[[str], float]
# Tournament, topic or pattern, language; no language for a topic heard by name.
Key = tuple[str, str, str]
K = TypeVar("K", bound=Hashable)
C = TypeVar("C", bound=Channel)


async def _tell_nothing(_public_id: str, _topic: str, _language: str, _after: str) -> Series:
    return Series(items=(), there=frozenset())


class Hub:
    """All channels and viewers of one process.

    `render(public_id, topic, language)` returns a fragment; `tell(public_id, topic, language, after)` what a topic of
    `series` has had since; `allowed(listeners)` says who of them may listen. They are awaited and do their work in
    threads. `touched_by(topic)` names the topics with which the fragment of a
    topic may change, `rest_after(topic)` says how many seconds it rests at least.
    """

    def __init__(
        self,
        *,
        render: Render,
        allowed: Allowed,
        touched_by: TouchedBy = lambda topic: frozenset({topic}),
        rest_after: RestAfter = lambda _topic: 0,
        tell: Tell = _tell_nothing,
        series: Collection[str] = (),
        max_streams: int = MAX_STREAMS,
    ) -> None:
        self._render = render
        self._touched_by = touched_by
        self._rest_after = rest_after
        self._tell = tell
        self._series = frozenset(series)
        self._permission = Permission(allowed)
        self._places = StreamPlaces(max_streams)
        self._heard = Heard()
        self._sockets = Sockets(self._forget)
        self._turns: list[set[Viewer]] = [set() for _ in range(TURNS)]
        self._turn = 0
        self._channels: dict[Key, Channel] = {}
        # The channels that a topic of a tournament touches, and those that hear a pattern of them.
        self._touched: defaultdict[tuple[str, str], set[Channel]] = defaultdict(set)
        self._patterns: defaultdict[str, set[NameChannel]] = defaultdict(set)
        self._duties: list[asyncio.Task[None]] = []
        self._blind = True
        self._closing = False

    def __len__(self) -> int:
        """The number of open streams."""
        return len(self._places)

    # --- life -----------------------------------------------------------------------------------------------

    def start(self, *duties: Coroutine[None, None, None]) -> None:
        """Begin the hub's own rounds, and further `duties` that end with it."""
        self._sockets.start()
        rounds = (self._recheck_for_ever(), self._greet_for_ever(), self._look_around_while_blind())
        self._duties = [asyncio.create_task(duty) for duty in (*rounds, *duties)]

    async def stop(self) -> None:
        """End the rounds and every stream, and take no new one; browsers come back by themselves."""
        self._closing = True
        for viewer in self._viewers():
            self._sockets.end(viewer)
        for duty in self._duties:
            duty.cancel()
        await asyncio.gather(*self._duties, return_exceptions=True)
        self._sockets.stop()

    # --- hints ----------------------------------------------------------------------------------------------

    def hint(self, public_id: str, topics: Topics) -> str:
        """Touch every channel of the tournament that one of the topics concerns; return what the hint is called."""
        for name, version in topics.items():
            for channel in self._touched.get((public_id, name), ()):
                channel.hear({name: version})
        for channel in self._patterns.get(public_id, ()):
            if matching := {name: version for name, version in topics.items() if channel.matches(name)}:
                channel.hear(matching)
        return self._heard.note(public_id, topics)

    def found(self) -> str:
        """Hints arrive again; whatever happened in the gap is read now. Return the name of this listening."""
        self._blind = False
        self._touch_everything()
        return self._heard.begin()

    def lost(self) -> None:
        """Hints do not arrive."""
        self._blind = True
        self._heard.end()

    def _touch_everything(self) -> None:
        for channel in self._channels.values():
            channel.touch_all()

    async def _look_around_while_blind(self) -> None:
        while True:
            await asyncio.sleep(BLIND_SECONDS)
            if self._blind:
                self._touch_everything()

    # --- viewers --------------------------------------------------------------------------------------------

    async def is_allowed(self, listener: Listener) -> bool:
        """Say whether a listener may open a stream; what anybody may and somebody does needs no question."""
        if listener.kind == PUBLIC and listener in self._places.listeners:
            return True
        return await self._permission.may_open(listener)

    def open_stream(
        self, connection: socket.socket, stream: Stream, *, head: bytes, address: str, is_packed: bool
    ) -> Viewer:
        """Begin a stream on a connection, the `head` of the answer first; NoPlace if there is none.

        From here on the connection is the hub's.
        """
        if self._closing:
            raise NoPlace
        turn = self._turn = (self._turn + 1) % TURNS
        viewer = Viewer(
            connection, stream, address=address, is_packed=is_packed, turn=turn, sockets=self._sockets
        )
        leaving = self._places.take(viewer)
        if leaving is not None:
            self._sockets.end(leaving)
        self._turns[turn].add(viewer)
        self._sockets.watch(viewer)
        opening = Frame(b"retry: %d\n\n" % random.randint(*RETRY_MILLISECONDS) + encode_alive())
        frames = [opening]
        for key in _keys(stream):
            channel = self._channels.get(key) or self._open_channel(key)
            channel.viewers.add(viewer)
            if not self._knows(stream, key):
                frames += channel.latest(stream).values()
        bodies = (
            [GZIP_HEADER, *(frame.packed for frame in frames)] if is_packed else [f.plain for f in frames]
        )
        viewer.write(b"".join([head, *bodies]))
        return viewer

    def _knows(self, stream: Stream, key: Key) -> bool:
        """Say whether the page of a stream has read all that a channel of names has told."""
        public_id, topic, language = key
        return not language and self._heard.is_up_to_date(public_id, split_pattern(topic)[0], stream.since)

    def _forget(self, viewer: Viewer) -> None:
        """The viewer's stream has ended."""
        self._turns[viewer.turn].discard(viewer)
        for key in _keys(viewer.stream):
            self._channels[key].viewers.discard(viewer)
            if not self._channels[key].viewers:
                self._close_channel(key)
        self._places.give_back(viewer)

    def _viewers(self) -> list[Viewer]:
        return [viewer for turn in self._turns for viewer in turn]

    async def _greet_for_ever(self) -> None:
        while True:
            for turn in self._turns:
                await asyncio.sleep(ALIVE_SECONDS / TURNS)
                self._greet(turn)

    def _greet(self, turn: set[Viewer]) -> None:
        """Give a sign of life, also amid steady news: this is how a page knows that it is connected, and sets its
        clock. A viewer who has not taken a frame for too long is let go.
        """
        alive, now = Frame(encode_alive()), asyncio.get_running_loop().time()
        for viewer in list(turn):
            if viewer.busy_since is not None and now - viewer.busy_since > PATIENCE_SECONDS:
                self._sockets.end(viewer)
            else:
                viewer.tell("alive", alive)

    # --- channels -------------------------------------------------------------------------------------------

    def _open_channel(self, key: Key) -> Channel:
        public_id, topic, language = key
        channel: Channel
        if language and topic in self._series:
            channel = SeriesChannel(
                topic,
                lambda after: self._tell(public_id, topic, language, after),
                rest=self._rest_after(topic),
            )
        elif language:
            channel = FragmentChannel(
                topic, lambda: self._render(public_id, topic, language), rest=self._rest_after(topic)
            )
        else:
            channel = NameChannel(topic)
        self._channels[key] = channel
        if isinstance(channel, NameChannel) and channel.is_pattern:
            self._patterns[public_id].add(channel)
        for name in self._touching(key):
            self._touched[public_id, name].add(channel)
        return channel

    def _close_channel(self, key: Key) -> None:
        public_id = key[0]
        channel = self._channels.pop(key)
        channel.stop()
        if isinstance(channel, NameChannel) and channel.is_pattern:
            _remove(self._patterns, public_id, channel)
        for name in self._touching(key):
            _remove(self._touched, (public_id, name), channel)

    def _touching(self, key: Key) -> frozenset[str]:
        """The topics that touch a channel."""
        _public_id, topic, language = key
        return self._touched_by(topic) if language else frozenset({split_pattern(topic)[0]})

    # --- permission -----------------------------------------------------------------------------------------

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            refused = await self._permission.refused(self._places.listeners)
            if refused:
                self._dismiss(refused)

    def _dismiss(self, listeners: frozenset[Listener]) -> None:
        closed = Frame(encode_news("closed", "closed"))
        for viewer in self._viewers():
            if viewer.stream.listener in listeners:
                viewer.tell("closed", closed)
                self._sockets.end(viewer)


def _remove(index: defaultdict[K, set[C]], key: K, channel: C) -> None:
    """Take the channel out of the index, and the key with the last of its channels."""
    index[key].discard(channel)
    if not index[key]:
        del index[key]


def _keys(stream: Stream) -> Iterator[Key]:
    for topic in sorted(stream.shows):
        yield stream.public_id, topic, stream.language
    for pattern in sorted(stream.hears):
        yield stream.public_id, pattern, ""
