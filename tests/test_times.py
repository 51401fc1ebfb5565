"""What a run cost is held against its budgets (tests/times)."""

from __future__ import annotations

import time
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.db import connection

from tests.times import made_again as again
from tests.times.budgets import Folder, folders_of, page_of, sentences_of
from tests.times.made_again import made_again
from tests.times.postgresql import choose, not_asked
from tests.times.recording import Recording
from tests.times.run import Cost, TestCost, TimesOfRun
from tests.times.statements import Statements
from tests.times.yardstick import STATED_RATE, hands_a_second


def cost_of(name: str, seconds: float, *asked: str, suite: str = "sqlite", always: bool = False) -> TestCost:
    """A test that costs so much in its call, and asks the database from these places."""
    return TestCost(
        suite=suite,
        name=name,
        phases={"call": Cost(processor=seconds, wall=2 * seconds, times=1)},
        slept=0.0,
        asked=frozenset(asked),
        is_always_there=always,
    )


def run_of(*tests: TestCost, rate: float = STATED_RATE) -> TimesOfRun:
    return TimesOfRun(tests=tests, fixtures={}, builders={}, rates=[rate], processes=2)


@pytest.mark.parametrize(
    ("scope", "place", "is_of_the_test"),
    [
        ("session", "tests", False),
        ("session", "tests/security", True),
        ("module", "tests", True),
    ],
)
def test_what_serves_every_test_of_a_process_is_no_cost_of_the_one_that_asks_first(
    tmp_path: Path, scope: str, place: str, is_of_the_test: bool
) -> None:
    recording = Recording(tmp_path)
    item: Any = SimpleNamespace(
        nodeid="tests/a/test_x.py::test_1", fixturenames=(), get_closest_marker=lambda _: None
    )
    setting_up = recording.pytest_runtest_setup(item)
    next(setting_up)
    making = recording.pytest_fixture_setup(
        cast("Any", SimpleNamespace(scope=scope, baseid=place, argname="house"))
    )
    next(making)
    spend(0.05)
    for phase in (making, setting_up):
        with pytest.raises(StopIteration):
            phase.send(None)
    assert (recording.tests[item.nodeid].phases["setup"].processor > 0.04) == is_of_the_test
    assert recording.fixtures[f"{place}::house"].processor > 0.04


def spend(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


ROOM = run_of(
    cost_of("tests/a/test_x.py::test_1", 19.0),
    cost_of("tests/a/test_x.py::test_2", 1.0),
    cost_of("tests/b/test_y.py::test_3", 0.5),
)


def test_a_folder_is_held_against_its_budget_in_its_suite() -> None:
    folders = folders_of(ROOM, {"sqlite": {"tests/a": 5.0}, "postgresql": {"tests/b": 3.0}})
    assert folders == [
        Folder(suite="sqlite", name="tests/a", seconds=20.0, budget=5.0),
        Folder(suite="sqlite", name="tests/b", seconds=0.5, budget=None),
    ]
    assert [sentence.partition(":")[0] for sentence in sentences_of(folders)] == [
        "tests/a on sqlite took 20.0 s of processor, its budget is 5.0 s"
    ]


@pytest.mark.parametrize(("rate", "is_over"), [(STATED_RATE, True), (STATED_RATE / 2, False)])
def test_a_slow_machine_exceeds_nothing(rate: float, is_over: bool) -> None:
    folders = folders_of(replace(ROOM, rates=[rate]), {"sqlite": {"tests/a": 5.0}})
    assert bool(sentences_of(folders)) == is_over


def test_what_every_folder_took_more_alike_is_the_machines_up_to_a_third() -> None:
    def over(*seconds: float) -> list[str]:
        folders = [
            Folder(suite="sqlite", name=name, seconds=took, budget=30.0)
            for name, took in zip("abc", seconds, strict=True)
        ]
        return [sentence[0] for sentence in sentences_of(folders)]

    assert over(30.0, 30.0, 54.0) == ["c"]
    assert over(36.0, 36.0, 53.9) == []
    assert over(36.0, 36.0, 54.1) == ["c"]
    assert over(59.0, 59.0, 59.0) == []
    assert over(60.0, 60.0, 60.0) == ["a", "b", "c"]


def test_a_third_more_and_some_chance_are_no_excess() -> None:
    folder = Folder(suite="sqlite", name="tests/a", seconds=18.0, budget=9.0)
    assert sentences_of([folder]) == []
    assert len(sentences_of([replace(folder, seconds=18.1)])) == 1


def test_budgets_are_stated_as_they_are_read() -> None:
    stated = tomllib.loads(page_of(folders_of(ROOM, {})))
    assert stated == {"sqlite": {"tests/a": 20.0, "tests/b": 0.5}}


def test_what_is_dear_and_made_again_is_named_and_what_has_a_reason_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = replace(
        ROOM,
        fixtures={
            "house": Cost(processor=3.0, times=3, made=1.0, makers=1),
            "once a process": Cost(processor=3.0, times=2, made=3.0, makers=2),
            "cheap": Cost(processor=3.0, times=300, made=0.1, makers=2),
            "kept": Cost(processor=3.0, times=3, made=2.9, makers=1),
        },
        builders={"world": Cost(processor=9.0, times=9, made=2.0, makers=2)},
    )
    monkeypatch.setattr(again, "FOR_A_REASON", {"world": "each test another one"})
    assert [sentence.partition(":")[0] for sentence in made_again(run)] == [
        "house was made 3 times, again at 1.0 s of processor"
    ]


def test_postgresql_is_asked_from_every_place_by_the_cheapest_tests() -> None:
    run = run_of(
        cost_of("dear", 5.0, "a:1 SELECT", "b:2 UPDATE", "c:3 SELECT"),
        cost_of("cheap", 0.1, "a:1 SELECT", "b:2 UPDATE"),
        cost_of("another", 0.1, "a:1 SELECT", "c:3 SELECT"),
        cost_of("race", 1.0, "d:4 INSERT", always=True),
        cost_of("pages", 0.1, "d:4 INSERT"),
    )
    assert choose(run) == ["another", "cheap"]


def test_a_place_that_asked_of_sqlite_alone_is_named() -> None:
    on_sqlite = cost_of("one", 1.0, "a:1 SELECT", "tournament/backups/sqlite.py:9 SELECT", "b:2 UPDATE")
    on_postgresql = cost_of("two", 1.0, "b:2 UPDATE", suite="postgresql")
    assert not_asked(run_of(on_sqlite, on_postgresql)) == ["a:1 SELECT"]
    assert not_asked(run_of(on_sqlite)) == []


@pytest.mark.django_db
def test_what_a_test_asks_itself_is_no_place_of_the_product() -> None:
    statements = Statements()
    with connection.execute_wrapper(statements), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert statements.take() == []


def test_the_yardstick_replays_hands() -> None:
    assert 1_000 < hands_a_second() < 1_000_000
