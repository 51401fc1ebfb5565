"""When a table has become too short to deal on, and when it only looks like it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.floor.moves.halting import Halt, halts
from tables.floor.reasons import reason
from tables.floor.room import TableView
from tables.floor.rules import FLOOR_RULES, FloorRules
from tests.tables.floor.room_builder import a_room, a_stud_table, a_table

TDA = FLOOR_RULES["tda2024"]


def lost(view: TableView, players: int) -> TableView:
    """The table after so many players have gone out there."""
    return replace(view, eliminated=players)


@pytest.mark.rule("HALT-01..02")
def test_halt_01_a_table_three_short_halts_and_names_the_fullest() -> None:
    room = [a_table(1, range(1, 9)), a_table(2, range(1, 9)), a_table(3, range(1, 6), eliminated=3)]
    figures = {"table": 3, "players": 5, "short_by": 3, "fullest": 1, "most": 8}
    assert halts(room, TDA) == (
        Halt(table=3, short_by=3, is_now=True, reason=reason("table_halted", **figures)),
    )


@pytest.mark.rule("HALT-01..02")
def test_halt_02_a_table_two_short_plays_on() -> None:
    eight, other, six = a_room(8, 8, 6)
    assert halts([eight, other, lost(six, 2)], TDA) == ()


def test_a_table_just_opened_for_late_entries_does_not_halt() -> None:
    # TDA 11-D, WSOP 67: only by elimination. It would be as short with everybody back who went out.
    full, new = a_table(1, range(1, 10), (1, 2, 3)), a_table(2, {1, 2, 3, 8}, (1, 2, 3))
    assert halts([full, new], TDA) == ()
    assert halts([full, lost(new, 2)], TDA) == ()
    assert [halt.table for halt in halts([full, lost(new, 3)], TDA)] == [2]


def test_a_short_table_plays_on_until_its_big_blind_would_fall_on_an_empty_seat() -> None:
    fullest = a_table(1, range(1, 9), (1, 2, 3))
    not_yet = a_table(2, {1, 2, 3, 4, 9}, (1, 2, 3), eliminated=3)
    affected = a_table(2, {1, 2, 3, 8, 9}, (1, 2, 3), eliminated=3)
    around = a_table(2, {2, 3, 4, 8, 9}, (4, 8, 9), eliminated=3)
    (soon,) = halts([fullest, not_yet], TDA)
    assert (soon.is_now, soon.reason.sentence) == (
        False,
        (
            "Table 2 has 5 players, 3 fewer than table 1 with 8: play halts there as soon as its big blind falls "
            "on an empty seat."
        ),
    )
    (now,) = halts([fullest, affected], TDA)
    assert (now.is_now, now.reason.sentence) == (
        True,
        (
            "Play halts at table 2 until it is balanced: it has 5 players, 3 fewer than table 1 with 8, and its "
            "big blind falls on empty seat 4."
        ),
    )
    assert [halt.is_now for halt in halts([fullest, around], TDA)] == [True]


def test_in_stud_a_table_three_short_halts_at_once() -> None:
    room = [a_stud_table(1, range(1, 9)), lost(a_stud_table(2, range(1, 6)), 3)]
    assert [(halt.is_now, halt.reason.code) for halt in halts(room, TDA)] == [(True, "table_halted")]


def test_small_tables_halt_when_two_short() -> None:
    def room(last: int) -> list[TableView]:
        first, second, third = a_room(6, 6, last, capacity=6)
        return [first, second, lost(third, 6 - last)]

    assert [halt.table for halt in halts(room(4), TDA)] == [3]
    assert halts(room(5), TDA) == ()
    assert halts(room(4), FloorRules(small_table_halt_short_by=3)) == ()


def test_an_empty_room_has_nothing_to_halt() -> None:
    assert halts([], TDA) == ()


def test_a_table_that_the_floor_lets_play_on_does_not_halt_until_it_has_fewer_players() -> None:
    """TDA 11-D: the director may waive it."""
    full, short = a_room(9, 6)
    assert halts([full, replace(lost(short, 3), plays_on_with=6)], TDA) == ()
    assert halts([full, replace(lost(short, 3), plays_on_with=5)], TDA) == ()
    assert [halt.table for halt in halts([full, replace(lost(short, 3), plays_on_with=7)], TDA)] == [2]
