"""The import graph of docs/imports.md: which rooms there are, how many modules, which arrows, how many floors.

    python -m tests.import_graph            prints it
    python -m tests.import_graph --write    puts it between the marks of docs/imports.md

Arrows point from the room that imports to the one that is imported. Who imports a name from a package's face (its
`__init__`) imports the module that the face has it from. A module's floor is 1 where it imports nothing of its
package, else one more than the highest floor it imports from; a package has as many floors as its longest chain of
imports has modules. A circle would have no floors and is raised.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "imports.md"
BEGIN, END = "<!-- import graph: begin -->\n", "<!-- import graph: end -->\n"

APPS = ("tournament", "tables")
# In the order in which a reader meets them; start-up and migrations belong to no package's inside.
PACKAGES = (
    "tables.engine",
    "tables.floor",
    "tables.queries",
    "tables.services",
    "tables.views",
    "tables.forms",
    "tables.management",
    "tournament.rules",
    "tournament.queries",
    "tournament.services",
    "tournament.views",
    "tournament.forms",
    "tournament.live",
    "tournament.management",
)

Arrows = Mapping[str, frozenset[str]]
# What a module has by import: the name there, the module it is imported from, and its name in that.
Names = Mapping[str, tuple[str, str]]


def import_graph() -> str:
    """The whole text between the marks, in Markdown. Raises graphlib.CycleError where modules import in a circle."""
    graph = grimp.build_graph(*APPS, cache_dir=None)
    follow_names(graph)
    parts = [_apps(graph)]
    parts += [_package(graph, package) for package in PACKAGES]
    return "\n".join(parts)


def follow_names(graph: grimp.ImportGraph) -> None:
    """Add what modules import through the face of a package: an arrow to the module that the name comes from."""
    faces = {each: _imported_names(each) for each in graph.modules if graph.find_children(each)}
    for module in graph.modules - faces.keys():
        through = graph.find_modules_directly_imported_by(module) & faces.keys()
        if through:
            for package, name in _imported_names(module).values():
                origin = origin_of(package, name, faces) if package in through else None
                if origin in graph.modules and origin not in (module, package):
                    graph.add_import(importer=module, imported=origin)


def origin_of(package: str, name: str, faces: Mapping[str, Names]) -> str:
    """The module from which a face has this name, itself where the name is its own."""
    while package in faces and name in faces[package]:
        package, name = faces[package][name]
    return package


def _imported_names(module: str) -> Names:
    place = ROOT.joinpath(*module.split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {each.asname or each.name: (node.module, each.name) for each in node.names}
    return found


def floors(arrows: Arrows) -> dict[str, int]:
    """The floor of each node; raises graphlib.CycleError."""
    found: dict[str, int] = {}
    for node in TopologicalSorter(arrows).static_order():
        found[node] = 1 + max((found[below] for below in arrows.get(node, ())), default=0)
    return found


def without_shortcuts(arrows: Arrows) -> dict[str, frozenset[str]]:
    """Only arrows that do not follow from others: without a -> c where a -> b -> c."""
    reached: dict[str, frozenset[str]] = {}
    for node in TopologicalSorter(arrows).static_order():
        below = arrows.get(node, frozenset())
        reached[node] = below.union(*(reached[each] for each in below))
    return {
        node: below - frozenset[str]().union(*(reached[each] for each in below))
        for node, below in arrows.items()
    }


def modules_between(graph: grimp.ImportGraph, modules: Iterable[str]) -> dict[str, frozenset[str]]:
    """Direct imports among `modules`."""
    inside = frozenset(modules)
    return {each: inside & graph.find_modules_directly_imported_by(each) for each in sorted(inside)}


def rooms_between(between: Arrows, package: str) -> dict[str, frozenset[str]]:
    """The same arrows from room to room: a room is what stands directly in `package`."""
    found: dict[str, set[str]] = {}
    for module, imported in between.items():
        room = _room(module, package)
        found.setdefault(room, set()).update(_room(each, package) for each in imported)
    return {room: frozenset(below - {room}) for room, below in found.items()}


def _room(module: str, package: str) -> str:
    return module.removeprefix(f"{package}.").split(".")[0]


def _inside(graph: grimp.ImportGraph, package: str) -> list[str]:
    """Modules in a package at any depth, without the packages' own first pages."""
    below = graph.find_descendants(package)
    return sorted(each for each in below if not graph.find_children(each))


def _apps(graph: grimp.ImportGraph) -> str:
    """Both apps with their packages as one drawing."""
    everything = [each for app in APPS for each in _inside(graph, app)]
    between = modules_between(graph, everything)
    highest = max(floors(between).values())
    packages: dict[str, set[str]] = {}
    counts: dict[str, int] = {}
    for module, imported in between.items():
        name = _package_of(module)
        if name is None:
            continue
        counts[name] = counts.get(name, 0) + 1
        packages.setdefault(name, set()).update(
            below for each in imported if (below := _package_of(each)) not in (None, name)
        )
    arrows = {name: frozenset(below) for name, below in packages.items()}
    lines = [
        f"### Both apps: {len(everything)} modules, {highest} floors, no circle",
        "",
        *_drawing(arrows, lambda name: f"{name}<br>{_modules(counts[name])}"),
    ]
    return "\n".join([*lines, ""])


def _package_of(module: str) -> str | None:
    """tables.queries.room.tables -> tables.queries; None for start-up, migrations and an app's own modules."""
    app, _, rest = module.partition(".")
    name, _, inside = rest.partition(".")
    return f"{app}.{name}" if inside and name not in ("config", "migrations") else None


def _package(graph: grimp.ImportGraph, package: str) -> str:
    between = modules_between(graph, _inside(graph, package))
    arrows = rooms_between(between, package)
    by_floor = floors(arrows)
    names = {room: f"{room}/" if graph.find_children(f"{package}.{room}") else room for room in arrows}
    count = {room: sum(_room(module, package) == room for module in between) for room in arrows}
    depth = max(floors(between).values())
    lines = [f"### {package}: {_modules(len(between))}, {depth} {'floor' if depth == 1 else 'floors'}", ""]
    lines += ["| Room | Modules | Imports |", "|---|---|---|"]
    for room in sorted(arrows, key=lambda each: (-by_floor[each], each)):
        below = ", ".join(names[each] for each in sorted(arrows[room])) or "–"
        lines.append(f"| {names[room]} | {count[room]} | {below} |")
    if any(arrows.values()):
        lines += ["", *_drawing(arrows, lambda room: f"{names[room]}<br>{_modules(count[room])}")]
    return "\n".join([*lines, ""])


def _modules(count: int) -> str:
    return "1 module" if count == 1 else f"{count} modules"


def _drawing(arrows: Arrows, label: Callable[[str], str]) -> list[str]:
    """A drawing that GitHub shows; arrows that follow from others are left out."""
    lines = ["```mermaid", "graph TD"]
    lines += [f'    {_id(node)}["{label(node)}"]' for node in sorted(arrows)]
    for node, below in sorted(without_shortcuts(arrows).items()):
        lines += [f"    {_id(node)} --> {_id(each)}" for each in sorted(below)]
    return [*lines, "```"]


def _id(name: str) -> str:
    return "m_" + name.replace(".", "_")


def filled(page: str, graph: str) -> str:
    """The page with the graph between its marks. Raises ValueError where the marks are missing."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} has no marks for the import graph.")
    return f"{before}{BEGIN}\n{graph}\n{END}{after}"


def main(arguments: list[str]) -> None:
    graph = import_graph()
    if "--write" in arguments:
        PAGE.write_text(filled(PAGE.read_text(), graph))
    else:
        print(graph)


if __name__ == "__main__":
    main(sys.argv[1:])
