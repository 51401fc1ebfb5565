"""Which modules and which functions of the product nothing in the product uses: only tests do, or nobody.

From the places where the product begins (commands, URLs, settings, tasks, template tags, migrations) its imports are
followed, and the names of modules in texts, as settings and `include()` have them. A package that re-exports a module
does not use it; a module that imports the name from the package does.

A function, class or method is used if its name stands in other code that is used: in a module as it is imported, in
a template, or in a definition that is used itself. Names are not resolved, so of two that are called alike one
hides the other; but no proof of a rule can lean on a definition that only tests name.

    python -m tests.unreached
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("tournament", "tables")
# Django, Celery, Python and the process that serves find these by their place.
BEGINNINGS: Final = re.compile(
    r"\.(management\.commands|migrations|templatetags|config)\.|\.(config|apps|admin|tasks|urls|__main__)$"
)
# At the start the apps import every module of some rooms: what registers itself there is found by that.
REGISTERS: Final = re.compile(r"^(register_\w+\(|@logged\()", re.MULTILINE)
_NAMED: Final = re.compile(r"""["']((?:tournament|tables)(?:\.\w+)+)[:"']""")


def unreached(graph: grimp.ImportGraph, sources: Mapping[str, str]) -> set[str]:
    """Names of the modules; packages, which are empty or only re-export, are left out."""
    seen: set[str] = set()
    left = [
        module for module in graph.modules if BEGINNINGS.search(module) or REGISTERS.search(sources[module])
    ]
    while left:
        module = left.pop()
        if module not in seen:
            seen.add(module)
            left += graph.find_modules_directly_imported_by(module)
            left += _named_in(sources[module], graph.modules)
    return {module for module in graph.modules - seen if not graph.find_children(module)}


def product() -> tuple[grimp.ImportGraph, dict[str, str]]:
    """Who imports whom, and the text of every module."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    return graph, {module: file_of(module).read_text(encoding="utf-8") for module in graph.modules}


def file_of(module: str) -> Path:
    path = ROOT / Path(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _named_in(source: str, modules: Collection[str]) -> Iterator[str]:
    """Modules that stand in texts, alone or with a name that is in them."""
    for text in _NAMED.findall(source):
        for name in (text, text.rpartition(".")[0]):
            if name in modules:
                yield name
                break


# --- Definitions

# Django, Celery and the standard library call what these packages define by names of their own; the rest is ours.
OUR_OWN: Final = re.compile(
    r"tables\.(engine|floor|queries|services)\b|tournament\.(rules|queries|services)\b"
)
# What stands above a definition and does not call it; any other decorator may register it somewhere.
_PLAIN_DECORATORS: Final = frozenset(
    {
        "atomic",
        "cache",
        "cached_property",
        "classmethod",
        "contextmanager",
        "dataclass",
        "lru_cache",
        "overload",
    }
    | {"property", "setter", "staticmethod"}
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, class or method by its name, and the names that it uses itself."""

    module: str
    name: str
    uses: frozenset[str]

    @property
    def is_called_by_python(self) -> bool:
        return self.name.startswith("__")


def unreached_definitions(sources: Mapping[str, str], words: Iterable[str]) -> set[str]:
    """Those of our own packages that nothing names which is used, as module:name.

    sources: the text of every module. words: the names that stand in templates.
    """
    definitions: list[Definition] = []
    names = set(words)
    for module, source in sources.items():
        found, used = _read(module, ast.parse(source), is_face=file_of(module).name == "__init__.py")
        definitions += found
        names |= used
    by_name: defaultdict[str, list[Definition]] = defaultdict(list)
    for each in definitions:
        by_name[each.name].append(each)
    left = [*names, *(each.name for each in definitions if each.is_called_by_python)]
    seen: set[str] = set()
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += [use for each in by_name[name] for use in each.uses]
    return {
        f"{each.module}:{each.name}"
        for each in definitions
        if each.name not in seen and OUR_OWN.match(each.module)
    }


def words_of_templates() -> set[str]:
    """Every name that stands in a template."""
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.jinja")]
    return {word for file in files for word in _WORD.findall(file.read_text(encoding="utf-8"))}


def _read(module: str, tree: ast.Module, *, is_face: bool) -> tuple[list[Definition], set[str]]:
    """The definitions of a module, and the names that it uses by being imported."""
    definitions: list[Definition] = []
    used: set[str] = set()
    for node in tree.body:
        if isinstance(node, _Definition):
            used |= _define(module, node, definitions)
        elif not is_face or not isinstance(node, ast.ImportFrom | ast.Import | ast.Assign):
            # What a package re-exports, and lists in __all__, it does not use.
            used |= _names(node)
    return definitions, used


def _define(module: str, node: _Definition, definitions: list[Definition]) -> set[str]:
    """Add the definition and those inside of a class; return what is used at once: by decorators that register it."""
    inside = [each for each in ast.iter_child_nodes(node) if isinstance(each, _Definition)]
    members = inside if isinstance(node, ast.ClassDef) else []
    used = {name for each in members for name in _define(module, each, definitions)}
    own = {name for child in ast.iter_child_nodes(node) if child not in members for name in _names(child)}
    definitions.append(Definition(module, node.name, frozenset(own)))
    decorators = {name for each in node.decorator_list for name in _names(each)}
    if any(_called(each) not in _PLAIN_DECORATORS for each in node.decorator_list):
        used |= {node.name} | decorators
    return used


def _called(decorator: ast.expr) -> str:
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _names(tree: ast.AST) -> set[str]:
    """The names in there: of variables and attributes, imported ones, and those that a text is made of alone."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.alias):
            names.update(_WORD.findall(node.name))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 100:
            names.update(_WORD.findall(node.value) if " " not in node.value else ())
    return names


if __name__ == "__main__":
    graph, sources = product()
    found = sorted(unreached(graph, sources) | unreached_definitions(sources, words_of_templates()))
    print("\n".join(found) or "everything is used")
    sys.exit(bool(found))
