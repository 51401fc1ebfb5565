"""The list of tables with their hands, by pages in a large room."""

from __future__ import annotations

import pytest
from django.test import Client

from tables.queries.console import table as queries
from tests.factories.floor import Floor

pytestmark = pytest.mark.django_db


def test_a_large_room_is_listed_page_by_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "TABLES_ON_A_PAGE", 2)
    floor = Floor(client, 2, 2, 3)
    floor.deal(3, "f3", "f1")

    first, last = floor.get("hands/").content.decode(), floor.get("hands/?page=99").content.decode()

    assert [f">\n                Table {number}\n" in first for number in (1, 2, 3)] == [True, True, False]
    assert [f">\n                Table {number}\n" in last for number in (1, 2, 3)] == [False, False, True]
    assert 'href="?page=2"' in first
    assert 'href="?page=1"' in last
    assert queries.table_index(floor.tournament, page="2").object_list[0] == (3, 3, 1)
