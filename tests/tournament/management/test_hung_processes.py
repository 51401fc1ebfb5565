"""Processes of the real house that hang: each is killed and replaced, and the terminal says so.

The console says it from the note that each leaves (tests/tournament/queries/alarms/test_processes.py).
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.processes import BROWSER, wait_until
from tests.tournament.management.test_run import ENDED_SECONDS, PROGRAMS, opened
from tournament.management.processes import HUNG_AFTER_SECONDS
from tournament.queries.alarms.restarts import restarts_in

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED: looks for processes in /proc")

NAMES = ("Valkey", "web", "pages", "streams", "worker", "beat")


def is_healthy(port: int) -> bool:
    return bool(BROWSER.get(f"http://127.0.0.1:{port}/health").json()["status"] == "ok")


@pytest.mark.slow
def test_whatever_hangs_is_replaced_and_the_terminal_says_so(tmp_path: Path) -> None:
    """All of them at once, stopped in their tracks: sockets stay open, nobody answers."""
    with opened(tmp_path / "data") as house:
        # Nobody is judged before the first sign; once beat has sent a sweep and the worker has made it, all have.
        wait_until(
            lambda: house.answers() and house.worker_waits() and is_healthy(house.port), "a complete house"
        )
        before = house.processes()
        for name in PROGRAMS[:-1]:
            os.kill(before[name], signal.SIGSTOP)

        wait_until(
            lambda: all(house.processes().get(name, before[name]) != before[name] for name in PROGRAMS[:-1]),
            "new processes in the place of six",
            8 * HUNG_AFTER_SECONDS,
        )
        wait_until(lambda: house.answers() and house.worker_waits(), "a complete house again")

        said = house.says()
        for name in NAMES:
            assert f"{name} has given no sign of life for " in said
            assert f"{name} ended (killed by SIGKILL); starting it again" in said
        noted = restarts_in(
            tmp_path / "data", datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
        )
        assert sorted(restart.name for restart in noted) == sorted(NAMES)
        wait_until(lambda: is_healthy(house.port), "a healthy house")
        house.process.send_signal(signal.SIGINT)
        assert house.process.wait(ENDED_SECONDS) == 0
        assert house.processes() == {}
