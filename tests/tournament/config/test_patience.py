"""Who serves people gives up early; who does not, waits."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import OperationalError, connection, connections, transaction

from tests.factories import make_tournament
from tournament.config import patience
from tournament.models import Tournament
from tournament.services.locks import lock_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process serves people, with less patience than in a room."""
    database = settings.DATABASES["default"]
    before = copy.copy(database.get("OPTIONS", {}))
    monkeypatch.setattr(patience, "LOCK_SECONDS", 1)
    patience.serve_people()
    yield
    database["OPTIONS"] = before
    connections.close_all()


def wait_for_the_lock(tournament: Tournament, *, held_seconds: float) -> float:
    """The seconds until a tournament that somebody else keeps locked is given; OperationalError if it is refused."""
    holding, release = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                lock_tournament(tournament.pk)
                holding.set()
                release.wait(60)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(hold)
        holding.wait(60)
        releasing = threading.Timer(held_seconds, release.set)
        releasing.start()
        began = time.monotonic()
        try:
            with transaction.atomic():
                lock_tournament(tournament.pk)
        finally:
            seconds = time.monotonic() - began
            release.set()
            releasing.cancel()
            held.result(60)
    return seconds


def test_who_serves_people_gives_up_a_lock(serving: None) -> None:
    tournament = make_tournament()
    began = time.monotonic()
    with pytest.raises(OperationalError):
        # Long enough for one second to be over before it, on a machine with other work too.
        wait_for_the_lock(tournament, held_seconds=20)

    assert time.monotonic() - began > 0.9


def test_a_command_waits_for_it() -> None:
    assert wait_for_the_lock(make_tournament(), held_seconds=2) > 1.5


@pytest.mark.postgres
def test_a_connection_that_serves_people_has_its_limits_from_the_start(serving: None) -> None:
    with connection.cursor() as cursor:
        found = {}
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SHOW {name}")
            found[name] = cursor.fetchone()[0]

    assert found == {
        "lock_timeout": "1s",
        "statement_timeout": "15s",
        "idle_in_transaction_session_timeout": "30s",
    }


@pytest.mark.postgres
def test_what_the_operator_says_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    database = settings.DATABASES["default"]
    monkeypatch.setitem(database, "OPTIONS", {**database["OPTIONS"], "options": "-c statement_timeout=3min"})
    patience.serve_people()
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        found = cursor.fetchone()
    connection.close()

    assert found == ("3min",)
