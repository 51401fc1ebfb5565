"""The rules import nothing but the language: no Django, no clock, no chance (the whole package)."""

import ast
from pathlib import Path

import tournament.rules

ALLOWED = {
    "__future__",
    "base64",
    "bisect",
    "collections",
    "csv",  # cuts lines that it is given
    "dataclasses",
    "difflib",
    "email",  # reads a date
    "enum",
    "functools",
    "datetime",
    "decimal",
    "hashlib",  # a hash of a text is a value like another: nothing of chance in it
    "hmac",
    "ipaddress",  # knows whose an address is without asking anybody
    "itertools",
    "math",
    "operator",
    "re",
    "types",
    "typing",
    "tournament",
    "unicodedata",
    "urllib",  # takes addresses apart
}
# What a command reads and prints.
OF_COMMANDS = {"argparse", "json", "pathlib", "sys"}
FILES = sorted(Path(tournament.rules.__file__).parent.rglob("*.py"))


def imported_by(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_the_rules_import_nothing_but_values_and_themselves() -> None:
    assert len(FILES) >= 14
    for path in FILES:
        for name in imported_by(path):
            allowed = ALLOWED | (OF_COMMANDS if path.name == "__main__.py" else set())
            assert name.split(".")[0] in allowed, f"{path.name} imports {name}"
            assert not name.startswith("tournament") or name.startswith("tournament.rules"), path.name


def test_the_rules_never_ask_for_the_time() -> None:
    for path in FILES:
        calls = {
            node.func.attr
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        assert not calls & {"now", "utcnow", "today"}, path.name
