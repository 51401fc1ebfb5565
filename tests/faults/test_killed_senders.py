"""kill -9 of the worker that sends web hooks, again and again: nothing is lost, ids and order are kept."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.utils import timezone

from tests.factories import make_tournament
from tests.factories.hooks import make_hook
from tests.processes import READY_SECONDS, LiveFloorman, wait_until
from tests.tournament.services.hooks.receiver import Heard, Receiver, after, receiving
from tournament.management.processes import ManagedProcess
from tournament.models import HookDelivery, HookEndpoint, HookState
from tournament.services.outbox import message_to

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.long(
        reason="workers of Celery are started and killed; what they call is tested without them"
    ),
]

CELERY = ("celery.__main__", "--quiet", "--app", "tournament.config.celery")
KILLS = 4


def fill(hook: HookEndpoint, count: int) -> list[str]:
    """So many messages in the outbox; their ids, in their order."""
    now = timezone.now()
    rows = [message_to(hook, "webhook.test", at=now, data={"number": number}) for number in range(count)]
    HookDelivery.objects.bulk_create(rows)
    return [row.message for row in rows]


@contextmanager
def worker_of(house: LiveFloorman) -> Iterator[ManagedProcess]:
    pool = ("--pool", "threads", "--concurrency", "4", "--without-mingle", "--without-gossip")
    process = house.start_one("hooks", *CELERY, "worker", *pool, "--loglevel", "ERROR")
    try:
        yield process
    finally:
        house.stop(process)


def kill(process: ManagedProcess) -> None:
    assert process.process
    process.process.send_signal(signal.SIGKILL)
    process.process.wait(READY_SECONDS)
    # Its claims end by themselves after a minute, which passes here at once.
    HookEndpoint.objects.update(claimed_until=timezone.now())


def deliver_with_kills(house: LiveFloorman, receiver: Receiver, count: int) -> None:
    """Have all messages delivered by workers of which all but the last are killed on the way."""
    beat = house.start_one("beat", *CELERY, "beat", "--pidfile=", "--loglevel", "ERROR")
    for number in range(1, KILLS + 1):
        with worker_of(house) as worker:
            some = count * number // (KILLS + 2)
            wait_until(has_heard(receiver, some), "some messages", 3 * READY_SECONDS)
            kill(worker)
    with worker_of(house):
        waiting = HookDelivery.objects.filter(state=HookState.WAITING)
        wait_until(lambda: not waiting.exists(), "the last message", 3 * READY_SECONDS)
    house.stop(beat)


def has_heard(receiver: Receiver, some: int) -> Callable[[], bool]:
    return lambda: len(receiver.heard) >= some


def first_times(receiver: Receiver) -> list[str]:
    return list(dict.fromkeys(receiver.messages))


def check_killed_senders(house: LiveFloorman, count: int) -> None:
    with receiving() as receiver:
        hook = make_hook(make_tournament(), receiver.url)
        receiver.answer = after(0.002)
        messages = fill(hook, count)

        deliver_with_kills(house, receiver, count)

    assert first_times(receiver) == messages, "each arrived, for the first time in the order of writing"
    assert len(receiver.heard) - count <= KILLS, "twice only what was on its way when a worker was killed"
    bodies = {heard.message: heard.body for heard in receiver.heard}
    assert all(heard.body == bodies[heard.message] for heard in receiver.heard)


def test_a_thousand_messages_survive_the_death_of_their_senders(live_floorman: LiveFloorman) -> None:
    check_killed_senders(live_floorman, 1_000)


def test_a_receiver_that_hangs_holds_up_no_other(live_floorman: LiveFloorman) -> None:
    with receiving() as hanging, receiving() as quick:
        is_over = False

        def hang(_: Heard) -> tuple[int, dict[str, str]]:
            until = time.monotonic() + 15
            while not is_over and time.monotonic() < until:
                time.sleep(0.05)
            return 204, {}

        hanging.answer = hang
        tournament = make_tournament()
        slow = make_hook(tournament, hanging.url)
        hooks = [make_hook(tournament, f"{quick.url}/{number}") for number in range(4)]
        fill(slow, 5)
        for hook in hooks:
            fill(hook, 10)
        house = live_floorman
        beat = house.start_one("beat", *CELERY, "beat", "--pidfile=", "--loglevel", "ERROR")
        with worker_of(house):
            wait_until(lambda: len(quick.heard) == 40, "the quick ones", READY_SECONDS)
            heard_by_slow = len(hanging.heard)
            is_over = True
        house.stop(beat)

    assert heard_by_slow <= 1
