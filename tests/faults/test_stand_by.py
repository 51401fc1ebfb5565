"""The one web process of a house dies or is replaced while a tablet taps: another one stands ready."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest
from django.utils import timezone

from tests.factories import ACTOR
from tests.faults.tablet import ScriptedTablet, pair_tablets
from tests.faults.test_faults import check_record, make_room
from tests.processes import LiveFloorman, free_port, wait_until
from tests.running_house import has_open
from tournament.management.processes import ManagedProcess
from tournament.services.clock import start_clock

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED: looks into /proc"),
    pytest.mark.long_on_postgresql(reason="which process answers does not depend on the database"),
]

LONGEST_SECONDS = 2.0


@pytest.fixture
def house(live_floorman: LiveFloorman) -> Iterator[LiveFloorman]:
    """A house without a web process, at a port of its own."""
    house = replace(live_floorman, port=free_port(), children=[])
    yield house
    house.stop(*house.children)


def start(house: LiveFloorman, listener: socket.socket) -> ManagedProcess:
    """A web process as the supervisor starts it: it serves the listening socket, which outlives it, in its turn."""
    return house.start_one("web", "manage", "web", "--in-turn", listener=listener)


def stands_ready(house: LiveFloorman, process: ManagedProcess) -> bool:
    """It has opened the file of the turns, and another one has the lock."""
    assert process.process is not None
    return has_open(process.process.pid, str(house.directory / "web.turn"))


def has_tapped(tablet: ScriptedTablet, times: int, playing: Future[None]) -> bool:
    """Whether so many taps were answered; a tablet that has stopped says why."""
    if playing.done():
        playing.result()
    return len(tablet.waited) >= times


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "replaced"])
def test_a_tablet_waits_two_seconds_at_most_for_the_next_web_process(
    house: LiveFloorman, number: signal.Signals
) -> None:
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    stop = threading.Event()
    with (
        closing(socket.create_server(("127.0.0.1", house.port), backlog=100)) as listener,
        ThreadPoolExecutor(1) as pool,
    ):
        serving = start(house, listener)
        wait_until(house.serves, "an answer of the first")
        (tablet, *_others) = pair_tablets(tournament, url=house.url)
        playing = pool.submit(tablet.play, stop)
        try:
            # Its page is no tap: that a browser asks for again.
            wait_until(partial(has_tapped, tablet, 1, playing), "a first tap")
            for _ in range(2):
                ready = start(house, listener)
                wait_until(partial(stands_ready, house, ready), "the next one standing ready")
                before = len(tablet.waited)
                assert serving.process is not None
                serving.process.send_signal(number)
                wait_until(partial(has_tapped, tablet, before + 5, playing), "five more taps")
                assert max(tablet.waited[before:]) < LONGEST_SECONDS
                house.stop(serving)
                serving = ready
        finally:
            stop.set()
        playing.result()
    check_record(tablet)
