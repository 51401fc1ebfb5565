"""The board of hand-for-hand on the wall, for everybody and without a log-in."""

from __future__ import annotations

import html
import re

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW
from tests.factories.rounds import Rounds

pytestmark = pytest.mark.django_db

THREE = (9000, 9000, 5000)


def words(room: Rounds) -> str:
    with time_machine.travel(NOW, tick=False):
        page = Client().get(f"/t/{room.tournament.code}/hand-for-hand/").content.decode()
    main = page.split('id="rounds"')[1].split("</section>")[0].split(">", 1)[1]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", main)).split())


def test_without_a_stop_it_says_that_tables_deal_freely() -> None:
    room = Rounds(THREE, THREE)

    said = words(room)

    assert "Tables deal freely" in said
    assert "6 players left" in said


def test_every_table_has_its_light_and_who_is_out_is_shown_with_the_prize() -> None:
    room = Rounds(THREE, (9000, 9000, 7000), (9000, 9000, 9000), paid=(50_00,) * 8)
    room.deal(2)
    room.deal(3)
    room.announce(until_left=7)
    room.lose(2, 3, deal=False)

    said = words(room)

    assert "Hand-for-hand · hand 1" in said
    assert "8 players left 1 to go Level 1 · 20:00" in said
    assert "Table 1 Done Table 2 Done Table 3 Dealing" in said
    assert "Out in this hand so far" in said
    assert "Fabio Riva T2 9th –" in said


def test_the_wall_clock_says_that_the_room_plays_hand_for_hand() -> None:
    room = Rounds(THREE, THREE, paid=(50_00,) * 5)
    room.announce(until_left=5)

    with time_machine.travel(NOW, tick=False):
        page = Client().get(f"/t/{room.tournament.code}/clock/").content.decode()

    assert "Hand-for-hand" in page


@pytest.mark.parametrize("tables", [2, 4])
def test_the_board_takes_as_many_queries_however_many_tables(
    tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    room = Rounds(*(THREE,) * tables, paid=(50_00, 25_00))
    room.announce(until_left=2)

    with time_machine.travel(NOW, tick=False), django_assert_num_queries(9):
        Client().get(f"/t/{room.tournament.code}/hand-for-hand/")
