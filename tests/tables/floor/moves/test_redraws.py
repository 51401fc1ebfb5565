"""Redraws: the marks of the book by the field, those of a structure by players, and which is due."""

from __future__ import annotations

import pytest

from tables.floor.moves.redraws import RedrawMark, redraw_due, redraw_marks, redraws_to_come
from tables.floor.rules import FLOOR_RULES, FloorRules

TDA = FLOOR_RULES["tda2024"]
WSOP = FLOOR_RULES["wsop2024"]


def marks(text: str) -> tuple[RedrawMark, ...]:
    """Players and tables: "24-3 16-2"."""
    pairs = [part.split("-") for part in text.split()]
    return tuple(RedrawMark(players=int(players), tables=int(tables)) for players, tables in pairs)


def by_players(*counts: int, seats: int = 8, rules: FloorRules = TDA) -> tuple[RedrawMark, ...]:
    return redraw_marks(entries=300, seats_per_table=seats, rules=rules, counts=counts)


@pytest.mark.rule("RDR-01..02")
@pytest.mark.parametrize(
    ("entries", "players", "tables", "done", "to"),
    [
        (180, 28, 4, [], None),
        (180, 27, 4, [], 3),  # RDR-01
        (180, 27, 3, [3], None),
        (180, 26, 3, [], 3),
        (180, 18, 3, [3], 2),
        (180, 17, 3, [], 2),
        (180, 17, 2, [2], None),
        (180, 10, 2, [3, 2], None),
        (180, 9, 2, [3, 2], 1),
        (180, 9, 1, [3, 2, 1], None),
        (80, 27, 4, [], None),  # RDR-02
        (80, 18, 3, [], 2),
        (51, 18, 3, [], 2),
        (50, 18, 3, [], None),
        (50, 9, 2, [], 1),
        (100, 27, 4, [], 3),
        (99, 27, 4, [], None),
        (9, 9, 1, [], None),
    ],
)
def test_rdr_everybody_is_drawn_anew_at_the_tables_the_field_calls_for(
    entries: int, players: int, tables: int, done: list[int], to: int | None
) -> None:
    assert to == redraw_due(
        redraw_marks(entries=entries, seats_per_table=9, rules=TDA),
        players_left=players,
        tables_left=tables,
        made=[RedrawMark(players=9 * each, tables=each) for each in done],
    )


def test_the_wsop_draws_its_final_table_with_ten_left() -> None:
    of_book = redraw_marks(entries=40, seats_per_table=9, rules=WSOP)
    due = {players: redraw_due(of_book, players_left=players, tables_left=2) for players in (11, 10)}
    assert due == {11: None, 10: 1}


# --- By the structure -------------------------------------------------------------------------------------------


def test_both_sources_give_one_list_of_marks() -> None:
    assert redraw_marks(entries=180, seats_per_table=9, rules=TDA) == marks("27-3 18-2 9-1")
    assert redraw_marks(entries=50, seats_per_table=9, rules=WSOP) == marks("10-1")
    assert by_players(9, 24, 16) == marks("24-3 16-2 9-1")


@pytest.mark.rule("RDR-03")
@pytest.mark.parametrize(
    ("counts", "seats", "rules", "expected"),
    [
        ((24, 16, 9), 8, TDA, "24-3 16-2 9-1"),  # WPT: eight to a table, nine at the last
        ((24, 16), 8, TDA, "24-3 16-2 9-1"),  # the final table is always drawn
        ((27, 18, 10), 9, WSOP, "27-3 18-2 10-1"),
        ((18, 10), 9, TDA, "18-2 10-2 9-1"),  # ten do not fit at a table of the TDA
        ((16, 9, 6), 8, TDA, "16-2 9-1 6-1"),  # the final table is redrawn with six left
        ((9,), 9, WSOP, "9-1"),  # not with ten
    ],
)
def test_rdr_03_the_structure_names_numbers_of_players(
    counts: tuple[int, ...], seats: int, rules: FloorRules, expected: str
) -> None:
    assert by_players(*counts, seats=seats, rules=rules) == marks(expected)


@pytest.mark.rule("RDR-03")
@pytest.mark.parametrize(
    ("players", "tables", "made", "to"),
    [
        (25, 4, "", None),
        (24, 4, "", 3),
        (24, 3, "", 3),
        (24, 3, "24-3", None),
        (17, 3, "24-3", None),
        (16, 3, "24-3", 2),
        (15, 2, "24-3 16-2", None),
        (15, 2, "24-3", 2),  # the table was broken, but nobody redrawn
        (9, 2, "24-3 16-2", 1),
        (9, 1, "24-3 16-2 9-1", None),
        (8, 1, "", None),  # they sit at one table
        (20, 3, "", 3),  # two out in one hand, or registration ended late: the mark was passed
        (9, 3, "", 1),  # of several that are due the last
    ],
)
def test_rdr_03_every_mark_is_redrawn_once(players: int, tables: int, made: str, to: int | None) -> None:
    due = redraw_due(by_players(24, 16, 9), players_left=players, tables_left=tables, made=marks(made))
    assert due == to


@pytest.mark.rule("RDR-03")
@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (300, "24-3 16-2 9-1 6-1"),
        (25, "24-3 16-2 9-1 6-1"),
        (24, "16-2 9-1 6-1"),
        (14, "9-1 6-1"),
        (9, "9-1 6-1"),  # two tables may still become one
        (6, "9-1"),
    ],
)
def test_rdr_03_a_number_that_the_field_never_exceeded_is_no_mark(entries: int, expected: str) -> None:
    found = redraw_marks(entries=entries, seats_per_table=8, rules=TDA, counts=(24, 16, 9, 6))
    assert found == marks(expected)


def test_fourteen_entries_at_two_tables_are_not_redrawn_when_registration_closes() -> None:
    few = redraw_marks(entries=14, seats_per_table=8, rules=TDA, counts=(24, 16, 9))
    due = {left: redraw_due(few, players_left=left, tables_left=2) for left in (14, 10, 9)}
    assert due == {14: None, 10: None, 9: 1}


def test_a_count_below_the_final_table_redraws_it_once() -> None:
    six = by_players(16, 9, 6)
    assert redraw_due(six, players_left=7, tables_left=1, made=marks("16-2 9-1")) is None
    assert redraw_due(six, players_left=6, tables_left=1, made=marks("16-2 9-1")) == 1
    assert redraw_due(six, players_left=5, tables_left=1, made=marks("16-2 9-1 6-1")) is None


def test_a_redraw_counts_for_the_mark_of_its_tables_whatever_became_of_the_seats() -> None:
    # Made with eighteen at two tables of nine, before a game for eight at most was put in.
    of_book = redraw_marks(entries=80, seats_per_table=8, rules=TDA, most_players=8)
    assert of_book == marks("16-2 8-1")
    assert redraw_due(of_book, players_left=16, tables_left=2, made=marks("18-2")) is None


def test_the_next_redraws_are_known_beforehand() -> None:
    def to_come(players: int, tables: int) -> tuple[RedrawMark, ...]:
        return tuple(redraws_to_come(by_players(24, 16, 9, 6), players_left=players, tables_left=tables))

    assert to_come(100, 13) == marks("24-3 16-2 9-1 6-1")
    assert to_come(24, 3) == marks("16-2 9-1 6-1")
    assert to_come(10, 2) == marks("9-1 6-1")
    assert to_come(8, 1) == marks("6-1")
    assert to_come(6, 1) == ()
