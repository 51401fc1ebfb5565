"""Which mutants `make mutants` tries, what it says at its end, and the packages that it pins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.breadth import MUTANTS
from tests.mutants.__main__ import chosen, leave_out, report, results_of

ROOT = Path(__file__).parents[1]
KILLED: dict[str, int | None] = {f"pots.x_{count}": 1 for count in range(9)}
ALL: dict[str, int | None] = dict.fromkeys(("engine", "floor", "rules"))
NINE_OF_TEN = KILLED | {"pots.x_layer": 0}


def wrote(root: Path, file: str, codes: Mapping[str, int | None]) -> Path:
    """What mutmut writes beside its copy of a file."""
    path = root / "mutants" / f"{file}.meta"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"exit_code_by_key": codes, "type": "kept"}), encoding="utf-8")
    return path


def test_nine_of_ten_killed_is_enough_and_the_survivor_is_named() -> None:
    lines, enough = report({"engine": {"pots.py": NINE_OF_TEN}}, ALL)
    assert lines == [
        "| `engine` | Mutants | Killed | Survived | Score |",
        "|---|---|---|---|---|",
        "| `pots.py` | 10 | 9 | 1 | 90.0% |",
        "| 10 of 10 | 10 | 9 | 1 | 90.0% |",
        "",
        "pots.x_layer",
        "",
    ]
    assert enough


@pytest.mark.parametrize("code", [0, 5, 33])
def test_a_mutant_that_no_test_came_by_has_survived_like_one_that_all_passed(code: int) -> None:
    lines, enough = report({"engine": {"pots.py": NINE_OF_TEN | {"pots.x_1": code}}}, ALL)
    assert (lines[3], enough) == ("| 10 of 10 | 10 | 8 | 2 | 80.0% |", False)


def test_one_group_below_nine_of_ten_fails_beside_another_that_is_not() -> None:
    lines, enough = report({"floor": {"push.py": {"push.x_1": 0}}, "engine": {"pots.py": KILLED}}, ALL)
    assert (lines[5], lines[7], lines[12], enough) == (
        "Less than 90% of floor.",
        "push.x_1",
        "| 9 of 9 | 9 | 9 | 0 | 100.0% |",
        False,
    )


@pytest.mark.parametrize("code", [None, 34])
def test_mutants_that_were_not_tried_are_no_result(code: int | None) -> None:
    by_group = {"engine": {"pots.py": NINE_OF_TEN | {"pots.x_1": code}}, "floor": {"push.py": KILLED}}
    lines, enough = report(by_group, ALL)
    assert (lines[:2], enough) == (["1 of 10 mutants of engine were not tried.", ""], False)
    assert report({"rules": {}}, ALL) == (["No mutants of rules: `make mutants` makes them.", ""], False)


def test_the_budget_draws_the_same_mutants_every_time_and_only_they_count() -> None:
    names = [f"push.x_{number}" for number in range(100)]
    ten = chosen(names, most=10)
    assert (len(ten), ten) == (10, chosen(reversed(names), most=10))
    # Where a mutant comes or goes the others keep their lot.
    assert chosen(names[:99], most=10) >= ten - {names[99]}
    assert chosen(names, most=10) < chosen(names, most=11)
    assert chosen(names, most=None) == chosen(names, most=200) == frozenset(names)
    results: dict[str, int | None] = {name: 1 if name in ten else None for name in names}
    lines, enough = report({"floor": {"push.py": results}}, {"floor": 10})
    assert (lines[2:4], enough) == (
        ["| `push.py` | 10 | 10 | 0 | 100.0% |", "| 10 of 100 | 10 | 10 | 0 | 100.0% |"],
        True,
    )


def test_the_results_stand_beside_the_copies_and_what_is_too_many_is_left_out(tmp_path: Path) -> None:
    wrote(tmp_path, "tables/engine/play/pots.py", {"pots.x_1": 1})
    wrote(tmp_path, "tables/floor/errors.py", {})
    names = [f"halting.x_{number}" for number in range(5)]
    path = wrote(tmp_path, "tables/floor/moves/halting.py", dict.fromkeys(names))

    leave_out(tmp_path, {**MUTANTS, "tables/floor": 2})

    two = chosen(names, most=2)
    left_out = {name: None if name in two else 34 for name in names}
    assert list(results_of(tmp_path)) == list(MUTANTS)
    assert results_of(tmp_path) == {
        "tables/engine/play": {"pots.py": {"pots.x_1": 1}},
        "tables/floor": {"moves/halting.py": left_out},
        "tournament/rules": {},
    }
    assert json.loads(path.read_text(encoding="utf-8")) == {"exit_code_by_key": left_out, "type": "kept"}


def test_packages_are_the_same_for_mutants_as_for_everything_else() -> None:
    def pins(path: str) -> dict[str, str]:
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        return dict(line.split("==") for line in lines if "==" in line)

    house = pins("requirements.txt") | pins("requirements-dev.txt")
    mutants = pins("tests/mutants/requirements.txt")
    assert {name: mutants[name] for name in mutants.keys() & house.keys()} == {
        name: house[name] for name in mutants.keys() & house.keys()
    }


# Django and its plugin of pytest cannot be imported, as in the environment of the mutants, which has neither.
COLLECT_WITHOUT_DJANGO = """
import sys
import pytest
sys.modules["django"] = None
raise SystemExit(pytest.main(["--collect-only", "-qq", *sys.argv[1:]]))
"""


@pytest.mark.long(reason="only `make mutants` runs without Django")
def test_tests_of_the_mutants_are_found_where_there_is_no_django() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    arguments = [*settings["pytest_add_cli_args"], *settings["pytest_add_cli_args_test_selection"]]
    run = subprocess.run(
        [sys.executable, "-c", COLLECT_WITHOUT_DJANGO, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-3_000:]
