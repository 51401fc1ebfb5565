"""No module or function of the product is there for tests alone, but those that are said to be not yet in it."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

import grimp
import pytest

from tests.rules_proved import PAGE, waiting_modules
from tests.unreached import file_of, product, unreached, unreached_definitions, words_of_templates

read_once = cache(product)


def a_copy_of_the_product() -> tuple[grimp.ImportGraph, dict[str, str]]:
    """Who imports whom, for a test to plant in."""
    graph, sources = read_once()
    return deepcopy(graph), dict(sources)


def test_modules_that_only_tests_import_stand_on_the_list_and_no_others() -> None:
    waiting = waiting_modules(PAGE.read_text(encoding="utf-8"))
    found = unreached(*a_copy_of_the_product())
    assert {file_of(module).relative_to(PAGE.parents[1]).as_posix() for module in found} == set(waiting)


def test_a_planted_module_is_found_also_behind_another() -> None:
    graph, sources = a_copy_of_the_product()
    before = unreached(graph, sources)
    graph.add_module("tables.floor.planted")
    graph.add_module("tables.floor.behind")
    graph.add_import(importer="tables.floor.planted", imported="tables.floor.behind")
    graph.add_import(importer="tables.floor.planted", imported="tables.floor.room")
    sources |= {"tables.floor.planted": "", "tables.floor.behind": ""}
    assert unreached(graph, sources) - before == {"tables.floor.planted", "tables.floor.behind"}

    graph.add_import(importer="tables.floor.stage", imported="tables.floor.planted")
    assert unreached(graph, sources) == before


def test_a_module_that_is_named_in_a_text_is_used() -> None:
    graph, sources = a_copy_of_the_product()
    before = unreached(graph, sources)
    graph.add_module("tables.planted")
    sources["tables.planted"] = ""
    for text in ('"tables.planted"', "'tables.planted.Middleware'", '"tables.planted:main"'):
        named = sources | {"tournament.config.settings": sources["tournament.config.settings"] + text}
        assert unreached(graph, named) == before
    assert unreached(graph, sources) == before | {"tables.planted"}


# --- Definitions

# The engine reads what it writes: these are for programs that use it alone, and for the tests of what it writes.
FOR_OTHERS = ("format_line", "read_gfx", "read_ohh", "read_phh")
# Called by a library: a handler's, by logging.
BY_LIBRARIES = ("emit",)


def test_no_rule_is_proved_on_a_function_that_only_tests_call() -> None:
    _graph, sources = read_once()
    assert unreached_definitions(sources, {*words_of_templates(), *FOR_OTHERS, *BY_LIBRARIES}) == set()
    assert all(any(f"def {name}(" in source for source in sources.values()) for name in FOR_OTHERS)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def planted(): ...", {"planted"}),
        ("def planted(): planted()", {"planted"}),
        ("def planted(): ...\ndef behind(): planted()", {"planted", "behind"}),
        ("def planted(): ...\nplanted()", set()),
        ("@registered\ndef planted(): ...", set()),
        ("@cache\ndef planted(): ...", {"planted"}),
        ("class Planted:\n    def member(self): ...", {"Planted", "member"}),
        (
            "class Planted:\n    def __str__(self): return self.member()\n    def member(self): ...",
            {"Planted"},
        ),
        ("def planted(): ...\nx = getattr(y, 'planted')", set()),
    ],
)
def test_a_planted_function_is_found_where_nothing_that_is_used_names_it(
    source: str, found: set[str]
) -> None:
    said = unreached_definitions({"tables.floor.planted": source}, ())
    assert said == {f"tables.floor.planted:{name}" for name in found}


def test_a_function_is_used_where_a_template_or_another_module_names_it_and_not_where_a_package_lists_it() -> (
    None
):
    planted = {"tables.floor.planted": "def planted(): ..."}
    assert unreached_definitions(planted, ["planted"]) == set()
    assert (
        unreached_definitions(
            planted | {"tables.views.planting": "from tables.floor.planted import planted"}, ()
        )
        == set()
    )
    face = {"tables.floor": "from tables.floor.planted import planted\n__all__ = ['planted']"}
    assert unreached_definitions(planted | face, ()) == {"tables.floor.planted:planted"}
