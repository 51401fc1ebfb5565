"""Each file of tests lies where the module lies that it tests, or says in its first line what it is about."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def mirrors_a_module(test: Path) -> bool:
    """Say whether the product has this path: `tests/tables/views/test_links.py` for `tables/views/links.py`."""
    below = test.relative_to(ROOT / "tests")
    module = ROOT / below.parent / below.name.removeprefix("test_")
    return module.exists() or module.with_suffix("").is_dir()


def says_what_it_is_about(source: str) -> bool:
    # Taking a file apart takes time, and nearly all begin with it.
    return source.startswith('"""') or bool(ast.get_docstring(ast.parse(source)))


def test_a_file_without_a_module_of_its_name_says_what_it_is_about() -> None:
    lost = [
        str(test.relative_to(ROOT))
        for test in sorted((ROOT / "tests").rglob("test_*.py"))
        if not mirrors_a_module(test) and not says_what_it_is_about(test.read_text(encoding="utf-8"))
    ]
    assert lost == []


def test_a_folder_of_tests_is_a_folder_of_the_product() -> None:
    """But for those that go across it all, which stand beside `tables` and `tournament`."""
    folders = {
        test.parent for app in ("tables", "tournament") for test in (ROOT / "tests" / app).rglob("test_*.py")
    }
    assert [str(each) for each in folders if not (ROOT / each.relative_to(ROOT / "tests")).is_dir()] == []
