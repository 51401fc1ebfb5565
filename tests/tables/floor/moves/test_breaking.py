"""Breaking tables, the final table, redraws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.floor.draws.cards import DECK
from tables.floor.errors import FloorError
from tables.floor.moves.balancing import propose_moves
from tables.floor.moves.breaking import (
    FewerTables,
    assign_break_cards,
    break_moves,
    fewer_tables_due,
    seats_of_final_table,
    table_to_break,
    why_break,
)
from tables.floor.moves.fewest_moves import MovesLeft, Size
from tables.floor.moves.move import ProposedMove
from tables.floor.moves.redraws import RedrawMark, redraw_due, redraw_marks
from tables.floor.reasons import reason
from tables.floor.room import TableSeat, TableView, posted_breaking_order
from tables.floor.rules import FLOOR_RULES, FloorRules, ToleranceStep
from tests.breadth import sample
from tests.refusals import said
from tests.tables.floor.room_builder import a_room, a_table

TDA = FLOOR_RULES["tda2024"]
WSOP = FLOOR_RULES["wsop2024"]


def after_break(room: list[TableView], table: int, rules: FloorRules, seed: int) -> list[TableView]:
    views = {view.table: view for view in room if view.table != table}
    for move in break_moves(room, table, rules, Random(seed)).moves:
        views[move.to_table] = views[move.to_table].with_player(move.to_seat)
    return list(views.values())


@pytest.mark.rule("OPT-01..11")
def test_opt_10_a_table_breaks_when_everybody_fits_on_the_others() -> None:
    room = a_room(7, 7, 7, 6)
    assert table_to_break(room, TDA, breaking_order=(4, 1, 2, 3)) == 4
    broken = break_moves(room, 4, TDA, Random(1))
    assert len(broken.moves) == 6
    assert [view.players for view in after_break(room, 4, TDA, 1)] == [9, 9, 9]


def test_a_table_does_not_break_while_one_of_its_players_may_buy_back() -> None:
    room = a_room(7, 7, 7, 5)
    asked = replace(room[3], deciding=frozenset({8}))
    assert asked.players == 6
    assert table_to_break([*room[:3], asked], TDA, breaking_order=(4, 1, 2, 3)) is None
    assert table_to_break([asked, *room[:3]], TDA, breaking_order=(1, 2, 3, 4)) == 1
    assert table_to_break(room, TDA, breaking_order=(4, 1, 2, 3)) == 4


def test_a_table_does_not_break_while_one_player_would_stand() -> None:
    assert table_to_break(a_room(7, 7, 7, 7), TDA, breaking_order=(4, 1, 2, 3)) is None


@pytest.mark.rule("BRK-00")
def test_brk_00_the_posted_order_decides_and_unposted_tables_go_last_highest_first() -> None:
    room = a_room(5, 5, 5, 5, 5)
    assert table_to_break(room, TDA, breaking_order=(3, 1)) == 3
    assert table_to_break(room, TDA, breaking_order=(9, 1)) == 1
    assert table_to_break(room, TDA) == 5


def test_locked_seats_are_no_room() -> None:
    room = [
        a_table(1, range(1, 8), (1, 2, 3), locked={8}),
        *a_room(7, 7, 6)[1:],
        a_table(4, range(1, 7), (1, 2, 3)),
    ]
    assert sum(view.players for view in room) == 26
    assert table_to_break(room, TDA, breaking_order=(4, 1, 2, 3)) == 4
    room[1] = a_table(2, range(1, 8), (1, 2, 3), locked={9})
    assert table_to_break(room, TDA, breaking_order=(4, 3, 2, 1)) == 2


def test_the_last_two_tables_are_never_broken_but_drawn_anew() -> None:
    assert table_to_break(a_room(5, 4), TDA) is None
    assert table_to_break(a_room(3, 3, 3), TDA) is None
    assert table_to_break(a_room(4, 3, 3), TDA) == 3
    assert table_to_break(a_room(9), TDA) is None


CARDS = {1: "9d", 3: "Kc", 4: "Kh", 7: "4s"}
STACK = [
    TableSeat(table=2, seat=5),
    TableSeat(table=1, seat=9),
    TableSeat(table=3, seat=2),
    TableSeat(table=2, seat=8),
]


@pytest.mark.rule("BRK-01")
def test_brk_01_seat_cards_go_by_playing_card_or_clockwise_from_the_highest() -> None:
    by_card = assign_break_cards(cards=CARDS, stack=STACK)
    assert list(by_card.items()) == list(zip((4, 3, 1, 7), STACK, strict=True))
    clockwise = assign_break_cards(cards=CARDS, stack=STACK, order="clockwise")
    assert list(clockwise.items()) == list(zip((4, 7, 1, 3), STACK, strict=True))


@pytest.mark.parametrize(
    ("cards", "stack", "code"),
    [
        (CARDS, STACK[:3], "seat_cards_do_not_match"),
        (CARDS, [*STACK[:3], STACK[0]], "seat_cards_do_not_match"),
        ({**CARDS, 7: "Kh"}, STACK, "card_twice"),
        ({**CARDS, 7: "Kx"}, STACK, "bad_card"),
    ],
)
def test_a_hand_drawn_break_that_cannot_be_is_refused(
    cards: dict[int, str], stack: list[TableSeat], code: str
) -> None:
    with pytest.raises(FloorError) as refused:
        assign_break_cards(cards=cards, stack=stack)
    assert refused.value.code == code


def test_a_break_is_told_move_by_move_and_is_the_same_from_the_same_source() -> None:
    room = [a_table(7, {2, 5, 9}, (2, 5, 9)), *a_room(8, 7, 8)]
    broken = break_moves(room, 7, TDA, Random(11))
    assert broken == break_moves(room[::-1], 7, TDA, Random(11))
    assert sorted(move.from_seat or 0 for move in broken.moves) == [2, 5, 9]
    assert [(m.to_table, m.to_seat) for m in broken.moves] == [(p.table, p.seat) for p in broken.stack]
    assert list(assign_break_cards(cards=broken.cards, stack=broken.stack)) == [
        move.from_seat for move in broken.moves
    ]
    assert set(broken.cards.values()) <= set(DECK)
    first = broken.moves[0]
    assert [why.code for why in first.reasons] == ["table_breaks", "seat_by_card"]
    assert first.sentence == (
        "Table 7 breaks: its players fit, 3 into the 4 open seats at the other tables. "
        f"Seat {first.from_seat} drew the {broken.cards[first.from_seat or 0]} and gets seat card 1 of 3: "
        f"table {first.to_table}, seat {first.to_seat}."
    )


def test_the_table_to_break_is_named_with_its_turn_its_players_and_the_open_seats() -> None:
    room = a_room(7, 7, 4, capacity=9)
    table = table_to_break(room, TDA)
    assert table == 3
    why = why_break(room, table)
    assert (why.sentence, why.source) == (
        (
            "Table 3 can break: it is the first in the breaking order whose players fit, 4 into the 4 "
            "open seats at the other tables."
        ),
        "TDA 10, WSOP 66",
    )


def test_the_house_may_hand_out_seat_cards_clockwise() -> None:
    room = [a_table(7, {2, 5, 9}, (2, 5, 9)), *a_room(8, 7, 8)]
    rules = FloorRules(break_card_order="clockwise")
    served = [move.from_seat for move in break_moves(room, 7, rules, Random(3)).moves]
    start = served.index(2)
    assert served[start:] + served[:start] == [2, 5, 9]


def test_a_running_hand_is_waited_for() -> None:
    room = [a_table(7, {2, 5}, (2, 2, 5), in_hand=True), *a_room(8, 8)]
    assert {move.wait_for for move in break_moves(room, 7, TDA, Random(0)).moves} == {(7,)}


def test_every_player_may_draw_every_open_seat_alike() -> None:
    room = [a_table(7, {2, 5}, (2, 2, 5)), a_table(1, range(1, 7), (1, 2, 3)), a_table(2, range(1, 7))]
    drawn = Counter(
        (move.from_seat, move.to_table, move.to_seat)
        for rng in [Random(2)]
        for _ in range(3_000)
        for move in break_moves(room, 7, TDA, rng).moves
    )
    assert len(drawn) == 2 * 2 * 3
    chi_squared = sum((count - 500) ** 2 / 500 for count in drawn.values())
    assert chi_squared < 24.7  # 11 degrees of freedom, one in a hundred


def test_players_who_do_not_fit_are_not_broken() -> None:
    with pytest.raises(FloorError, match="5 players do not fit on 3 open seats") as refused:
        break_moves(a_room(9, 8, 7, 5), 4, TDA, Random(0))
    assert refused.value.code == "too_few_seats"
    with pytest.raises(FloorError, match="Table 9 is not open"):
        break_moves(a_room(9, 8), 9, TDA, Random(0))


@settings(max_examples=sample("tables broken"), deadline=None)
@given(
    counts=st.lists(st.integers(1, 9), min_size=3, max_size=6),
    broken=st.integers(1, 6),
    seed=st.integers(0, 2**32),
)
def test_a_break_seats_everybody_once_and_fills_the_shortest_tables(
    counts: list[int], broken: int, seed: int
) -> None:
    room = a_room(*counts)
    table = min(broken, len(counts))
    free = sum(9 - view.players for view in room if view.table != table)
    if free < counts[table - 1]:
        return
    moves = break_moves(room, table, TDA, Random(seed)).moves
    assert sorted(move.from_seat or 0 for move in moves) == sorted(room[table - 1].seats)
    places = [(move.to_table, move.to_seat) for move in moves]
    assert len(set(places)) == len(places)
    others = {view.table: view for view in room if view.table != table}
    assert all(seat in others[number].free_seats for number, seat in places)
    came = Counter(number for number, _ in places)
    lowest = min(view.players + came[view.table] for view in others.values())
    assert all(others[number].players + came[number] <= lowest + 1 for number in came)


@pytest.mark.parametrize("tolerance", [1, 2])
@pytest.mark.parametrize("seats", [9, 6])
def test_breaking_and_then_balancing_takes_the_fewest_moves_there_are(seats: int, tolerance: int) -> None:
    """Against the formula for a closed table: its players first fill the others' deficits."""
    for others in combinations_with_replacement(range(1, seats + 1), 3):
        for broken in range(1, seats + 1):
            total = sum(others) + broken
            if total > 3 * seats:
                continue
            expected = min(
                broken
                + max(
                    0,
                    sum(max(0, c - floor - tolerance) for c in others),
                    sum(max(0, floor - c) for c in others) - broken,
                )
                for floor in range(seats + 1)
                if 3 * floor <= total <= 3 * min(floor + tolerance, seats)
            )
            filled = sorted(others)
            for _ in range(broken):
                filled[0] += 1
                filled.sort()
            then = MovesLeft([Size(players, seats) for players in filled], tolerance=tolerance).needed
            assert broken + then == expected, (others, broken)


@pytest.mark.rule("OPT-01..11")
@pytest.mark.parametrize(("tolerance", "moves", "counts"), [(1, 3, [8, 8, 8]), (2, 2, [7, 8, 9])])
def test_opt_11_closing_the_table_of_two(tolerance: int, moves: int, counts: list[int]) -> None:
    step = ToleranceStep(seats_at_least=0, tables_above=0, tolerance=tolerance)
    rules = FloorRules(tolerance_steps=(step,))
    for seed in range(20):
        room = after_break(a_room(9, 8, 5, 2), 4, rules, seed)
        balancing = propose_moves(room, rules)
        assert 2 + len(balancing) == moves
        after = Counter({view.table: view.players for view in room})
        for move in balancing:
            after[move.from_table] -= 1
            after[move.to_table] += 1
        assert sorted(after.values()) == counts


@pytest.mark.rule("FT-01-TDA", "FT-01-WSOP")
@pytest.mark.parametrize(
    ("profile", "seats", "tables", "players", "due"),
    [
        ("tda2024", 9, 2, 10, False),  # FT-01-TDA
        ("tda2024", 9, 2, 9, True),
        ("tda2024", 8, 2, 10, False),
        ("tda2024", 8, 2, 9, True),
        ("tda2024", 6, 2, 8, False),
        ("tda2024", 6, 2, 7, True),
        ("tda2024", 10, 2, 10, True),
        ("wsop2024", 9, 2, 11, False),
        ("wsop2024", 9, 2, 10, True),  # FT-01-WSOP
        ("wsop2024", 8, 2, 9, True),
        ("wsop2024", 6, 2, 8, False),
        ("wsop2024", 6, 2, 7, True),
        ("tda2024", 9, 1, 9, False),
        ("tda2024", 9, 3, 9, True),
        ("tda2024", 9, 2, 1, True),
        ("tda2024", 9, 2, 0, False),
    ],
)
def test_ft_01_the_final_table_combines_as_the_rule_book_says(
    profile: str, seats: int, tables: int, players: int, due: bool
) -> None:
    rules = FLOOR_RULES[profile]
    marks = redraw_marks(entries=1, seats_per_table=seats, rules=rules)
    assert due is (redraw_due(marks, players_left=players, tables_left=tables) == 1)


@pytest.mark.rule("SIZE-01")
@pytest.mark.parametrize("profile", ["tda2024", "wsop2024"])
def test_with_nine_left_a_game_for_eight_is_played_at_two_tables_by_five_and_four(profile: str) -> None:
    rules = FLOOR_RULES[profile]
    due = {
        players: redraw_due(
            redraw_marks(entries=40, seats_per_table=8, rules=rules, most_players=8),
            players_left=players,
            tables_left=2,
            made=[RedrawMark(players=18, tables=2)],
        )
        for players in (10, 9, 8)
    }
    assert due == {10: None, 9: None, 8: 1}
    two = for_at_most(8, a_room(5, 4, capacity=9))
    assert (table_to_break(two, rules), propose_moves(two, rules)) == (None, ())


@pytest.mark.rule("SIZE-01")
def test_a_table_breaks_only_when_its_players_can_be_dealt_in_on_the_others() -> None:
    """Of 17 players 16 fit at two tables of nine seats if a game is for eight."""
    room = a_room(6, 6, 5)
    assert table_to_break(room, TDA) == 3
    assert table_to_break(for_at_most(8, room), TDA) is None
    sixteen = for_at_most(8, a_room(6, 6, 4))
    assert table_to_break(sixteen, TDA) == 3
    assert why_break(sixteen, 3) == reason("table_can_break", from_table=3, players=4, seats=4)
    assert [view.players for view in after_break(sixteen, 3, TDA, 1)] == [8, 8]
    # Without room for every one of them the break is refused, as where seats are missing.
    with pytest.raises(FloorError, match="5 players do not fit on 4 open seats"):
        break_moves(for_at_most(8, room), 3, TDA, Random(1))


def for_at_most(players: int, room: list[TableView]) -> list[TableView]:
    return [replace(view, most_players=players) for view in room]


@pytest.mark.parametrize(
    ("seats", "needed", "given"), [(9, 10, 10), (9, 9, 9), (8, 10, 10), (9, 11, 9), (10, 6, 10)]
)
def test_a_final_table_gets_the_seats_it_needs_up_to_ten(seats: int, needed: int, given: int) -> None:
    assert seats_of_final_table(seats=seats, needed=needed) == given


def test_a_break_that_cannot_be_is_refused_with_its_figures() -> None:
    assert [
        said(lambda: assign_break_cards(cards=CARDS, stack=[*STACK[:3], STACK[0]])),
        said(lambda: break_moves(a_room(9, 8, 7, 5), 4, TDA, Random(0))),
        said(lambda: break_moves(a_room(9, 8), 9, TDA, Random(0))),
    ] == [
        (
            "4 players need as many different seat cards, not 3.",
            "seat_cards_do_not_match",
            {"players": 4, "seat_cards": 3},
        ),
        ("5 players do not fit on 3 open seats.", "too_few_seats", {"players": 5, "seats": 3}),
        ("Table 9 is not open.", "table_not_open", {"table": 9}),
    ]
    assert len(break_moves(a_room(9, 8, 7, 3), 4, TDA, Random(0)).moves) == 3


def test_who_has_a_seat_reserved_elsewhere_goes_there_first_and_draws_nothing() -> None:
    room = [a_table(7, {2, 5, 9}, (2, 5, 9), in_hand=True), *a_room(7, 8)]
    kept = TableSeat(table=1, seat=9)
    broken = break_moves(room, 7, TDA, Random(4), reserved={5: kept})
    assert (sorted(broken.cards), len(broken.stack), kept in broken.stack) == ([2, 9], 2, False)
    first, *drawn = broken.moves
    assert first == ProposedMove(
        from_table=7,
        from_seat=5,
        to_table=1,
        to_seat=9,
        reasons=(
            reason("table_breaks", from_table=7, players=3, seats=3),
            reason("seat_reserved", to_table=1, to_seat=9),
        ),
        wait_for=(7,),
    )
    turns = [move.reasons[1] for move in drawn]
    assert turns == [
        reason(
            "seat_by_card",
            from_table=7,
            from_seat=move.from_seat,
            card=broken.cards[move.from_seat or 0],
            turn=turn,
            turns=2,
            to_table=move.to_table,
            to_seat=move.to_seat,
        )
        for turn, move in enumerate(drawn, start=1)
    ]
    # The reserved seat counts: both tables have eight then, and each gets one of the two.
    assert sorted(move.to_table for move in drawn) == [1, 2]


def test_a_room_gets_smaller_by_a_redraw_or_else_by_a_break_and_never_while_registration_is_open() -> None:
    room = a_room(7, 7, 4)
    posted = [replace(view, breaking_place=place) for view, place in zip(room, (2, None, 1), strict=True)]
    asked: list[str] = []

    def due(rooms: list[TableView], to: int | None, *, is_open: bool = False) -> FewerTables | None:
        def redraw_to() -> int | None:
            asked.append("redraw")
            return to

        return fewer_tables_due(rooms, TDA, is_registration_open=is_open, redraw_to=redraw_to)

    assert due(room, 2, is_open=True) is None
    assert asked == []
    assert due(room, 2) == FewerTables(redraw_to=2)
    assert due(room, None) == FewerTables(break_table=3, why_break=why_break(room, 3))
    assert due(a_room(7, 7, 7), None) is None
    assert (posted_breaking_order(room), posted_breaking_order(posted)) == ((), (3, 1))
    first_is_one = [replace(view, breaking_place=view.table) for view in a_room(4, 4, 4)]
    assert due(first_is_one, None) == FewerTables(break_table=1, why_break=why_break(first_is_one, 1))


def test_the_shortest_tables_fill_first_and_the_draw_is_the_sources() -> None:
    room = [a_table(3, {1, 2}), a_table(1, {1, 2}, capacity=4), a_table(2, {3}, capacity=3)]
    broken = break_moves(room, 3, TDA, Random(5))
    assert sorted((place.table, place.seat) for place in broken.stack) in (
        [(2, 1), (2, 2)],
        [(1, 3), (2, 1)],
        [(1, 4), (2, 1)],
        [(1, 3), (2, 2)],
        [(1, 4), (2, 2)],
    )
    even = [a_table(3, {1, 2, 3, 4}), a_table(1, range(1, 6)), a_table(2, range(1, 6))]
    for seed in range(5):
        assert Counter(place.table for place in break_moves(even, 3, TDA, Random(seed)).stack) == {1: 2, 2: 2}
