"""Balancing an event of nothing but stud: no blinds say who moves and where to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tables.floor.draws.cards import DECK, seat_with_highest_card
from tables.floor.draws.seats import draw_cards
from tables.floor.errors import FloorError
from tables.floor.moves.balancing import propose_moves
from tables.floor.moves.move import ProposedMove, decided_by_card
from tables.floor.reasons import reason
from tables.floor.room import TableSeat, TableView
from tables.floor.rules import FLOOR_RULES
from tests import refusals
from tests.tables.floor.room_builder import a_stud_table, a_table

TDA = FLOOR_RULES["tda2024"]
WSOP = FLOOR_RULES["wsop2024"]
FULL = a_stud_table(1, range(1, 9))


def only(tables: list[TableView], **more: list[TableSeat]) -> ProposedMove:
    (move,) = propose_moves(tables, TDA, recently_moved=more.get("moved", ()))
    return move


def said(move: ProposedMove) -> list[tuple[str, str]]:
    return [(why.sentence, why.source) for why in move.reasons[1:]]


def test_the_seat_that_opened_last_is_filled_from_the_same_position() -> None:
    # TDA 11-A: by position; the last seat to open up at the short table is the seat filled.
    short = a_stud_table(2, {1, 2, 3, 5, 8}, left=(6, 7, 4))
    move = only([FULL, short])
    assert (move.from_seat, move.to_seat) == (4, 4)
    assert said(move) == [
        (
            "There are no blinds, so players move by position: seat 4 at table 1 fills seat 4.",
            "TDA 11-A",
        ),
        ("Seat 4 is the seat vacated last at table 2.", "TDA 11-A"),
    ]


def test_a_seat_taken_again_did_not_open_last() -> None:
    short = a_stud_table(2, {1, 2, 3, 4, 8}, left=(5, 6, 7, 4))
    assert only([FULL, short]).to_seat == 7


def test_where_no_seat_was_left_yet_one_is_drawn_and_its_number_decides_nothing() -> None:
    tables = [FULL, a_stud_table(2, {1, 3, 5, 6, 8})]
    drawn = Counter(propose_moves(tables, TDA, seed=str(seed))[0].to_seat for seed in range(300))

    assert set(drawn) == {2, 4, 7}
    assert min(drawn.values()) > 70
    move = propose_moves(tables, TDA, seed="8")[0]
    assert propose_moves(tables, TDA, seed="8")[0] == move
    # The player in that position moves.
    assert move.from_seat == move.to_seat
    assert said(move)[-1] == (
        f"No player has left a seat at table 2 yet: seat {move.to_seat} is drawn from its 3 open seats.",
        "TDA 10-B, WSOP 66",
    )


def test_the_next_position_moves_when_that_player_has_just_moved() -> None:
    short = a_stud_table(2, {1, 2, 3, 5, 6}, left=(4, 7, 8))
    move = only([FULL, short], moved=[TableSeat(table=1, seat=8)])
    assert (move.from_seat, move.to_seat) == (1, 8)
    assert said(move)[:2] == [
        (
            (
                "There are no blinds, so players move by position: counting from seat 8, seat 1 at table "
                "1 is the first that may be moved."
            ),
            "TDA 11-A",
        ),
        ("Passed over, having just moved: seat 8.", "TDA 1"),
    ]


def test_several_players_fill_the_seats_in_the_order_in_which_they_opened_last_first() -> None:
    room = [FULL, a_stud_table(2, range(1, 9)), a_stud_table(3, {1, 2, 3}, left=(4, 8, 5, 7, 6))]
    moves = propose_moves(room, TDA)
    assert [(m.from_table, m.from_seat, m.to_seat) for m in moves] == [(2, 6, 6), (1, 7, 7), (2, 5, 5)]


def test_by_wsop_67b_a_high_card_decides_who_moves_and_nothing_is_said_before_it_is_dealt() -> None:
    short = a_stud_table(2, {1, 2, 3, 5, 8}, left=(6, 7, 4))
    (move,) = propose_moves([FULL, short], WSOP)
    assert (move.from_seat, move.to_seat, move.drawing) == (None, 4, tuple(range(1, 9)))
    assert said(move) == [
        (
            "The high card decides who leaves table 1: one card each to 8 players.",
            "WSOP 67b",
        ),
        ("Seat 4 is the seat vacated last at table 2.", "TDA 11-A"),
    ]


def test_the_highest_card_moves_and_the_suit_breaks_a_tie() -> None:
    (move,) = propose_moves([FULL, a_stud_table(2, {1, 2, 3, 5, 8}, left=(4,))], WSOP)
    cards = dict(zip(range(1, 9), ("2c", "Kd", "9s", "Ks", "Kh", "3d", "4d", "5d"), strict=True))
    decided = decided_by_card(move, cards)
    assert (decided.from_seat, decided.drawing) == (4, ())
    assert said(decided)[0] == (
        "Seat 4 at table 1 was dealt the Ks, the highest of 8 cards.",
        "WSOP 67b",
    )
    assert decided.reasons[-1] == move.reasons[-1]


def test_who_has_just_moved_is_dealt_no_card() -> None:
    short = a_stud_table(2, {1, 2, 3, 5, 8}, left=(4,))
    (move,) = propose_moves([FULL, short], WSOP, recently_moved=[TableSeat(table=1, seat=5)])
    assert move.drawing == (1, 2, 3, 4, 6, 7, 8)
    assert said(move)[1] == ("Passed over, having just moved: seat 5.", "TDA 1")
    assert move.reasons[2] == reason("passed_over_moved", from_table=1, from_seats=[5])
    everybody = [TableSeat(table=1, seat=seat) for seat in range(1, 9)]
    (again,) = propose_moves([FULL, short], WSOP, recently_moved=everybody)
    assert again.drawing == tuple(range(1, 9))


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ({1: "Kd"}, "cards_do_not_match"),
        (dict.fromkeys(range(1, 9), "Kd"), "card_twice"),
        ({seat: DECK[seat] if seat < 8 else "Zz" for seat in range(1, 9)}, "bad_card"),
    ],
)
def test_cards_that_cannot_have_been_dealt_decide_nothing(cards: dict[int, str], code: str) -> None:
    (move,) = propose_moves([FULL, a_stud_table(2, {1, 2, 3, 5, 8}, left=(4,))], WSOP)
    with pytest.raises(FloorError) as refused:
        decided_by_card(move, cards)
    assert refused.value.code == code


def test_a_high_card_from_the_same_source_is_the_same_and_every_seat_has_the_same_chance() -> None:
    assert draw_cards({8, 2, 5}, Random(1)) == draw_cards([2, 5, 8], Random(1))
    assert list(draw_cards({8, 2, 5}, Random(1))) == [2, 5, 8]
    rng = Random(7)
    highest = [seat_with_highest_card(draw_cards({2, 5, 8}, rng)) for _ in range(3_000)]
    assert all(900 < highest.count(seat) < 1_100 for seat in (2, 5, 8))


def turned(view: TableView, by: int) -> TableView:
    """The same table with its chairs numbered from another one on."""

    def chair(seat: int) -> int:
        return (seat - 1 + by) % view.capacity + 1

    return replace(
        view, seats=frozenset(map(chair, view.seats)), left=tuple(chair(seat) for seat in view.left)
    )


@pytest.mark.parametrize("by", range(8))
@pytest.mark.parametrize(
    "short",
    [
        a_stud_table(2, {1, 2, 3, 5, 8}, left=(6, 7, 4)),
        a_stud_table(2, {2, 4, 6, 8}, left=(1, 7, 5, 3)),
        a_stud_table(2, {5, 6, 7, 8}, left=(3, 2, 4, 1)),
    ],
)
def test_by_position_means_the_place_at_the_table_and_not_the_number_of_the_chair(
    short: TableView, by: int
) -> None:
    """TDA 11-A: with the chairs of both tables numbered from another place on, the same players make the same moves."""
    full = a_stud_table(1, {1, 2, 4, 5, 6, 7, 8})

    def moves(tables: list[TableView]) -> list[tuple[int, int]]:
        return [(move.from_seat or 0, move.to_seat) for move in propose_moves(tables, TDA)]

    def chair(seat: int) -> int:
        return (seat - 1 + by) % 8 + 1

    expected = [(chair(source), chair(seat)) for source, seat in moves([full, short])]
    assert moves([turned(full, by), turned(short, by)]) == expected
    assert expected


@pytest.mark.parametrize("by", range(8))
def test_by_high_card_the_number_of_the_chair_decides_nothing(by: int) -> None:
    """WSOP 67b: nobody is named before the card, everybody who may move is dealt one, and the last seat opened is
    filled.
    """
    short = turned(a_stud_table(2, {1, 2, 3, 5, 8}, left=(6, 7, 4)), by)
    (move,) = propose_moves([turned(FULL, by), short], WSOP)[:1]

    assert move.from_seat is None
    assert move.drawing == tuple(range(1, 9))
    assert move.to_seat == short.left[-1]


def test_cards_for_another_number_of_players_are_refused_with_both() -> None:
    (move,) = propose_moves([FULL, a_stud_table(2, {1, 2, 3, 5, 8}, left=(4,))], WSOP)
    assert refusals.said(lambda: decided_by_card(move, {1: "Kd"})) == (
        "8 players are dealt a card each, not 1.",
        "cards_do_not_match",
        {"players": 8, "cards": 1},
    )


def test_the_only_one_who_may_move_is_dealt_no_card_either() -> None:
    locked = replace(FULL, locked_seats=FULL.seats - {4})
    (move,) = propose_moves([locked, a_stud_table(2, {1, 2, 3, 5, 8}, left=(4,))], WSOP)
    assert (move.from_seat, move.drawing) == (4, ())
    assert move.reasons[1:3] == (
        reason("only_one_may_move", from_table=1, from_seat=4),
        reason("passed_over_locked", from_table=1, from_seats=[1, 2, 3, 5, 6, 7, 8]),
    )


@pytest.mark.rule("MIX-03")
def test_mix_03_where_the_house_draws_a_high_card_decides_who_and_a_draw_where_to() -> None:
    rules = replace(WSOP, balancing="drawn")
    tables = [a_table(1, range(1, 10), (1, 2, 3)), a_table(2, {1, 2, 3, 4, 5}, (1, 2, 3))]
    moves = [propose_moves(tables, rules, seed=str(seed))[0] for seed in range(200)]

    assert {move.from_seat for move in moves} == {None}
    assert {move.drawing for move in moves} == {tuple(range(1, 10))}
    assert {move.to_seat for move in moves} == {6, 7, 8, 9}
    assert propose_moves(tables, rules, seed="3")[0] == moves[3]
    assert said(moves[0]) == [
        ("The high card decides who leaves table 1: one card each to 9 players.", "WSOP 67b"),
        (f"Seat {moves[0].to_seat} at table 2 is drawn from its 4 open seats.", "WSOP 67b"),
    ]
    # The books' own way moves the player who is due, to the worst seat.
    assert propose_moves(tables, WSOP)[0].from_seat is not None
