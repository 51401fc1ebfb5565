"""A real Valkey that is there and of no use: full, or read-only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import redis

from tests.processes import RunningValkey

Fault = Callable[[RunningValkey], AbstractContextManager[None]]


@contextmanager
def full(valkey: RunningValkey) -> Iterator[None]:
    """It has no memory left, and refuses what is written to it. What is asked of it it answers."""
    with redis.Redis.from_url(valkey.url) as server:
        before = server.config_get("maxmemory", "maxmemory-policy")
        assert before["maxmemory-policy"] == "noeviction"
        server.config_set("maxmemory", 1)
        try:
            yield
        finally:
            server.config_set("maxmemory", before["maxmemory"])


@contextmanager
def read_only(valkey: RunningValkey) -> Iterator[None]:
    """It follows another server, as after a failover: it answers what is asked and refuses what is written."""
    with redis.Redis.from_url(valkey.url) as server:
        # Nobody listens there; it goes on answering with what it has.
        server.replicaof("127.0.0.1", 9)
        try:
            yield
        finally:
            server.replicaof("NO", "ONE")
