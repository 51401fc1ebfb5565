"""How often one address may try a code. Counted in this process: a hint to slow down, not a lock.

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
    """Count one try of this address; give 0 when it may go on, else the seconds until it may."""
    key = f"tries:{name}:{request.META.get('REMOTE_ADDR', '')}"
    moment = now.timestamp()
    recent: list[float] = [at for at in cache.get(key, []) if at > moment - WINDOW.total_seconds()]
    if len(recent) >= TRIES:
        return max(1, math.ceil(recent[0] + WINDOW.total_seconds() - moment))
    cache.set(key, [*recent, moment], timeout=WINDOW.total_seconds())
    return 0
