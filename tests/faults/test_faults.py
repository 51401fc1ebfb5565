"""kill -9 and lost hints in a running tournament: no wrong time, every level once, no tap lost.

The house is the real one, `manage.py run` with its embedded Valkey, on this run's test database.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import redis
from django.utils import timezone

from tables.models import Hand, HandOperation, Table
from tables.services.desk.seating import make_seat_draw
from tables.services.hands.dealing import start_hand
from tests.factories import ACTOR, enter, make_tournament, names
from tests.faults.tablet import DEAL, ScriptedTablet, pair_tablets
from tests.faults.watcher import ClockWatcher
from tests.processes import LiveFloorman, child, database_url_of_test, wait_until
from tests.running_house import ENDED_SECONDS, RunningFloorman, opened
from tournament.changes.clock import LevelChanged
from tournament.models import LogEntry, StoredReply, Tournament
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.clock import start_clock, sweep_clock

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED: looks for processes in /proc")

LEVEL_SECONDS = 2
LEVELS = 60
PLAYERS = 10


def short_levels(seconds: int) -> Structure:
    level = Level(small_blind=25, big_blind=50, duration_seconds=seconds)
    return Structure(periods=tuple(replace(level, big_blind=50 + number) for number in range(LEVELS)))


def make_room(*, level_seconds: int = LEVEL_SECONDS) -> Tournament:
    """Two tables of five, drawn, the clock not started."""
    tournament = make_tournament(structure=short_levels(level_seconds), seats_per_table=5)
    now = timezone.now()
    enter(tournament, *names(PLAYERS), now=now)
    make_seat_draw(tournament_id=tournament.pk, seed="7", by=ACTOR.at(now))
    return tournament


def start(tournament: Tournament, url: str) -> ClockWatcher:
    """Start the clock and give someone who knows from then on what is right."""
    started = start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    return ClockWatcher(url=url, code=started.code, clock=started.clock, structure=started.structure)


def level_changes(tournament: Tournament) -> list[tuple[object, object, object]]:
    lines = LogEntry.objects.filter(tournament=tournament, verb=LevelChanged.verb).order_by("pk")
    told = [(LevelChanged.of(line), line.at) for line in lines]
    return [(change.from_index, change.to_index, at) for change, at in told]


def changes_due(tournament: Tournament, clock: Clock) -> list[tuple[object, object, object]]:
    """The changes from the clock as it was started up to where the row stands, by the pure clock."""
    tournament.refresh_from_db()
    assert tournament.clock_running_since
    steps = clock_rules.advance(clock, tournament.structure, now=tournament.clock_running_since).transitions
    return [(step.from_index, step.to_index, step.at) for step in steps]


def check_record(tablet: ScriptedTablet) -> int:
    """Everything acknowledged is in the record once, in order, and nothing else is; the number of taps."""
    taps = tablet.acknowledged
    recorded: defaultdict[int, list[str]] = defaultdict(list)
    hands = Hand.objects.filter(table=tablet.table).order_by("number")
    rows = HandOperation.objects.filter(hand__table=tablet.table).order_by("hand__number", "number")
    for hand_number, number, code in rows.values_list("hand__number", "number", "code"):
        recorded[hand_number].append(code)
        assert number == len(recorded[hand_number])
    said = [word for hand in hands for word in (DEAL, *recorded[hand.number])]
    assert said == [tap.what for tap in taps]
    assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
    replies = StoredReply.objects.filter(key__in=[tap.key for tap in taps])
    assert replies.filter(status=200).count() == len(taps) == len({tap.key for tap in taps})
    return len(taps)


@contextmanager
def second_celery(house: RunningFloorman) -> Iterator[None]:
    """A second worker and a second beat on the same data, started by mistake."""
    environment = {
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        "DATABASE_URL": database_url_of_test(),
        "REDIS_URL": f"unix://{house.directory}/valkey.sock",
        "FLOORMAN_DATA_DIR": str(house.directory),
    }
    unwarned = ["-W", "ignore:You're running the worker with superuser"]
    celery = [sys.executable, *unwarned, "-m", "celery", "--quiet", "--app", "tournament.config.celery"]
    started = [
        child("worker", [*celery, "worker", "--pool", "solo", "--loglevel", "ERROR"], environment),
        child("beat", [*celery, "beat", "--pidfile=", "--loglevel", "ERROR"], environment),
    ]
    try:
        yield
        assert all(process.is_alive() for process in started)
    finally:
        for process in started:
            process.ask_to_stop()
        for process in started:
            process.see_off(3)


@dataclass(kw_only=True)
class Evening:
    """A tournament in play in a real house: two tablets tap, one watcher reads pages, one hears the stream."""

    tournament: Tournament
    tablets: list[ScriptedTablet]
    watcher: ClockWatcher
    threads: list[Future[None]]

    def goes_on(self, what: str) -> None:
        """Wait for a level change, a page and three taps at every table, all of them after this call."""
        index = self.watcher.period_at(timezone.now()) + 1
        pages = self.watcher.pages
        taps = [len(tablet.acknowledged) for tablet in self.tablets]

        def has_gone_on() -> bool:
            for thread in self.threads:
                if thread.done():
                    thread.result()
            self.tournament.refresh_from_db()
            return (
                self.tournament.clock_index >= index
                and self.watcher.pages > pages
                and all(len(t.acknowledged) >= n + 3 for t, n in zip(self.tablets, taps, strict=True))
            )

        # Ten seconds is what a fault may cost; the rest is for a machine with other work.
        wait_until(has_gone_on, f"the evening going on after {what}", 45)

    def kill(self, house: RunningFloorman, name: str) -> None:
        """kill -9 one process of the house, see the evening continue, and a new process in its place."""
        killed = house.processes()[name]
        os.kill(killed, signal.SIGKILL)
        self.goes_on(f"kill -9 of {name}")
        wait_until(lambda: house.processes().get(name, killed) != killed, f"a new {name}")


@contextmanager
def evening_at(url: str, *houses: RunningFloorman) -> Iterator[Evening]:
    """Play at `url` for the length of the block, and close the houses with it."""
    tournament = make_room()
    tablets = pair_tablets(tournament, url=url)
    watcher = start(tournament, url)
    stop = threading.Event()
    with ThreadPoolExecutor(4) as pool:
        works = [watcher.watch_pages, watcher.watch_stream, *(tablet.play for tablet in tablets)]
        threads = [pool.submit(work, stop) for work in works]
        try:
            yield Evening(tournament=tournament, tablets=tablets, watcher=watcher, threads=threads)
        finally:
            stop.set()
            # The stream ends with the house.
            for house in houses:
                house.process.send_signal(signal.SIGINT)
    assert [house.process.wait(ENDED_SECONDS) for house in houses] == [0] * len(houses)
    for thread in threads:
        thread.result()


def check_evening(evening: Evening, *, levels: int) -> None:
    """No look was wrong, every level came once and in time, every tap was taken once and in order."""
    watcher = evening.watcher
    assert watcher.complaints == []
    assert watcher.pages > 20
    assert watcher.pushed == sorted(watcher.pushed)
    changes = level_changes(evening.tournament)
    assert changes == changes_due(evening.tournament, watcher.clock)
    assert len(changes) >= levels
    for tablet in evening.tablets:
        version = tablet.table.version
        tablet.table.refresh_from_db()
        # One accepted write, one version.
        assert tablet.table.version - version == check_record(tablet) > 20


@pytest.mark.slow
@pytest.mark.long(
    reason="test_run.py kills each process once, test_sweep.py asks the database, below nobody sweeps"
)
@pytest.mark.django_db(transaction=True)
def test_killed_processes_and_lost_hints_cost_no_level_no_tap_and_no_right_time(tmp_path: Path) -> None:
    address = database_url_of_test()
    with (
        opened(tmp_path / "data", DATABASE_URL=address) as house,
        evening_at(f"http://127.0.0.1:{house.port}", house) as evening,
    ):
        evening.goes_on("the start")
        for name in ("celery worker", "celery beat", "valkey-server", "manage.py streams", "manage.py web"):
            evening.kill(house, name)
        pushes = len(evening.watcher.pushed)
        with second_celery(house):
            evening.goes_on("the start of a second beat and worker")
            valkey = redis.Redis(unix_socket_path=f"{house.directory}/valkey.sock")
            for _ in range(3):
                valkey.flushall()
                time.sleep(0.4)
            evening.goes_on("FLUSHALL")
        wait_until(lambda: len(evening.watcher.pushed) > pushes, "a pushed clock after all of it")
    check_evening(evening, levels=7)


@pytest.mark.long_on_postgresql(reason="Celery is away for either database")
@pytest.mark.django_db(transaction=True)
@pytest.mark.long(reason="waits for levels to end by themselves")
def test_without_celery_pages_deals_and_the_next_sweep_are_right(live_floorman: LiveFloorman) -> None:
    tournament = make_room(level_seconds=1)
    watcher = start(tournament, live_floorman.url)
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        watching = pool.submit(watcher.watch_pages, stop)
        wait_until(
            lambda: watcher.period_at(timezone.now()) >= 3 and watcher.pages > 5,
            "the fourth level, and pages read all along",
        )
        stop.set()
    watching.result()
    table = Table.objects.filter(tournament=tournament).order_by("number")[0]
    now = timezone.now()
    hand = start_hand(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(now))

    assert watcher.complaints == []
    assert hand.level_index == watcher.period_at(now)
    tournament.refresh_from_db()
    assert (tournament.clock_index, level_changes(tournament)) == (0, [])
    claimed = sweep_clock(tournament_id=tournament.pk, now=timezone.now())
    assert claimed >= 3
    changes = level_changes(tournament)
    assert (changes, len(changes)) == (changes_due(tournament, watcher.clock), claimed)
