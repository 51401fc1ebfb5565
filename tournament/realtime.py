"""Publish on commit: tell every screen that something changed, never what it changed to.

A hint is the tournament's code and a list of topics. A receiver reads the database again, so that a hint
that is lost, late or doubled can make a screen late but never wrong. Redis carries hints; a service never
waits long for it and never fails because of it.
"""

import re
from collections.abc import Iterable
from functools import cache, partial
from threading import Event, Lock

import redis
import structlog
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = structlog.get_logger(__name__)

CHANNEL_PREFIX = "floorman:live:"
TOPIC = re.compile(r"[a-z][a-z0-9_:-]{0,39}")
# A Redis that hangs may delay a tap by this much and no more.
PATIENCE_SECONDS = 0.25

_unsent: dict[str, set[str]] = {}
_unsent_lock = Lock()
_silent = Event()


def publish(tournament_public_id: str, topics: Iterable[str]) -> None:
    """Send a hint about `topics` of one tournament when the transaction commits; nothing if it rolls back.

    A topic is a lower-case word such as `standings` or `table:7`; another spelling raises ValueError at once.
    """
    names = frozenset(topics)
    for name in names:
        check_topic(name)
    if names:
        transaction.on_commit(partial(send_hint, tournament_public_id, names), robust=True)


def check_topic(name: str) -> str:
    """Return `name` if it is spelled like a topic, else raise ValueError."""
    if not TOPIC.fullmatch(name):
        raise ValueError(f"{name!r} is no topic: lower-case letters, digits, : - and _, at most 40.")
    return name


def send_hint(tournament_public_id: str, topics: Iterable[str]) -> None:
    """Send a hint now. What cannot be sent is logged and rides along with the next hint that can."""
    with _unsent_lock:
        waiting = dict(_unsent)
        _unsent.clear()
    waiting[tournament_public_id] = waiting.get(tournament_public_id, set()) | set(topics)
    try:
        pipeline = _client().pipeline(transaction=False)
        for code, names in waiting.items():
            pipeline.publish(CHANNEL_PREFIX + code, " ".join(sorted(names)))
        pipeline.execute()
    except (redis.RedisError, OSError) as error:
        _note_health(error)
        with _unsent_lock:
            for code, names in waiting.items():
                _unsent[code] = _unsent.get(code, set()) | names
    else:
        _note_health(None)


def _note_health(error: Exception | None) -> None:
    """Log when hints stop going out and when they go again, not once for every tap in between."""
    now_silent = error is not None
    with _unsent_lock:
        changed = _silent.is_set() != now_silent
        (_silent.set if now_silent else _silent.clear)()
    if changed and now_silent:
        logger.warning("hint_not_sent", error=type(error).__name__)
    elif changed:
        logger.info("hints_sent_again")


@cache
def _client() -> redis.Redis:
    """Return this process's client; it never tries twice, because the tap that publishes is waiting."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE_SECONDS,
        socket_connect_timeout=PATIENCE_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )


def forget_client() -> None:
    """Connect again at the next hint, to whatever the settings then name."""
    _client.cache_clear()
    _silent.clear()
