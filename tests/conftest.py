"""What every test can ask for: databases, Valkey, the running application, browsers.

Fixtures live in the modules named below, one subject each. A part of the machine that is missing is skipped
with a loud reason, and is a failure where `CI` or `REQUIRE_ALL` is set.
"""

import gc
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import translation
from hypothesis.internal.conjecture import providers

from tables.queries.desk import play_figures
from tables.queries.table import hand
from tests.breadth import sample
from tests.browsers import (  # noqa: F401  # fixtures
    _devices,
    another_device,
    browser_type_launch_args,
    context,
    delete_output_dir,
    devices,
    live_page,
    watch,
)
from tests.commands import manage  # noqa: F401  # a fixture
from tests.databases import django_db_setup  # noqa: F401  # a fixture
from tests.everything.report import pytest_terminal_summary  # noqa: F401  # a hook
from tests.house_clock import computer  # noqa: F401  # a fixture
from tests.in_time import InTime
from tests.locks_held import watching_locks
from tests.logging_in import log_in
from tests.processes import _application, _valkey_server, live_floorman, valkey  # noqa: F401  # fixtures
from tests.selection import Run, divide, put_in_order
from tests.times.recording import recording_of_environment
from tests.turns import queue_of_environment
from tournament.depth import call_deeply
from tournament.front import tries
from tournament.management.translations import compile_ours
from tournament.models import chain, states
from tournament.queries.alarms import every
from tournament.queries.alarms.alarm import Alarm
from tournament.services import locks
from tournament.views.house import context as of_pages


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations: tests read what people read. Examples may take their time on a busy machine.

    The garbage collector rests until everything is collected: whatever is imported stays.

    At a desk they are others each time, so that something new is found; in CI the same, so that a red run says what a
    commit has broken.
    """
    compile_ours(base=Path(settings.BASE_DIR), data=Path(settings.DATA_DIR))
    hypothesis.settings.register_profile(
        "house",
        deadline=None,
        derandomize=bool(os.environ.get("CI")),
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
        max_examples=sample("examples of a property"),
    )
    hypothesis.settings.load_profile("house")
    # It would read the numbers and texts of all modules that happen to be there, 1,400 of them in each process, and try
    # them: a run would not find the same as another in CI.
    providers._get_local_constants = lambda: providers._local_constants
    if not shares_out(config):
        gc.disable()
        for plugin in (queue_of_environment(), recording_of_environment(), InTime.of_environment()):
            if plugin is not None:
                config.pluginmanager.register(plugin)


def shares_out(config: pytest.Config) -> bool:
    """Say whether this process only gives tests to workers, which take their own turns."""
    return bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out files that have nothing for this run; None asks others."""
    return None if Run.of_environment().may_take_from(collection_path) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what this run is for; what takes long begins first."""
    put_in_order(items)
    items[:], dropped = divide(items, Run.of_environment())
    if dropped:
        config.hook.pytest_deselected(items=dropped)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the garbage collector need not look through it a thousand times."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)
    gc.enable()


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test as pytest does, with room for its calls as the processes of the house have it."""
    runner: Any = item.config.pluginmanager.get_plugin("runner")
    call_deeply(runner.pytest_runtest_protocol, item, nextitem)
    return True


@pytest.fixture(autouse=True)
def _nobody_has_tried() -> None:
    """What a process has counted, such as wrong passwords of one address, is the last test's and not the next one's:
    nor is the lock of a tournament that was waited for in vain, or a hand, which in another database has the same
    number.
    """
    cache.clear()
    hand._seen.clear()
    play_figures._kept.clear()
    tries.WRONG.forget()
    locks._stuck.clear()


@pytest.fixture(scope="session", autouse=True)
def _services_hold_the_lock() -> Iterator[None]:
    """What a service writes in any test is sealed under the lock of its tournament."""
    with ExitStack() as stack:
        for replaced in watching_locks():
            stack.enter_context(replaced)
        yield


@pytest.fixture(scope="session", autouse=True)
def _who_is_logged_in_has_a_session() -> Iterator[None]:
    """`client.force_login` is asked thousands of times."""
    with patch.object(Client, "force_login", log_in):
        yield


@pytest.fixture
def without_seals() -> Iterator[None]:
    """For a control that leaves a lock out: the number of the next seal, which two may not have, would keep the fault
    away, and the watch over the locks would end it.
    """
    with patch.object(chain, "seal", lambda _rows: None), patch.object(states, "locked_tournaments", set):
        yield


@pytest.fixture(scope="session", autouse=True)
def _pages_ask_for_themselves_alone() -> Iterator[None]:
    """What a page asks the database is counted without the alarms of the house, which stand on every staff page: their
    own tests ask for them, or put others in their place.
    """
    usual = every.SOURCES

    def alarms(*, now: datetime) -> list[Alarm]:
        return [] if every.SOURCES is usual else every.alarms(now=now)

    with patch.object(of_pages, "alarms", alarms):
        yield


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A page read in Italian leaves its language behind in the thread; the next test starts in English."""
    yield
    translation.deactivate()


def pytest_unconfigure() -> None:
    """Remove the run's data directory, in the process that made it and not in its workers."""
    if os.environ.get("FLOORMAN_TEST_OWNER") == str(os.getpid()):
        connection.close()
        shutil.rmtree(os.environ["FLOORMAN_TEST_DIR"], ignore_errors=True)
