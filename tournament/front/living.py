"""Whose badges are good: a badge ends with its account or tablet, and the front asks no database while anybody waits.

The answer is a few seconds old at most, as the rest of the front is a hint. A badge that was signed since is good: its
account or tablet was there when it was given.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Final

# Everybody whose badge is good at this moment; None where the database does not say.
Ask = Callable[[], frozenset[str] | None]

EVERY_SECONDS: Final = 5.0
# Between the signing of a badge and the commit of what it is for; clocks of several hosts differ too.
GRACE_SECONDS: Final = 10.0


class Living:
    """What was answered last, asked for again in a thread of its own when somebody wants to know."""

    def __init__(self) -> None:
        self._ask: Ask | None = None
        self._those: frozenset[str] | None = None
        self._asked_at = 0.0
        self._due_at = 0.0
        self._is_asking = Lock()

    def ask(self, whom: Ask | None) -> None:
        """Ask so from now on; with None, and before the first answer, every badge is good."""
        self._ask, self._those, self._due_at = whom, None, 0.0

    def has(self, subject: str, *, since: float) -> bool:
        """Whether this account or tablet is still there; `since` is when its badge was signed."""
        if self._ask is None:
            return True
        if time.monotonic() >= self._due_at and self._is_asking.acquire(blocking=False):
            self._due_at = time.monotonic() + EVERY_SECONDS
            Thread(target=self._look, args=[self._ask], name="living", daemon=True).start()
        those = self._those
        return those is None or subject in those or since >= self._asked_at - GRACE_SECONDS

    def _look(self, ask: Ask) -> None:
        asked_at = time.time()
        try:
            those = ask()
            if those is not None:
                self._those, self._asked_at = those, asked_at
        finally:
            self._is_asking.release()


LIVING: Final = Living()
