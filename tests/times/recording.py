"""What each test, fixture and builder costs, written down by the process that runs it.

Where `FLOORMAN_TEST_TIMES` names a directory, each process of pytest leaves a file of JSON there: seconds on the wall
and of the processor for set-up, call and tear-down of each test, for each fixture, and for each builder of
tests/factories; how long was slept; what importing and collecting cost. Children that have ended are counted too, and
for a test with servers or a browser those that still run. What serves every test of a process, such as its database
and its house, is its fixtures' cost and of no test: chance says which test asks first.
"""

import asyncio
import functools
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any, SupportsIndex

import pytest

from tests.selection import asks_of_postgresql_itself
from tests.times.descendants import processor_of_descendants
from tests.times.statements import Statements, listening
from tests.times.yardstick import hands_a_second

DIRECTORY = "FLOORMAN_TEST_TIMES"
PHASES = ("setup", "call", "teardown")
RATED_EVERY_SECONDS = 60
# With one of these a test has work done by processes that outlive it.
SERVED = frozenset({"_application", "_valkey_server", "browser"})
# Where fixtures stand that every test may ask for: pytest's plugins, and tests/conftest.py.
FOR_ALL = frozenset({"", "tests"})


def processor() -> float:
    """Return the seconds of processor that this process and its ended children have used."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


@dataclass(slots=True)
class Spent:
    """Seconds on the wall, seconds of processor, and how often; `dearest` is the most that one time took of these."""

    wall: float = 0.0
    processor: float = 0.0
    times: int = 0
    dearest: float = 0.0

    def add(self, wall: float, seconds: float) -> None:
        self.wall += wall
        self.processor += seconds
        self.times += 1
        self.dearest = max(self.dearest, seconds)


@dataclass(slots=True)
class TestTimes:
    """One test: its phases by name, how long it slept, and where the product asked the database (statements.py)."""

    __test__ = False

    phases: dict[str, Spent] = field(default_factory=dict)
    slept: float = 0.0
    asked: list[str] = field(default_factory=list)
    is_always_there: bool = False


class Recording:
    """The plugin: one of each process, which writes at its end."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.tests: dict[str, TestTimes] = {}
        self.fixtures: dict[str, Spent] = {}
        self.builders: dict[str, Spent] = {}
        self.collecting = Spent()
        self.rates: list[float] = []
        self._rated_at = 0.0
        self._statements = Statements()
        self._current: TestTimes | None = None
        self._is_served = False
        # What fixtures of the whole process have cost in this phase, each with those that it asked for.
        self._of_process = Spent()
        self._is_in_one_of_process = False
        self._inner: list[list[float]] = []

    # --- tests ---

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, object, object]:
        self._current = self.tests.setdefault(item.nodeid, TestTimes())
        self._current.is_always_there = asks_of_postgresql_itself(item)
        return (yield from self._phase("setup", item))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        try:
            with listening(self._statements):
                return (yield from self._phase("call", item))
        finally:
            assert self._current is not None
            self._current.asked = self._statements.take()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        # The last test ends the servers of the process: what they did for others is counted there already.
        return (yield from self._phase("teardown", item, ends_servers=nextitem is None))

    def _phase(
        self, name: str, item: pytest.Item, *, ends_servers: bool = False
    ) -> Generator[None, object, object]:
        self._is_served = ends_servers or not SERVED.isdisjoint(getattr(item, "fixturenames", ()))
        self._of_process = Spent()
        with measured(is_served=self._is_served) as spent:
            try:
                return (yield)
            finally:
                assert self._current is not None
                self._current.phases[name] = spent
                spent.wall -= self._of_process.wall
                spent.processor -= self._of_process.processor
                # Of a server that ends with the last test, what its children did may be counted by nobody any more.
                if ends_servers:
                    self._current.phases[name] = Spent()

    # --- fixtures ---

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        is_for_all = fixturedef.scope == "session" and fixturedef.baseid in FOR_ALL
        is_outermost = is_for_all and not self._is_in_one_of_process
        self._is_in_one_of_process |= is_outermost
        try:
            with measured(is_served=is_outermost and self._is_served) as spent:
                return (yield)
        finally:
            place = fixturedef.baseid or "everywhere"
            self.fixtures.setdefault(f"{place}::{fixturedef.argname}", Spent()).add(
                spent.wall, spent.processor
            )
            if is_outermost:
                self._is_in_one_of_process = False
                self._of_process.add(spent.wall, spent.processor)

    # --- builders, imports, sleep ---

    def pytest_collection_finish(self) -> None:
        self.collecting.add(time.monotonic() - began_at(), processor())
        self._watch_builders()
        self._watch_sleep()
        self._take_the_rate()

    def pytest_runtest_logfinish(self) -> None:
        """Now and then, beside the others: at the end of a run the machine is quiet, and faster than it was."""
        if time.monotonic() - self._rated_at > RATED_EVERY_SECONDS:
            self._take_the_rate()

    def _take_the_rate(self) -> None:
        self.rates.append(hands_a_second())
        self._rated_at = time.monotonic()

    def _watch_builders(self) -> None:
        """Put a watched function in the place of each builder, wherever it was imported."""
        ours = [module for name, module in list(sys.modules.items()) if name.startswith("tests.")]
        watched = {
            value: self._watched(value)
            for module in ours
            if module.__name__.startswith("tests.factories")
            for value in list(vars(module).values())
            if isinstance(value, FunctionType) and value.__module__ == module.__name__
        }
        for module in ours:
            for name, value in list(vars(module).items()):
                if isinstance(value, FunctionType) and value in watched:
                    setattr(module, name, watched[value])

    def _watched(self, builder: Callable[..., Any]) -> Callable[..., Any]:
        """Return the builder with its own cost noted: what it has other builders do is theirs."""
        total = self.builders.setdefault(f"{builder.__module__}.{builder.__qualname__}", Spent())

        @functools.wraps(builder)
        def watched(*arguments: Any, **named: Any) -> Any:
            inner = [0.0, 0.0]
            self._inner.append(inner)
            wall, seconds = time.monotonic(), processor()
            try:
                return builder(*arguments, **named)
            finally:
                wall, seconds = time.monotonic() - wall, processor() - seconds
                self._inner.pop()
                total.add(wall - inner[0], seconds - inner[1])
                if self._inner:
                    self._inner[-1][0] += wall
                    self._inner[-1][1] += seconds

        return watched

    def _watch_sleep(self) -> None:
        sleep, sleep_in_loop = time.sleep, asyncio.sleep

        def watched(seconds: float | SupportsIndex, /) -> None:
            self._sleeps(float(seconds))
            sleep(seconds)

        async def watched_in_loop(delay: float, result: Any = None) -> Any:
            self._sleeps(delay)
            return await sleep_in_loop(delay, result)

        time.sleep = watched
        asyncio.sleep = watched_in_loop

    def _sleeps(self, seconds: float) -> None:
        if self._current is not None:
            self._current.slept += seconds

    def pytest_sessionfinish(self) -> None:
        """Write the file of this process; what only shares out the work has nothing to tell."""
        if not self.tests:
            return
        self.directory.mkdir(parents=True, exist_ok=True)
        told = {
            "database": os.environ.get("TEST_DB", "sqlite"),
            "part": os.environ.get("FLOORMAN_TEST_PART", ""),
            "rates": self.rates,
            "collecting": asdict(self.collecting),
            "tests": {name: asdict(test) for name, test in self.tests.items()},
            "fixtures": {name: asdict(spent) for name, spent in self.fixtures.items()},
            "builders": {name: asdict(spent) for name, spent in self.builders.items() if spent.times},
        }
        path = self.directory / f"{told['database']}-{told['part'] or 'all'}-{os.getpid()}.json"
        path.write_text(json.dumps(told), encoding="utf-8")


@contextmanager
def measured(*, is_served: bool = False) -> Iterator[Spent]:
    """Yield what the block will have cost once it has ended."""
    spent = Spent(wall=-time.monotonic(), processor=-_all_of_it(is_served=is_served), times=1)
    try:
        yield spent
    finally:
        spent.wall += time.monotonic()
        spent.processor += _all_of_it(is_served=is_served)


def _all_of_it(*, is_served: bool) -> float:
    return processor() + (processor_of_descendants() if is_served else 0.0)


def began_at() -> float:
    """Return when this process began, on the clock of `time.monotonic`; where nobody knows, now."""
    stat = Path("/proc/self/stat")
    if not stat.exists():
        return time.monotonic()
    ticks = int(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[19])
    return ticks / os.sysconf("SC_CLK_TCK")


def recording_of_environment() -> Recording | None:
    """Return the plugin where somebody wants to know. What a test starts tells nothing of its own."""
    directory = os.environ.pop(DIRECTORY, None)
    return Recording(Path(directory)) if directory else None
