"""The write lock of the embedded database."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, connections, transaction

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _counter() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE counter (value integer)")
        cursor.execute("INSERT INTO counter VALUES (0)")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE counter")


def value() -> int:
    with connection.cursor() as cursor:
        return int(cursor.execute("SELECT value FROM counter").fetchone()[0])


def add_one(pause_seconds: float = 0.0) -> None:
    """Read, wait, write: two of these at once lose a step unless one waits for the other."""
    with transaction.atomic():
        before = value()
        time.sleep(pause_seconds)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE counter SET value = %s", [before + 1])


def in_thread(work: Callable[[], None]) -> Callable[[], float]:
    """Return `work` as another request would do it: own connection; returns the seconds it took."""

    def do() -> float:
        began = time.monotonic()
        try:
            work()
        finally:
            connections.close_all()
        return time.monotonic() - began

    return do


def test_transactions_that_read_first_lose_no_step_and_nobody_starves() -> None:
    began = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        waits = [
            done.result() for done in [pool.submit(in_thread(lambda: add_one(0.002))) for _ in range(120)]
        ]
    assert value() == 120
    # Without the lock SQLite's own polling lets single writers wait for seconds. In their turns each waits for a
    # fifteenth of the whole time, however long that is on this machine.
    assert max(waits) < max(1.5, (time.monotonic() - began) / 4)


@pytest.mark.parametrize("with_connection", ["kept", "closed"])
def test_the_lock_is_free_after_a_transaction_that_failed(with_connection: str) -> None:
    def fail() -> None:
        with transaction.atomic():
            connection.cursor().execute("UPDATE counter SET value = 5")
            if with_connection == "closed":
                connection.close()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(in_thread(add_one)).result(timeout=60)
    assert value() == 1


def test_on_commit_hooks_run_after_the_lock_is_given_back() -> None:
    other_finished = []

    def write_elsewhere() -> None:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(in_thread(add_one)).result(timeout=60)
        other_finished.append(True)

    with transaction.atomic():
        add_one()
        transaction.on_commit(write_elsewhere)
    assert other_finished == [True]
    assert value() == 2


def test_whoever_waits_too_long_hears_that_the_database_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    holding, release = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            holding.set()
            release.wait(60)

    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.1)
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(in_thread(hold))
        holding.wait(60)
        with pytest.raises(OperationalError, match="database is locked"), transaction.atomic():
            pytest.fail("the other transaction holds the lock")
        release.set()
        held.result(timeout=60)
    add_one()
    assert value() == 1


def test_the_file_is_journalled_ahead_and_checks_foreign_keys() -> None:
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)
