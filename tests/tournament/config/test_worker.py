"""The worker and the scheduler wait for Valkey alive: they give signs, and are there soon after it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from celery.exceptions import WorkerShutdown
from celery.worker import state
from kombu import Connection
from kombu.asynchronous import Hub
from kombu.asynchronous.timer import Timer

from tests.processes import RunningValkey
from tournament.config import beat, worker
from tournament.config.beat import HouseScheduler
from tournament.config.celery import app
from tournament.config.services import broker_url
from tournament.config.worker import LivingConsumer, SignsOfLife

NOWHERE = broker_url("unix:///nowhere/valkey.sock")


class Enough(Exception):
    """The signs that were asked for have been given."""


class CountingHeart:
    """Ends the wait at the third sign."""

    def __init__(self, at_last: Exception | None = None) -> None:
        self.signs = 0
        self._at_last = at_last

    def sign(self) -> None:
        self.signs += 1
        if self.signs == 3:
            if self._at_last:
                raise self._at_last
            state.should_stop = 0  # type: ignore[assignment]


def waiting_consumer(hostname: str = "celery@here") -> LivingConsumer:
    consumer = LivingConsumer.__new__(LivingConsumer)
    consumer.hostname = hostname
    consumer.broker_connection_retry_attempt = 0
    return consumer


@pytest.mark.parametrize(("hostname", "heart_of"), [("celery@here", "_worker"), ("hooks@here", "_sender")])
def test_a_worker_that_waits_for_valkey_gives_signs_of_its_own_and_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch, hostname: str, heart_of: str
) -> None:
    hearts = {name: CountingHeart() for name in ("_worker", "_sender")}
    for name, heart in hearts.items():
        monkeypatch.setattr(worker, name, heart)
    monkeypatch.setattr(state, "should_stop", None)
    with pytest.raises(WorkerShutdown):
        waiting_consumer(hostname).ensure_connected(Connection(NOWHERE))
    assert {name: heart.signs for name, heart in hearts.items()} == {"_worker": 0, "_sender": 0, heart_of: 3}


def test_a_worker_gives_its_first_sign_before_it_takes_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped between the two it would never be replaced."""
    heart = CountingHeart()
    monkeypatch.setattr(worker, "_worker", heart)
    parent = SimpleNamespace(timer=Timer(), hostname="celery@here")
    SignsOfLife(parent).start(parent)
    # What the loop does first, each time round.
    Hub(timer=parent.timer).fire_timers()
    assert heart.signs == 1


def test_a_worker_goes_on_once_valkey_is_there(valkey: RunningValkey) -> None:
    consumer, connection = waiting_consumer(), Connection(broker_url(valkey.url))
    consumer.broker_connection_retry_attempt = 7
    assert consumer.ensure_connected(connection) is connection
    assert connection.connected
    assert consumer.broker_connection_retry_attempt == 0
    connection.release()


def test_a_scheduler_that_waits_for_valkey_gives_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    heart = CountingHeart(Enough())
    monkeypatch.setattr(beat, "_heart", heart)
    scheduler: Any = SimpleNamespace(connection=Connection(NOWHERE))
    with pytest.raises(Enough):
        HouseScheduler._ensure_connected(scheduler)
    assert heart.signs == 3


def test_celery_takes_both() -> None:
    assert app.conf.worker_consumer == f"{LivingConsumer.__module__}:{LivingConsumer.__name__}"
    assert app.conf.beat_scheduler == f"{HouseScheduler.__module__}.{HouseScheduler.__name__}"
