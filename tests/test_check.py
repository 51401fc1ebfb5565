"""`make check` finds the tests that are nearest to a change, and no more than there is time for (tests/check)."""

from __future__ import annotations

import pytest

from tests.check.__main__ import checks_of, what_fits
from tests.check.nearest import by_distance

BUSTING = "tables/services/hands/busting.py"
IMPORTERS = {
    "tables.services.hands.busting": [
        "tables.views.console.busts",
        "tests.tables.services.hands.test_same_evening",
        "tests.factories.field",
    ],
    "tables.views.console.busts": ["tables.urls"],
    "tests.factories.field": ["tests.tables.floor.test_evening"],
}


def nearest_to(*changed: str) -> list[str]:
    return list(by_distance(changed, lambda module: IMPORTERS.get(module, [])))


def test_the_tests_of_the_module_come_first_and_then_those_of_its_importers() -> None:
    assert nearest_to(BUSTING) == [
        "tests/tables/services/hands/test_busting.py",
        "tests/tables/services/hands/test_same_evening.py",
        "tests/tables/views/console/test_busts.py",
        "tests/tables/floor/test_evening.py",
    ]


@pytest.mark.parametrize(
    ("changed", "nearest"),
    [
        ("tests/tables/floor/test_stage.py", ["tests/tables/floor/test_stage.py"]),
        ("tables/floor/__init__.py", ["tests/tables/floor"]),
        ("docs/rules.md", []),
    ],
)
def test_a_test_is_nearest_to_itself_a_folder_to_its_package_and_a_paper_has_none(
    changed: str, nearest: list[str]
) -> None:
    assert nearest_to(changed) == nearest


def test_what_there_is_no_time_for_is_counted() -> None:
    near = ["tests/test_check.py", "tests/test_times.py", "tests/test_turns.py", "tests/test_check.py"]
    seconds = {"tests/test_check.py": 1.0, "tests/test_times.py": 9.0, "tests/test_turns.py": 2.0}
    assert what_fits(near, seconds, room=4.0) == (["tests/test_check.py", "tests/test_turns.py"], 1)


def test_a_browser_is_not_started_in_a_minute() -> None:
    assert what_fits(["tests/e2e/test_busts.py"], {}, room=60.0) == ([], 0)


def test_of_a_page_its_template_is_read_and_of_a_module_types_and_layers() -> None:
    assert [command[0] for command in checks_of([BUSTING])] == ["ruff", "ruff", "mypy", "lint-imports"]
    assert [command[0] for command in checks_of(["templates/base.html"])] == ["djlint", "djade"]
    assert checks_of(["docs/rules.md"]) == []
