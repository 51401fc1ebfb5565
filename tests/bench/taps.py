"""What a tap costs while the room is full: `python -m tests.bench.taps [sqlite|postgresql]`.

The real house (`manage.py run`) with its worker and beat, tables in play, viewers on the public push
streams, and tablets that tap lawful operations at a given pace over HTTP. A tap is timed from the
moment it is due, so that a server that falls behind cannot hide it; the load generator runs on the
same machine and takes its share of the cores, which the last lines tell.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.bench.browser import Connection
from tests.bench.figures import percentile, say, say_runs, say_spread, say_ticks
from tests.bench.house import BenchHouse, open_house
from tests.bench.tick_probe import read_ticks

RUNS = 3
WARM_UP_SECONDS = 3.0
# Sixty tables at the pace of a room make seven taps a second; the rate of the test is a World Series day.
SIDE_EVENT_RATE = 7.0
SIDE_EVENT_SECONDS = 12.0
# A tablet that is so far behind at the end goes home: the server was asked for more than it can.
OVERTIME_SECONDS = 2.0
CHANGE_EVERY_SECONDS = 2.0
QUIET_CHANGES = 3
# A heavy channel rests for seconds after news: quiet is when it is rested.
QUIET_SECONDS = 5.0
WALLS = 20
TOKEN = "t" * 32


@dataclass(slots=True)
class Tapped:
    """One tap: when it was due, how long until its answer, the answer's status."""

    due: float
    seconds: float
    status: int
    what: str


@dataclass(slots=True)
class Measured:
    """What one run has seen. `changes` are (topic, seconds until the first viewer, until the last)."""

    taps: list[Tapped] = field(default_factory=list)
    changes: list[tuple[str, float, float]] = field(default_factory=list)
    viewers_open: int = 0
    viewers_lost: int = 0
    bytes_pushed: Counter[str] = field(default_factory=Counter)


class Tablet:
    """One table's dealer, who knows the hand by heart and taps on time."""

    def __init__(self, table: Any, *, port: int, measured: Measured, cookie: str, rng: Any) -> None:
        self._table = table
        self._measured = measured
        self._rng = rng
        self._state: Any = None
        self._version = self._epoch = b""
        self._connection = Connection(
            port=port,
            headers={
                "Cookie": f"{cookie}={table.secret}; csrftoken={TOKEN}",
                "X-CSRFToken": TOKEN,
                "Floorman-Tap": "1",
            },
        )

    async def play(self, *, first_due: float, every: float, until: float) -> None:
        self._look((await self._connection.get("/tablet/table/"))[1])
        due = first_due
        while due < until and time.monotonic() < until + OVERTIME_SECONDS:
            await asyncio.sleep(due - time.monotonic())
            await self._tap(due)
            due += every
        self._connection.close()

    async def _tap(self, due: float) -> None:
        from tables import engine
        from tables.management.scripted_dealer import Style, next_operation
        from tests.bench.room import first_state

        fields = {
            "key": str(uuid4()),
            "version": self._version.decode(),
            "epoch": self._epoch.decode(),
        }
        after: engine.State | None = None
        if self._state is None:
            path, what = "/tablet/table/deal/", "deal"
        else:
            operation = next_operation(self._state, self._rng, Style(all_in=0))
            path, fields["operation"] = "/tablet/table/act/", engine.encode(operation)
            after = engine.apply(self._state, operation)
            what = "last tap of a hand" if after.is_complete else "act"
        status, body = await self._connection.post(path, fields)
        self._measured.taps.append(Tapped(due, time.monotonic() - due, status, what))
        if status != 200:
            return
        self._look(body)
        if self._state is None:
            self._state = await asyncio.to_thread(first_state, self._table.pk)
        else:
            self._state = None if after is None or after.is_complete else after

    def _look(self, screen: bytes) -> None:
        self._version = screen.partition(b'data-version="')[2].partition(b'"')[0]
        self._epoch = screen.partition(b'data-epoch="')[2].partition(b'"')[0]


class Viewers:
    """The process of the viewers, and what it tells."""

    def __init__(self, measured: Measured) -> None:
        self._measured = measured
        self._process: asyncio.subprocess.Process | None = None
        self._all_open = asyncio.Event()
        self._made: dict[str, float] = {}
        self._heard: dict[tuple[str, str], asyncio.Event] = {}

    async def open(self, *, port: int, code: str, count: int) -> None:
        walls = min(WALLS, count)
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.viewers", str(port), code, str(count - walls), str(walls)),
            stdout=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        self._listening = asyncio.create_task(self._listen())
        await asyncio.wait_for(self._all_open.wait(), 60)

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    async def change(self, tournament_id: int, *, patience: float = 15.0) -> None:
        """Let the floor add a second to the level, and wait until every viewer has it."""
        mark, made = await asyncio.to_thread(_change_clock, tournament_id)
        self._made[mark] = made
        events = [self._event(topic, mark) for topic in ("standings", "clock")]
        for event in events:
            await asyncio.wait_for(event.wait(), patience)

    async def close(self) -> None:
        if self._process is not None:
            self._listening.cancel()
            self._process.terminate()
            await self._process.wait()

    def _event(self, topic: str, mark: str) -> asyncio.Event:
        return self._heard.setdefault((topic, mark), asyncio.Event())

    async def _listen(self) -> None:
        assert self._process
        assert self._process.stdout
        while line := await self._process.stdout.readline():
            told = json.loads(line)
            if "open" in told:
                self._measured.viewers_open = told["open"]
                self._all_open.set()
            elif "lost" in told:
                self._measured.viewers_lost += 1
            else:
                made = self._made.get(told["mark"])
                self._measured.bytes_pushed[told["topic"]] = told["received"]
                if made is not None:
                    change = (told["topic"], told["first"] - made, told["last"] - made)
                    self._measured.changes.append(change)
                self._event(told["topic"], told["mark"]).set()


def _change_clock(tournament_id: int) -> tuple[str, float]:
    """Add a second by the service; the new end of the level as pages carry it, and the moment of the commit."""
    from django.db import connection

    from tests.bench.room import ACTOR
    from tournament.rules import clock as clock_rules
    from tournament.services.clock import add_time
    from tournament.templatetags.poker import epoch_ms

    now = datetime.now(UTC)
    try:
        changed = add_time(tournament_id=tournament_id, seconds=1, actor=ACTOR, now=now)
        made = time.time()
        return epoch_ms(clock_rules.ends_at(changed.clock, changed.structure, now=now)), made
    finally:
        connection.close()


def _cpu_seconds(pids: dict[str, int]) -> dict[str, float]:
    """Processor time used so far (Linux)."""
    used = {}
    for name, pid in pids.items():
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists():
            words = stat.read_text().rpartition(")")[2].split()
            used[name] = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return used


def _resident_mb(pid: int) -> float:
    words = Path(f"/proc/{pid}/statm").read_text().split()
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(house: BenchHouse, options: argparse.Namespace) -> None:
    from tests.bench.room import make_room

    began = time.monotonic()
    tournament, tables = await asyncio.to_thread(make_room, tables=options.tables, now=datetime.now(UTC))
    say("room", f"{len(tables)} tables of nine seated and paired in {time.monotonic() - began:.1f} s")
    measured = Measured()
    viewers = Viewers(measured)
    try:
        await measure_room(
            house, options, tournament=tournament, tables=tables, measured=measured, viewers=viewers
        )
    finally:
        await viewers.close()


async def measure_room(
    house: BenchHouse,
    options: argparse.Namespace,
    *,
    tournament: Any,
    tables: Sequence[Any],
    measured: Measured,
    viewers: Viewers,
) -> None:
    from tables.floor.draws.chance import SeededRng
    from tables.views.tablet.access import COOKIE

    began = time.monotonic()
    await viewers.open(port=house.port, code=tournament.code, count=options.viewers)
    say("viewers", f"{measured.viewers_open} streams opened in {time.monotonic() - began:.1f} s")

    for _ in range(QUIET_CHANGES):
        await asyncio.sleep(QUIET_SECONDS)
        await viewers.change(tournament.pk)
    quiet, measured.changes = measured.changes, []
    say_ticks("tick, viewers connected but nobody taps", read_ticks(house.ticks))
    report_changes("quiet", quiet)

    tablets = [
        Tablet(table, port=house.port, measured=measured, cookie=COOKIE, rng=SeededRng(str(table.number)))
        for table in tables
    ]
    pids = {**house.processes(), "viewers": viewers.pid, "tablets": os.getpid()}
    load = Load(tablets=tablets, viewers=viewers, measured=measured, tournament_id=tournament.pk, pids=pids)
    await load.run(rate=SIDE_EVENT_RATE, runs=1, seconds=SIDE_EVENT_SECONDS)
    measured.changes.clear()
    ticks_before = len(read_ticks(house.ticks))
    await load.run(rate=options.rate, runs=RUNS, seconds=options.seconds)
    report_changes("under these taps", measured.changes)
    say_ticks("tick under these taps", read_ticks(house.ticks)[ticks_before:])
    say("viewers lost", f"{measured.viewers_lost:>10}")
    if "web" in pids:
        say("memory of the web process", f"{_resident_mb(pids['web']):>10,.0f} MB")


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """All tablets at a given pace, while the floor changes the clock now and then."""

    tablets: list[Tablet]
    viewers: Viewers
    measured: Measured
    tournament_id: int
    pids: dict[str, int]

    async def run(self, *, rate: float, runs: int, seconds: float) -> None:
        """Tap `rate` times a second for `runs` times `seconds`, after a warm-up that is not counted."""
        self.measured.taps.clear()
        start = time.monotonic() + 0.5
        counted_from = start + WARM_UP_SECONDS
        until = counted_from + runs * seconds
        every = len(self.tablets) / rate
        playing = [
            asyncio.create_task(tablet.play(first_due=start + index / rate, every=every, until=until))
            for index, tablet in enumerate(self.tablets)
        ]
        await asyncio.sleep(counted_from - time.monotonic())
        cpu, pushed = _cpu_seconds(self.pids), sum(self.measured.bytes_pushed.values())
        answered = len(self.measured.taps)
        while time.monotonic() < until - CHANGE_EVERY_SECONDS:
            await self.viewers.change(self.tournament_id)
            await asyncio.sleep(CHANGE_EVERY_SECONDS)
        await asyncio.gather(*playing)
        elapsed = time.monotonic() - counted_from
        answered = len(self.measured.taps) - answered
        used = {name: value - cpu[name] for name, value in _cpu_seconds(self.pids).items()}
        report_taps(self.measured.taps, counted_from, rate=rate, runs=runs, seconds=seconds)
        say("    answered", f"{answered / elapsed:>10,.1f} a second of {rate:g} asked for")
        if "web" in used and answered:
            say("    processor time of the web process", f"{1000 * used['web'] / answered:>10,.1f} ms a tap")
        shares = ", ".join(f"{name} {100 * value / elapsed:.0f} %" for name, value in used.items())
        say("    processor (100 % is one core)", f"{shares}")
        pushed = sum(self.measured.bytes_pushed.values()) - pushed
        say("    pushed to the viewers", f"{pushed / elapsed / 1e6:>10,.1f} MB/s")


def report_taps(taps: Sequence[Tapped], start: float, *, rate: float, runs: int, seconds: float) -> None:
    windows: list[list[Tapped]] = [[] for _ in range(runs)]
    for tap in taps:
        index = int((tap.due - start) / seconds)
        if tap.due >= start and index < runs:
            windows[index].append(tap)
    windows = [window for window in windows if window]
    counted = [tap for window in windows for tap in window]
    times = [[1000 * tap.seconds for tap in window] for window in windows]
    say(f"\ntaps, {rate:g} a second", f"{len(counted):>11} in {len(windows)} runs of {seconds:g} s")
    if not counted:
        return
    say_runs("    median", [statistics.median(window) for window in times], "ms")
    say_runs("    99 of 100 within", [percentile(window, 0.99) for window in times], "ms")
    say_runs("    worst", [max(window) for window in times], "ms")
    for what in ("deal", "act", "last tap of a hand"):
        kind = [1000 * tap.seconds for tap in counted if tap.what == what]
        if kind:
            say_spread(f"    {what}", kind, "ms")
    wrong = Counter(tap.status for tap in taps if tap.status != 200)
    say("    errors", f"{sum(wrong.values()):>10}  {dict(wrong) if wrong else ''}")


def report_changes(when: str, changes: Sequence[tuple[str, float, float]]) -> None:
    for topic, words in (("clock", "wall clock"), ("standings", "standings")):
        lasts = [1000 * last for name, _, last in changes if name == topic]
        if lasts:
            say_spread(f"last viewer has a change of the clock, {when}, {words}", lasts, "ms")
    # A hint may wait for the channel's pace of one news a second; this is the spreading alone.
    spreads = [1000 * (last - first) for name, first, last in changes if name == "standings"]
    if spreads:
        say_spread(f"    from the first viewer to the last, {when}", spreads, "ms")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", choices=("sqlite", "postgresql"), nargs="?", default="sqlite")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--viewers", type=int, default=2_000)
    parser.add_argument("--rate", type=float, default=60.0, help="taps a second over all tables")
    parser.add_argument("--seconds", type=float, default=12.0, help=f"length of each of the {RUNS} runs")
    options = parser.parse_args(arguments)
    print(f"\n--- one web process, {options.database}, embedded Valkey ---", flush=True)
    with open_house(options.database) as house:
        asyncio.run(measure(house, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
