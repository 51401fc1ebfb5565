"""Which tests see to it that whatever the product asks a database is asked of PostgreSQL too.

A place that asks is a line of the product with the kind of its statement (statements.py). Of all tests that asked on
SQLite the cheapest are chosen that together have asked from every place, beyond those that run on PostgreSQL anyway.
"""

from collections.abc import Iterable, Mapping

from tests.times.run import TestCost, TimesOfRun

# What a process has asked once it may know, and walks at random come by other places each time: so many are chance.
BY_CHANCE = 10

# Lines that are there for SQLite, or for a database that does not answer: PostgreSQL never comes by.
NOT_THERE = (
    "tables/models/writing.py",
    "tournament/backups/sqlite.py",
    "tables/queries/checks/sqlite.py",
    "tournament/management/",
    "tables/management/",
    "tournament/backups/",
)


def choose(run: TimesOfRun) -> list[str]:
    """Return the tests to run on PostgreSQL, by name, the list of tests/on_postgresql.txt."""
    tests = [test for test in run.tests if test.suite == "sqlite"]
    left = places(tests) - places(test for test in tests if test.is_always_there)
    may_be_chosen = {test.name: test for test in tests if not test.is_always_there and test.asked & left}
    chosen: list[str] = []
    while left:
        best = max(may_be_chosen.values(), key=lambda test: (_worth(test, left), test.name))
        chosen.append(best.name)
        left -= best.asked
    return sorted(chosen)


def _worth(test: TestCost, left: frozenset[str]) -> float:
    """Return how many places it adds for a second of processor; a start costs a little whatever follows."""
    return len(test.asked & left) / (test.whole.processor + 0.05)


def places(tests: Iterable[TestCost]) -> frozenset[str]:
    """Return from where these tests have asked, without what PostgreSQL never comes by."""
    asked = frozenset[str]().union(*(test.asked for test in tests))
    return frozenset(place for place in asked if not place.startswith(NOT_THERE))


def not_asked(run: TimesOfRun) -> list[str]:
    """Return the places that asked on SQLite and never on PostgreSQL."""
    by_suite: Mapping[str, frozenset[str]] = {
        suite: places(test for test in run.tests if test.suite == suite) for suite in run.suites
    }
    if not {"sqlite", "postgresql"} <= by_suite.keys():
        return []
    return sorted(by_suite["sqlite"] - by_suite["postgresql"])
