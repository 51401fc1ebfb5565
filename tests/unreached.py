"""Which modules of the product nothing in the product uses: only tests import them, or nobody.

From the places where the product begins (commands, URLs, settings, tasks, template tags, migrations) its imports are
followed, and the names of modules in texts, as settings and `include()` have them. A package that re-exports a module
does not use it; whoever imports the name from the package does.

    python -m tests.unreached
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("tournament", "tables")
# Django, Celery, Python and the process that serves find these by their place.
BEGINNINGS: Final = re.compile(
    r"\.(management\.commands|migrations|templatetags|config)\.|\.(config|apps|admin|tasks|urls|__main__)$"
)
_NAMED: Final = re.compile(r"""["']((?:tournament|tables)(?:\.\w+)+)[:"']""")


def unreached(graph: grimp.ImportGraph, sources: Mapping[str, str]) -> set[str]:
    """Names of the modules; packages, which are empty or only re-export, are left out."""
    seen: set[str] = set()
    left = [module for module in graph.modules if BEGINNINGS.search(module)]
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


if __name__ == "__main__":
    found = sorted(unreached(*product()))
    print("\n".join(found) or "every module is used")
    sys.exit(bool(found))
