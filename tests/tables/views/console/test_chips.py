"""The page of the chips: the ledger against the stacks, the set, and a sheet for each table to colour up."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables.queries.console.chips import chip_board
from tests.factories.floor import Floor
from tests.pages import squeeze
from tests.tables.views.console.test_colour_up import set_stacks
from tournament.models import Entry, Role, Tournament

pytestmark = pytest.mark.django_db

STACK = "12×25, 12×100, 5×500, 6×1000"


def setting(floor: Floor, **options: str) -> Tournament:
    Tournament.objects.filter(pk=floor.tournament.pk).update(options_data=options)
    return Tournament.objects.get(pk=floor.tournament.pk)


def shown(floor: Floor, address: str = "chips/", **query: Any) -> str:
    return squeeze(floor.get(address, **query).content.decode())


def test_the_ledger_is_put_against_the_stacks_with_the_exact_difference(client: Client) -> None:
    floor = Floor(client, 4)
    assert "The stacks are the chips in play." in shown(floor)
    board = chip_board(floor.tournament)
    assert [(line.what, line.chips) for line in board.lines] == [("Issued", 40_000)]
    assert [(each.table, each.players, each.chips) for each in board.tables] == [(1, 4, 40_000)]

    set_stacks(floor, 9_500)
    assert "500 missing" in shown(floor)
    set_stacks(floor, 10_025)
    assert "25 too many" in shown(floor)


def test_the_case_says_for_how_many_players_it_is_enough(client: Client) -> None:
    floor = Floor(client, 4)
    assert "then it is said here" in shown(floor)
    setting(floor, stack_chips=STACK, case_chips="40×25, 60×100, 50×500, 75×1000, 35×5000")

    page = shown(floor)

    assert "The case is enough for 3 players. Chips of 25 run out first." in page
    assert "8 missing" in page
    assert "48 chips of 25 are changed into 12 of 100." in page
    assert "off by" not in page
    setting(floor, stack_chips="12×25, 12×100, 5×500")
    page = shown(floor)
    assert "off by −6,000 from the starting stack of 10,000" in page
    assert "The case is enough" not in page


def test_a_void_entry_needs_no_chips(client: Client) -> None:
    floor = Floor(client, 4)
    Entry.objects.filter(pk=floor.seats[1, 4].pk).update(status="void")

    found = chip_board(setting(floor, stack_chips=STACK)).chips

    assert found is not None
    assert (found.entries, found.rows[0].handed_out, found.rows[0].case) == (3, 36, None)


def test_each_table_has_a_sheet_with_its_odd_chips_and_what_to_bring(client: Client) -> None:
    floor = Floor(client, 4, 3)
    set_stacks(floor, 10_075, 10_000, 9_975, 9_950)
    set_stacks(floor, 10_010, table=2)

    page = shown(floor, "chips/sheets/", chips="25-100")

    assert "Table 1: 25 to 100" in page
    assert 'bring <span class="strong">2 chips of 100</span>' in page
    sheets = floor.get("chips/sheets/", chips="25-100").context["sheets"]
    assert [[(row.seat, row.odd) for row in sheet.rows] for sheet in sheets] == [[(1, 3), (3, 3), (4, 2)], []]
    assert "which chips of 25 cannot make" in page
    # Without the question it is the chip that is due, and one that there is not is as good as none.
    queries: list[dict[str, Any]] = [{}, {"chips": "7-9"}]
    for query in queries:
        assert floor.get("chips/sheets/", **query).context["step"] == (25, 100)


@pytest.mark.parametrize("tables", [1, 3])
def test_the_pages_take_the_same_queries_however_many_tables(
    client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, *[3] * tables)

    # Session, account, role; the ledger, the stacks, the tables.
    with django_assert_num_queries(6):
        floor.get("chips/")
    # Session, account, role; the seats.
    with django_assert_num_queries(4):
        floor.get("chips/sheets/")


def test_the_desk_has_no_page_of_the_chips(client: Client) -> None:
    floor = Floor(client, 3, role=Role.REGISTRATION)

    assert floor.get("chips/").status_code == floor.get("chips/sheets/").status_code == 403
