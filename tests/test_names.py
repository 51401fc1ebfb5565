"""A name of a class means one thing in the whole product (docs/glossary.md), nested or not."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]
FOR_A_REASON: Final = {
    "Command": "Django runs the class of a management command by this name",
    "DatabaseOperations": "Django loads what a database backend changes by this name",
    "DatabaseWrapper": "Django loads a database backend by this name",
    "Meta": "Django reads the options of a model from the class of this name in it",
}


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(path for app in ("tables", "tournament") for path in (ROOT / app).rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def of_several_classes(files: Mapping[str, str]) -> dict[str, list[str]]:
    """The names that more than one class has, with the files of those classes."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for file, source in files.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(file)
    return {name: places for name, places in found.items() if len(places) > 1}


def test_every_class_has_a_name_of_its_own() -> None:
    found = of_several_classes(dict(sources()))
    assert {name: places for name, places in found.items() if name not in FOR_A_REASON} == {}
    assert found.keys() >= FOR_A_REASON.keys()


def test_a_planted_second_class_is_seen_also_inside_another() -> None:
    planted = {"a.py": "class Break: ...\n", "b.py": "class Day:\n    class Break: ...\n"}
    assert of_several_classes(planted) == {"Break": ["a.py", "b.py"]}
    assert of_several_classes({**planted, "b.py": "class Day: ...\n"}) == {}
