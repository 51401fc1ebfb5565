"""Someone who looks at the clock all the time and compares every look with the pure clock."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import httpx

from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock
from tournament.rules.structure.periods import Structure
from tournament.templatetags.poker import countdown

MS = timedelta(milliseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# What was rendered a moment ago may arrive now, on a machine that has much to do.
ON_THE_WAY = timedelta(seconds=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a clock page says: the period, when it ends, and the time left in words."""

    period: int
    ends_at: datetime | None
    time_left: str


@dataclass(slots=True, kw_only=True)
class ClockWatcher:
    """Reads pages and the push stream; `complaints` has every look that was not right.

    What is right follows from the clock as it was started and from the structure alone, so that a
    row that somebody changed wrongly is a complaint as well.
    """

    url: str
    code: str
    clock: Clock
    structure: Structure
    pages: int = 0
    pushed: list[int] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def period_at(self, moment: datetime) -> int:
        return clock_rules.current_index(self.clock, self.structure, now=moment)

    def look(self, moment: datetime) -> Look:
        """What a page rendered at `moment` must say."""
        seconds = clock_rules.remaining_seconds(self.clock, self.structure, now=moment)
        return Look(
            period=self.period_at(moment),
            ends_at=clock_rules.ends_at(self.clock, self.structure, now=moment),
            time_left=countdown(seconds),
        )

    def watch_pages(self, stop: threading.Event) -> None:
        """Ask for the page again and again; a server that is being started again may be late, never wrong."""
        with httpx.Client(base_url=self.url, timeout=8) as browser:
            while not stop.is_set():
                self._look_at_page(browser)
                time.sleep(0.1)

    def watch_stream(self, stop: threading.Event) -> None:
        """Follow the push stream as a browser does, opening it again whenever it ends."""
        address = f"{self.url}/live/{self.code}?show=clock&language=en"
        while not stop.is_set():
            try:
                with httpx.stream("GET", address, timeout=15) as stream:
                    self._follow(stream, stop)
            except httpx.TransportError:
                time.sleep(0.1)

    def _look_at_page(self, browser: httpx.Client) -> None:
        asked_at = datetime.now(UTC)
        try:
            answer = browser.get(f"/t/{self.code}/clock/")
        except httpx.TransportError:
            return
        came_at = datetime.now(UTC)
        if answer.status_code != 200:
            self.complaints.append(f"a page of status {answer.status_code}")
            return
        rendered = re.search(r'data-server-now="(\d+)"', answer.text)
        assert rendered
        moment = EPOCH + int(rendered[1]) * MS
        if not asked_at - MS <= moment <= came_at + MS:
            self.complaints.append(f"a page of {moment}, asked for at {asked_at}")
        self.pages += 1
        # The page's instant was cut or rounded to a millisecond: either neighbour will do.
        right = [self.look(moment + step * MS) for step in (-1, 0, 1)]
        seen = read_look(answer.text)
        if seen not in right:
            self.complaints.append(f"at {moment} the page said {seen}, right was {right[1]}")

    def _follow(self, stream: httpx.Response, stop: threading.Event) -> None:
        heard = ""
        for chunk in stream.iter_text():
            heard += chunk
            *events, heard = heard.split("\n\n")
            for event in events:
                if event.startswith("event: clock\n"):
                    self._check_pushed(event)
            if stop.is_set():
                return

    def _check_pushed(self, event: str) -> None:
        came_at = datetime.now(UTC)
        seen = read_look(event.replace("\ndata: ", "\n"))
        first, last = self.period_at(came_at - ON_THE_WAY), self.period_at(came_at)
        ends = {self._end_of(index) for index in range(first, last + 1)}
        if not first <= seen.period <= last or seen.ends_at not in ends:
            self.complaints.append(f"at {came_at} {seen} was pushed, right was {self.look(came_at)}")
        self.pushed.append(seen.period)

    def _end_of(self, index: int) -> datetime | None:
        assert self.clock.running_since
        seconds = sum(period.duration_seconds for period in self.structure.periods[: index + 1])
        return self.clock.running_since + timedelta(seconds=seconds)


def read_look(text: str) -> Look:
    """Read a clock's HTML as clock.js does."""
    period = re.search(r'data-period="(\d+)"', text)
    ends_at = re.search(r'data-ends-at="(\d+)"', text)
    shown = re.search(r'role="timer">\s*<span[^>]*>\s*([\d:]+)\s*</span>', text)
    assert period, text
    assert shown, text
    return Look(
        period=int(period[1]),
        ends_at=EPOCH + int(ends_at[1]) * MS if ends_at else None,
        time_left=shown[1],
    )
