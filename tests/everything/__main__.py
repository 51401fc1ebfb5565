"""Run everything: see the package."""

import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.everything.checks import lint
from tests.everything.outcome import Outcome, sum_up, what_is_missing
from tests.everything.second_look import look_again
from tests.everything.suites import IN_BROWSER, ON_POSTGRESQL, ON_SQLITE, Suite, run_suite
from tests.machine import everything_is_required

WITHOUT = {"--no-browser": IN_BROWSER, "--no-postgresql": ON_POSTGRESQL}
FLAGS = ("--lint-only", "--long", *WITHOUT)


def run_tests(arguments: Sequence[str], *, long: bool, beside: Sequence[Suite]) -> list[Outcome]:
    """Run the suites, SQLite `beside` the others, which together take as long; return how they went.

    What failed is looked at again when all have ended: alone means that no other test keeps the machine busy.
    """
    with ThreadPoolExecutor(1) as lane:
        on_sqlite = lane.submit(run_suite, ON_SQLITE, arguments, long=long)
        outcomes = {suite: run_suite(suite, arguments, long=long) for suite in beside}
        outcomes[ON_SQLITE] = on_sqlite.result()
    return [look_again(suite, outcome, long=long) for suite, outcome in outcomes.items()]


def main(given: Sequence[str]) -> int:
    """Run everything and return the exit status."""
    began = time.monotonic()
    arguments = [argument for argument in given if argument not in FLAGS]
    outcomes: list[Outcome] = []
    missing: list[str] = []
    with ThreadPoolExecutor(1) as lane:
        only_checks = "--lint-only" in given
        # Beside the tests one at a time: they need the other core.
        checks = None if "--long" in given else lane.submit(lint, at_once=2 if only_checks else 1)
        if not only_checks:
            beside = [suite for flag, suite in WITHOUT.items() if flag not in given]
            tests = run_tests(arguments, long="--long" in given, beside=beside)
            outcomes += tests
            if everything_is_required():
                missing = what_is_missing(*tests)
        if checks:
            outcomes += checks.result()
    return sum_up(outcomes, missing, seconds=time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
