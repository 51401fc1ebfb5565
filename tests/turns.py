"""Turns at the processor: one queue for all test processes of a run, however many suites they belong to.

Where `FLOORMAN_TEST_TURNS` names a directory, as many tests run at once as it has places, two more than there are
cores, because a test in a browser waits a third of its time; the others wait. What waits for a browser or for processes
of its own goes before the rest, which fills whatever is left: so no test runs beside more others on a full machine than
on one that runs a single suite. A test that for minutes only watches what it has started (`waits`) takes no place:
others would stand by while the machine does. A place is a lock of the operating system on a file: who dies gives it
back.
"""

import fcntl
import os
import time
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import IO

import pytest

DIRECTORY = "FLOORMAN_TEST_TURNS"
# A look at all places takes some microseconds.
LOOKS_AGAIN_SECONDS = 0.01
WAITING = frozenset({"live_floorman", "_application", "_valkey_server"})
PLACES = (os.cpu_count() or 1) + 2


def make_places(directory: Path, places: int = PLACES) -> None:
    """Make the places in this directory: whoever starts a process of the run names it in `DIRECTORY`."""
    for number in range(places):
        (directory / f"place-{number}").touch()
    for name in ("goes-first", "imports"):
        (directory / name).touch()


class Queue:
    """The plugin: each test, and the imports before the first, take their turn."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._importing: list[IO[bytes]] = []

    def pytest_sessionstart(self) -> None:
        """Import the tests alone: whoever comes next finds compiled what this process compiles."""
        alone = (self.directory / "imports").open("rb")
        fcntl.flock(alone, fcntl.LOCK_EX)
        self._importing = [wait_for_place(self.directory, goes_first=True), alone]

    def pytest_collection_finish(self) -> None:
        self.pytest_sessionfinish()

    def pytest_sessionfinish(self) -> None:
        """Also where collecting came to no end."""
        while self._importing:
            give_back(self._importing.pop(0))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if item.get_closest_marker("waits"):
            return (yield)
        with turn(self.directory, goes_first=waits_for_others(item)):
            return (yield)


def waits_for_others(item: pytest.Item) -> bool:
    """Say whether a test has a browser or processes at work, and waits for them."""
    return (
        not WAITING.isdisjoint(getattr(item, "fixturenames", ()))
        or item.get_closest_marker("slow") is not None
    )


def queue_of_environment() -> Queue | None:
    """Return the plugin where there is a queue. What a test starts has no part in it: it would wait for the test."""
    directory = os.environ.pop(DIRECTORY, None)
    return Queue(Path(directory)) if directory else None


def turn_of_run() -> AbstractContextManager[None]:
    """Take the turn of something else than a test, such as a check that reads the code; without a queue at once."""
    directory = os.environ.get(DIRECTORY)
    return turn(Path(directory), goes_first=False) if directory else nullcontext()


@contextmanager
def turn(directory: Path, *, goes_first: bool) -> Iterator[None]:
    """Hold a place for the length of the block, after whoever goes first."""
    place = wait_for_place(directory, goes_first=goes_first)
    try:
        yield
    finally:
        give_back(place)


def give_back(place: IO[bytes]) -> None:
    """Unlock and close a place. A process that a test has forked has the open file too, and may outlive the test."""
    fcntl.flock(place, fcntl.LOCK_UN)
    place.close()


def wait_for_place(directory: Path, *, goes_first: bool) -> IO[bytes]:
    """Wait until one of the places is free, and return it locked."""
    with ExitStack() as closing:
        first = closing.enter_context((directory / "goes-first").open("rb"))
        places = [closing.enter_context(path.open("rb")) for path in directory.glob("place-*")]
        if goes_first:
            fcntl.flock(first, fcntl.LOCK_SH)
        while True:
            if goes_first or _nobody_goes_first(first):
                for place in places:
                    if is_locked_now(place):
                        return _kept_open(place, closing)
            time.sleep(LOOKS_AGAIN_SECONDS)


def _kept_open(place: IO[bytes], closing: ExitStack) -> IO[bytes]:
    """Close the other files of a wait that is over."""
    kept = os.fdopen(os.dup(place.fileno()), "rb")
    closing.close()
    return kept


def _nobody_goes_first(first: IO[bytes]) -> bool:
    """Say whether none of those who go first waits at this moment."""
    if not is_locked_now(first):
        return False
    fcntl.flock(first, fcntl.LOCK_UN)
    return True


def is_locked_now(file: IO[bytes]) -> bool:
    """Try to lock the file for this process alone, and say whether it could be done."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
