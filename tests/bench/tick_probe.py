"""Loaded by the Celery worker of a measured house: one line for each sweep, its begin and its end."""

import os
import time
from pathlib import Path
from typing import Any

from celery.signals import task_postrun, task_prerun

SWEEP = "tournament.tasks.sweep_clocks"
TICKS = "FLOORMAN_BENCH_TICKS"

_began: dict[str, float] = {}


@task_prerun.connect(weak=False)
def note_begin(task_id: str = "", **_: Any) -> None:
    _began[task_id] = time.time()


@task_postrun.connect(weak=False)
def note_end(task_id: str = "", task: Any = None, **_: Any) -> None:
    if task.name == SWEEP:
        with Path(os.environ[TICKS]).open("a") as ticks:
            ticks.write(f"{_began.pop(task_id)} {time.time()}\n")


def read_ticks(path: Path) -> list[tuple[float, float]]:
    """Begin and end of every sweep so far, in seconds since 1970, in the order of their begin."""
    if not path.exists():
        return []
    lines = [line.split() for line in path.read_text().splitlines()]
    return sorted((float(begin), float(end)) for begin, end in lines)
