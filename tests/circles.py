"""In which run a test is found, read from its source: `make test`, or the long part that adds breadth."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What stands behind the name of a test that only `make test-long` runs.
LONG = " (long)"


def said_of(test: str, root: Path = ROOT) -> str:
    """Return what is to be said behind `path::function`, or behind a path whose tests are all long: LONG or nothing."""
    path, _, function = test.partition("::")
    file = root / path
    if not file.is_file():
        return ""
    long, usual = tests_of(file)
    return LONG if (function in long if function else bool(long) and not usual) else ""


@cache
def tests_of(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tests of a file that are long, and the others, among them those of which some cases are long."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    all_are = any(
        _names_long(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(name, ast.Name) and name.id == "pytestmark" for name in node.targets)
    )
    tests = {
        node.name: all_are or any(_is_long(decorator) for decorator in node.decorator_list)
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }
    long = frozenset(name for name, is_long in tests.items() if is_long)
    return long, frozenset(tests.keys() - long)


def _names_long(value: ast.expr) -> bool:
    """Say whether one of the marks of a file, alone or in a list, is `long`."""
    marks = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
    return any(_is_long(mark) for mark in marks)


def _is_long(mark: ast.expr) -> bool:
    return isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.long"
