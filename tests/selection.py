"""Which tests a run takes: by its database, by its part, and whether it is the long one.

On PostgreSQL runs what touches the database, and nothing whose answer was known on SQLite already. A page is put
together from services and queries, which PostgreSQL has answered by then: the tests of whole pages go there in
`make test-long`, with all that is marked `long` and larger samples of what is `sampled` or a property.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from django.conf import settings

from tests.breadth import GOES_LONG

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "django_db_reset_sequences", "django_db_setup"})
# Folders whose tests read whole pages.
PAGES = frozenset({"views", "security", "forms", "templatetags", "static", "live"})


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

    def _has_database_for(self, item: pytest.Item) -> bool:
        if not self.on_postgresql:
            return not has_mark(item, "postgres")
        return touches_database(item) and not has_mark(item, "sqlite", "e2e", "one_database")

    def _has_part_for(self, item: pytest.Item) -> bool:
        return not self.part or has_mark(item, "e2e") == (self.part == "browser")

    def _has_time_for(self, item: pytest.Item) -> bool:
        only_breadth = has_mark(item, "long") or (
            self.on_postgresql and (has_mark(item, "long_on_postgresql") or reads_pages(item))
        )
        if self.goes_long:
            return only_breadth or has_mark(item, "sampled") or is_property(item)
        return not only_breadth


def has_mark(item: pytest.Item, *names: str) -> bool:
    """Say whether the test has one of these marks."""
    return any(item.get_closest_marker(name) for name in names)


def is_property(item: pytest.Item) -> bool:
    """Say whether Hypothesis makes the examples of this test."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def reads_pages(item: pytest.Item) -> bool:
    """Say whether the test lies in a folder of whole pages and asks no more than SQLite can answer."""
    folders = item.path.relative_to(item.config.rootpath).parts
    return not PAGES.isdisjoint(folders) and not has_mark(item, "postgres")


def touches_database(item: pytest.Item) -> bool:
    """Say whether a test opens the test database, by its marker, its class or its fixtures."""
    if item.get_closest_marker("django_db") or hasattr(getattr(item, "cls", None), "setUpTestData"):
        return True
    return not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def put_in_order(items: list[pytest.Item]) -> None:
    """Let what takes long begin first: at the end one worker would finish it while the others stand by."""
    items.sort(key=lambda item: not has_mark(item, "slow"))


def divide(items: Iterable[pytest.Item], run: Run) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return what the run takes and what it leaves, each in order."""
    taken: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        (taken if run.takes(item) else left).append(item)
    return taken, left
