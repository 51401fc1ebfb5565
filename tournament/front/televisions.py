"""Televisions without an account: the code of one that waits to be taken in, and the sign of life of one that was.

Both are kept in Valkey for some seconds and nowhere else, so that a stranger who opens the address leaves nothing
behind. While Valkey does not answer nobody waits and nobody is there; what a screen shows does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import redis
from django.core.cache import caches

# A page that waits asks every three seconds, one that shows something gives a sign of life every fifteen.
WAITS_SECONDS: Final = 15
THERE_SECONDS: Final = 40


def wait_with(code: str, token_sha256: str) -> None:
    """This code is on a television now."""
    with suppress(redis.RedisError, OSError):
        caches["shared"].set(f"screen:waits:{code}", token_sha256, timeout=WAITS_SECONDS)


def token_waiting_with(code: str) -> str:
    """The hash of the cookie of the television that shows this code; "" where none does."""
    with suppress(redis.RedisError, OSError):
        return str(caches["shared"].get(f"screen:waits:{code}") or "")
    return ""


def note_there(screen_id: int, content: str) -> bool:
    """This screen is on, and shows this content of what it is to show; say whether it was away."""
    key = f"screen:there:{screen_id}"
    with suppress(redis.RedisError, OSError):
        was_away = caches["shared"].get(key) is None
        caches["shared"].set(key, content, timeout=THERE_SECONDS)
        return was_away
    return False


def those_there(screen_ids: Iterable[int]) -> dict[int, str]:
    """What those of these screens show that have given a sign of life."""
    keys = {f"screen:there:{screen_id}": screen_id for screen_id in screen_ids}
    with suppress(redis.RedisError, OSError):
        return {keys[key]: str(content) for key, content in caches["shared"].get_many(keys).items()}
    return {}
