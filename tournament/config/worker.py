"""The worker gives signs of life: with its loop, and while it waits for Valkey to come back.

Its threads, which may wait for a database, give none.
"""

from __future__ import annotations

from typing import Any, Final

import structlog
from celery import bootsteps
from celery.worker.consumer import Consumer
from celery.worker.state import maybe_shutdown

from tournament.config.heart import Heart
from tournament.signs import EVERY_SECONDS

logger = structlog.get_logger(__name__)

# Celery would let pauses grow to half a minute, for which nobody would do anything once Valkey is there again.
AGAIN: Final[dict[str, Any]] = {"interval_start": 1, "interval_step": 1, "interval_max": 3}

_worker, _sender = Heart("worker"), Heart("hooks")


def _heart_of(hostname: str) -> Heart:
    """The worker of web hooks, `hooks@…`, is not the one that looks at the clocks."""
    return _sender if hostname.startswith("hooks@") else _worker


class SignsOfLife(bootsteps.StartStopStep):
    """Signs from the worker's loop."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        """Begin with the loop, before it takes a task: who has given no sign yet is not judged."""
        sign = _heart_of(parent.hostname).sign
        parent.timer.call_after(0, sign)
        parent.timer.call_repeatedly(EVERY_SECONDS, sign)


class LivingConsumer(Consumer):
    """A worker that waits for Valkey is alive, and what its threads are at must not be killed for it."""

    def ensure_connected(self, conn: Any) -> Any:
        """Wait until Valkey is there."""

        def wait() -> None:
            _heart_of(self.hostname).sign()
            maybe_shutdown()

        conn.ensure_connection(self._say_away, callback=wait, **AGAIN)
        self.first_connection_attempt = False
        self.broker_connection_retry_attempt = 0
        return conn

    def _say_away(self, error: Exception, _pause: float) -> None:
        """Once for each time that it is away."""
        self.broker_connection_retry_attempt += 1
        if self.broker_connection_retry_attempt == 1:
            logger.warning("valkey_away", error=type(error).__name__)
