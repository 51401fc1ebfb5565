"""All dealers' tablets of a room: each holds its stream and taps when its tap is due.

    setup   {"tablets": [{"number", "cookies", "host": port, "source": address}], "seed", "bust_out_every"}
    run     {"rate": taps a second over all tables, "start", "counted_from", "until": by the monotonic clock}

A tap is timed from the moment it is due until its answer has arrived, so that a server that falls behind cannot hide
it. Moments are drawn by chance, each tablet at its own even pace: nobody deals in step with the next table. What is
tapped is read from the screen while the dealer waits, as are the answers to what the tablet hears.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from uuid import UUID

from tests.bench.crowd.orders import Report, orders, serve, tell
from tests.bench.crowd.wire import Answer, Asking, Host, Listening, listen
from tests.bench.dealer import TABLE, AllIn, Choice, Seen, Shown, fields_of, kind_of, play_on

TOKEN = "t" * 32
AT_ONCE = 20
# As static/tables/tablet/screen.js waits: news of a moment are asked for together.
LATER_SECONDS = 0.4
# A tablet that is so far behind at the end goes home: the server was asked for more than it can.
OVERTIME_SECONDS = 5.0
_STREAM = re.compile(r'sse-connect="([^"]+)"')
_TOPICS = re.compile(r'data-topics="([^"]*)"')


@dataclass(slots=True)
class Tally:
    """What a run has seen. `taps` are (kind, when due, milliseconds until the answer)."""

    taps: list[tuple[str, float, float]] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    echoes: int = 0
    heard: int = 0
    bytes_of_taps: int = 0
    bytes_of_echoes: int = 0
    lost_streams: int = 0
    resting: int = 0
    stale: int = 0


class Tablet:
    """One table's tablet and its dealer."""

    def __init__(self, host: Host, *, number: int, cookies: str, rng: random.Random, room: Room) -> None:
        self._host = host
        self._number = number
        self._rng = rng
        self._room = room
        self._cookies = f"Cookie: {cookies}; csrftoken={TOKEN}\r\n"
        # A browser keeps several connections: a look does not wait for a tap.
        self._taps, self._looks = Asking(host), Asking(host)
        self._headers = f"{self._cookies}X-CSRFToken: {TOKEN}\r\nFloorman-Tap: 1\r\n"
        self._shown = Shown()
        self._all_in: AllIn | None = None
        self._hands = rng.randrange(1_000)
        self._due: list[float] = []
        # Versions that news were about: waiting to be asked for, and those for which there was no time.
        self._newest = self._missed = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._topics: frozenset[str] = frozenset()
        self.seen: Seen

    # --- The page -------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Load the page as a browser does, and listen to its stream."""
        page = asyncio.get_running_loop().create_future()
        self._looks.ask(self._host.head("GET", TABLE, self._cookies), page.set_result)
        answer: Answer = await page
        if answer.status != 200:
            raise RuntimeError(f"table {self._number}: {answer.status} {answer.body[:300]!r}")
        text = answer.body.decode()
        stream, topics = _STREAM.search(text), _TOPICS.search(text)
        assert stream
        assert topics
        self._topics = frozenset(topics[1].split())
        self._stream = self._host.head(
            "GET", stream[1].replace("&amp;", "&"), f"{self._cookies}Accept-Encoding: gzip, deflate\r\n"
        )
        self._take(self._shown.take(answer.body))
        await self.listen()

    async def listen(self) -> None:
        opened = asyncio.get_running_loop().create_future()
        await listen(
            self._host,
            lambda: Listening(
                self._stream,
                on_event=self._hear,
                on_open=lambda: opened.set_result(None),
                on_end=self._lose_stream,
            ),
        )
        await opened

    def _lose_stream(self) -> None:
        self._room.tally.lost_streams += 1

    def _take(self, seen: Seen) -> None:
        """Show a screen, and think of the next tap while there is time."""
        self.seen = seen
        self._tap_request = b""
        try:
            self._choice = self._choose()
        except LookupError:
            # On hold, or too few are left: the next look may tell otherwise.
            return
        self._key = UUID(int=self._rng.getrandbits(128), version=4)
        body = fields_of(self._choice, seen, self._key)
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self._tap_request = self._host.head("POST", self._choice.path, self._with_parts() + form) + body

    def _with_parts(self) -> str:
        return f"{self._headers}Floorman-Parts: {self._shown.marks}\r\n"

    def _choose(self) -> Choice:
        if self.seen.stage == "between":
            self._hands += 1
            self._all_in = AllIn() if self._hands % self._room.bust_out_every == 0 else None
        try:
            return self._all_in(self.seen) if self._all_in else play_on(self.seen, self._rng)
        except LookupError:
            return play_on(self.seen, self._rng)

    # --- Taps -----------------------------------------------------------------------------------------------

    def tap(self, due: float) -> None:
        """Tap now, or when the tap before is answered; a table that rests only looks."""
        if not self._tap_request:
            self._room.tally.resting += 1
            self._later()
            return
        self._due.append(due)
        if not self._taps.is_busy:
            self._send()

    @property
    def is_behind(self) -> bool:
        return bool(self._due)

    def go_home(self, counted_from: float) -> int:
        """Forget what was not answered yet; how many taps that are."""
        waiting, self._due = self._due, []
        return sum(due >= counted_from for due in waiting)

    def _send(self) -> None:
        # Like the page: whatever was being fetched is older than what this tap will bring.
        self._taps.ask(self._tap_request, self._answered)

    def _answered(self, answer: Answer) -> None:
        tally, due = self._room.tally, self._due.pop(0) if self._due else 0.0
        waited = 1000 * (time.monotonic() - due)
        self._not_later()
        if answer.status not in (200, 409, 422):
            tally.errors[str(answer.status)] += 1
            # As the outbox does: the same tap again.
            if due:
                self._due.insert(0, due)
                asyncio.get_running_loop().call_later(1.0, self._send_next)
            return
        seen = self._shown.take(answer.body)
        if answer.status == 200:
            if due:
                tally.taps.append((kind_of(self._choice, seen), due, waited))
                tally.bytes_of_taps += len(answer.body)
        elif answer.status == 409:
            # Somebody was moved here in the same moment: the dealer looks and taps again.
            tally.stale += 1
        else:
            tally.errors[str(answer.status)] += 1
        self._take(seen)
        self._catch_up()
        self._send_next()

    def _send_next(self) -> None:
        if self._due and self._tap_request and not self._taps.is_busy:
            self._send()

    # --- News -----------------------------------------------------------------------------------------------

    def _hear(self, topic: str, data: str) -> None:
        """News may say which version of the table they are about: one that is on the screen is no news."""
        if topic not in self._topics:
            return
        self._room.tally.heard += 1
        version = int(data) if data.isdigit() else math.inf
        if version > int(self.seen.version):
            self._later(version)

    def _not_later(self) -> None:
        self._newest = 0.0
        if self._timer is not None:
            self._timer.cancel()

    def _later(self, version: float = math.inf) -> None:
        newest = max(self._newest, version)
        self._not_later()
        self._newest = newest
        self._timer = asyncio.get_running_loop().call_later(LATER_SECONDS, self._refresh)

    def _catch_up(self) -> None:
        if self._missed > int(self.seen.version):
            self._later(self._missed)

    def _refresh(self) -> None:
        newest, self._newest = self._newest, 0.0
        if self._taps.is_busy or self._looks.is_busy:
            self._missed = max(self._missed, newest)
            return
        self._missed = 0.0
        self._room.tally.echoes += 1
        self._looks.ask(self._host.head("GET", TABLE, self._with_parts()), self._looked)

    def _looked(self, answer: Answer) -> None:
        if answer.status != 200:
            self._room.tally.errors[f"look {answer.status}"] += 1
            return
        self._room.tally.bytes_of_echoes += len(answer.body)
        if self._taps.is_busy:
            return
        self._take(self._shown.take(answer.body))
        self._catch_up()


class Room:
    """All tablets, and what they have seen in the run that is on."""

    def __init__(self, setup: Report) -> None:
        self.tally = Tally()
        self.bust_out_every: int = setup["bust_out_every"]
        self._rng = random.Random(setup["seed"])
        self.tablets = [
            Tablet(
                Host(port=each["host"], source=each["source"]),
                number=each["number"],
                cookies=each["cookies"],
                rng=random.Random(f"{setup['seed']} {each['number']}"),
                room=self,
            )
            for each in setup["tablets"]
        ]

    async def open(self) -> None:
        """Open every page, a few at once."""
        waiting = iter(self.tablets)

        async def open_some() -> None:
            for tablet in waiting:
                await tablet.open()

        await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))

    async def run(self, *, rate: float, start: float, counted_from: float, until: float) -> Report:
        """Tap from one moment of the monotonic clock to another; the report is about what was due from a third."""
        every = len(self.tablets) / rate
        self.tally = Tally()
        moments = sorted(
            (start + self._rng.random() * every + number * every, index)
            for index in range(len(self.tablets))
            for number in range(int((until - start) / every) + 1)
        )
        before = after = time.process_time()
        sent = 0
        for due, index in itertools.takewhile(lambda moment: moment[0] < until, moments):
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            if not sent and due >= counted_from:
                before, self.tally = time.process_time(), Tally()
            sent += due >= counted_from
            self.tablets[index].tap(due)
        after = time.process_time()
        deadline = time.monotonic() + OVERTIME_SECONDS
        while time.monotonic() < deadline and any(tablet.is_behind for tablet in self.tablets):
            await asyncio.sleep(0.05)
        unanswered = sum(tablet.go_home(counted_from) for tablet in self.tablets)
        tally = self.tally
        return {
            "taps": [tap for tap in tally.taps if tap[1] >= counted_from],
            "sent": sent,
            "unanswered": unanswered,
            "errors": tally.errors,
            "echoes": tally.echoes,
            "heard": tally.heard,
            "bytes_of_taps": tally.bytes_of_taps,
            "bytes_of_echoes": tally.bytes_of_echoes,
            "lost_streams": tally.lost_streams,
            "resting": tally.resting,
            "stale": tally.stale,
            "processor": after - before,
        }


async def main() -> None:
    room: Room | None = None
    async for order in orders():
        if room is None:
            room = Room(order)
            await room.open()
            tell(open=len(room.tablets))
        else:
            tell(**await room.run(**order))


if __name__ == "__main__":
    serve(main)
