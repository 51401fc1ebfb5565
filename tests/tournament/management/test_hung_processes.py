"""A house opens, its processes hang and it closes: each is killed and replaced, and the terminal says so.

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
from tests.running_house import LOOK_EVERY, NAMES, PROGRAMS, ForkedFloorman, once_open
from tests.tournament.management.test_run import closes_without_leaving_a_process, says_where_it_is
from tournament.backups.making import sqlite_file
from tournament.backups.sqlite import copy_database
from tournament.management.processes import HUNG_AFTER_SECONDS
from tournament.queries.alarms.restarts import restarts_in

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED: looks for processes in /proc")


def is_healthy(port: int) -> bool:
    return bool(BROWSER.get(f"http://127.0.0.1:{port}/health").json()["status"] == "ok")


@pytest.fixture
def directory(tmp_path: Path, django_db_setup: None) -> Path:
    """Of a house whose database has its tables and no rows: to make them takes ten seconds of processor."""
    directory = tmp_path / "data"
    directory.mkdir(mode=0o700)
    copy_database(sqlite_file(), directory / "floorman.sqlite3")
    return directory


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.long(
    reason="test_processes.py has one that gives no more signs killed and replaced; here all of a house"
)
def test_whatever_hangs_is_replaced_and_the_terminal_says_so(directory: Path) -> None:
    """All of them at once, stopped in their tracks: sockets stay open, nobody answers."""
    with once_open(ForkedFloorman(directory)) as house:
        says_where_it_is(house)
        assert house.answers()
        assert sorted(house.processes()) == sorted(PROGRAMS)
        # Nobody is judged before the first sign: of the two workers, of beat and of Valkey health knows.
        wait_until(
            lambda: house.is_complete() and house.has_stand_by() and is_healthy(house.port),
            "a complete house",
            every=LOOK_EVERY,
        )

        stopped = house.children()
        assert len(stopped) == len(NAMES)
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            wait_until(
                lambda: all(f"{name} runs again." in house.says() for name in NAMES),
                "new processes in the place of all",
                8 * HUNG_AFTER_SECONDS,
                every=LOOK_EVERY,
            )
        except AssertionError as error:
            error.add_note(house.says())
            raise
        wait_until(
            lambda: house.is_complete() and is_healthy(house.port), "a healthy house again", every=LOOK_EVERY
        )

        said = house.says()
        assert not stopped & house.children()
        for name in NAMES:
            assert f"{name} has given no sign of life for " in said
            assert f"{name} ended (killed by SIGKILL); starting it again in 0.25 s." in said
        noted = restarts_in(directory, datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
        assert sorted(restart.name for restart in noted) == sorted(NAMES)
        closes_without_leaving_a_process(house)
