"""docs/reliability.md says of every fault, invariant and check of security what proves it, and says it truly."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tables.queries.checks.every import CHECKS, HOUSE_CHECKS
from tests.circles import LONG, said_of

EVERY = CHECKS.keys() | HOUSE_CHECKS.keys()
ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reliability.md"
IDS = [
    *(f"F{number:02}" for number in range(1, 45)),
    *(f"I{number:02}" for number in range(1, 36)),
    *(f"S{number:02}" for number in range(1, 41)),
]
ROW = re.compile(r"^\| ([FIS]\d{2}) \|(.*)\|$", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
# A row without a proof says why: this, and a sentence.
NOT_CLAIMED = re.compile(r"Not claimed: [A-Za-z].{20,}\.")
NOT_DONE = re.compile(r"no test yet|in work|to do|pending", re.IGNORECASE)


def rows(page: str) -> list[tuple[str, str, str]]:
    """Id, what must hold and what proves it, of every row."""
    return [(found[1], *cells_of(found[2])) for found in ROW.finditer(page)]


def cells_of(rest: str) -> tuple[str, str]:
    what, _, proof = rest.partition(" | ")
    return what.strip(), proof.strip()


def faults_of(what: str, proof: str) -> list[str]:
    """What is wrong with a row."""
    quoted = [name for name in QUOTED.findall(proof) if name.startswith("tests/") or name not in EVERY]
    wrong = [f"there is no {name}" for name in quoted if not is_test(name)]
    wrong += [f"{name} runs where it is not said" for name in quoted if not says_where(name, proof)]
    if not what.endswith("."):
        wrong.append("it does not say what must hold")
    if not (QUOTED.search(proof) or NOT_CLAIMED.search(proof)):
        wrong.append("neither a test nor a reason")
    if NOT_DONE.search(proof):
        wrong.append("a promise is no proof")
    return wrong


def says_where(name: str, proof: str) -> bool:
    """Whether it says of a test that only `make test-long` runs it, and of no other."""
    behind = proof.partition(f"`{name}`")[2]
    return behind.startswith(LONG) == bool(said_of(name))


@cache
def names_in(path: Path) -> frozenset[str]:
    return frozenset(
        re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    )


def is_test(name: str) -> bool:
    """Whether it is a test, or a file that has one."""
    path, _, function = name.partition("::")
    file = ROOT / path
    if not (path.startswith("tests/") and path.endswith(".py") and file.is_file()):
        return False
    return function in names_in(file) if function else bool(names_in(file))


def test_every_id_has_one_row() -> None:
    assert [row[0] for row in rows(PAGE.read_text(encoding="utf-8"))] == IDS


def test_every_row_has_a_test_that_is_there_or_a_reason() -> None:
    wrong = {
        code: found
        for code, what, proof in rows(PAGE.read_text(encoding="utf-8"))
        if (found := faults_of(what, proof))
    }
    assert wrong == {}


def test_every_check_of_the_rows_is_on_the_page() -> None:
    """`manage.py verify` looks at nothing that the page does not explain."""
    quoted = set(
        chain.from_iterable(QUOTED.findall(proof) for _, _, proof in rows(PAGE.read_text(encoding="utf-8")))
    )
    assert EVERY - quoted == set()


HERE = "`tests/test_reliability.py::test_every_id_has_one_row`"


@pytest.mark.parametrize(
    ("what", "proof", "wrong"),
    [
        ("It holds.", HERE, []),
        ("It holds.", "`chips`", []),
        ("It holds.", "Not claimed: nobody here can cut the power of a machine.", []),
        ("It holds.", "", ["neither a test nor a reason"]),
        ("", HERE, ["it does not say what must hold"]),
        ("It holds.", "Not claimed.", ["neither a test nor a reason"]),
        ("It holds.", "Not claimed: there is no test yet, but one day.", ["a promise is no proof"]),
        ("It holds.", "`test_chips`", ["there is no test_chips"]),
        ("It holds.", "`tests/test_gone.py`", ["there is no tests/test_gone.py"]),
        ("It holds.", "`tests/test_words.py::test_gone`", ["there is no tests/test_words.py::test_gone"]),
        ("It holds.", "`tests/loops.py`", ["there is no tests/loops.py"]),
    ],
)
def test_what_is_wrong_with_a_row_is_found(what: str, proof: str, wrong: list[str]) -> None:
    assert faults_of(what, proof) == wrong
