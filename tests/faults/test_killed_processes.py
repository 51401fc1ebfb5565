"""kill -9 at a known moment: before a tap or a level is written, before its commit, and right after it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from django.conf import settings
from django.utils import timezone

from tables.models import HandOperation
from tables.views.tablet.table import OUTBOX_HEADER
from tests.factories import ACTOR, enter, make_tournament
from tests.faults.doomed import COMMIT, DONE, FIRST_WRITE
from tests.faults.tablet import TOKEN
from tests.faults.test_every_statement import Write, a_tablet
from tests.faults.test_sweep import booked
from tests.processes import READY_SECONDS, LiveFloorman, free_port, wait_until
from tests.security.rows import digest
from tournament.front.badges import COOKIE as BADGE
from tournament.front.badges import make_badge
from tournament.management.processes import ManagedProcess
from tournament.models import Heartbeat, StoredReply, Tournament
from tournament.services.clock import start_clock

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long_on_postgresql(
        reason="test_every_statement.py breaks transactions of both databases, and test_faults.py kills on both"
    ),
]

AT_COMMIT = pytest.mark.long(reason="test_every_statement.py refuses the commit of each kind of write")
# What processes at work note of themselves.
SIGNS = ("Device", "Heartbeat")


def rows() -> dict[str, str]:
    """Every row but for signs of life."""
    return {name: content for name, content in digest().items() if name not in SIGNS}


# --- A web process ----------------------------------------------------------------------------------------


@pytest.fixture
def second(live_floorman: LiveFloorman) -> Iterator[LiveFloorman]:
    """A further web process at a port of its own, not yet started."""
    house = replace(live_floorman, port=free_port(), children=[])
    yield house
    house.stop(*house.children)


@contextmanager
def doomed(house: LiveFloorman, *arguments: str) -> Iterator[ManagedProcess]:
    """A process that will kill itself."""
    process = house.start_one("a doomed process", "tests.faults.doomed", *arguments)
    try:
        yield process
    finally:
        house.stop(process)


def has_killed_itself(process: ManagedProcess) -> bool:
    assert process.process
    return process.process.wait(2 * READY_SECONDS) == -signal.SIGKILL


def send(house: LiveFloorman, write: Write) -> httpx.Response:
    cookies = {name: morsel.value for name, morsel in write.client.cookies.items()}
    return httpx.post(
        f"{house.url}{write.path}",
        data=write.fields,
        cookies={**cookies, BADGE: make_badge("a-test"), settings.CSRF_COOKIE_NAME: TOKEN},
        headers={"X-CSRFToken": TOKEN, OUTBOX_HEADER: "1"},
        timeout=READY_SECONDS,
    )


@pytest.mark.parametrize(
    ("moment", "is_written"),
    [(FIRST_WRITE, False), pytest.param(COMMIT, False, marks=AT_COMMIT), (DONE, True)],
)
def test_a_tap_whose_process_is_killed_is_sent_again_and_counts_once(
    second: LiveFloorman, moment: str, is_written: bool
) -> None:
    with doomed(second, moment, "web", "--port", str(second.port)) as process:
        wait_until(second.serves, "an answer of the doomed process")
        # The last tap of a hand: it changes stacks, table and tournament in one transaction.
        write = a_tablet("f3", action="act", operation="f1")
        before = rows()
        with pytest.raises(httpx.TransportError):
            send(second, write)
        assert has_killed_itself(process)
    left = rows()
    assert (left != before) == is_written
    second.start_web()

    again = send(second, write)

    assert (again.status_code, "Idempotent-Replay" in again.headers) == (200, is_written)
    after = rows()
    assert after != before
    if is_written:
        assert after == left, "the second sending had no effect"
    assert list(HandOperation.objects.order_by("number").values_list("code", flat=True)) == ["f3", "f1"]
    assert StoredReply.objects.filter(key=write.fields["key"], status=200).count() == 1


# --- The worker -------------------------------------------------------------------------------------------


def two_levels_behind() -> Tournament:
    """Nobody has swept its clock for 45 minutes."""
    began = timezone.now() - timedelta(minutes=45)
    tournament = make_tournament()
    enter(tournament, "Anna", "Bruno", "Carla")
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=began)
    return start_clock(tournament_id=tournament.pk, by=ACTOR.at(began))


@pytest.mark.parametrize(("moment", "done"), [pytest.param(COMMIT, 0, marks=AT_COMMIT), (DONE, 1)])
def test_a_sweep_whose_worker_is_killed_is_done_by_the_next_one_and_nothing_twice(
    live_floorman: LiveFloorman, moment: str, done: int
) -> None:
    tournaments = [two_levels_behind() for _ in range(3)]
    with doomed(live_floorman, moment, "worker") as process:
        assert has_killed_itself(process)
    left = booked()
    assert sorted(left.values()) == [1, 1] * done, "of one tournament everything or nothing"
    assert len({tournament for tournament, _, _ in left}) == done
    assert not Heartbeat.objects.filter(name="sweep").exists(), "the sweep did not come to its end"

    live_floorman.start_celery()

    wait_until(lambda: Heartbeat.objects.filter(name="sweep").exists(), "a whole sweep", 2 * READY_SECONDS)
    assert booked() == {(t.pk, index, index + 1): 1 for t in tournaments for index in (0, 1)}
    assert set(Tournament.objects.values_list("clock_index", flat=True)) == {2}
