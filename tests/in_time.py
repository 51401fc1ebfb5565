"""The long part in the time that there is: what one run does not come to, another does.

`python -m tests.everything --long --minutes=20` begins no test that would end after twenty minutes. What only watches
what it has started, such as the soak, begins at once and is always there; of the other files a draw by the commit says
which come first, so each run reaches others, and in a few all are reached, however slow the machine.
"""

import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Self

import pytest

from tests.machine import NOT_TRIED
from tests.selection import minutes_of

UNTIL, DRAWN_BY = "FLOORMAN_TESTS_UNTIL", "FLOORMAN_TESTS_DRAWN_BY"
NO_TIME = f"{NOT_TRIED}tests that had no time left: the next commit draws others"
# Of a test that is not marked as slow.
USUAL_MINUTES = 0.2


def set_minutes(minutes: float) -> None:
    """Give the processes of this run so many minutes from now on."""
    os.environ[UNTIL] = str(time.time() + minutes * 60)
    os.environ[DRAWN_BY] = _commit() or datetime.now(UTC).date().isoformat()


def end_minutes() -> None:
    """What is run from here on, such as a second look, takes the time that it needs."""
    os.environ.pop(UNTIL, None)


def _commit() -> str:
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except FileNotFoundError:
        return ""
    return asked.stdout.decode().strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class InTime:
    """The plugin: the order by the draw, and no test that would end after `until`, in seconds since 1970."""

    until: float
    drawn_by: str
    clock: Callable[[], float] = time.time

    @classmethod
    def of_environment(cls) -> Self | None:
        """Return the plugin where this run has a time to end at. What a test starts has none of its own."""
        until = os.environ.pop(UNTIL, None)
        return cls(until=float(until), drawn_by=os.environ.get(DRAWN_BY, "")) if until else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Files in the order of the draw; within a file, whose tests share what they begin with, as they stand."""
        items.sort(key=self._place)

    def _place(self, item: pytest.Item) -> tuple[bool, bytes]:
        file = item.nodeid.partition("::")[0]
        return not _only_watches(item), sha256(f"{self.drawn_by} {file}".encode()).digest()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip what would not end in time, before its fixtures are made."""
        ends = self.clock() + (minutes_of(item) or USUAL_MINUTES) * 60
        if ends > self.until and not _only_watches(item):
            pytest.skip(NO_TIME)


def _only_watches(item: pytest.Item) -> bool:
    return item.get_closest_marker("waits") is not None
