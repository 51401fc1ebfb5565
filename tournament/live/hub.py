"""The hub: every open stream of this process, the channels they share, and who may stay. asyncio only, no Django.

Hints come in by `hint`, from the one subscription to Redis of the process, and touch the channels of their
topics.

The hub cannot know what it did not hear. `lost` and `found` tell it of gaps: when the subscription is back
everything is touched once, and while it is away everything is touched every ten seconds, which is how screens
live on without Redis.

Every few seconds each listener is asked about once more, and one that may no longer listen is sent `closed`
and disconnected within ten seconds of a revocation.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager

import structlog

from tournament.live.addresses import PUBLIC, Listener, Stream
from tournament.live.channels import Channel, Client, FragmentChannel, NameChannel, encode_news

logger = structlog.get_logger(__name__)

RECHECK_SECONDS = 7.0
BLIND_SECONDS = 10.0
MAX_CLIENTS = 5_000
# Pages that one account or tablet may have open at once.
MAX_STREAMS_EACH = 20

Render = Callable[[str, str, str], Awaitable[str]]
Allowed = Callable[[Listener], Awaitable[bool]]
TouchedBy = Callable[[str], frozenset[str]]
# Tournament, topic or pattern, language; no language for a topic heard by name.
Key = tuple[str, str, str]


class HubFull(Exception):
    """This process serves as many streams as it may, or is about to end."""


class Hub:
    """All channels and clients of one process.

    `render(public_id, topic, language)` returns a fragment; `allowed(listener)` says whether a listener may
    continue. Both are awaited and do their work in threads. `touched_by(topic)` names the topics with which the
    fragment of a topic may change.
    """

    def __init__(
        self,
        *,
        render: Render,
        allowed: Allowed,
        touched_by: TouchedBy = lambda topic: frozenset({topic}),
        max_clients: int = MAX_CLIENTS,
    ) -> None:
        self._render = render
        self._allowed = allowed
        self._touched_by = touched_by
        self._max_clients = max_clients
        self._clients: set[Client] = set()
        self._streams_of: Counter[Listener] = Counter()
        self._channels: dict[Key, Channel] = {}
        self._keys_of: defaultdict[str, set[Key]] = defaultdict(set)
        self._asked: dict[Listener, asyncio.Task[bool]] = {}
        self._duties: list[asyncio.Task[None]] = []
        self._blind = True
        self._closing = False

    def __len__(self) -> int:
        """The number of open streams."""
        return len(self._clients)

    # --- life -----------------------------------------------------------------------------------------------

    def start(self, *duties: Coroutine[None, None, None]) -> None:
        """Begin the hub's own rounds, and further `duties` that end with it."""
        rounds = (self._recheck_for_ever(), self._look_around_while_blind())
        self._duties = [asyncio.create_task(duty) for duty in (*rounds, *duties)]

    def close_streams(self) -> None:
        """End every stream and accept no new one: the process is about to stop; browsers reconnect by themselves."""
        self._closing = True
        for client in self._clients:
            client.close()

    async def stop(self) -> None:
        """End the rounds and the streams."""
        self.close_streams()
        for duty in self._duties:
            duty.cancel()
        await asyncio.gather(*self._duties, return_exceptions=True)

    # --- hints ----------------------------------------------------------------------------------------------

    def hint(self, public_id: str, topics: Iterable[str]) -> None:
        """Touch every channel of the tournament that one of the topics concerns."""
        names = frozenset(topics)
        for key in self._keys_of.get(public_id, ()):
            _tournament, wanted, language = key
            if language:
                if names & self._touched_by(wanted):
                    self._channels[key].touch(wanted)
                continue
            prefix, is_pattern = wanted.removesuffix("*"), wanted.endswith("*")
            for name in names:
                if name == wanted or (is_pattern and name.startswith(prefix)):
                    self._channels[key].touch(name)

    def found(self) -> None:
        """Hints arrive again; whatever happened in the gap is read now."""
        self._blind = False
        self._touch_everything()

    def lost(self) -> None:
        """Hints do not arrive."""
        self._blind = True

    def _touch_everything(self) -> None:
        for channel in self._channels.values():
            channel.touch_all()

    async def _look_around_while_blind(self) -> None:
        while True:
            await asyncio.sleep(BLIND_SECONDS)
            if self._blind:
                self._touch_everything()

    # --- clients --------------------------------------------------------------------------------------------

    @contextmanager
    def joined(self, stream: Stream) -> Iterator[Client]:
        """Subscribe to the stream's channels for the length of the block; HubFull if there is no room."""
        listener = stream.listener
        if self._closing or len(self._clients) >= self._max_clients:
            raise HubFull
        if listener.kind != PUBLIC and self._streams_of[listener] >= MAX_STREAMS_EACH:
            raise HubFull
        client = Client(stream)
        self._streams_of[listener] += 1
        keys: list[Key] = [(stream.public_id, topic, stream.language) for topic in sorted(stream.shows)]
        keys += [(stream.public_id, pattern, "") for pattern in sorted(stream.hears)]
        self._clients.add(client)
        for key in keys:
            self._join(client, key)
        try:
            yield client
        finally:
            self._clients.discard(client)
            self._streams_of[listener] -= 1
            if not self._streams_of[listener]:
                del self._streams_of[listener]
            for key in keys:
                self._leave(client, key)

    def _join(self, client: Client, key: Key) -> None:
        channel = self._channels.get(key)
        if channel is None:
            channel = self._channels[key] = self._open_channel(key)
            self._keys_of[key[0]].add(key)
        channel.clients.add(client)
        channel.welcome(client)

    def _leave(self, client: Client, key: Key) -> None:
        channel = self._channels[key]
        channel.clients.discard(client)
        if not channel.clients:
            channel.stop()
            del self._channels[key]
            self._keys_of[key[0]].discard(key)
            if not self._keys_of[key[0]]:
                del self._keys_of[key[0]]

    def _open_channel(self, key: Key) -> Channel:
        public_id, topic, language = key
        if not language:
            return NameChannel(topic)
        return FragmentChannel(topic, lambda: self._render(public_id, topic, language))

    # --- permission -----------------------------------------------------------------------------------------

    async def is_allowed(self, listener: Listener) -> bool:
        """Ask whether a listener may open a stream; many who ask at once share one answer."""
        task = self._asked.get(listener)
        if task is None:
            task = self._asked[listener] = asyncio.ensure_future(self._allowed(listener))
            task.add_done_callback(lambda _: self._asked.pop(listener, None))
        return await asyncio.shield(task)

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            for listener in list(self._streams_of):
                if not await self._may_stay(listener):
                    self._dismiss(listener)

    async def _may_stay(self, listener: Listener) -> bool:
        try:
            return await self.is_allowed(listener)
        except Exception:
            # No answer is no permission: the stream ends, and opens again once there is an answer.
            logger.exception("permission_unknown", kind=listener.kind)
            return False

    def _dismiss(self, listener: Listener) -> None:
        for client in self._clients:
            if client.stream.listener == listener:
                client.put("closed", encode_news("closed", "closed"))
                client.close()
