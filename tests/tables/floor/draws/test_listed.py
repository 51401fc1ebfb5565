"""What the file of a draw lists, line by line, and in which order."""

from __future__ import annotations

from tables.floor.draws.cards import DECK
from tables.floor.draws.listed import (
    cards_for,
    cards_of_last_hands,
    draw_code,
    entry_code,
    late_seat_at,
    seats_for,
    seats_of_break,
)
from tables.floor.draws.seats import TableToFill, draw_cards, draw_late_seat, draw_seats, redraw
from tables.floor.moves.breaking import break_moves, listed_for_break
from tables.floor.room import TableSeat, TableView
from tables.floor.rules import FLOOR_RULES
from tournament.draws.chance import StepSaid, Witness

TABLES = [TableToFill(table=3, seats=(1, 2, 4), kept=(3,)), TableToFill(table=5, seats=(1, 2, 3))]
ROOM = [TableView(table=number, capacity=4, seats=frozenset({1, 2})) for number in (1, 2, 3)]


def witness(listed: list[str]) -> Witness:
    return Witness(seed=bytes(32), public="", draw="K7QX#1", kind="seating", listed=listed)


def lines_of(steps: list[StepSaid]) -> set[str]:
    return {line for step in steps for line in (*step["of"], *step.get("onto", ()))}


def test_an_entry_and_a_draw_have_a_code() -> None:
    assert (entry_code(7), entry_code(10_112), draw_code("K7QX", 12)) == ("E0007", "E10112", "K7QX#12")


def test_seats_are_those_of_the_draw_in_their_order_and_then_those_that_are_kept() -> None:
    listed = ["E0001", "E0002", "E0003", "T5S1", "T3S1", "T5S2", "T3S3"]
    assert seats_for(["E0001", "E0002", "E0003"], TABLES) == listed
    assert seats_for(["E0001", "E0002", "E0003"], TABLES, by_cards=True) == [*listed, *DECK]


def test_a_late_seat_is_any_free_one_of_the_shortest_tables() -> None:
    longer = TableView(table=9, capacity=4, seats=frozenset({1, 2, 3}))
    assert late_seat_at([longer, *ROOM[:2]]) == ["T1", "T1S3", "T1S4", "T2", "T2S3", "T2S4"]


def test_a_break_lists_who_leaves_the_open_seats_and_the_deck() -> None:
    full = TableView(table=7, capacity=2, seats=frozenset({1, 2}))
    listed = ["T3S1", "T3S2", "T1", "T1S3", "T1S4", "T2", "T2S3", "T2S4", *DECK]
    assert seats_of_break(ROOM[2], {2, 1}, [*ROOM[:2], full]) == listed
    assert listed_for_break([*ROOM, full], 3) == listed
    reserved = {1: TableSeat(table=1, seat=4)}
    assert listed_for_break(ROOM, 3, reserved=reserved) == [
        *("T3S2", "T1", "T1S3", "T2", "T2S3", "T2S4"),
        *DECK,
    ]


def test_cards_are_dealt_to_seats_of_one_table() -> None:
    assert cards_for({9, 2}) == ["S2", "S9", *DECK]
    assert cards_for((2, 9, 2)) == ["S2", "S2", "S9", *DECK]
    assert cards_of_last_hands(6)[:5] == ["2c", "2d", "2h", "2s", "3c"]
    assert len(cards_of_last_hands(9)) == 20


def test_what_is_drawn_stands_on_the_list() -> None:
    """Each step of these draws, in the words of the list."""
    entries = ["E0001", "E0002", "E0003"]
    seating = witness(seats_for(entries, TABLES))
    draw_seats(entries, TABLES, seating)
    assert [(step["do"], step["of"], step["onto"]) for step in seating.steps] == [
        ("shuffle", entries, ["T5S1", "T3S1", "T5S2"])
    ]

    final = [TABLES[0]]
    listed = seats_for(["E0001", "E0002"], final)
    again = witness(listed)
    redraw([1, 2], final, again, code=entry_code)
    assert lines_of(again.steps) == set(listed)
    assert [(step["do"], step["of"]) for step in again.steps] == [
        ("shuffle", ["E0001", "E0002"]),
        ("pick", ["T3S1", "T3S2", "T3S3"]),
    ]

    late = witness(late_seat_at(ROOM[:2]))
    place = draw_late_seat(ROOM[:2], late)
    assert [step["of"] for step in late.steps] == [["T1", "T2"], [f"T{place.table}S3", f"T{place.table}S4"]]
    assert late.steps[1]["gives"] == place.code

    listed = listed_for_break(ROOM, 3)
    breaking = witness(listed)
    break_moves(ROOM, 3, FLOOR_RULES["tda2024"], breaking)
    assert lines_of(breaking.steps) <= set(listed)
    assert breaking.steps[-1]["onto"] == ["T3S1", "T3S2"]

    high = witness(cards_for({9, 2}))
    dealt = draw_cards({9, 2}, high)
    assert high.steps[0]["onto"] == ["S2", "S9"]
    assert high.steps[0]["gives"] == [dealt[2], dealt[9]]
