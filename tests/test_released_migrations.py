"""A released migration stays as it was; a new one may be added."""

import pytest

from tests.released_migrations import ReleasedMigrationChanged, check, hashes_now, hashes_released


def test_no_released_migration_has_changed() -> None:
    released = hashes_released()
    assert released
    check(released, hashes_now())


@pytest.mark.parametrize("now", [{"a.py": "2", "b.py": "1"}, {"b.py": "1"}], ids=["changed", "gone"])
def test_a_released_migration_that_changes_or_goes_is_named(now: dict[str, str]) -> None:
    with pytest.raises(ReleasedMigrationChanged, match=r"a\.py"):
        check({"a.py": "1"}, now)


def test_a_new_migration_is_no_change() -> None:
    check({"a.py": "1"}, {"a.py": "1", "b.py": "1"})
