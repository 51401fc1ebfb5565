"""Two web processes on one PostgreSQL: one stands still in the middle of a tap, or is asked to end; taps go on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from uuid import uuid4

import httpx
import pytest
from django.db import connection
from django.utils import timezone

from tables.models import Hand, Table
from tests.factories import ACTOR
from tests.faults.balancer import Balancer
from tests.faults.outbox import Tablet, is_refusal
from tests.faults.tablet import pair_tablets
from tests.faults.test_databases import held
from tests.faults.test_faults import check_record, make_room
from tests.processes import LiveFloorman, free_port, wait_until
from tournament.config.patience import IDLE_SECONDS
from tournament.models import StoredReply
from tournament.services.clock import start_clock

pytestmark = pytest.mark.postgres

ROUNDS = 2


@pytest.fixture
def both(live_floorman: LiveFloorman) -> Iterator[tuple[LiveFloorman, LiveFloorman]]:
    """Two web processes of one house, each at a port of its own."""
    pair = (
        replace(live_floorman, port=free_port(), children=[]),
        replace(live_floorman, port=free_port(), children=[]),
    )
    try:
        for each in pair:
            each.start_web()
        yield pair
    finally:
        for each in pair:
            each.stop(*each.children)


def send_signal(house: LiveFloorman, number: signal.Signals) -> None:
    process = house.children[-1].process
    assert process is not None
    process.send_signal(number)


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        row = cursor.fetchone()
    return bool(row and row[0])


@pytest.mark.long(reason="waits until the database takes the lock from the process that stands still")
def test_a_process_that_stands_still_in_a_tap_does_nothing_when_it_wakes(
    both: tuple[LiveFloorman, LiveFloorman],
) -> None:
    one, other = both
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    secret = pair_tablets(tournament, url=one.url)[0].secret
    table = Table.objects.filter(tournament=tournament).order_by("number")[0]
    slow, tablet = Tablet.opened(one.url, secret), Tablet.opened(other.url, secret)
    slow.client.timeout = httpx.Timeout(4 * IDLE_SECONDS)
    key = str(uuid4())
    with closing(slow.client), closing(tablet.client), ThreadPoolExecutor(1) as pool:
        with held(table):
            stuck = pool.submit(slow.deal, key)
            wait_until(somebody_waits_for_a_lock, "a tap that waits for its table")
            send_signal(one, signal.SIGSTOP)
        try:
            # The process has the table's lock now, and stands still.
            assert is_refusal(tablet.deal(key), "The database is busy: try again in a moment.")
            assert not Hand.objects.filter(table=table).exists()
            answer = tablet.deal_until_recorded(key)
            assert (answer.status_code, "Idempotent-Replay" in answer.headers) == (200, False)
        finally:
            send_signal(one, signal.SIGCONT)
        late = stuck.result(2 * IDLE_SECONDS)

    # It finds its transaction gone, or the answer that its tap was given meanwhile.
    assert late.status_code == 503 or "Idempotent-Replay" in late.headers, late.text
    assert Hand.objects.filter(table=table).count() == 1
    assert StoredReply.objects.filter(key=key, status=200).count() == 1
    version = table.version
    table.refresh_from_db()
    assert table.version == version + 1


@pytest.mark.long(reason="each of two processes is started anew while tables play")
def test_processes_that_are_replaced_one_by_one_cost_a_tablet_one_more_sending_at_most(
    both: tuple[LiveFloorman, LiveFloorman],
) -> None:
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    stop = threading.Event()
    with Balancer(*(each.port for each in both)).opened() as balancer, ThreadPoolExecutor(2) as pool:
        tablets = pair_tablets(tournament, url=balancer.url)
        playing = [pool.submit(tablet.play, stop) for tablet in tablets]

        def has_gone_on(counts: list[int]) -> bool:
            for thread in playing:
                if thread.done():
                    thread.result()
            return all(len(t.acknowledged) >= n + 5 for t, n in zip(tablets, counts, strict=True))

        try:
            for _ in range(ROUNDS):
                for house in both:
                    counts = [len(tablet.acknowledged) for tablet in tablets]
                    wait_until(lambda counts=counts: has_gone_on(counts), "five taps of each tablet")  # type: ignore[misc]
                    # SIGTERM, as a service manager sends it.
                    house.stop(*house.children)
                    house.start_web()
        finally:
            stop.set()
        for thread in playing:
            thread.result()

    for tablet in tablets:
        assert check_record(tablet) >= 5 * 2 * ROUNDS
        # Each of the processes was replaced so often; the connection of a tablet was to one of them.
        assert tablet.sent_again <= 2 * ROUNDS
