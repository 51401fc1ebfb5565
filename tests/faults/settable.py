"""The real application on a computer whose clock a test sets while it runs.

Python loads `sitecustomize` before anything else: each process of the application moves its own clock by the seconds
that stand in a file, within a tenth of a second or so after they are written. The clock that a machine runs by is
left alone, as it is when somebody sets the time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.nursery import nursery_if_any
from tests.processes import LiveFloorman, free_port

SITE = """
import os, threading, time
from datetime import datetime, timezone
import time_machine

def follow(path):
    traveller, moved = time_machine.travel(datetime.now(timezone.utc), tick=True).start(), 0.0
    while True:
        time.sleep(0.1)
        with open(path) as file:
            said = file.read().strip()
        if said and float(said) != moved:
            traveller.shift(float(said) - moved)
            moved = float(said)

def start():
    threading.Thread(target=follow, args=(os.environ["TEST_CLOCK_IS_OFF_BY"],), daemon=True).start()

start()
os.register_at_fork(after_in_child=start)
"""


@dataclass(slots=True)
class SettableFloorman:
    """The application, and how far its computer's clock is off."""

    live: LiveFloorman
    file: Path

    def set_clock(self, *, off_by_minutes: float) -> None:
        fresh = self.file.with_suffix(".new")
        fresh.write_text(str(off_by_minutes * 60), encoding="ascii")
        fresh.replace(self.file)


@contextmanager
def settable(like: LiveFloorman, directory: Path) -> Iterator[SettableFloorman]:
    """A second application with everything that belongs to it, on the database and the Valkey of `like`."""
    site, data, file = directory / "site", directory / "data", directory / "off"
    site.mkdir()
    data.mkdir()
    (site / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    file.write_text("0", encoding="ascii")
    environment = {
        **like.environment,
        "FLOORMAN_DATA_DIR": str(data),
        "PYTHONPATH": os.pathsep.join((str(site), like.environment["PYTHONPATH"])),
        "TEST_CLOCK_IS_OFF_BY": str(file),
    }
    with nursery_if_any(environment) as nursery:
        live = LiveFloorman(port=free_port(), environment=environment, valkey=like.valkey, nursery=nursery)
        try:
            live.start()
            live.start_celery()
            yield SettableFloorman(live=live, file=file)
        finally:
            live.stop(*list(live.children))
