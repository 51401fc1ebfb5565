"""How often one address may try a wrong code. Counted in this process: a hint to slow down, not a lock.

A pairing code has 34 bits and lives ten minutes; even with several web processes, each with a
count of its own, guessing one at this pace takes centuries.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.core.cache import cache
from django.http import HttpRequest

TRIES = 5
WINDOW = timedelta(minutes=1)


def seconds_to_wait(request: HttpRequest, *, name: str, now: datetime) -> int:
    """0 while this address may try, else the seconds until it may again."""
    failures = _recent(request, name, now)
    if len(failures) < TRIES:
        return 0
    return max(1, math.ceil(failures[0] + WINDOW.total_seconds() - now.timestamp()))


def count_failure(request: HttpRequest, *, name: str, now: datetime) -> None:
    """Remember a try that failed. A good one costs nothing: a room's tablets share one address."""
    failures = [*_recent(request, name, now), now.timestamp()]
    cache.set(_key(request, name), failures, timeout=WINDOW.total_seconds())


def _recent(request: HttpRequest, name: str, now: datetime) -> list[float]:
    since = now.timestamp() - WINDOW.total_seconds()
    return [at for at in cache.get(_key(request, name), []) if at > since]


def _key(request: HttpRequest, name: str) -> str:
    return f"tries:{name}:{request.META.get('REMOTE_ADDR', '')}"
