"""How often one address may be wrong: a pairing code, a password. A hint to slow down, not a lock.

Counted in Valkey, so that every web process and every host counts together. While Valkey does not answer, or takes
nothing, each process counts for itself: a pairing code has 34 bits and lives ten minutes, and a password is checked
twice a second (`tournament/front/turnstile.py`); guessing either at that pace takes centuries.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from threading import Lock
from typing import Final

import redis
from django.core.cache import BaseCache, cache, caches
from django.http import HttpRequest

from tournament.front.crowd import network_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """One address may be wrong `tries` times within `window`; the count ends with the window."""

    name: str
    tries: int
    window: timedelta


PAIRING = Limit(name="pair", tries=5, window=timedelta(minutes=1))
# A hotel's router brings the whole staff from one address.
LOG_IN = Limit(name="log-in", tries=20, window=timedelta(minutes=1))


def is_used_up(request: HttpRequest, limit: Limit, *, of: str = "") -> bool:
    """Say whether this address, or the badge `of` somebody, has been wrong too often, by the larger of the two counts.

    A Valkey that is full or read-only answers that it knows of no failure, for it took none: this process did.
    """
    key = f"count:{_name(request, limit, of)}"
    count: int = cache.get(key, 0)
    with suppress(redis.RedisError, OSError):
        count = max(count, caches["shared"].get(key, 0))
    return count >= limit.tries


def count_failure(request: HttpRequest, limit: Limit, *, of: str = "") -> None:
    """Remember a try that failed. A good one costs nothing: a room's tablets share one address."""
    count_up(_name(request, limit, of), limit.window)


def _name(request: HttpRequest, limit: Limit, of: str) -> str:
    return f"tries:{limit.name}:{of or network_of(request.META.get('REMOTE_ADDR', ''))}"


def count_up(name: str, window: timedelta) -> int:
    """Count one more of what is called so, and return how many there were since the window began."""
    seconds = int(window.total_seconds())
    try:
        return _count_in(caches["shared"], f"count:{name}", seconds)
    except (redis.RedisError, OSError):
        return _count_in(cache, f"count:{name}", seconds)


def _count_in(store: BaseCache, key: str, seconds: int) -> int:
    if store.add(key, 1, timeout=seconds):
        return 1
    try:
        return int(store.incr(key))
    except ValueError:
        # The window ended between the two.
        store.add(key, 1, timeout=seconds)
        return 1


# --- What this process knows, for choosing a lane ---------------------------------------------------------------------


class WrongOfLate:
    """How often an address, or somebody's badge, has been wrong of late, as this process saw it.

    Asked on the event loop before a lane is chosen, so it waits for nothing. Somebody who guesses at several processes
    is found out by each of them.
    """

    SECONDS: Final = 15 * 60.0
    LARGEST: Final = 20_000

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._counts: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._guard = Lock()

    def note(self, who: str) -> None:
        """One more; the count ends a quarter of an hour after its first."""
        with self._guard:
            now = self._now()
            count, since = self._counts.pop(who, (0, now))
            if now - since >= self.SECONDS:
                count, since = 0, now
            self._counts[who] = (count + 1, since)
            if len(self._counts) > self.LARGEST:
                self._counts.popitem(last=False)

    def count(self, who: str) -> int:
        """How often."""
        count, since = self._counts.get(who, (0, 0.0))
        return count if self._now() - since < self.SECONDS else 0

    def forget(self) -> None:
        """Start over."""
        self._counts.clear()


WRONG: Final = WrongOfLate()


def note_wrong_password(request: HttpRequest, badge: str) -> None:
    """Remember for the choice of a lane who gave a wrong password: the address, and the badge if it came with one."""
    WRONG.note(network_of(request.META.get("REMOTE_ADDR", "")))
    if badge:
        WRONG.note(badge)
