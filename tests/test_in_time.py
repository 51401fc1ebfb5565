"""The long part ends when it should, and what it did not come to is drawn another time (tests/in_time.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from tests.everything.outcome import Outcome, what_is_missing
from tests.in_time import DRAWN_BY, NO_TIME, UNTIL, InTime, end_minutes, set_minutes

NOW = 1_000_000.0


@dataclass(frozen=True, slots=True)
class Test:
    """As much of pytest's item as the plugin asks."""

    __test__ = False

    nodeid: str
    mark: pytest.Mark | None = None

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.mark if self.mark and self.mark.name == name else None


PLAIN = Test("tests/test_plain.py::test_one")
SLOW = Test("tests/test_slow.py::test_evening", pytest.mark.slow(minutes=3).mark)
SOAK = Test("tests/soak/test_soak.py::test_soak", pytest.mark.waits.mark)


def order(drawn_by: str, *tests: Test) -> list[Test]:
    items: list[Any] = list(tests)
    InTime(until=NOW, drawn_by=drawn_by).pytest_collection_modifyitems(items)
    return items


def has_time(test: Test, *, minutes: float) -> bool:
    plugin = InTime(until=NOW + 60 * minutes, drawn_by="", clock=lambda: NOW)
    try:
        plugin.pytest_runtest_setup(cast("pytest.Item", test))
    except pytest.skip.Exception as skipped:
        return skipped.msg != NO_TIME
    return True


def test_each_commit_draws_another_order_of_files_and_the_soak_begins_in_all_of_them() -> None:
    others = [Test(f"tests/test_{file}.py::test_{number}") for file in "abcd" for number in (1, 2)]
    drawn = {name: order(name, *others, SOAK) for name in ("one", "two", "three")}
    assert len({tuple(test.nodeid for test in each) for each in drawn.values()}) == 3
    assert order("one", *others, SOAK) == drawn["one"]
    for first, *rest in drawn.values():
        assert first == SOAK
        assert sorted(rest, key=lambda test: test.nodeid) == others
        assert [test.nodeid[-1] for test in rest] == ["1", "2"] * 4  # a file's tests stay together


@pytest.mark.parametrize(
    ("test", "minutes", "begins"),
    [(PLAIN, 1, True), (PLAIN, 0.1, False), (SLOW, 2.9, False), (SLOW, 3.1, True), (SOAK, -5, True)],
)
def test_nothing_begins_that_would_end_too_late_but_what_only_watches(
    test: Test, minutes: float, begins: bool
) -> None:
    assert has_time(test, minutes=minutes) == begins


def test_what_had_no_time_left_is_said_and_is_not_missing() -> None:
    suite = Outcome(name="tests", passed=True, seconds=1.0, counts={"passed": 3}, left_out=[NO_TIME])
    assert what_is_missing(suite) == []


def test_a_run_has_its_time_until_the_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (UNTIL, DRAWN_BY):
        monkeypatch.delenv(name, raising=False)
    assert InTime.of_environment() is None
    set_minutes(20)
    assert InTime.of_environment() is not None
    assert InTime.of_environment() is None  # what a test starts is not held to it
    set_minutes(20)
    end_minutes()
    assert InTime.of_environment() is None
