"""Which tests are nearest to a change: found by paths and by imports."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Of the product and its tests.
PACKAGES = ("tournament", "tables", "tests")

Importers = Callable[[str], Iterable[str]]


def module_of(path: str) -> str:
    """Return the dotted name of a Python file: "tables.floor" of tables/floor/__init__.py."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def mirrors_of(module: str) -> list[str]:
    """Return where the tests of a module lie, by its path: a file, or the folder of a package."""
    *folders, name = module.split(".")
    folder = Path("tests", *folders)
    return [str(place) for place in (folder / f"test_{name}.py", folder / name) if (ROOT / place).exists()]


def by_distance(changed: Iterable[str], importers: Importers) -> Iterator[str]:
    """Yield test files and folders from the nearest to the farthest, each once.

    changed: paths of Python files. importers: who imports a module, as names.
    """
    seen: set[str] = set()
    yielded: set[str] = set()
    ring = [module_of(path) for path in changed if path.endswith(".py") and path.split("/")[0] in PACKAGES]
    while ring:
        seen.update(ring)
        of_ring = [place for module in ring for place in tests_at(module)]
        importing = sorted({each for module in ring for each in importers(module)} - seen)
        of_importers = [place for module in importing if is_test(module) for place in tests_at(module)]
        for place in [*of_ring, *of_importers]:
            if place not in yielded:
                yielded.add(place)
                yield place
        ring = [module for module in importing if not is_test(module)]


def is_test(module: str) -> bool:
    """Say whether a module has tests itself."""
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def tests_at(module: str) -> list[str]:
    """Return the tests of a module: itself where it is one, else those that mirror it."""
    return [module.replace(".", "/") + ".py"] if is_test(module) else mirrors_of(module)
