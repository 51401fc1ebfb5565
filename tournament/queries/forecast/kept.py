"""Values that were worked out, for all processes to read: in Valkey, and while that is away in this process."""

from __future__ import annotations

import logging
from typing import TypeVar

import redis
from django.conf import settings
from django.core.cache import cache, caches

T = TypeVar("T")

logger = logging.getLogger(__name__)


def kept(key: str, kind: type[T]) -> T | None:
    """None where nothing is kept, or nothing that can be read."""
    try:
        value = _read(_named(key))
    except Exception:
        # Of a class that has changed since: unpickling it may fail in any way.
        logger.exception("What was kept as %s cannot be read.", key)
        return None
    return value if isinstance(value, kind) else None


def _read(name: str) -> object:
    try:
        return caches["shared"].get(name)
    except (redis.RedisError, OSError):
        return cache.get(name)


def keep(key: str, value: object, *, seconds: int) -> None:
    try:
        caches["shared"].set(_named(key), value, timeout=seconds)
    except (redis.RedisError, OSError):
        cache.set(_named(key), value, timeout=seconds)


def _named(key: str) -> str:
    """What another release has kept may have other fields: it is not read."""
    return f"forecast-{settings.VERSION}:{key}"
