"""Floor managers who tap at the same moment, each at a browser of their own, and what each is told.

Nobody writes before all have looked. With the locks only one of them gets so far and waits for the others in vain,
while they stand at the lock; without them all have looked at the same room, and the fault that the locks keep away
must show. So a test and its control are the same taps in the same order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from http import HTTPStatus
from typing import Any, Final
from unittest.mock import patch
from uuid import uuid4

from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.utils.html import strip_tags

from tests.factories import give_role
from tests.locks_held import no_row_locked
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once, without_the_claim
from tournament.models import Role, Tournament, chain, states

MANAGERS: Final = 50
# Every second of them works with the same account.
NAMES: Final = ("gianni", "paola")
# What a form that was refused says first.
_SUMMARY: Final = re.compile(r'class="error-summary.*?<li>(.*?)</li>', re.DOTALL)
# The answer to a tap is kept by its key, which nobody else has.
_WRITES: Final = re.compile(r'\b(?:INSERT INTO|UPDATE|DELETE FROM) "?(?:tables_|tournament_(?!storedreply))')


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A form of the console: its address below that of the tournament, and its fields."""

    path: str
    fields: Mapping[str, object] = field(default_factory=dict)


def told_at_once(
    tournament: Tournament, *taps: Tap, managers: int = MANAGERS, has_locks: bool = True
) -> Counter[str]:
    """So many managers tap at once, each the next of `taps`: how many were told what."""
    meeting = Rendezvous(managers, patience_seconds=IN_VAIN_SECONDS if has_locks else SURELY_SECONDS)
    calls = _calls(tournament, taps, managers, meeting)
    with nullcontext() if has_locks else _without_the_locks():
        return Counter(map(_told, at_once(*calls)))


def told_in_turn(tournament: Tournament, *taps: Tap) -> Counter[str]:
    """Two managers who have both looked before either tapped: what they are told."""
    return Counter(_told(call()) for call in _calls(tournament, taps, 2, Rendezvous(1)))


def _calls(
    tournament: Tournament, taps: Sequence[Tap], managers: int, meeting: Rendezvous
) -> list[Callable[[], Any]]:
    accounts = [give_role(tournament, Role.FLOOR, name) for name in NAMES]
    calls: list[Callable[[], Any]] = []
    for number in range(managers):
        browser = Client()
        browser.force_login(accounts[number % len(accounts)])
        calls.append(partial(_send, browser, tournament, taps[number % len(taps)], meeting))
    return calls


@contextmanager
def _without_the_locks() -> Iterator[None]:
    """No row is locked, and every write goes through, whatever has become of the table since it was looked at.

    Nothing is sealed either: without the tournament's lock two would want one number, and the database would refuse
    the second for that alone.
    """

    with (
        no_row_locked(),
        patch.object(chain, "seal"),
        patch.object(states, "locked_tournaments", set),
        without_the_claim(),
    ):
        yield


class _LooksFirst:
    """Wraps the statements of one browser: before its first write it waits for the others."""

    def __init__(self, meeting: Rendezvous) -> None:
        self._meeting = meeting
        self._has_met = False

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]
    ) -> Any:
        if not self._has_met and _WRITES.search(sql):
            self._has_met = True
            self._meeting.wait()
        return execute(sql, params, many, context)


def _send(browser: Client, tournament: Tournament, tap: Tap, meeting: Rendezvous) -> Any:
    with connection.execute_wrapper(_LooksFirst(meeting)):
        return browser.post(f"/floor/{tournament.code}/{tap.path}", {"key": str(uuid4()), **tap.fields})


def _told(answer: Any) -> str:
    """The one message of an answer, or the summary of its form; what went wrong is told by its name."""
    if isinstance(answer, Exception):
        return type(answer).__name__
    if answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY:
        return unescape(strip_tags(" ".join(_SUMMARY.findall(answer.content.decode()))))
    (message,) = get_messages(answer.wsgi_request)
    return str(message)
