"""The breaking order in force: breaking proposals, the source of a balancing move, a redraw and the wall follow it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.floor.room import in_breaking_order, posted_breaking_order
from tables.models import Table, TableStatus
from tables.queries.room.advice import advice
from tables.queries.room.board import room_board
from tables.queries.room.orders import breaking_order
from tables.queries.room.tables import room
from tables.services.desk.seating import open_table
from tables.services.moves.breaking import redraw_tables
from tables.services.table.orders import post_order
from tests.factories import ACTOR, after
from tests.pages import squeeze
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import newest, undo
from tournament.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


def post(tournament: Tournament, *numbers: int, minutes: float = 1) -> Any:
    return post_order(
        tournament_id=tournament.pk, order="breaking", numbers=numbers, by=ACTOR.at(after(minutes))
    )


def wall(client: Client, tournament: Tournament) -> str:
    return squeeze(client.get(f"/t/{tournament.code}/room/").content.decode())


@pytest.mark.rule("BRK-00")
def test_brk_00_the_table_to_break_is_the_first_in_the_posted_order(client: Client) -> None:
    """Posted by the end of registration, highest number first; altered by the floor; taken down again by an undo."""
    tournament = make_room(6, 6, 6, 6)
    assert advice(tournament).break_table == 4
    assert [table.number for table in room_board(tournament).breaking] == [4, 3, 2, 1]

    post(tournament, 2, 4, 1, 3)

    assert advice(tournament).break_table == 2
    assert [table.number for table in room_board(tournament).breaking] == [2, 4, 1, 3]
    rows = re.findall(
        r'board__number">\s*<span class="visually-hidden">Table</span> (\d+)', wall(client, tournament)
    )
    assert rows == ["2", "4", "1", "3"]

    undo(newest("breaking_order_set"))
    assert advice(tournament).break_table == 4


@pytest.mark.rule("BAL-01..08")
def test_bal_06_of_equally_full_tables_the_next_in_the_posted_order_gives() -> None:
    """TDA 11-C, WSOP 67: the source is predetermined by the breaking order."""
    tournament = make_room(9, 9, 9, 6)
    (first, *_rest) = advice(tournament).moves
    assert first.from_table == 3

    post(tournament, 1, 3, 2, 4)
    (first, *_rest) = advice(tournament).moves
    assert (first.from_table, first.to_table) == (1, 4)

    post(tournament, 2, 3, 1, 4, minutes=2)
    (first, *_rest) = advice(tournament).moves
    assert first.from_table == 2


def test_a_redraw_keeps_the_tables_that_break_last(client: Client) -> None:
    tournament = make_room(4, 4, 4, seats=9)
    post(tournament, 1, 3, 2)

    redraw_tables(tournament_id=tournament.pk, tables_left=2, seed="s", by=ACTOR.at(after(2)))

    statuses = dict(Table.objects.values_list("number", "status"))
    assert statuses == {1: TableStatus.CLOSED, 2: TableStatus.OPEN, 3: TableStatus.OPEN}

    undo(newest("tables_redrawn"))
    assert set(Table.objects.values_list("status", flat=True)) == {TableStatus.OPEN}
    assert sum(view.players for view in room(tournament)) == 12


def test_before_the_end_of_registration_no_order_hangs_on_the_wall_unless_the_floor_posts_one(
    client: Client,
) -> None:
    tournament = make_room(4, 4, closed=False)
    assert "The breaking order is posted when registration closes." in wall(client, tournament)

    post(tournament, 1)
    assert [table.number for table in room_board(tournament).breaking] == [1, 2]


def test_the_wall_and_the_rules_put_the_tables_in_the_same_order() -> None:
    tournament = make_room(2, 2, 2, 2, 2)
    post(tournament, 3, 5)
    views = room(tournament)
    by_rules = [view.table for view in in_breaking_order(views, posted_breaking_order(views))]

    assert by_rules == [3, 5, 4, 2, 1]
    assert [table.number for table in breaking_order(Table.objects.all())] == by_rules


def test_the_wall_asks_the_same_of_three_tables_as_of_one(client: Client) -> None:
    asked = []
    for sizes in ((4,), (4, 4, 4)):
        tournament = make_room(*sizes)
        wall(client, tournament)
        with CaptureQueriesContext(connection) as captured:
            wall(client, tournament)
        asked.append(len(captured))
    assert asked[0] == asked[1]


@pytest.mark.rule("BRK-02")
def test_brk_02_a_table_added_for_unexpected_players_is_the_first_to_break() -> None:
    """WSOP 35; before those of the posted order, the newest first of all."""
    tournament = make_room(6, 6, 6)
    post(tournament, 2, 3, 1)

    for number in (4, 5):
        open_table(tournament_id=tournament.pk, by=ACTOR.at(after(2)), number=number)

    assert posted_breaking_order(room(tournament)) == (5, 4, 2, 3, 1)
    for line in LogEntry.objects.filter(verb="table_opened").order_by("-pk"):
        undo(line)
    assert posted_breaking_order(room(tournament)) == (2, 3, 1)
    # What was posted is taken down as ever.
    undo(newest("breaking_order_set"))
    assert posted_breaking_order(room(tournament)) == ()
