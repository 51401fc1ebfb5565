"""The floor's overview, open on some screens: each hears what its page hears, and fetches the parts that it names.

    setup   {"consoles": [{"host", "source", "cookies", "path"}]}
    report  {}    what was fetched since the last report

What a page fetches stands in its `hx-get` and `hx-trigger`: "sse:tables delay:200ms" waits until there was no such
news for 200 ms, "throttle:10s" fetches at once and then not again for so long.
"""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urljoin

from tests.bench.crowd.orders import Report, orders, serve, tell
from tests.bench.crowd.wire import Answer, Asking, Host, Listening, listen

# The grid says which of its cards it has; it gets those that are no longer so.
_GRID = re.compile(rb'id="grid" data-seen="([^"]+)"')
_CARD = re.compile(rb'id="(table-\d+)" data-seen="([^"]+)"')
_TRIGGER = re.compile(r"^sse:(\S+)(?: (delay|throttle):([\d.]+)(ms|s))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What a page fetches again, and with which news: (topic, "delay" or "throttle", seconds)."""

    path: str
    triggers: tuple[tuple[str, str, float], ...]


class Page(HTMLParser):
    """The stream of a page, and its parts."""

    def __init__(self, text: str, path: str) -> None:
        super().__init__()
        self.stream = ""
        self.parts: list[Part] = []
        self._path = path
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  # its signature
        given = {name: value or "" for name, value in attrs}
        self.stream = given.get("sse-connect", "") or self.stream
        triggers = tuple(triggers_of(given.get("hx-trigger", "")))
        if "hx-get" in given and triggers:
            self.parts.append(Part(path=urljoin(self._path, given["hx-get"]), triggers=triggers))


def triggers_of(text: str) -> list[tuple[str, str, float]]:
    """The triggers of `hx-trigger` that are news."""
    found = [_TRIGGER.match(" ".join(each.split())) for each in text.split(",")]
    return [
        (each[1], each[2] or "delay", float(each[3] or 0) * (0.001 if each[4] == "ms" else 1))
        for each in found
        if each
    ]


class Console:
    """One screen of the floor."""

    def __init__(self, host: Host, *, cookies: str, path: str, room: Room) -> None:
        self._host = host
        self._path = path
        self._room = room
        self._headers = f"Cookie: {cookies}\r\nAccept-Encoding: gzip, deflate\r\n"
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._rests_until: dict[str, float] = {}
        self._connections: list[Asking] = []
        self._waiting: set[str] = set()
        self._seen: dict[str, str] = {}

    async def open(self) -> None:
        page = asyncio.get_running_loop().create_future()
        self._free_connection().ask(self._host.head("GET", self._path, self._headers), page.set_result)
        answer: Answer = await page
        if answer.status != 200:
            raise RuntimeError(f"console: {answer.status} {answer.body[:300]!r}")
        self._page = Page(answer.body.decode(), self._path)
        self._note_cards(answer.body)
        request = self._host.head("GET", self._page.stream, self._headers)
        await listen(
            self._host,
            lambda: Listening(request, on_event=self._hear, on_open=lambda: None, on_end=self._lose_stream),
        )

    def _lose_stream(self) -> None:
        self._room.lost_streams += 1

    def _hear(self, topic: str, data: str) -> None:  # noqa: ARG002  # a listener's signature
        loop = asyncio.get_running_loop()
        for part in self._page.parts:
            for wanted, how, seconds in part.triggers:
                if wanted != topic:
                    continue
                if how == "delay":
                    if part.path in self._timers:
                        self._timers[part.path].cancel()
                    self._timers[part.path] = loop.call_later(seconds, self._fetch, part.path)
                elif loop.time() >= self._rests_until.get(part.path, 0.0):
                    self._rests_until[part.path] = loop.time() + seconds
                    self._fetch(part.path)

    def _fetch(self, path: str) -> None:
        # htmx lets a new request of an element replace its old one; the server has begun that one already.
        if path in self._waiting:
            loop = asyncio.get_running_loop()
            self._timers[path] = loop.call_later(0.1, self._fetch, path)
            return
        began = time.monotonic()
        self._waiting.add(path)

        def note(answer: Answer) -> None:
            self._waiting.discard(path)
            self._note_cards(answer.body)
            self._room.note(path, answer, 1000 * (time.monotonic() - began))

        headers = f"{self._headers}HX-Request: true\r\n"
        if path.endswith("part=grid") and self._seen:
            headers += f"Floorman-Seen: {''.join(self._seen.values())}\r\n"
        self._free_connection().ask(self._host.head("GET", path, headers), note)

    def _note_cards(self, body: bytes) -> None:
        if whole := _GRID.search(body):
            self._seen = {"grid": whole[1].decode()}
        self._seen |= {name.decode(): mark.decode() for name, mark in _CARD.findall(body)}

    def _free_connection(self) -> Asking:
        for connection in self._connections:
            if not connection.is_busy:
                return connection
        self._connections.append(Asking(self._host))
        return self._connections[-1]


class Room:
    """Every console, and what was fetched."""

    def __init__(self, setup: Report) -> None:
        self.lost_streams = 0
        self._fetched: list[tuple[str, int, int, float]] = []
        self.consoles = [
            Console(
                Host(port=each["host"], source=each["source"]),
                cookies=each["cookies"],
                path=each["path"],
                room=self,
            )
            for each in setup["consoles"]
        ]

    def note(self, path: str, answer: Answer, milliseconds: float) -> None:
        self._fetched.append((path.partition("?")[2], answer.status, len(answer.body), milliseconds))

    def report(self) -> Report:
        """Part, status, bytes and milliseconds of every fetch since the last report."""
        fetched, self._fetched = self._fetched, []
        return {"fetched": fetched, "lost_streams": self.lost_streams, "processor": time.process_time()}


async def main() -> None:
    room: Room | None = None
    async for order in orders():
        if room is None:
            room = Room(order)
            for console in room.consoles:
                await console.open()
            tell(open=len(room.consoles))
        else:
            tell(**room.report())


if __name__ == "__main__":
    serve(main)
