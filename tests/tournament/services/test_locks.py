"""A tournament whose lock is stuck holds one thread of a process, not all of them."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import OperationalError, connection, transaction

from tests.factories import make_tournament
from tournament.models import Tournament
from tournament.services import locks
from tournament.services.locks import lock_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Connections made from now on give up a lock after a second; what other tests left stuck is forgotten."""
    monkeypatch.setattr(locks, "_waiting", Counter())
    monkeypatch.setattr(locks, "_stuck", set())
    database = settings.DATABASES["default"]
    monkeypatch.setitem(database, "OPTIONS", {**database.get("OPTIONS", {}), "options": "-c lock_timeout=1s"})
    yield
    assert (locks._waiting, locks._stuck) == ({}, set()), "nothing is remembered of a lock that is given"


class Threads:
    """Threads of a web process, each with a connection of its own."""

    def __init__(self, pool: ThreadPoolExecutor, tournament: Tournament) -> None:
        self._pool = pool
        self._tournament = tournament

    def hold(self, until: threading.Event) -> Future[float]:
        holding = threading.Event()

        def work() -> None:
            holding.set()
            until.wait(20)

        held = self._in_thread(work)
        holding.wait(10)
        return held

    def ask(self) -> Future[float]:
        """The seconds until the lock was given; OperationalError with the seconds if it was not."""
        return self._in_thread(lambda: None)

    def _in_thread(self, work: Callable[[], None]) -> Future[float]:
        def do() -> float:
            began = time.monotonic()
            try:
                with transaction.atomic():
                    lock_tournament(self._tournament.pk)
                    work()
            except OperationalError as error:
                raise OperationalError(time.monotonic() - began) from error
            finally:
                connection.close()
            return time.monotonic() - began

        return self._pool.submit(do)


def refused_after(asked: Future[float]) -> float:
    error = asked.exception(10)
    assert isinstance(error, OperationalError), error
    return float(error.args[0])


def test_while_a_lock_is_stuck_one_thread_waits_and_the_others_are_refused_at_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        threads, release = Threads(pool, make_tournament()), threading.Event()
        held = threads.hold(release)
        # Nobody knows yet that it is stuck. The second waits for the first's turn, and then for its own.
        first = [threads.ask(), threads.ask()]
        assert all(0.9 < refused_after(each) < 3 for each in first)
        one = threads.ask()
        time.sleep(0.3)
        others = [threads.ask() for _ in range(4)]
        assert max(refused_after(each) for each in others) < 0.9
        assert 0.9 < refused_after(one) < 2

        release.set()
        held.result(10)
        assert threads.ask().result(10) < 0.9
        assert max(each.result(10) for each in [threads.ask() for _ in range(4)]) < 1


def test_a_lock_that_is_held_for_a_moment_is_waited_for_by_all() -> None:
    with ThreadPoolExecutor(8) as pool:
        threads, release = Threads(pool, make_tournament()), threading.Event()
        held = threads.hold(release)
        waiting = [threads.ask() for _ in range(4)]
        time.sleep(0.3)
        release.set()
        held.result(10)

        assert all(each.result(10) < 1 for each in waiting)


def test_another_tournament_is_not_concerned() -> None:
    with ThreadPoolExecutor(8) as pool:
        stuck, release = Threads(pool, make_tournament()), threading.Event()
        held = stuck.hold(release)
        refused_after(stuck.ask())
        waiting = stuck.ask()

        assert Threads(pool, make_tournament()).ask().result(10) < 0.9

        release.set()
        held.result(10)
        waiting.result(10)
