"""A tournament in play in the room: its tables, their tablets, the network between. Django is set up by then."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from django.db import connections
from django.utils import timezone

from tables.models import Table
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, enter, make_tournament, names
from tests.faults.tablet import pair_tablets
from tests.soak.history import Journal, now
from tests.soak.network import Network
from tests.soak.tablets import Outbox, SoakTablet
from tournament.models import Tournament
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.clock import start_clock

SEATS: Final = 8
# Nobody shall be out before the end of an hour.
STACK: Final = 500_000
LEVEL_SECONDS: Final = 30
LEVELS: Final = 200
PAUSE_SECONDS: Final = 0.25
# From the end of tapping until every tap is answered: a tablet waits for four seconds and pauses for two.
LAST_ANSWERS_SECONDS: Final = 60.0


@dataclass(slots=True, kw_only=True)
class Evening:
    """One tournament, its tablets at work in threads, and what they see."""

    tournament: Tournament
    network: Network
    journal: Journal
    tablets: list[SoakTablet]
    first_versions: dict[str, int]
    is_over: threading.Event
    is_abandoned: threading.Event
    broken: list[BaseException] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        return sum(tablet.acknowledged for tablet in self.tablets)

    @property
    def sent(self) -> int:
        return sum(tablet.sent for tablet in self.tablets)

    def start(self) -> None:
        for tablet in self.tablets:
            thread = threading.Thread(target=self._play, args=[tablet.play], daemon=True)
            self._threads.append(thread)
            thread.start()

    def _play(self, play: Callable[[], None]) -> None:
        try:
            play()
        except Exception as error:  # noqa: BLE001  # a tablet that breaks is a finding, said at the end
            self.broken.append(error)

    def is_going_on_after(self, seconds: float) -> float | None:
        """How long it took until every tablet had a tap acknowledged; None if it took longer than that."""
        began, before = now(), [tablet.acknowledged for tablet in self.tablets]
        while now() - began < seconds:
            if all(t.acknowledged > n for t, n in zip(self.tablets, before, strict=True)):
                return now() - began
            time.sleep(0.05)
        return None

    def end(self) -> None:
        """Let every tablet get its last answer."""
        self.is_over.set()
        until = time.monotonic() + LAST_ANSWERS_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        self.is_abandoned.set()
        for thread in self._threads:
            thread.join()


@contextmanager
def open_evening(
    port: int,
    directory: Path,
    *,
    seed: str,
    tables: int,
    outbox: Outbox = "keeps",
    pause: float = PAUSE_SECONDS,
) -> Iterator[Evening]:
    """Make a tournament in play and its tablets, which tap once they are started; ended with the block."""
    tournament = make_evening(tables)
    journal = Journal(path=directory / f"history-{tournament.code}.jsonl")
    network = Network(port, random.Random(f"{seed} network"), journal)
    is_over, is_abandoned = threading.Event(), threading.Event()
    paired = pair_tablets(tournament, url=network.url)
    tablets = [
        SoakTablet(
            name=str(each.table.number),
            url=network.url,
            secret=each.secret,
            rng=random.Random(f"{seed} tablet {each.table.number}"),
            journal=journal,
            pause=pause,
            outbox=outbox,
            is_over=is_over,
            is_abandoned=is_abandoned,
        )
        for each in paired
    ]
    evening = Evening(
        tournament=tournament,
        network=network,
        journal=journal,
        tablets=tablets,
        first_versions={
            str(each.number): each.version for each in Table.objects.filter(tournament=tournament)
        },
        is_over=is_over,
        is_abandoned=is_abandoned,
    )
    # A connection that outlives its server is no connection.
    connections.close_all()
    with network.opened():
        evening.start()
        try:
            yield evening
        finally:
            evening.end()
            journal.close()


def make_evening(tables: int) -> Tournament:
    """So many full tables, drawn, the clock running, its levels short."""
    level = Level(small_blind=25, big_blind=50, duration_seconds=LEVEL_SECONDS)
    periods = tuple(replace(level, big_blind=50 + 50 * (number // 100)) for number in range(LEVELS))
    moment = timezone.now()
    tournament = make_tournament(
        structure=Structure(periods=periods), seats_per_table=SEATS, starting_stack=STACK
    )
    enter(tournament, *names(tables * SEATS), now=moment)
    make_seat_draw(tournament_id=tournament.pk, seed="7", by=ACTOR.at(moment))
    return start_clock(tournament_id=tournament.pk, by=ACTOR.at(moment))
