"""High and low: who wins which half of which pot, and where the odd chips go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import (
    Award,
    ButtonAndBlinds,
    DeclareWinners,
    HouseRules,
    IllegalAction,
    Post,
    SeatStack,
    Setup,
    Stakes,
    State,
    apply,
    legal,
)
from tests.tables.engine.hands import TDA, play, pots, table

BUTTON, OUT = 5, 9
DEEP = 9000


def divided(
    amount: int,
    hands: dict[int, str],
    *,
    board: str,
    bet: int = 100,
    chip: int = 25,
    rules: HouseRules = TDA,
    game: str = "PO/8",
) -> State:
    """A pot of this amount, checked down and shown; the button is seat 5, who has folded.

    Everybody named puts in the bet, what is missing to the amount is dead money of seat 9, who folds.
    """
    seats = sorted([*hands, BUTTON, OUT])
    dead = amount - bet * len(hands)
    first = next(seat for seat in [*seats, *seats] if seat in hands)
    setup = Setup(
        game=game,
        rules=rules,
        stakes=Stakes(0, bet, chip=chip),
        button=BUTTON,
        seats=tuple([SeatStack(seat, DEEP) for seat in seats]),
        posts=(Post(OUT, dead, "dead_blind"), Post(first, bet, "big_blind")),
    )
    state = play(setup)
    while not state.is_complete:
        answer = legal(state)
        if answer.actor in (BUTTON, OUT):
            state = play(state, f"f{answer.actor}")
        elif answer.actor is not None:
            state = play(state, f"{'c' if answer.call_amount else 'k'}{answer.actor}")
        elif answer.board_cards:
            dealt = 2 * len(state.board)
            state = play(state, f"b:{board[dealt : dealt + 2 * answer.board_cards]}")
        else:
            state = play(state, f"s{answer.to_show}:{hands[answer.to_show or 0]}")
    assert state.pot_total == amount
    return state


def won(state: State) -> dict[int, int]:
    """What each seat took out of the pots."""
    taken: dict[int, int] = {}
    for award in state.awards:
        taken[award.seat] = taken.get(award.seat, 0) + award.amount
    return taken


LOW_BOARD = "3c7h8dKcKh"
# Nut low with ace and deuce: every hand with both has 8-7-3-2-A.
KINGS = "KdQdJsTs"
LOW_A, LOW_B, LOW_C = "Ac2cQhJh", "Ad2dQcJc", "As2sTdTh"


# --- Halves


@pytest.mark.rule("HL-03", "S-062", "S-061")
def test_hl_03_high_and_low_each_use_their_own_two_hole_cards() -> None:
    # As2s with 3-7-8 is the low, As Kd with K-K-8 the high.
    state = divided(1000, {2: "As2sKdQd", 8: "4s5sQcQh"}, board=LOW_BOARD)
    assert won(state) == {2: 1000}
    apart = divided(1000, {2: "As2sJdQd", 8: "KsTsQcQh"}, board=LOW_BOARD)
    assert apart.awards == (Award(0, 8, 500, "high"), Award(0, 2, 500, "low"))


@pytest.mark.rule("HL-04", "S-062")
@pytest.mark.parametrize(
    ("board", "low_hand"),
    [
        ("3c4h9dJcKh", "As2sQd5d"),  # two low ranks on the board
        ("2c7h8dJcKh", "As2sKdQd"),  # three, but the deuce of the hand is on it already
        ("3c7h9dJcKh", "AsAd2c4d"),
    ],
)
def test_hl_04_where_nobody_has_a_low_the_high_takes_it_all(board: str, low_hand: str) -> None:
    state = divided(1000, {2: low_hand, 8: "KsTsKcTh"}, board=board)
    assert state.awards == (Award(0, 8, 1000, "high"),)


@pytest.mark.rule("S-062")
def test_an_eight_is_a_low_and_a_nine_is_none() -> None:
    eight = divided(1000, {2: "6s5sJdQd", 8: "KsTsQcQh"}, board=LOW_BOARD)
    assert won(eight) == {2: 500, 8: 500}
    assert won(divided(1000, {2: "9s2sJdQd", 8: "KsTsQcQh"}, board=LOW_BOARD)) == {8: 1000}


def test_the_low_of_a_player_outside_a_pot_does_not_divide_it() -> None:
    setup = Setup.for_level(
        game="FO/8",
        rules=TDA,
        stakes=Stakes(10, 20, small_bet=20, big_bet=40),
        positions=ButtonAndBlinds(button=4, small_blinds=(1,), big_blinds=(2,)),
        seats=[SeatStack(1, 500), SeatStack(2, 500), SeatStack(3, 20), SeatStack(4, 60)],
    )
    state = play(setup, "c3 r4:40 r1:60 c2 c4 b:3s4c8d r1:20 c2 b:Kd k1 k2 b:Qc k1 k2")
    assert pots(state) == [(80, "1234"), (120, "124"), (40, "12")]
    state = play(state, "s1:QsQhTcTd s2:JsJhTsTh s4:KsKh9c9d s3:Ac2d5h6h")
    assert dict(state.results) == {1: 460, 2: 420, 3: 40, 4: 160}


# --- Odd chips


@pytest.mark.rule("HL-01")
def test_hl_01_high_alone_and_low_tied_is_three_quarters() -> None:
    state = divided(4000, {2: "Ac2cKdQh", 8: "Ad2dTcJc"}, board=LOW_BOARD, bet=1000, chip=100)
    assert won(state) == {2: 3000, 8: 1000}


@pytest.mark.rule("HL-02")
def test_hl_02_a_low_tied_three_ways_is_divided_from_the_left_of_the_button() -> None:
    # A is seat 4: from the button on 5 the order is 7, 8, 4.
    hands = {4: "Ac2cKdQh", 7: "Ad2dTcJc", 8: "As2sTdJd"}
    state = divided(1000, hands, board=LOW_BOARD, chip=100)
    assert won(state) == {4: 600, 7: 200, 8: 200}


@pytest.mark.rule("ODD-03")
def test_odd_03_the_odd_chip_between_the_halves_is_the_high_ones() -> None:
    state = divided(2025, {2: KINGS, 7: LOW_A, 8: LOW_B}, board=LOW_BOARD)
    assert state.awards == (
        Award(0, 2, 1025, "high"),
        Award(0, 7, 500, "low"),
        Award(0, 8, 500, "low"),
    )


@pytest.mark.rule("ODD-04")
def test_odd_04_each_half_has_its_own_odd_chip() -> None:
    state = divided(1975, {2: KINGS, 4: LOW_A, 8: LOW_B}, board=LOW_BOARD)
    assert state.awards == (
        Award(0, 2, 1000, "high"),
        Award(0, 8, 500, "low"),
        Award(0, 4, 475, "low"),
    )


@pytest.mark.rule("ODD-05")
@pytest.mark.parametrize(
    ("amount", "rules", "shares"),
    [
        (66, TDA, {8: 33, 2: 33}),
        (67, TDA, {8: 34, 2: 33}),
        (66, HouseRules(odd_identical="literal"), {8: 34, 2: 32}),
    ],
)
def test_odd_05_hands_that_tie_both_ways_split_evenly_or_half_by_half(
    amount: int, rules: HouseRules, shares: dict[int, int]
) -> None:
    # A-2 in hearts and in diamonds, the rest of no use: the same high and the same low.
    hands = {2: "AdJd2dTd", 8: "AhJh2hTh"}
    state = divided(amount, hands, board="3c7s8cKcKs", bet=20, chip=1, rules=rules)
    assert won(state) == shares


@pytest.mark.rule("ODD-05")
def test_odd_05_hands_that_tie_both_ways_take_shares_of_the_pot_and_not_of_its_halves() -> None:
    hands = {2: "AdJd2dTd", 8: "AhJh2hTh"}
    state = divided(67, hands, board="3c7s8cKcKs", bet=20, chip=1)
    assert state.awards == (Award(0, 8, 34), Award(0, 2, 33))


def test_the_house_may_give_the_odd_chip_of_a_lone_high_to_the_tied_lows() -> None:
    rules = HouseRules(quarter_odd="low")
    hands = {2: KINGS, 7: LOW_A, 8: LOW_B}
    assert won(divided(2025, hands, board=LOW_BOARD, rules=rules)) == {2: 1000, 7: 525, 8: 500}
    # With one low hand the odd chip stays with the high.
    alone = {2: KINGS, 7: LOW_A, 8: "QsQcTcTh"}
    assert won(divided(2025, alone, board=LOW_BOARD, rules=rules)) == {2: 1025, 7: 1000}


def test_only_a_whole_chip_between_the_halves_is_odd() -> None:
    rules = HouseRules(quarter_odd="low")
    hands = {2: KINGS, 7: LOW_A, 8: LOW_B}
    # 82 chips of 25: none is odd between the halves, one of the 41 of the low is.
    even = divided(2050, hands, board=LOW_BOARD, rules=rules)
    assert even.awards == (Award(0, 2, 1025, "high"), Award(0, 7, 525, "low"), Award(0, 8, 500, "low"))
    # 40 chips and a rest of 10: what is less than a chip is no odd chip, and goes high.
    rest = divided(1010, hands, board=LOW_BOARD, rules=rules)
    assert rest.awards == (Award(0, 2, 510, "high"), Award(0, 7, 250, "low"), Award(0, 8, 250, "low"))
    assert {type(award.amount) for award in rest.awards} == {int}


STUD = Stakes(ante=1, ante_kind="classic", bring_in=5, small_bet=15, big_bet=30)


def stud_tie(game: str, first: str, second: str, stakes: Stakes = STUD) -> State:
    """A pot of 13 between seats 1 and 2, who check down and show; seat 3 has put in an ante."""
    setup = Setup.for_level(
        game=game,
        rules=TDA,
        stakes=stakes,
        positions=ButtonAndBlinds(button=3),
        seats=[SeatStack(seat, 500) for seat in (1, 2, 3)],
    )
    state = play(setup, "o1 i1 c2 f3")
    while state.phase != "showdown":
        state = play(state, "o1" if state.phase == "deal_up" else f"k{state.actor}")
    return play(state, f"s1:{first} s2:{second}")


@pytest.mark.rule("ODD-07")
@pytest.mark.parametrize(
    ("game", "first", "second", "shares"),
    [
        ("F5S", "KsQd9c4h2d", "KhQs9d4c2c", {1: 7, 2: 6}),
        ("F5S", "8s8dAcKc5d", "8h8cAdKh5c", {2: 7, 1: 6}),  # the ace decides, not the pair
        ("F7S", "9h8d7c6c5dKs2h", "9s8c7d6h5cKd2d", {2: 7, 1: 6}),  # a king outside the five does not count
        ("FR", "6s4d3c2hAdKsQs", "6h4s3d2sAsKdQd", {1: 7, 2: 6}),  # of a low the highest card too
    ],
)
def test_odd_07_in_stud_the_odd_chip_goes_to_the_highest_card_of_the_five(
    game: str, first: str, second: str, shares: dict[int, int]
) -> None:
    assert won(stud_tie(game, first, second)) == shares


def test_odd_07_in_stud_hi_lo_tied_lows_are_divided_by_their_own_five() -> None:
    # 13 chips: 7 for seat 1's flush, 6 for the lows, 3 each.
    assert won(stud_tie("F7S/8", "7s5s4s2sAsKhKd", "7h5d4c2dAhJcTc")) == {1: 10, 2: 3}
    # 15 chips: 8 for the flush; of the lows of 7-5-4-3-2 that with the seven of spades is the higher, though
    # the king of seat 1's high is the highest card of all.
    state = stud_tie("F7S/8", "7h5h4h3h2sKhKd", "7s5d4c3d2cJsTc", replace(STUD, bring_in=6))
    assert state.awards == (Award(0, 1, 8, "high"), Award(0, 2, 4, "low"), Award(0, 1, 3, "low"))


def test_odd_07_an_odd_chip_is_one_of_those_in_play() -> None:
    # 14 are seven chips of 2.
    stakes = replace(STUD, ante=2, bring_in=4, chip=2)
    state = stud_tie("F5S", "KhQs9d4c2c", "KsQd9c4h2d", stakes)
    assert state.awards == (Award(0, 2, 8), Award(0, 1, 6))


def test_odd_07_without_an_odd_chip_the_cards_do_not_matter() -> None:
    state = stud_tie("F5S", "KhQs9d4c2c", "KsQd9c4h2d", replace(STUD, ante=2))
    assert state.awards == (Award(0, 1, 8), Award(0, 2, 8))


# --- Said without cards: limit Omaha hi-lo on the river, three players, nothing known


@pytest.fixture
def river() -> State:
    start = table(500, 500, 500, game="FO/8")
    return play(start, "c3 c1 k2 b:?????? k1 k2 k3 b:?? k1 k2 k3 b:?? k1 k2 k3")


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    return caught.value.code


def test_the_winners_of_each_half_are_told_apart(river: State) -> None:
    assert (legal(river).pots_to_declare, legal(river).lows_to_declare) == ((0,), (0,))
    high = play(river, "w0h:1")
    assert (legal(high).pots_to_declare, legal(high).lows_to_declare) == ((), (0,))
    assert won(play(high, "w0l:2,3")) == {1: 150, 2: 75, 3: 75}
    assert won(play(high, "w0l:1")) == {1: 300}
    assert won(play(river, "w0l: w0h:2")) == {2: 300}
    assert won(play(river, "w0:1,3")) == {1: 150, 3: 150}
    assert (dict(high.declared), dict(play(river, "w0l:2,3").declared_low)) == ({0: (1,)}, {0: (2, 3)})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("w0h:1 w0h:2", "nothing_to_declare"),
        ("w0h:1 w0:2", "nothing_to_declare"),
        ("w0l: w0:2", "nothing_to_declare"),
        ("w1l:2", "nothing_to_declare"),
        ("w0l:1,1", "cannot_win_pot"),
        ("w0h:4", "cannot_win_pot"),
    ],
)
def test_a_half_is_told_once_and_won_by_who_can_win_it(river: State, text: str, code: str) -> None:
    assert refusal(river, text) == code


def test_somebody_always_has_a_high(river: State) -> None:
    with pytest.raises(IllegalAction, match="can be won by seats 1, 2, 3"):
        apply(river, DeclareWinners(0, (), "high"))


PREFLOP_ALL_IN = "r3:40 r4:60 c1 c2 b:?????? k1 k2 b:?? k1 k2 b:?? k1 k2"


@pytest.fixture
def side_pot() -> State:
    """Seats 3 and 4 were all-in before the flop; nothing is known."""
    start = table(500, 500, 40, 60, game="FO/8", stakes=Stakes(10, 20, small_bet=20, big_bet=40))
    state = play(start, PREFLOP_ALL_IN)
    assert pots(state) == [(160, "1234"), (60, "124")]
    return state


def test_a_pot_told_as_a_whole_has_no_halves_left_to_tell(side_pot: State) -> None:
    state = play(side_pot, "w0:3")
    assert (legal(state).pots_to_declare, legal(state).lows_to_declare) == ((1,), (1,))


@pytest.mark.parametrize(
    "text", ["w1h:1 w0h:2", "w1l:1 w0l:2", "w1h:1 w0:2", "w1:1 w0l:2", "w1h:1 w1l:2 w0l:1"]
)
def test_who_lost_a_half_of_one_pot_does_not_win_it_in_another(side_pot: State, text: str) -> None:
    assert refusal(side_pot, text) == "winners_contradict"


def test_who_lost_the_high_of_one_pot_may_win_the_low_of_another(side_pot: State) -> None:
    done = play(side_pot, "w1h:1 w1l:2 w0h:1 w0l:2,3")
    assert done.awards == (
        Award(1, 1, 30, "high"),
        Award(1, 2, 30, "low"),
        Award(0, 1, 80, "high"),
        Award(0, 2, 40, "low"),
        Award(0, 3, 40, "low"),
    )


def test_only_a_game_with_two_halves_has_them() -> None:
    state = play(table(500, 500, game="NO"), "c2 k1 b:?????? k1 k2 b:?? k1 k2 b:?? k1 k2")
    assert refusal(state, "w0h:1") == "nothing_to_declare"
    assert refusal(state, "w0l:1") == "nothing_to_declare"
