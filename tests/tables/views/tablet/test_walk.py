"""The walk of a tap in docs/architecture.md, walked: each module that runs between the view and its answer.

Models and template tags are not counted; the pure packages are named by their rooms.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import time_machine

from tables.views.tablet import table as view
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.tables.views.tablet.test_table import Tablet

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[4]
MOST = 15
VOCABULARY = re.compile(r"\.(models|templatetags|timekeeping|services\.actor)\b")
PURE = ("tables.engine", "tables.floor", "tournament.rules")
SO_FAR = ("c3", "c1", "k2", "b:AhTd2c", "k1", "r2:100")


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def walk(do: Callable[[], object]) -> list[str]:
    """The product's modules in the order in which a function of theirs runs, while the view is at work."""
    reached: dict[str, None] = {}
    is_at_work = False

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal is_at_work
        name = frame.f_globals.get("__name__", "")
        if name == view.__name__ and frame.f_code.co_name == "act":
            is_at_work = event == "call"
        # What a dataclass writes for itself has no file.
        has_file = frame.f_code.co_filename.startswith(str(ROOT))
        if is_at_work and event == "call" and has_file and name.startswith(("tables.", "tournament.")):
            reached[name] = None

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return list(reached)


def stations(modules: list[str]) -> list[str]:
    return [name for name in modules if not VOCABULARY.search(name) and not name.startswith(PURE)]


def rooms_of_engine(modules: list[str]) -> set[str]:
    """tables.engine.play.betting lies in the room tables.engine.play, tables.engine.hand in none."""
    engine = [name.split(".") for name in modules if name.startswith("tables.engine.")]
    return {".".join(parts[:3]) if len(parts) > 3 else "tables.engine" for parts in engine}


def written() -> str:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return page.partition("## The walk of a tap\n")[2].partition("\n## ")[0]


def tapped(operation: str, *so_far: str) -> list[str]:
    tablet = Tablet(make_felt(1000, 1000, 1000))
    tablet.deal()
    for code in so_far:
        tablet.felt.play(code)
    fields = tablet.fields(operation=operation)
    answers: list[Any] = []
    modules = walk(lambda: answers.append(tablet.send("act", fields)))
    assert answers[0].status_code == 200
    return modules


def test_a_tap_passes_the_modules_that_are_written_down_in_this_order() -> None:
    modules = tapped("f3", *SO_FAR)
    listed = re.findall(r"^\d+\. `([\w.]+)`", written(), re.MULTILINE)
    assert stations(modules) == listed
    assert len(listed) <= MOST


def test_a_tap_asks_the_rooms_of_the_engine_that_are_written_down() -> None:
    asked = written().partition("From the engine a tap uses")[2].partition(";")[0]
    assert rooms_of_engine(tapped("f3", *SO_FAR)) == set(re.findall(r"`(tables\.engine[\w.]*)`", asked))


@pytest.mark.parametrize(
    ("operation", "so_far"),
    [
        ("c3", SO_FAR),
        ("r3:300", SO_FAR),
        ("k1", SO_FAR[:4]),
        ("b:5s", (*SO_FAR, "f3", "c1")),
        ("f3", ()),
    ],
    ids=["call", "raise", "check", "turn card", "first fold"],
)
def test_no_ordinary_tap_passes_another_module(operation: str, so_far: tuple[str, ...]) -> None:
    assert set(stations(tapped(operation, *so_far))) <= set(stations(tapped("f3", *SO_FAR)))
