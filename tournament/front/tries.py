"""How often one address may be wrong: a pairing code, a password. A hint to slow down, not a lock.

Counted in Valkey, so that every web process and every host counts together. While Valkey does not answer, or takes
nothing, each process counts for itself: a pairing code has 34 bits and lives ten minutes, and a password is checked
twice a second (`tournament/front/turnstile.py`); guessing either at that pace takes centuries.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

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


def is_used_up(request: HttpRequest, limit: Limit) -> bool:
    """Say whether this address has been wrong too often, by the larger of the two counts.

    A Valkey that is full or read-only answers that it knows of no failure, for it took none: this process did.
    """
    key = f"count:{_name(request, limit)}"
    count: int = cache.get(key, 0)
    with suppress(redis.RedisError, OSError):
        count = max(count, caches["shared"].get(key, 0))
    return count >= limit.tries


def count_failure(request: HttpRequest, limit: Limit) -> None:
    """Remember a try that failed. A good one costs nothing: a room's tablets share one address."""
    count_up(_name(request, limit), limit.window)


def _name(request: HttpRequest, limit: Limit) -> str:
    return f"tries:{limit.name}:{network_of(request.META.get('REMOTE_ADDR', ''))}"


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
