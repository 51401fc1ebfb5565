"""docs/rules.md says of every rule which test proves it, and says it truly."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tables.words.rulings import WORDS
from tests.rules_proved import (
    HEAD,
    NOT_IN_THE_PRODUCT,
    OUTSIDE,
    PAGE,
    BadMark,
    BadRow,
    Found,
    Rule,
    filled,
    main,
    proofs_in,
    rules_of,
)

# Rules without a test. This only shrinks: an id that has a proof must leave it.
NOT_YET: set[str] = set()  # fmt: skip


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def ids() -> list[str]:
    return [rule.id for rule in rules_of(page())]


# Read once.
found = cache(Found.in_the_repository)


def test_the_page_is_what_the_marks_make_it() -> None:
    assert filled(page(), found().proofs, found().unused) == page(), (
        "run: python -m tests.rules_proved --write"
    )


def test_every_mark_names_a_rule_of_the_page() -> None:
    assert found().proofs.keys() - set(ids()) == set()


def test_every_rule_has_a_test_or_is_known_to_have_none() -> None:
    assert set(ids()) - found().proofs.keys() - NOT_YET == set()


def test_no_rule_with_a_test_is_called_not_yet_proved() -> None:
    assert NOT_YET & found().proofs.keys() == set()


def test_no_rule_stands_on_the_page_twice_and_none_is_missing_that_is_not_yet_proved() -> None:
    assert len(ids()) == len(set(ids()))
    assert NOT_YET - set(ids()) == set()


def test_no_rule_waits_for_the_product_and_those_of_cash_games_alone_are_outside() -> None:
    assert [rule.id for rule in rules_of(page()) if rule.met.startswith(NOT_IN_THE_PRODUCT)] == []
    outside = {rule.id: rule.met for rule in rules_of(page()) if rule.met.startswith(OUTSIDE)}
    assert set(outside) == {"S-009", "RAKE-01", "S-116", "S-117"}
    assert all("Floorman runs tournaments" in why for why in outside.values())


def test_the_irregularities_that_a_rule_is_met_as_are_called_so_on_the_tablet() -> None:
    named = {
        name.strip()
        for rule in rules_of(page())
        for names in re.findall(r"rregularity, ([^;]+)", rule.met)
        for name in names.split(",")
    }
    assert named - {name for name, _rule in WORDS.values()} == set()
    assert len(named) == 20


ROWS = f"""\
# Rules

{HEAD}
|---|---|---|---|---|---|
| AB-01 | One thing. | TDA 1 | `manage.py` | Clock | |
| A4B-02..07 | Another. | Home rules | `tests/unreached.py`<br>`manage.py` | Desk | `old` |

The end.
"""


def test_the_last_column_is_filled_and_all_else_is_kept() -> None:
    assert rules_of(ROWS)[1] == Rule(
        id="A4B-02..07",
        sentence="Another.",
        source="Home rules",
        modules=("tests/unreached.py", "manage.py"),
        met="Desk",
    )
    full = filled(ROWS, {"AB-01": ["test_a.py::test_x", "test_b.py::test_y"]}, ())
    assert full == ROWS.replace("Clock | |", "Clock | `test_a.py::test_x`<br>`test_b.py::test_y` |").replace(
        "`old`", "not yet"
    )
    assert filled(full, {}, ()) == filled(ROWS, {}, ())


def test_a_rule_whose_modules_are_all_unused_is_not_yet_in_the_product() -> None:
    full = filled(ROWS, {}, {"manage.py"})
    assert [rule.met for rule in rules_of(full)] == [NOT_IN_THE_PRODUCT, "Desk"]
    with pytest.raises(BadRow, match="AB-01: the product uses its code: say where a user meets it"):
        filled(full, {}, ())
    missing = ROWS.replace("Clock", f"{NOT_IN_THE_PRODUCT}: no page")
    assert rules_of(filled(missing, {}, ()))[0].met == f"{NOT_IN_THE_PRODUCT}: no page"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("| AB-03 | Three cells. | TDA 1 |", "is no row of six cells"),
        ("| ab-3 | Bad id. | TDA 1 | `manage.py` | Clock | |", "is no row of six cells"),
        ("|AB-03|", "is no row of six cells"),
        ("| AB-03 | No module. | TDA 1 | somewhere | Clock | |", "AB-03 names no module"),
        (
            "| AB-03 | Gone. | TDA 1 | `tables/gone.py` | Clock | |",
            "applied in tables/gone.py, which is not there",
        ),
    ],
)
def test_a_line_of_a_table_that_is_no_row_is_refused(row: str, words: str) -> None:
    with pytest.raises(BadRow, match=f"^line 9.*{words}"):
        filled(ROWS + row, {}, ())


def proofs_of(folder: Path, source: str, *, name: str = "test_it.py") -> dict[str, list[str]]:
    (folder / "tests").mkdir()
    (folder / "tests" / name).write_text(source, encoding="utf-8")
    return proofs_in(folder)


def test_marks_are_read_from_decorators_alone_and_among_parameters(tmp_path: Path) -> None:
    source = """
@pytest.mark.rule("AB-01", "AB-02")
@pytest.mark.slow
def test_one(): ...

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("AB-01"))])
async def test_two(n): ...

def test_three(): ...
"""
    assert proofs_of(tmp_path, source) == {
        "AB-01": ["tests/test_it.py::test_one", "tests/test_it.py::test_two"],
        "AB-02": ["tests/test_it.py::test_one"],
    }


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "@pytest.mark.rule\ndef test_it(): ...",
            "tests/test_it.py:1 a rule mark belongs on a test function",
        ),
        ("@pytest.mark.rule('A-1')\ndef helper(): ...", "belongs on a test function"),
        ("pytestmark = pytest.mark.rule('A-1')", "belongs on a test function"),
        (
            "class TestIt:\n    @pytest.mark.rule('A-1')\n    def test_it(self): ...",
            "test_it.py:2 .* belongs on",
        ),
        ("@pytest.mark.rule()\ndef test_it(): ...", "names its ids as texts"),
        ("@pytest.mark.rule(ID)\ndef test_it(): ...", "names its ids as texts"),
        (
            "@pytest.mark.rule('A-1')\n@pytest.mark.skipif(X, reason='')\ndef test_it(): ...",
            "may be left out",
        ),
        ("@pytest.mark.xfail\n@pytest.mark.rule('A-1')\ndef test_it(): ...", "may be left out"),
    ],
)
def test_a_mark_that_proves_nothing_is_refused(tmp_path: Path, source: str, words: str) -> None:
    with pytest.raises(BadMark, match=words):
        proofs_of(tmp_path, source)


def test_a_mark_outside_a_test_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadMark, match="belongs on a test function"):
        proofs_of(tmp_path, "@pytest.mark.rule('A-1')\ndef test_it(): ...", name="builders.py")


def test_the_command_counts_what_is_proved_and_finds_the_page_up_to_date(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([], found=found()) == 0
    proved = len(ids()) - len(NOT_YET)
    assert capsys.readouterr().out.startswith(f"{proved} of {len(ids())} rules are proved; not yet: ")
