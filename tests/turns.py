"""Turns at the processor: one queue for all test processes of a run, however many suites they belong to.

Where `FLOORMAN_TEST_TURNS` names a directory, as many tests run at once as it has places, one more than there are
cores; the others wait. What waits for a browser or for processes of its own goes before the rest, which fills whatever
is left: so no test runs beside more others on a full machine than on one that runs a single suite. A place is a lock of
the operating system on a file: who dies gives it back.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

DIRECTORY = "FLOORMAN_TEST_TURNS"
# A look at all places takes some microseconds; a test, milliseconds.
LOOKS_AGAIN_SECONDS = 0.005
PLACES = (os.cpu_count() or 1) + 1


def make_places(directory: Path, places: int = PLACES) -> dict[str, str]:
    """Make the places in this directory; return what tells processes of them."""
    for number in range(places):
        (directory / f"place-{number}").touch()
    (directory / "goes-first").touch()
    return {DIRECTORY: str(directory)}


@contextmanager
def turn(*, goes_first: bool) -> Iterator[None]:
    """Hold a place for the length of the block, after whoever goes first; without a queue at once."""
    directory = os.environ.get(DIRECTORY)
    if not directory:
        yield
        return
    place = wait_for_place(Path(directory), goes_first=goes_first)
    try:
        yield
    finally:
        place.close()


def wait_for_place(directory: Path, *, goes_first: bool) -> IO[bytes]:
    """Wait until one of the places is free, and return it locked. To close it is to give it back."""
    with (directory / "goes-first").open("rb") as first:
        if goes_first:
            fcntl.flock(first, fcntl.LOCK_SH)
        while True:
            if goes_first or _nobody_goes_first(first):
                for path in sorted(directory.glob("place-*")):
                    place = path.open("rb")
                    if is_locked_now(place):
                        return place
                    place.close()
            time.sleep(LOOKS_AGAIN_SECONDS)


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
