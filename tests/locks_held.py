"""Every service that seals a row holds its tournament's lock, seen wherever a test has one written.

A link of the chain gets the number after the newest one, which is its own only while nobody else can ask for it. And
who takes that lock late, after a table's, may wait for somebody who waits for the table. So a service without it fails
in the first test that uses it, and not in a full room.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final
from unittest.mock import patch

from django.db import models
from django.db.transaction import Atomic

from tournament.models import LogEntry, chain
from tournament.models.built_query import BuiltQuery
from tournament.services import locks

# Whoever writes these has the row of the tournament without asking for it: it is new, or was claimed by an update.
HAVE_THE_ROW: Final = {
    "tournament_created",
    "tournament_cloned",
    "flight_created",
    "level_changed",
    "registration_closed",
}


class LockMissing(AssertionError):
    """A row was sealed by a transaction that had not locked its tournament."""


class _Transactions(threading.local):
    """Of each transaction that is open in this thread the tournaments it has locked; None for the test's own."""

    def __init__(self) -> None:
        self.open: list[set[int] | None] = []


_transactions = _Transactions()


def watching_locks() -> Sequence[AbstractContextManager[Any]]:
    """Raise LockMissing from now on wherever a service seals without the lock."""
    usual_enter, usual_exit = Atomic.__enter__, Atomic.__exit__
    usual_wait, usual_seal = locks._one_by_one_if_stuck, chain.seal

    def enter(self: Atomic) -> None:
        usual_enter(self)
        _transactions.open.append(None if getattr(self, "_from_testcase", False) else set())

    def leave(self: Atomic, *error: Any) -> None:
        if _transactions.open:
            held = _transactions.open.pop()
            if held and _transactions.open and _transactions.open[-1] is not None:
                _transactions.open[-1].update(held)
        usual_exit(self, *error)

    def wait(tournament_id: int) -> Any:
        if _transactions.open and _transactions.open[-1] is not None:
            _transactions.open[-1].add(tournament_id)
        return usual_wait(tournament_id)

    def seal(rows: Sequence[models.Model]) -> None:
        _check(rows)
        usual_seal(rows)

    replaced: list[tuple[Any, str, Callable[..., Any]]] = [
        (Atomic, "__enter__", enter),
        (Atomic, "__exit__", leave),
        (locks, "_one_by_one_if_stuck", wait),
        (chain, "seal", seal),
    ]
    return [patch.object(where, name, by) for where, name, by in replaced]


@contextmanager
def no_row_locked() -> Iterator[None]:
    """For a control: who asks for locked rows gets them unlocked, and no query is asked as it was built before."""

    def unlocked(rows: models.QuerySet[Any], **_how: object) -> models.QuerySet[Any]:
        return rows

    def built_anew(query: BuiltQuery[Any], *keys: Any) -> list[Any]:
        return list(query._build(*keys))

    with (
        patch.object(models.QuerySet, "select_for_update", unlocked),
        patch.object(BuiltQuery, "all", built_anew),
    ):
        yield


def _check(rows: Sequence[models.Model]) -> None:
    services = [held for held in _transactions.open if held is not None]
    # The innermost is that of the rows themselves: a test that writes one alone is no service.
    if len(services) < 2:
        return
    for row in rows:
        if isinstance(row, LogEntry) and row.verb in HAVE_THE_ROW:
            continue
        tournament_id: int = row.tournament_id  # type: ignore[attr-defined]  # each that is sealed has one
        if not any(tournament_id in held for held in services):
            raise LockMissing(f"{row!r} is sealed without the lock of its tournament")
