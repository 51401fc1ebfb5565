"""Which tests a run takes: by its database, by its part, and whether it is the long one.

On PostgreSQL runs what a database decides, and nothing whose answer was known on SQLite already: what is marked
`postgres`, what commits (races, processes), and the tests that tests/on_postgresql.txt names, which together ask there
once whatever the product asks a database. All others that touch the database go there in `make test-long`, with all
that is marked `long` and larger samples of what is `sampled` or a property. What is marked `long_on_sqlite` runs in
`make test` on PostgreSQL, and on SQLite in the long part.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from tests.breadth import GOES_LONG

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "django_db_reset_sequences", "django_db_setup"})
# One test a line, as pytest names it.
CHOSEN = Path(__file__).parent / "on_postgresql.txt"
ROOT = Path(__file__).resolve().parents[1]
# What a file says that has a test which runs on PostgreSQL whatever the list has: it is marked, or it commits.
SAYS_SO = re.compile(r"mark\.postgres|transaction=True|transactional_db|live_floorman")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What this run is for. `part` is "browser", "rest" or, where somebody calls pytest by hand, nothing."""

    on_postgresql: bool
    goes_long: bool
    part: str

    @classmethod
    def of_environment(cls) -> "Run":
        """Read what tests/everything has set."""
        return cls(
            on_postgresql="postgresql" in settings.DATABASES["default"]["ENGINE"],
            goes_long=GOES_LONG,
            part=os.environ.get("FLOORMAN_TEST_PART", ""),
        )

    def takes(self, item: pytest.Item) -> bool:
        """Say whether the test belongs to this run."""
        return self._has_database_for(item) and self._has_part_for(item) and self._has_time_for(item)

    def may_take_from(self, path: Path) -> bool:
        """Say whether a file can have a test of this run: on PostgreSQL most have none, and are not imported."""
        if not self.on_postgresql or self.goes_long or not path.name.startswith("test_"):
            return True
        is_chosen = str(path.relative_to(ROOT)) in files_chosen_for_postgresql()
        return is_chosen or bool(SAYS_SO.search(path.read_text(encoding="utf-8")))

    def _has_database_for(self, item: pytest.Item) -> bool:
        if not self.on_postgresql:
            return not has_mark(item, "postgres")
        return touches_database(item) and not has_mark(item, "sqlite", "e2e", "one_database")

    def _has_part_for(self, item: pytest.Item) -> bool:
        return not self.part or has_mark(item, "e2e") == (self.part == "browser")

    def _has_time_for(self, item: pytest.Item) -> bool:
        if self.on_postgresql:
            is_chosen = asks_of_postgresql_itself(item) or item.nodeid in chosen_for_postgresql()
            only_breadth = has_mark(item, "long") or not is_chosen
        else:
            only_breadth = has_mark(item, "long", "long_on_sqlite")
        if self.goes_long:
            return only_breadth or has_mark(item, "sampled") or is_property(item)
        return not only_breadth


def has_mark(item: pytest.Item, *names: str) -> bool:
    """Say whether the test has one of these marks."""
    return any(item.get_closest_marker(name) for name in names)


def is_property(item: pytest.Item) -> bool:
    """Say whether Hypothesis makes the examples of this test."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def asks_of_postgresql_itself(item: pytest.Item) -> bool:
    """Say whether a test is there for what only PostgreSQL decides: it says so, or it commits what it writes."""
    if has_mark(item, "long_on_postgresql", "one_database", "sqlite"):
        return False
    return has_mark(item, "postgres") or commits(item)


def commits(item: pytest.Item) -> bool:
    """Say whether others see what the test writes, so that it has locks and constraints to reckon with."""
    mark = item.get_closest_marker("django_db")
    return bool(mark and mark.kwargs.get("transaction")) or "transactional_db" in getattr(
        item, "fixturenames", ()
    )


@cache
def chosen_for_postgresql() -> frozenset[str]:
    """Return the tests that ask on PostgreSQL what nothing else asks there."""
    return frozenset(CHOSEN.read_text(encoding="utf-8").splitlines())


@cache
def files_chosen_for_postgresql() -> frozenset[str]:
    """Return the files of those."""
    return frozenset(test.partition("::")[0] for test in chosen_for_postgresql())


def touches_database(item: pytest.Item) -> bool:
    """Say whether a test opens the test database, by its marker, its class or its fixtures."""
    if item.get_closest_marker("django_db") or hasattr(getattr(item, "cls", None), "setUpTestData"):
        return True
    return not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def put_in_order(items: list[pytest.Item]) -> None:
    """Let what takes long begin first: at the end one worker would finish it while the others stand by."""
    items.sort(key=minutes_of, reverse=True)


def minutes_of(item: pytest.Item) -> float:
    """Return how long a test takes that is marked as slow: about one minute, or what the mark says. Others: 0."""
    mark = item.get_closest_marker("slow")
    return 0.0 if mark is None else mark.kwargs.get("minutes", 1.0)


def divide(items: Iterable[pytest.Item], run: Run) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return what the run takes and what it leaves, each in order."""
    taken: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        (taken if run.takes(item) else left).append(item)
    return taken, left
