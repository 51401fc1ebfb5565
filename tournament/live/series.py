"""A channel of what comes one after the other: each is told once, in its order. asyncio only, no Django.

Each has an id, and an EventSource that connects again says by itself which it had last (`Last-Event-ID`). The newest
KEPT are kept as frames, so that those who come back cost neither a query nor a hand that is played again:

    comes for the first time   the newest FIRST_TOLD
    comes back                 all after the one it had
    was away for too long      "…-missed", then all that are kept

What is no longer there, for it was corrected or is shown to nobody, is not kept: each round reads which ids stand. A
frame of one is never put in the slot of another, so a busy viewer misses none. One whose text has changed, as a player
is called otherwise, is made again for those who come; nobody hears it twice.
"""

from collections.abc import Awaitable, Callable, Mapping
from itertools import dropwhile
from typing import Final, TypeAlias

from tournament.live.addresses import Stream
from tournament.live.channels import INTERVAL_SECONDS, Channel
from tournament.live.fragments import Series
from tournament.live.frames import Frame, encode_news
from tournament.live.viewers import Viewer
from tournament.realtime import Topics

FIRST_TOLD: Final = 20
MISSED: Final = "missed"
# In the news of a first round: everybody has come with another id.
BY_ITSELF: Final = ""
LONGEST_PART: Final = 19

Place: TypeAlias = tuple[int, int]
BEFORE_ALL: Final[Place] = (-1, -1)


def place_of(name: str) -> Place | None:
    """Where an id stands among the others; None for any other text."""
    parts = name.split("-")
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() for part in parts):
        return None
    if max(map(len, parts)) > LONGEST_PART:
        return None
    return int(parts[0]), int(parts[1])


class SeriesChannel(Channel):
    """The news of one series in one language; `tell(after)` reads it."""

    def __init__(self, topic: str, tell: Callable[[str], Awaitable[Series]], *, rest: float = 0) -> None:
        super().__init__()
        self._topic = topic
        self._tell = tell
        self._rest = rest
        # By id, oldest first; None before the first round.
        self._kept: dict[str, bytes] | None = None
        self._marks: Mapping[str, str] = {}
        self._last = ""
        self._left_off = BEFORE_ALL

    def hear(self, topics: Topics) -> None:
        self.touch(topics)

    def touch_all(self) -> None:
        self.touch({self._topic: None})

    def rest_seconds(self) -> float:
        return max(INTERVAL_SECONDS, self._rest)

    def news_for(self, viewer: Viewer, news: dict[str, Frame]) -> dict[str, Frame]:
        return self.latest(viewer.stream) if BY_ITSELF in news else news

    def latest(self, stream: Stream) -> dict[str, Frame]:
        if self._kept is None:
            self.touch_all()
            return {}
        return self._joined(self._since(stream.after))

    async def make(self, topics: Topics) -> dict[str, Frame]:  # noqa: ARG002  # any of them may have changed it
        series = await self._tell(self._last)
        is_first, last = self._kept is None, place_of(self._last)
        if not is_first and (self._has_come_back(series) or self._has_changed(series)):
            series = await self._tell("")
        new = [name for name, _text in series.items if last is None or _place(name) > last]
        self._keep(series)
        if is_first:
            return {BY_ITSELF: Frame(b"")}
        told = [self._kept[name] for name in new if name in self._kept] if self._kept else []
        if new and last is not None and self._left_off > last:
            told.insert(0, self._missed())
        return self._joined(told)

    def _has_come_back(self, series: Series) -> bool:
        """Whether some stand again that were no longer kept."""
        return not series.there <= {*(self._kept or ()), *(name for name, _text in series.items)}

    def _has_changed(self, series: Series) -> bool:
        """Whether one that is kept has another text by now."""
        kept = series.there & (self._kept or {}).keys()
        return any(series.marks.get(name) != self._marks.get(name) for name in kept)

    def _keep(self, series: Series) -> None:
        made = {name: encode_news(self._topic, text, id=name) for name, text in series.items}
        kept = {**(self._kept or {}), **made}
        self._kept = {name: kept[name] for name in sorted(series.there & kept.keys(), key=_place)}
        self._marks = series.marks
        self._left_off = place_of(series.left_off) or BEFORE_ALL
        self._last = max([self._last, *self._kept], key=_place)

    def _since(self, after: str) -> list[bytes]:
        """What a viewer is told that had this one last."""
        kept = self._kept or {}
        place = place_of(after)
        if place is None:
            newest = list(kept.values())[-FIRST_TOLD:]
            return [self._missed(), *newest] if after else newest
        told = list(dropwhile(lambda each: _place(each[0]) <= place, kept.items()))
        missed = [self._missed()] if self._left_off > place else []
        return missed + [frame for _name, frame in told]

    def _missed(self) -> bytes:
        return encode_news(f"{self._topic}-{MISSED}", MISSED)

    def _joined(self, told: list[bytes]) -> dict[str, Frame]:
        """As one frame, in a slot of its own."""
        return {f"{self._topic} {self._last}": Frame(b"".join(told))} if told else {}


def _place(name: str) -> Place:
    return place_of(name) or BEFORE_ALL
