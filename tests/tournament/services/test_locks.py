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
from tests.processes import wait_until
from tournament.models import Tournament
from tournament.services import locks
from tournament.services.locks import lock_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


# When a connection gives up a lock. Whatever is answered at once takes less, on a machine with other work too.
LOCK_SECONDS = 2
AT_ONCE_SECONDS = 1.8
# Whoever waits at all is answered by then.
PATIENCE_SECONDS = 60


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Connections made from now on give up a lock soon; what other tests left stuck is forgotten."""
    monkeypatch.setattr(locks, "_waiting", Counter())
    monkeypatch.setattr(locks, "_stuck", set())
    database = settings.DATABASES["default"]
    limit = f"-c lock_timeout={LOCK_SECONDS}s"
    monkeypatch.setitem(database, "OPTIONS", {**database.get("OPTIONS", {}), "options": limit})
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
            until.wait(PATIENCE_SECONDS)

        held = self._in_thread(work)
        holding.wait(PATIENCE_SECONDS)
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
    error = asked.exception(PATIENCE_SECONDS)
    assert isinstance(error, OperationalError), error
    return float(error.args[0])


def test_while_a_lock_is_stuck_one_thread_waits_and_the_others_are_refused_at_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        tournament, release = make_tournament(), threading.Event()
        threads = Threads(pool, tournament)
        held = threads.hold(release)
        # Nobody knows yet that it is stuck. The second waits for the first's turn, and then for its own.
        first = [threads.ask(), threads.ask()]
        assert all(refused_after(each) > AT_ONCE_SECONDS for each in first)
        one = threads.ask()
        wait_until(lambda: locks._waiting[tournament.pk] == 1, "a thread that waits")
        others = [threads.ask() for _ in range(4)]
        assert max(refused_after(each) for each in others) < AT_ONCE_SECONDS
        assert refused_after(one) > AT_ONCE_SECONDS

        release.set()
        held.result(PATIENCE_SECONDS)
        assert threads.ask().result(PATIENCE_SECONDS) < AT_ONCE_SECONDS
        again = [threads.ask() for _ in range(4)]
        assert max(each.result(PATIENCE_SECONDS) for each in again) < AT_ONCE_SECONDS


def test_a_lock_that_is_held_for_a_moment_is_waited_for_by_all() -> None:
    with ThreadPoolExecutor(8) as pool:
        threads, release = Threads(pool, make_tournament()), threading.Event()
        held = threads.hold(release)
        waiting = [threads.ask() for _ in range(4)]
        time.sleep(0.3)
        release.set()
        held.result(PATIENCE_SECONDS)

        assert all(each.result(PATIENCE_SECONDS) < AT_ONCE_SECONDS for each in waiting)


def test_another_tournament_is_not_concerned() -> None:
    with ThreadPoolExecutor(8) as pool:
        stuck, release = Threads(pool, make_tournament()), threading.Event()
        held = stuck.hold(release)
        refused_after(stuck.ask())
        waiting = stuck.ask()

        assert Threads(pool, make_tournament()).ask().result(PATIENCE_SECONDS) < AT_ONCE_SECONDS

        release.set()
        held.result(PATIENCE_SECONDS)
        waiting.result(PATIENCE_SECONDS)
