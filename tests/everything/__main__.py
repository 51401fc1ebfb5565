"""Run everything: see the package."""

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.everything.checks import lint
from tests.everything.outcome import Outcome, sum_up, what_is_missing
from tests.everything.second_look import look_again
from tests.everything.spent import end_times, say_where_time_went, times_of_run
from tests.everything.suites import IN_BROWSER, ON_POSTGRESQL, ON_SQLITE, Suite, run_suite
from tests.in_time import end_minutes, set_minutes
from tests.machine import everything_is_required
from tests.turns import DIRECTORY, make_places

WITHOUT = {"--no-browser": IN_BROWSER, "--no-postgresql": ON_POSTGRESQL}
FLAGS = ("--lint-only", "--long", *WITHOUT)
MINUTES = "--minutes="


def run_tests(suites: Sequence[Suite], arguments: Sequence[str], *, long: bool) -> list[Outcome]:
    """Run the suites side by side and return how they went.

    What failed is looked at again when all have ended: alone means that no other test keeps the machine busy.
    """
    with ThreadPoolExecutor(len(suites)) as lanes:
        running = [(suite, lanes.submit(run_suite, suite, arguments, long=long)) for suite in suites]
        outcomes = [(suite, lane.result()) for suite, lane in running]
    end_times()
    end_minutes()
    return [look_again(suite, outcome, long=long) for suite, outcome in outcomes]


def main(given: Sequence[str]) -> int:
    """Run everything in one queue and return the exit status."""
    with tempfile.TemporaryDirectory(prefix="floorman-turns-") as directory:
        make_places(Path(directory))
        os.environ[DIRECTORY] = directory
        # Floorman is many processes: each would compile all of it again, where a machine turns off compiled files.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        return run(given)


def run(given: Sequence[str]) -> int:
    """Run what was asked for and return the exit status."""
    began = time.monotonic()
    for argument in given:
        if argument.startswith(MINUTES):
            set_minutes(float(argument.removeprefix(MINUTES)))
    arguments = [each for each in given if each not in FLAGS and not each.startswith(MINUTES)]
    is_long, only_checks = "--long" in given, "--lint-only" in given
    suites = [suite for flag, suite in WITHOUT.items() if flag not in given] + [ON_SQLITE]
    times = None if arguments or only_checks else times_of_run(long=is_long)
    outcomes: list[Outcome] = []
    missing: list[str] = []
    with ThreadPoolExecutor(1) as lane:
        checks = None if is_long else lane.submit(lint, at_once=2 if only_checks else 1)
        if not only_checks:
            tests = run_tests(suites, arguments, long=is_long)
            outcomes += tests
            if everything_is_required():
                missing = what_is_missing(*tests)
        if checks:
            outcomes += checks.result()
    if times:
        outcomes += say_where_time_went(times, long=is_long)
    return sum_up(outcomes, missing, seconds=time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
