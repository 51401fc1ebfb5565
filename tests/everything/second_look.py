"""A second look at the few tests that failed in a suite: once more, alone, when all suites have ended.

One test of many thousands that a busy machine upset would otherwise refuse a whole run. It does not hide: the summary
names it, and what it said when it failed stands above. Whatever fails again was no accident, nor are many at once.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace

from tests.everything.outcome import Outcome, announce
from tests.everything.suites import Suite, run_pytest

# More than that is not the machine.
AT_MOST = 3


def looks_again(outcome: Outcome) -> bool:
    """Say whether a second look could still change how a suite went."""
    return 1 <= len(outcome.failed) <= AT_MOST and all(is_test(failed) for failed in outcome.failed)


def is_test(failed: str) -> bool:
    """Say whether that which failed is a test, and not a whole file that could not be read."""
    return "::" in failed


def look_again(suite: Suite, outcome: Outcome, *, long: bool) -> Outcome:
    """Return the outcome of a suite after a second look, where it gets one: passed if now all of them passed."""
    if not looks_again(outcome):
        return outcome
    ran = run_pytest(suite, command_alone(outcome.failed), long=long)
    passed = ran.counts.get("passed", 0)
    # A test that was skipped now has not passed.
    all_passed = ran.status == 0 and passed == len(outcome.failed)
    announce(
        Outcome(
            name=f"{suite.name}: what failed, once more and alone",
            passed=all_passed,
            seconds=ran.seconds,
            detail=f"{passed} of {len(outcome.failed)} passed",
            said=ran.said,
        )
    )
    return replace(outcome, passed=all_passed, unsteady=outcome.failed if all_passed else ())


def command_alone(tests: Sequence[str]) -> list[str]:
    """Return the command that runs these tests in one process, one after the other."""
    return [sys.executable, "-m", "pytest", "-q", *tests]
