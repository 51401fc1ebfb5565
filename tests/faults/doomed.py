"""A process of the house that kills itself, as by kill -9, at the moment it was told.

python -m tests.faults.doomed MOMENT web --port 8000    in the first tap that writes
python -m tests.faults.doomed MOMENT worker             in its first sweep, which it asks for itself
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final, NoReturn
from unittest.mock import patch

import django

# Before the first statement that writes; after the last one, before the commit; after the commit.
FIRST_WRITE: Final = "first-write"
COMMIT: Final = "commit"
DONE: Final = "done"


def die(*_args: Any, **_kwargs: Any) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise SystemExit


@contextmanager
def dying_at_commit() -> Iterator[None]:
    from django.db import DEFAULT_DB_ALIAS, connections

    with patch.object(connections[DEFAULT_DB_ALIAS], "commit", die):
        yield


def doomed(work: Callable[..., Any], moment: str) -> Callable[..., Any]:
    """The same work, which this process does not survive; one that changes nothing (0) it does."""
    from django.db import connection

    def work_and_die(*args: Any, **kwargs: Any) -> Any:
        dying = {
            FIRST_WRITE: lambda: connection.execute_wrapper(die),
            COMMIT: dying_at_commit,
            DONE: nullcontext,
        }[moment]
        with dying():
            done = work(*args, **kwargs)
        return die() if done else done

    return work_and_die


def serve(moment: str, arguments: list[str]) -> None:
    from django.core.management import execute_from_command_line

    from tables.services.table.lease import answer_change
    from tables.views.tablet import table

    patch.object(table, "answer_change", doomed(answer_change, moment)).start()
    execute_from_command_line(["manage.py", *arguments])


def sweep(moment: str) -> None:
    from celery.signals import worker_ready

    from tournament import tasks
    from tournament.config.celery import app
    from tournament.services.clock import sweep_clock

    patch.object(tasks, "sweep_clock", doomed(sweep_clock, moment)).start()
    worker_ready.connect(lambda **_: tasks.sweep_clocks.delay(), weak=False)
    pool = ["--pool", "threads", "--concurrency", "1", "--without-mingle", "--without-gossip"]
    app.worker_main(["--quiet", "worker", *pool, "--loglevel", "ERROR"])


def main() -> None:
    django.setup()
    if sys.argv[2] == "web":
        serve(sys.argv[1], sys.argv[2:])
    else:
        sweep(sys.argv[1])


if __name__ == "__main__":
    main()
