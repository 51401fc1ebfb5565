"""Whether Valkey takes what is written to it: one that is full, or follows another, answers but takes nothing."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import Final

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

# Many screens ask; Valkey is asked this often by each process.
REMEMBERED: Final = timedelta(seconds=2)
PATIENCE_SECONDS: Final = 0.5
KEY: Final = "floorman:health"

_seen: dict[str, tuple[datetime, bool]] = {}
_asking = threading.Lock()


def is_valkey_writable(*, now: datetime) -> bool:
    """Say whether Valkey has just taken a word. One that hangs holds up one request, not all: others get what the
    last one was told.
    """
    url = settings.REDIS_URL
    seen = _seen.get(url)
    if seen is not None and timedelta(0) <= now - seen[0] < REMEMBERED:
        return seen[1]
    if not _asking.acquire(blocking=seen is None):
        return seen is not None and seen[1]
    try:
        answer = _write(url)
        _seen[url] = (now, answer)
        return answer
    finally:
        _asking.release()


def _write(url: str) -> bool:
    client = redis.Redis.from_url(
        url,
        socket_timeout=PATIENCE_SECONDS,
        socket_connect_timeout=PATIENCE_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        return bool(client.set(KEY, "1", ex=60))
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
