"""What `make test` leaves to `make test-long`, and that nothing falls between the two (tests/selection.py)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import selection
from tests.selection import Run, is_property

TESTS = Path(__file__).parent


def run(*, on_postgresql: bool = False, goes_long: bool = False, part: str = "") -> Run:
    return Run(on_postgresql=on_postgresql, goes_long=goes_long, part=part)


def taken_by(item: pytest.Item, *, on_postgresql: bool = False) -> tuple[bool, bool]:
    """Whether `make test` and `make test-long` run it."""
    quick, long = (run(on_postgresql=on_postgresql, goes_long=goes_long) for goes_long in (False, True))
    return quick.takes(item), long.takes(item)


@pytest.mark.parametrize(
    ("mark", "quick", "long"),
    [
        ("slow", True, False),
        ("long", False, True),
        ("long_on_sqlite", False, True),
        ("sampled", True, True),
        ("postgres", False, False),
    ],
)
def test_a_test_runs_in_one_of_the_two_and_a_sampled_one_in_both(
    request: pytest.FixtureRequest, mark: str, quick: bool, long: bool
) -> None:
    request.node.add_marker(mark)
    assert taken_by(request.node) == (quick, long)


@pytest.mark.parametrize(
    ("mark", "quick", "long"),
    [
        ("postgres", True, False),
        ("slow", False, True),
        ("long_on_postgresql", False, True),
        ("sqlite", False, False),
        ("one_database", False, False),
    ],
)
@pytest.mark.sqlite
def test_on_postgresql_runs_what_asks_of_it_alone(
    request: pytest.FixtureRequest, mark: str, quick: bool, long: bool
) -> None:
    assert taken_by(request.node, on_postgresql=True) == (False, False)
    request.node.own_markers.clear()
    request.node.add_marker("django_db")
    request.node.add_marker(mark)
    assert taken_by(request.node, on_postgresql=True) == (quick, long)


@pytest.mark.sqlite
def test_on_postgresql_runs_what_commits_and_what_is_chosen(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    request.node.own_markers[:] = [pytest.mark.django_db(transaction=True).mark]
    assert taken_by(request.node, on_postgresql=True) == (True, False)
    request.node.own_markers[:] = [pytest.mark.django_db.mark]
    assert taken_by(request.node, on_postgresql=True) == (False, True)
    monkeypatch.setattr(selection, "chosen_for_postgresql", lambda: {request.node.nodeid})
    assert taken_by(request.node, on_postgresql=True) == (True, False)


@pytest.mark.sqlite
def test_a_file_without_a_test_for_postgresql_is_not_imported_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "ROOT", tmp_path)
    monkeypatch.setattr(selection, "files_chosen_for_postgresql", lambda: {"test_chosen.py"})
    texts = {
        "test_chosen.py": "",
        "test_races.py": "pytestmark = pytest.mark.django_db(transaction=True)",
        "test_marked.py": "@pytest.mark.postgres",
        "conftest.py": "",
        "test_pages.py": "pytestmark = pytest.mark.django_db",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    def taken(which: Run) -> list[str]:
        return [name for name in texts if which.may_take_from(tmp_path / name)]

    assert taken(run(on_postgresql=True)) == list(texts)[:-1]
    assert taken(run()) == taken(run(on_postgresql=True, goes_long=True)) == list(texts)


@pytest.mark.sqlite
def test_every_file_whose_tests_ask_of_postgresql_says_so(request: pytest.FixtureRequest) -> None:
    on_postgresql = run(on_postgresql=True)
    asking = {item.path for item in request.session.items if selection.asks_of_postgresql_itself(item)}
    assert [path for path in asking if not on_postgresql.may_take_from(path)] == []


def test_what_is_chosen_for_postgresql_is_there() -> None:
    def is_there(name: str) -> bool:
        file, _, test = name.partition("::")
        path = TESTS.parent / file
        return path.is_file() and f"def {test.partition('[')[0]}(" in path.read_text(encoding="utf-8")

    assert [name for name in selection.chosen_for_postgresql() if not is_there(name)] == []


def test_the_browser_tests_and_the_others_are_two_parts(request: pytest.FixtureRequest) -> None:
    browser, rest = run(part="browser"), run(part="rest")
    assert (browser.takes(request.node), rest.takes(request.node)) == (False, True)
    request.node.add_marker("e2e")
    assert (browser.takes(request.node), rest.takes(request.node)) == (True, False)


def test_a_property_is_known_without_a_mark(request: pytest.FixtureRequest) -> None:
    """With more examples it runs again in `make test-long`."""

    @given(st.none())
    def holds(_nothing: None) -> None: ...

    assert is_property(pytest.Function.from_parent(request.node.parent, name="holds", callobj=holds))
    assert not is_property(request.node)


def test_whatever_is_left_to_the_long_run_says_why() -> None:
    marks = re.compile(r"mark\.long(?:_on_postgresql)?\b(?!\(\s*reason=\"[^\"]{10,}\")")
    without = [
        f"{path.relative_to(TESTS)}: {found.group()}"
        for path in sorted(TESTS.rglob("test_*.py"))
        if path.name != "test_circles.py"
        for found in marks.finditer(path.read_text(encoding="utf-8"))
    ]
    assert without == []
