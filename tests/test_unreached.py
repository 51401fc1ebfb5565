"""No module of the product is there for tests alone, but those that docs/rules.md says are not yet in it."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

import grimp

from tests.rules_proved import PAGE, waiting_modules
from tests.unreached import file_of, product, unreached

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
