"""Two writers of PostgreSQL block each other, or one has read what the other changed: one of them is refused whole.

The other writer is a transaction that does nothing but stand in the way.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.signals import got_request_exception
from django.db import connection, transaction
from django.db.models import F
from psycopg import IsolationLevel

from tables.models import Table
from tests.faults.test_every_statement import Write, a_tablet, expect_refused
from tests.faults.test_web_processes import somebody_waits_for_a_lock
from tests.processes import wait_until
from tests.security.rows import digest
from tournament.models import Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PATIENCE_SECONDS = 60
# Who has waited for so long looks whether it waits in a circle, once. The tap is the first to do so.
DEADLOCK_SECONDS = 3


@pytest.fixture
def sqlstates() -> Iterator[list[str | None]]:
    """What PostgreSQL said to the requests that it refused."""
    said: list[str | None] = []

    def note(**_: Any) -> None:
        error = sys.exception()
        cause = error.__cause__ if error else None
        said.append(cause.sqlstate if isinstance(cause, psycopg.Error) else None)

    got_request_exception.connect(note)
    yield said
    got_request_exception.disconnect(note)


def send_in_the_way(write: Write, stand: Callable[[Callable[[], object]], None]) -> Any:
    """Send a tap while somebody stands in its way, who goes on once it waits for him; gives the answer."""
    is_there, go_on = threading.Event(), threading.Event()

    def wait_for_the_tap() -> None:
        is_there.set()
        assert go_on.wait(PATIENCE_SECONDS)

    def in_transaction() -> None:
        try:
            with transaction.atomic():
                stand(wait_for_the_tap)
        finally:
            connection.close()

    def send() -> Any:
        try:
            return write.send()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        other = pool.submit(in_transaction)
        assert is_there.wait(PATIENCE_SECONDS)
        tap = pool.submit(send)
        try:
            wait_until(somebody_waits_for_a_lock, "a tap that waits")
        finally:
            go_on.set()
        answer = tap.result(PATIENCE_SECONDS)
        other.result(PATIENCE_SECONDS)
    return answer


def keep_the_table_and_want_the_tournament(wait: Callable[[], object]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL deadlock_timeout = '{PATIENCE_SECONDS}s'")
    Table.objects.select_for_update(no_key=True).get()
    wait()
    Tournament.objects.select_for_update(no_key=True).get()


def write_to_the_tournament(wait: Callable[[], object]) -> None:
    Tournament.objects.update(clock_version=F("clock_version"))
    wait()


@pytest.mark.parametrize(
    ("stand", "options", "sqlstate"),
    [
        (
            keep_the_table_and_want_the_tournament,
            {"options": f"-c deadlock_timeout={DEADLOCK_SECONDS}s"},
            "40P01",
        ),
        # As where somebody has set the isolation of the database: what Floorman takes by itself never says so.
        (write_to_the_tournament, {"isolation_level": IsolationLevel.REPEATABLE_READ}, "40001"),
    ],
)
def test_of_two_that_block_each_other_a_tap_is_refused_whole_and_taken_when_it_is_sent_again(
    stand: Callable[[Callable[[], object]], None],
    options: dict[str, Any],
    sqlstate: str,
    sqlstates: list[str | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write = a_tablet("f3", action="act", operation="f1")
    before = digest()
    database = settings.DATABASES["default"]
    monkeypatch.setitem(database, "OPTIONS", {**database.get("OPTIONS", {}), **options})

    answer = send_in_the_way(write, stand)

    assert sqlstates == [sqlstate]
    expect_refused(answer, sqlstate)
    assert "The database is busy: try again in a moment." in answer.content.decode()
    assert digest() == before

    again = write.send()
    assert (again.status_code, "Idempotent-Replay" in again.headers) == (200, False)
    assert digest() != before
