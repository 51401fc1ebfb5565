"""Viewers: open sockets, each with the newest news of each topic that it could not take yet.

A viewer is a plain socket and a few fields, no task and no timer: ten thousand of them are watched through one
selector, whose own file the event loop watches.

    free ──a write the socket cannot take whole──> busy ──the socket has taken all──> free
                                                    │
                                                    ├─ news of a topic replaces the older news of that topic
                                                    └─ the same frame for too long: ended

A busy viewer first gets the rest of what it has begun to read, then the newest of each topic: a slow phone costs
references to frames that others share, and skips to the newest.
"""

import asyncio
import selectors
import socket
from collections.abc import Callable

from tournament.live.addresses import Stream
from tournament.live.frames import Frame

# A frame that a viewer has not taken in this time never arrives: the phone has left the room.
PATIENCE_SECONDS = 30.0
# More than a browser says on a stream that it only reads.
HEARD_BYTES = 1_024


class Viewer:
    """One open stream. An `is_packed` viewer gets its frames compressed, and a sign of life in its `turn`."""

    __slots__ = (
        *("address", "busy_since", "connection", "is_packed", "stream", "turn"),
        *("_begun", "_sockets", "_waiting"),
    )

    def __init__(
        self,
        connection: socket.socket,
        stream: Stream,
        *,
        address: str,
        is_packed: bool,
        turn: int,
        sockets: "Sockets",
    ) -> None:
        self.connection = connection
        self.stream = stream
        self.address = address
        self.is_packed = is_packed
        self.turn = turn
        # The loop's time when the frame that is being taken was begun; nothing while the viewer is free.
        self.busy_since: float | None = None
        self._sockets = sockets
        self._begun: memoryview | None = None
        self._waiting: dict[str, bytes] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the socket has not taken all that was written to it."""
        return self._begun is not None

    @property
    def is_open(self) -> bool:
        """Whether the stream has not ended."""
        return self.connection.fileno() >= 0

    def tell(self, topic: str, frame: Frame) -> None:
        """Write the frame; while the viewer is busy, keep it in the topic's slot instead of an older one."""
        news = frame.packed if self.is_packed else frame.plain
        if self.is_busy:
            self._waiting = self._waiting or {}
            self._waiting[topic] = news
        elif self.is_open:
            self.write(news)

    def write(self, news: bytes | memoryview) -> None:
        """Write to a viewer that is free; what the socket does not take follows when it has room."""
        try:
            taken = self.connection.send(news)
        except BlockingIOError:
            taken = 0
        except OSError:
            self._sockets.end(self)
            return
        if taken < len(news):
            self._begun = memoryview(news)[taken:]
            self._sockets.await_room(self)

    def go_on(self) -> None:
        """The socket has room: write the rest of what was begun, then what came meanwhile."""
        news = self._begun
        while news is not None:
            self._begun = None
            self.write(news)
            if self.is_busy or not self.is_open:
                return
            self.busy_since = None
            news = self._next()
        self._sockets.await_end(self)

    def _next(self) -> memoryview | None:
        """Take the news that waits longest."""
        if not self._waiting:
            return None
        return memoryview(self._waiting.pop(next(iter(self._waiting))))


class Sockets:
    """The sockets of all viewers: which has room again, and which has gone. `on_end` hears of each that ended."""

    def __init__(self, on_end: Callable[[Viewer], None]) -> None:
        self._on_end = on_end
        self._selector = selectors.DefaultSelector()

    def start(self) -> None:
        """Watch from now on, in the running loop."""
        asyncio.get_running_loop().add_reader(self._file, self._look)

    def stop(self) -> None:
        """Watch no more."""
        asyncio.get_running_loop().remove_reader(self._file)
        self._selector.close()

    def watch(self, viewer: Viewer) -> None:
        """Notice when the viewer goes."""
        self._selector.register(viewer.connection, selectors.EVENT_READ, viewer)

    def await_room(self, viewer: Viewer) -> None:
        """Let the viewer go on when its socket has room."""
        if viewer.busy_since is None:
            viewer.busy_since = asyncio.get_running_loop().time()
        self._selector.modify(viewer.connection, selectors.EVENT_READ | selectors.EVENT_WRITE, viewer)

    def await_end(self, viewer: Viewer) -> None:
        """Notice nothing but that the viewer goes."""
        self._selector.modify(viewer.connection, selectors.EVENT_READ, viewer)

    def end(self, viewer: Viewer) -> None:
        """End the stream, if it has not ended."""
        if viewer.is_open:
            self._selector.unregister(viewer.connection)
            viewer.connection.close()
            self._on_end(viewer)

    @property
    def _file(self) -> int:
        # An epoll or a kqueue is itself a file that becomes readable; plain select is on no system we run on.
        return self._selector.fileno()

    def _look(self) -> None:
        for key, events in self._selector.select(0):
            viewer: Viewer = key.data
            if events & selectors.EVENT_READ and viewer.is_open:
                self._hear(viewer)
            if events & selectors.EVENT_WRITE and viewer.is_open:
                viewer.go_on()

    def _hear(self, viewer: Viewer) -> None:
        """End the stream of a viewer that went, and of one that speaks: a browser only reads."""
        try:
            viewer.connection.recv(HEARD_BYTES)
        except BlockingIOError:
            return
        except OSError:
            pass
        self.end(viewer)
