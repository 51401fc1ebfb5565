"""The import graph of docs/imports.md is the one the code has, and each room says on its first page what it is."""

from __future__ import annotations

from graphlib import CycleError
from pathlib import Path

import pytest

from tests.import_graph import PACKAGES, PAGE, filled, floors, import_graph, rooms_between, without_shortcuts

ROOT = PAGE.parent.parent
# Some more is a room that is no longer taken in at a glance; where more is right, the first page says so.
MODULES_OF_A_ROOM = 13


def rooms() -> list[Path]:
    """Every package inside the packages that the page shows, and these themselves."""
    tops = [ROOT.joinpath(*package.split(".")) for package in PACKAGES]
    return sorted({path.parent for top in tops for path in top.rglob("__init__.py")})


def test_the_page_shows_the_graph_as_it_is() -> None:
    page = PAGE.read_text()
    assert page == filled(page, import_graph()), "python -m tests.import_graph --write"


def test_a_floor_is_one_above_the_highest_that_is_imported() -> None:
    arrows = {"desk": frozenset({"table"}), "table": frozenset({"words"}), "words": frozenset[str]()}
    assert floors(arrows | {"alone": frozenset()}) == {"words": 1, "table": 2, "desk": 3, "alone": 1}


def test_a_circle_has_no_floors() -> None:
    with pytest.raises(CycleError):
        floors({"desk": frozenset({"table"}), "table": frozenset({"desk"})})


def test_a_drawing_leaves_out_what_follows_from_other_arrows() -> None:
    arrows = {
        "desk": frozenset({"table", "words"}),
        "table": frozenset({"words"}),
        "words": frozenset[str](),
    }
    assert without_shortcuts(arrows) == {
        "desk": frozenset({"table"}),
        "table": frozenset({"words"}),
        "words": frozenset(),
    }


def test_rooms_import_what_their_modules_import() -> None:
    between = {
        "app.desk.players": frozenset({"app.desk.entries", "app.words.log"}),
        "app.desk.entries": frozenset[str](),
        "app.words.log": frozenset[str](),
    }
    assert rooms_between(between, "app") == {"desk": frozenset({"words"}), "words": frozenset()}


@pytest.mark.parametrize("room", rooms(), ids=lambda room: ".".join(room.relative_to(ROOT).parts))
def test_a_room_has_a_first_page_and_is_taken_in_at_a_glance(room: Path) -> None:
    page = (room / "__init__.py").read_text()
    assert page.startswith('"""')
    modules = [path for path in room.glob("*.py") if not path.name.startswith("__")]
    rooms_inside = [path.parent for path in room.glob("*/__init__.py")]
    assert len(modules) + len(rooms_inside) <= MODULES_OF_A_ROOM or "modules because" in page
