"""Who has a place among the open streams of this process, and who finds none.

Strangers share the process with the staff: a part of its places is reserved for staff and tablets, and among strangers
addresses share the others as `tournament.front.crowd` has it. No account or tablet has more than a browser needs.
"""

from collections import Counter
from collections.abc import Collection

from tournament.front.crowd import Crowd, Crowded, network_of
from tournament.live.addresses import PUBLIC, Listener, Stream
from tournament.live.viewers import Viewer

MAX_STREAMS = 20_000
# Of all places, what the public may take.
PUBLIC_SHARE = 0.9
# Pages that one account or tablet may have open at once.
MAX_STREAMS_EACH = 20


class NoPlace(Exception):
    """There is no place for this stream."""


class StreamPlaces:
    """The places of one process, `most` in all."""

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self._most = most
        self._taken = 0
        self._public: Crowd[Viewer] = Crowd(in_all=int(most * PUBLIC_SHARE))
        self._of_listener: Counter[Listener] = Counter()
        self._streams: dict[Stream, Stream] = {}
        self._of_stream: Counter[Stream] = Counter()

    def __len__(self) -> int:
        """The number of places taken."""
        return self._taken

    @property
    def listeners(self) -> Collection[Listener]:
        """Everybody who has a place, once each."""
        return self._of_listener.keys()

    def take(self, viewer: Viewer) -> Viewer | None:
        """Give the viewer a place, or raise NoPlace; return who has to go for it.

        All viewers of the same stream share one value of it from then on.
        """
        listener, leaving = viewer.stream.listener, None
        if listener.kind == PUBLIC:
            try:
                leaving = self._public.add(network_of(viewer.address), viewer)
            except Crowded:
                raise NoPlace from None
        elif self._taken >= self._most or self._of_listener[listener] >= MAX_STREAMS_EACH:
            raise NoPlace
        viewer.stream = self._streams.setdefault(viewer.stream, viewer.stream)
        self._taken += 1
        self._of_stream[viewer.stream] += 1
        self._of_listener[listener] += 1
        return leaving

    def give_back(self, viewer: Viewer) -> None:
        """Free the viewer's place."""
        stream = viewer.stream
        self._public.remove(network_of(viewer.address), viewer)
        self._taken -= 1
        self._of_listener[stream.listener] -= 1
        if not self._of_listener[stream.listener]:
            del self._of_listener[stream.listener]
        self._of_stream[stream] -= 1
        if not self._of_stream[stream]:
            del self._of_stream[stream], self._streams[stream]
