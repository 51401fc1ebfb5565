"""How often one address may be wrong: a pairing code, a password. A hint to slow down, not a lock.

Counted in Valkey, so that every web process and every host counts together. While Valkey does not answer each
process counts for itself: a pairing code has 34 bits and lives ten minutes, and a password is checked twice a second
(`tournament/front/turnstile.py`); guessing either at that pace takes centuries.
"""

from __future__ import annotations

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
    """Say whether this address has been wrong too often."""
    key = _key(request, limit)
    try:
        count: int = caches["shared"].get(key, 0)
    except (redis.RedisError, OSError):
        count = cache.get(key, 0)
    return count >= limit.tries


def count_failure(request: HttpRequest, limit: Limit) -> None:
    """Remember a try that failed. A good one costs nothing: a room's tablets share one address."""
    try:
        _count(caches["shared"], _key(request, limit), limit)
    except (redis.RedisError, OSError):
        _count(cache, _key(request, limit), limit)


def _count(store: BaseCache, key: str, limit: Limit) -> None:
    if not store.add(key, 1, timeout=int(limit.window.total_seconds())):
        try:
            store.incr(key)
        except ValueError:
            # The window ended between the two.
            store.add(key, 1, timeout=int(limit.window.total_seconds()))


def _key(request: HttpRequest, limit: Limit) -> str:
    return f"tries:{limit.name}:{network_of(request.META.get('REMOTE_ADDR', ''))}"
