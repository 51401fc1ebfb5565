"""A run-out that is dealt more than once: each board decides its share of every pot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import (
    HouseRules,
    IllegalAction,
    Setup,
    Stakes,
    State,
    Undo,
    apply,
    decode,
    format_cards,
    legal,
)
from tables.engine.made_hands import made_hands
from tables.engine.play.pots import Award
from tests.tables.engine.hands import TDA, play, table

THREE_BOARDS = replace(TDA, run_out_boards=3)


def all_in(*stacks: int, words: str, game: str = "NT", rules: HouseRules = THREE_BOARDS) -> State:
    return play(table(*stacks, game=game, rules=rules), words)


FLOP = "r2:500 c1 b:2c7d9s s1:AhAd s2:KhKd"
"""Two players all-in for 500 each before the flop, seat 1 with aces, seat 2 with kings."""


def results(state: State) -> dict[int, int]:
    assert state.is_complete
    return dict(state.stacks)


@pytest.mark.rule("RUN-02")
def test_each_board_decides_its_half_of_the_pot() -> None:
    state = all_in(500, 500, words=f"{FLOP} n2 b:3h b:4c b:Kc b:4d")
    assert results(state) == {1: 500, 2: 500}
    assert state.awards == (Award(0, 1, 500, board=1), Award(0, 2, 500, board=2))
    assert [format_cards(board) for board in state.boards] == ["2c7d9s3h4c", "2c7d9sKc4d"]
    assert format_cards(state.board) == "2c7d9s3h4c"


def test_one_player_may_win_both_boards_and_three_times_are_thirds() -> None:
    assert results(all_in(500, 500, words=f"{FLOP} n2 b:3h b:4c b:5c b:4d")) == {1: 1000, 2: 0}
    state = all_in(600, 600, words=f"{FLOP.replace('500', '600')} n3 b:3h b:4c b:Kc b:4d b:5c b:5d")
    assert results(state) == {1: 800, 2: 400}


@pytest.mark.rule("RUN-02")
def test_the_odd_chip_is_the_first_boards() -> None:
    stakes = "r3:500 c1 f2"  # a pot of 1,100 by 500, 500 and a blind of 100; halves of 550
    hand = f"{stakes} b:2c7d9s s1:AhAd s3:KhKd n2 b:3h b:4c b:Kc b:4d"
    assert results(all_in(500, 900, 500, words=hand)) == {1: 550, 2: 800, 3: 550}
    odd = {"posts": [[1, 50, "small_blind"], [2, 99, "big_blind"]]}
    odd_setup = Setup.from_dict(table(500, 900, 500, rules=THREE_BOARDS).to_dict() | odd)
    assert results(play(odd_setup, hand)) == {1: 550, 2: 801, 3: 549}


def test_the_board_may_come_again_from_the_river_on() -> None:
    words = "c2 k1 b:2c7d9s k1 k2 b:3h r1:400 c2 s1:AhAd s2:KhKd n2 b:4c b:Kc"
    assert results(all_in(500, 500, words=words)) == {1: 500, 2: 500}


@pytest.mark.rule("RUN-02")
def test_side_pots_are_divided_each_on_its_own() -> None:
    """Seat 1 has 200, the others 500: a main pot of 600, a side pot of 600."""
    words = "r3:500 c1 c2 s1:AhAd s2:KhKd s3:QhQd n2 b:2c7d9s b:3h b:4c b:QcTs8s b:5h b:5c"
    state = all_in(200, 500, 500, words=words)
    assert results(state) == {1: 300, 2: 300, 3: 600}


def test_high_and_low_are_halves_of_each_board() -> None:
    """Board one has no low: seat 1 wins it all. Board two: high to seat 2, low to seat 1."""
    hands = "s1:AhAd2s3s s2:KhKd9h8h"
    words = f"r2:200 c1 {hands} n2 b:TcJdTs b:Jh b:2h b:4c5d7s b:9c b:Kc"
    state = all_in(200, 200, game="PO/8", words=words)
    assert results(state) == {1: 300, 2: 100}
    assert state.awards == (
        Award(0, 1, 200, "high", board=1),
        Award(0, 2, 100, "high", board=2),
        Award(0, 1, 100, "low", board=2),
    )


def test_a_board_of_unknown_cards_is_decided_by_the_winners_that_are_declared() -> None:
    state = all_in(500, 500, words="r2:500 c1 n2 b:2c7d9s b:?? b:?? b:?????? b:?? b:??")
    assert (state.phase, legal(state).pots_to_declare) == ("showdown", (0,))
    assert results(play(state, "w0:1,2")) == {1: 500, 2: 500}


def test_who_mucks_before_the_last_board_loses_all_of_it() -> None:
    free = replace(THREE_BOARDS, all_in_tabled=False)
    assert results(all_in(500, 500, words="r2:500 c1 s1:AhAd n2 b:2c7d9s b:3h b:4c m2", rules=free)) == {
        1: 1000,
        2: 0,
    }


@pytest.mark.rule("RUN-01")
def test_the_second_board_is_dealt_from_where_they_part() -> None:
    state = all_in(500, 500, words=f"{FLOP} n2")
    assert (state.runs_out, state.boards_agreed, legal(state).board_cards) == (True, 2, 1)
    assert (state.board_number, state.next_street_name) == (1, "turn")
    state = play(state, "b:3h b:4c")
    assert (state.board_number, state.next_street_name) == (2, "turn")
    assert (state.phase, format_cards(state.board), state.street_name) == ("deal_board", "2c7d9s", "flop")
    assert (legal(state).board_cards, made_hands(state)) == (1, {})
    assert list(map(format_cards, state.boards_so_far)) == ["2c7d9s3h4c", "2c7d9s"]
    whole = play(state, "b:Kc b:4d")
    assert (whole.boards_so_far, whole.board_number, whole.next_street_name) == (whole.boards, 0, "")
    back = apply(state, Undo(len(state.history) - 3))
    assert (back.boards_agreed, legal(back).most_boards) == (1, 3)


@pytest.mark.rule("RUN-01")
@pytest.mark.parametrize(
    ("words", "operation", "code"),
    [
        (f"{FLOP} n2 b:3h b:4c", "b:3h", "duplicate_card"),
        (f"{FLOP} n2 b:3h b:4c", "b:Ah", "duplicate_card"),
        (f"{FLOP} n2", "n2", "boards_agreed"),
        ("c2 k1", "n2", "boards_not_now"),
        ("r2:500", "n2", "boards_not_now"),
        (f"{FLOP} b:3h b:4c", "n2", "boards_not_now"),
    ],
)
def test_what_is_not_possible_is_refused(words: str, operation: str, code: str) -> None:
    state = all_in(500, 500, words=words)
    with pytest.raises(IllegalAction) as refused:
        apply(state, decode(operation))
    assert refused.value.code == code


def test_a_house_that_deals_every_board_once_offers_and_takes_nothing_else() -> None:
    once, twice = (all_in(500, 500, words=FLOP, rules=replace(TDA, run_out_boards=most)) for most in (1, 2))
    assert (legal(once).most_boards, legal(twice).most_boards) == (0, 2)
    refused = []
    for state, word in ((once, "n2"), (twice, "n3")):
        with pytest.raises(IllegalAction) as error:
            apply(state, decode(word))
        refused.append((str(error.value), error.value.code))
    assert refused == [
        ("this house deals every board once", "boards_once"),
        ("a board is dealt at most 2 times, not 3", "board_count"),
    ]


def test_stud_has_no_board_to_be_dealt_again() -> None:
    state = play(
        Setup.from_dict(
            {
                "game": "F7S",
                "rules": {"run_out_boards": 2},
                "button": 2,
                "stakes": {
                    "small_blind": 0, "big_blind": 0, "ante": 100, "ante_kind": "classic",
                    "small_bet": 100, "big_bet": 200, "bring_in": 50,
                },
                "seats": [[1, 150], [2, 150]],
                "posts": [[1, 100, "ante"], [2, 100, "ante"]],
            }
        ),
        "o1 i1 c2",
    )  # fmt: skip
    assert (state.phase, legal(state).most_boards) == ("deal_board", 0)
    with pytest.raises(IllegalAction) as refused:
        apply(state, decode("n2"))
    assert refused.value.code == "boards_not_now"


def test_hands_tabled_between_the_agreement_and_the_last_board_decide_nothing_yet() -> None:
    state = all_in(500, 500, words="r2:500 c1 n2 s1:AhAd s2:KhKd")
    assert state.phase == "deal_board"
    state = play(state, "b:2c7d9s b:3h b:4c")
    assert (state.phase, len(state.boards)) == ("deal_board", 1)
    assert results(play(state, "b:KcTs8s b:3c b:5c")) == {1: 500, 2: 500}


def test_a_pot_of_one_chip_is_the_first_boards() -> None:
    setup = table(500, 500, rules=THREE_BOARDS, stakes=Stakes(50, 100, chip=1000))
    assert results(play(setup, f"{FLOP} n2 b:3h b:4c b:Kc b:4d")) == {1: 1000, 2: 0}
