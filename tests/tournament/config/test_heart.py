from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from queue import Queue

import pytest
from django.db import InterfaceError, OperationalError

from tournament.config.heart import Heart
from tournament.services import heartbeats


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Queue[str]:
    """What is asked to be stored, in its order; the first two askings fail as a database does that goes away."""
    asked: Queue[str] = Queue()
    errors: Iterator[Exception] = iter(
        [InterfaceError("connection already closed"), OperationalError("the connection is lost")]
    )

    def note_heartbeat(*, name: str, now: datetime) -> None:
        asked.put(name)
        if error := next(errors, None):
            raise error

    monkeypatch.setattr(heartbeats, "note_heartbeat", note_heartbeat)
    return asked


def test_a_heart_goes_on_after_a_database_that_went_away_in_the_middle(stored: Queue[str]) -> None:
    heart = Heart("worker", round_seconds=0.0)
    for _ in range(3):
        heart.sign()
        assert stored.get(timeout=10) == "worker"
