"""What docs/architecture.md names is there: modules, what they define, files. It stays a page read in one sitting."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
LINES = 300
MODULE = re.compile(r"`((?:tables|tournament)(?:\.\w+)+)`")
FILE = re.compile(r"`((?:\w+/)+\w+\.\w+)`")


def missing(page: str) -> list[str]:
    """The modules, the names in them and the files that a page names and that are not there."""
    modules = [name for name in MODULE.findall(page) if not is_defined(name)]
    # A path is told from the root, or from inside an app.
    places = [ROOT, ROOT / "tournament", ROOT / "tables"]
    return modules + [
        path for path in FILE.findall(page) if not any((place / path).exists() for place in places)
    ]


def is_defined(dotted: str) -> bool:
    """Whether it is a module, or what a module has: without importing it, for models need their apps."""
    path = ROOT.joinpath(*dotted.split("."))
    if path.with_suffix(".py").is_file() or path.is_dir():
        return True
    module, _, name = dotted.rpartition(".")
    spec = find_spec(module) if ROOT.joinpath(*module.split(".")).with_suffix(".py").is_file() else None
    return spec is not None and bool(
        re.search(rf"^(?:def|class) {name}\b|^{name}\b", Path(str(spec.origin)).read_text(), re.MULTILINE)
    )


def test_all_that_the_page_names_is_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(MODULE.findall(page)) > 100
    assert missing(page) == []


@pytest.mark.parametrize(
    "planted",
    ["tables.services.hands.bust", "tables.services.hands.busting.put_out", "tests/tables/test_nothing.py"],
)
def test_a_name_that_leads_nowhere_is_found(planted: str) -> None:
    assert missing(f"See `{planted}` and `tables.services.hands.busting.bust_players`.") == [planted]


def test_the_page_is_read_in_one_sitting() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) < LINES
