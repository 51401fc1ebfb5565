"""What `make mutants` says at its end, and the packages that it pins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mutants.__main__ import report, results_of

ROOT = Path(__file__).parents[1]
KILLED: dict[str, int | None] = {f"pots.x_{count}": 1 for count in range(9)}
NINE_OF_TEN = KILLED | {"pots.x_layer": 0}


def test_nine_of_ten_killed_is_enough_and_the_survivor_is_named() -> None:
    lines, enough = report({"pots.py": NINE_OF_TEN})
    assert lines[2:] == [
        "| `pots.py` | 10 | 9 | 1 | 90.0% |",
        "| all | 10 | 9 | 1 | 90.0% |",
        "",
        "pots.x_layer",
    ]
    assert enough


@pytest.mark.parametrize("code", [0, 5, 33])
def test_a_mutant_that_no_test_came_by_has_survived_like_one_that_all_passed(code: int) -> None:
    lines, enough = report({"pots.py": NINE_OF_TEN | {"pots.x_1": code}})
    assert (lines[3], enough) == ("| all | 10 | 8 | 2 | 80.0% |", False)


def test_mutants_that_were_not_tried_are_no_result() -> None:
    assert report({"pots.py": NINE_OF_TEN | {"pots.x_1": None}}) == (
        ["1 of 10 mutants were not tried."],
        False,
    )
    assert report({}) == (["No mutants: `make mutants` makes them."], False)


def test_the_results_stand_beside_the_copies(tmp_path: Path) -> None:
    engine = tmp_path / "mutants" / "tables" / "engine"
    engine.mkdir(parents=True)
    for name, codes in (("pots.py", {"pots.x_1": 1}), ("cards.py", {})):
        (engine / f"{name}.meta").write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    assert results_of(tmp_path) == {"pots.py": {"pots.x_1": 1}}


def test_packages_are_the_same_for_mutants_as_for_everything_else() -> None:
    def pins(path: str) -> dict[str, str]:
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        return dict(line.split("==") for line in lines if "==" in line)

    house = pins("requirements.txt") | pins("requirements-dev.txt")
    mutants = pins("tests/mutants/requirements.txt")
    assert {name: mutants[name] for name in mutants.keys() & house.keys()} == {
        name: house[name] for name in mutants.keys() & house.keys()
    }
