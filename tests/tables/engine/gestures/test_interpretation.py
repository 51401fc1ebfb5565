"""What words mean with and without chips, and that every motion in any hand means something lawful."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine import HOUSE_RULES, InvalidNotation, Stakes, State, apply, replay
from tables.engine.gestures.gesture import Declaration, Gesture
from tables.engine.gestures.interpretation import Interpretation, interpret
from tables.engine.gestures.rules import RULES, SOURCES
from tests.breadth import sample
from tests.tables.engine.gestures.shorthand import (
    B100,
    B200,
    FOUR,
    TWO_25,
    Seen,
    Short,
    act_10,
    act_13,
    flop,
    puts,
    reading,
)
from tests.tables.engine.hands import FIGP, on_street, play, table
from tests.tables.engine.random_hands import random_hand
from tests.tables.engine.random_setups import BOARD_GAMES

# --- Words and chips (TDA 40, 41, 51-A, 58)


@pytest.mark.rule("ACT-01")
def test_act_01_a_number_over_a_bet_is_as_silent_as_its_chips() -> None:
    state = play(flop(*FOUR), "r1:1000")
    assert reading(state, "amount", 1400) == ("c2", ("less_than_half",), -1000)
    assert reading(state, "amount", 1400, 1000, 100, 100, 100, 100) == ("c2", ("less_than_half",), 400)
    assert puts(state, 1000, 100, 100, 100, 100) == ("c2", ("less_than_half",), 400)
    assert reading(state, "raise", 1400) == ("r2:2000", ("raise_below_minimum",), -2000)


def test_words_before_chips_bind_and_chips_before_words_do() -> None:
    state = play(flop(*FOUR), "r1:1000")
    assert reading(state, "call", 0, 5000) == ("c2", ("call",), 4000)
    assert reading(state, "raise", 3000, 5000) == ("r2:3000", ("raise_to_total",), 2000)
    assert reading(state, "raise", 3000, 5000, chips_first=True) == ("c2", ("chips_first", "overchip"), 4000)
    assert reading(state, "fold", 0, 5000, chips_first=True) == ("c2", ("chips_first", "overchip"), 4000)
    assert reading(state, "", 0, 5000, chips_first=True) == ("c2", ("overchip",), 4000)


@pytest.mark.rule("ACT-29")
def test_act_29_fold_binds_also_with_nothing_to_call() -> None:
    state = flop(*FOUR)
    assert reading(state, "fold") == ("f1", ("fold_unfaced",), 0)
    assert reading(play(state, "r1:100"), "fold") == ("f2", ("fold",), 0)


@pytest.mark.rule("S-023")
def test_s_023_a_declared_call_is_not_turned_into_a_raise() -> None:
    state = play(flop(*FOUR), "r1:1000")
    assert reading(state, "call", 0, 1000, later=(1000, 1000)) == ("c2", ("string_bet", "call"), 2000)
    assert reading(state, "check", 0, 1000) == ("c2 f2", ("check_faced",), 0)


def test_who_has_acted_out_of_turn_is_bound_whatever_follows() -> None:
    spoken = play(flop(*FOUR), "r1:1000 x:out_of_turn,s=3,o=r3:3000 f2")
    assert reading(spoken, "call", 0, 1000) == ("r3:3000", ("bound_out_of_turn",), -2000)
    assert reading(spoken, "fold") == ("r3:3000", ("bound_out_of_turn",), -3000)
    free = play(flop(*FOUR), "r1:1000 x:out_of_turn,s=3,o=r3:3000 r2:2500")
    assert reading(free, "fold") == ("f3", ("fold",), 0)
    passive = play(flop(*FOUR), "r1:1000 x:skipped,s=2,f")
    assert reading(passive, "raise", 3000)[0] == "c2"


def test_chips_that_make_the_call_are_a_call() -> None:
    assert puts(play(flop(*FOUR), "r1:1000"), 500, 500) == ("c2", ("exact_call",), 0)


# --- All-in


def test_all_in_is_everything_with_the_earlier_bet() -> None:
    assert reading(flop(*FOUR), "all_in") == ("r1:89950", ("all_in",), -89_950)
    assert reading(act_13(), "all_in") == ("r2:90000", ("all_in",), -89_950)
    assert reading(act_13(), "all_in", 5) == ("r2:90000", ("all_in",), -89_950)


def test_all_in_for_no_more_than_the_call_is_a_call() -> None:
    state = play(flop(90_000, 850), "r1:1000")
    assert reading(state, "all_in") == ("c2", ("all_in_call",), -800)
    assert puts(state, 500, 100, 100, 100) == ("c2", ("all_in_call",), 0)
    assert reading(state, "raise", 4000) == ("c2", ("all_in_call",), -800)
    assert reading(state, "amount", 900) == ("c2", ("all_in_call",), -800)


def test_more_chips_than_the_record_knows_are_for_the_floor() -> None:
    state = play(flop(90_000, 2050), "r1:1000")
    assert puts(state, 5000) == ("? c2 r2:2000", ("beyond_stack",), 0)
    assert puts(flop(1000, 1000), 5000) == ("? k1 r1:950", ("beyond_stack",), 0)


def test_all_in_is_cut_to_what_the_betting_allows() -> None:
    limit = play(on_street(1, table(*FOUR, game="FT")), "r1:100")
    assert reading(limit, "all_in") == ("r2:200", ("all_in_above_limit",), -200)
    assert reading(limit, "raise") == ("r2:200", ("raise_unnamed",), -200)


# --- Invalid declarations (TDA 55) and closed betting


@pytest.mark.rule("ACT-25")
def test_act_25_words_that_do_not_fit() -> None:
    unfaced = flop(*FOUR)
    faced = play(unfaced, "r1:500")
    assert reading(unfaced, "call") == ("k1", ("call_unfaced",), 0)
    assert reading(unfaced, "raise") == ("r1:50+", ("raise_unfaced",), -50)
    assert reading(unfaced, "raise", 700) == ("r1:700", ("bet",), -700)
    assert reading(unfaced, "bet") == ("r1:50+", ("raise_unfaced",), -50)
    assert reading(unfaced, "check") == ("k1", ("check",), 0)
    assert reading(faced, "check") == ("c2 f2", ("check_faced",), 0)
    assert reading(faced, "bet") == ("? c2 r2:1000", ("bet_faced",), 0)
    assert reading(faced, "bet", 800) == ("r2:1000", ("raise_completed",), -1000)
    assert reading(faced, "bet", 0, 1000) == ("c2", ("overchip",), 500)


def test_the_big_blind_option_faces_no_bet() -> None:
    state = play(table(*FOUR), "c3 c4 c1")
    assert reading(state, "raise") == ("r2:200+", ("raise_unfaced",), -100)
    assert reading(state, "raise", 500) == ("r2:500", ("raise_to_total",), -400)
    assert puts(state, 500) == ("r2:600", ("raise_by_half_or_more",), 0)
    assert puts(state, 50) == ("r2:200", ("raise_completed",), -50)
    assert puts(state, 25) == ("k2", ("less_than_half",), 25)


def test_who_may_not_raise_has_called() -> None:
    capped = play(on_street(1, table(*[900] * 5, game="FT", rules=FIGP)), "r1:100 r2:200 r3:300 r4:400")
    assert reading(capped, "raise") == ("c5", ("raise_not_open",), -400)
    assert puts(capped, 100, 100, 100, 100, 100) == ("c5", ("raise_not_open",), 100)
    not_reopened = play(flop(90_000, 1550, 90_000), "r1:1000 r2:1500 c3")
    assert reading(not_reopened, "raise", 9000) == ("c1", ("raise_not_open",), -500)
    assert reading(not_reopened, "all_in") == ("c1", ("raise_not_open",), -500)
    assert reading(not_reopened, "pot") == ("c1", ("raise_not_open",), -500)
    assert puts(not_reopened, 500) == ("c1", ("prior_chips", "exact_call"), 0)
    assert puts(not_reopened, 100) == ("? c1 f1", ("prior_chips", "undercall"), 0)
    assert puts(not_reopened, in_front=(5000,)) == ("", ("nothing_done",), 0)


def test_a_straddle_that_caps_the_betting_leaves_a_check() -> None:
    stakes = Stakes(50, 100, small_bet=100, big_bet=200)
    rules = HOUSE_RULES["tda2024"].from_dict({"limit_cap": 1})
    state = play(table(*FOUR, game="FT", stakes=stakes, rules=rules, straddles=[(3, 200)]), "c4 c1 c2")
    assert reading(state, "raise") == ("k3", ("raise_not_open",), 0)


# --- The pot (TDA 54), amounts above the limit (52-B)


@pytest.mark.rule("ACT-23")
def test_act_23_i_bet_the_pot_binds_to_a_bet_in_no_limit() -> None:
    unfaced = flop(*FOUR)
    assert reading(unfaced, "pot") == ("r1:50+", ("pot_without_pot_limit",), -50)
    assert reading(unfaced, "pot", 0, 100, 100) == ("r1:200", ("pot_without_pot_limit",), 0)
    assert reading(play(unfaced, "r1:500"), "pot") == ("r2:1000+", ("pot_without_pot_limit",), -1000)


def test_pl_03_to_05_i_bet_the_pot_in_pot_limit() -> None:
    assert reading(play(table(*FOUR, game="PO", stakes=B100)), "pot") == ("r3:700", ("pot",), -700)
    dead = play(table(*FOUR, game="PO", stakes=B100, small_blinds=()))
    assert reading(dead, "pot")[0] == "r3:700"
    short = play(table(90_000, 100, 90_000, 90_000, game="PO", stakes=B100))
    assert reading(short, "pot")[0] == "r3:700"
    pl_04 = play(on_street(1, table(*[9000] * 3, game="PO", stakes=Stakes(250, 500))), "r1:1500")
    assert reading(pl_04, "pot")[0] == "r2:6000"
    pl_05 = play(on_street(1, table(*[9000] * 3, game="PO", stakes=B100)), "r1:200 c2")
    assert reading(pl_05, "pot")[0] == "r3:1400"


def test_more_than_the_pot_is_the_pot() -> None:
    state = on_street(1, table(*[9000] * 3, game="PO", stakes=B100))
    assert reading(state, "bet", 5000) == ("r1:600", ("above_maximum",), -600)
    assert puts(state, 500, 500) == ("r1:600", ("above_maximum",), 400)
    assert reading(state, "all_in") == ("r1:600", ("all_in_above_limit",), -600)


# --- Numbers that can mean several amounts (TDA 57)


def pot_of(chips: int) -> State:
    """200-400 on the flop, with this much in the pot and seat 1 to bet."""
    stakes = Stakes(200, 400, ante=chips - 1200, ante_kind="big_blind")
    state = on_street(1, table(90_000, 90_000, 90_000, stakes=stakes))
    assert state.pot_total == chips
    return state


@pytest.mark.rule("ACT-24")
def test_act_24_five_is_the_highest_amount_up_to_the_pot() -> None:
    assert reading(pot_of(4900), "bet", 5) == ("r1:500", ("unclear_amount", "bet"), -500)
    assert reading(pot_of(5000), "bet", 5) == ("r1:5000", ("unclear_amount", "bet"), -5000)
    assert reading(pot_of(4900), "amount", 5)[0] == "r1:500"


@pytest.mark.parametrize(
    ("pot", "number", "wanted"),
    [
        (4900, 15, ("r1:1500", ("unclear_amount", "bet"), -1500)),
        (16_000, 15, ("r1:15000", ("unclear_amount", "bet"), -15_000)),
        # Nothing it can mean is within the pot: the least of it.
        (1300, 15, ("r1:1500", ("unit_left_out", "bet"), -1500)),
        (1300, 4, ("r1:400", ("unclear_amount", "bet"), -400)),
        # Forty is not small enough to be 4,000, a hundred is said with its unit.
        (1300, 40, ("r1:400", ("bet_below_minimum",), -400)),
        (16_000, 100, ("r1:400", ("bet_below_minimum",), -400)),
        # A number that is a bet as it stands.
        (9000, 400, ("r1:400", ("bet",), -400)),
        # Too small for a bet and said with its unit.
        (4900, 300, ("r1:400", ("bet_below_minimum",), -400)),
    ],
)
def test_numbers_said_without_their_unit(pot: int, number: int, wanted: Short) -> None:
    assert reading(pot_of(pot), "amount", number) == wanted


def test_a_number_without_its_unit_over_a_bet() -> None:
    # 4,900 and the bet are 5,300.
    bet = play(pot_of(4900), "r1:400")
    assert reading(bet, "amount", 5) == ("r2:5000", ("unclear_amount", "raise_by_half_or_more"), -5000)
    small = play(pot_of(1300), "r1:400")
    assert reading(small, "amount", 5) == ("c2", ("unclear_amount", "less_than_half"), -400)
    assert reading(small, "raise", 5) == ("r2:800", ("unclear_amount", "raise_below_minimum"), -800)
    # A raise over 500 is no raise to 500.
    five_hundred = play(pot_of(1300), "r1:500")
    assert reading(five_hundred, "raise", 5) == ("r2:5000", ("unit_left_out", "raise_to_total"), -5000)
    # No amount it could mean is in the stack: it stays what it is.
    poor = play(on_street(1, table(90_000, 900, 90_000, stakes=B200)), "r1:400")
    assert reading(poor, "amount", 7) == ("c2", ("undercall_of_opening",), -400)


def test_units_are_those_a_number_is_said_with() -> None:
    big = on_street(1, table(*[9_000_000] * 3, stakes=Stakes(50_000, 100_000)))
    assert reading(big, "amount", 3)[0] == "r1:300000"
    assert reading(big, "amount", 250)[0] == "r1:250000"
    assert reading(big, "amount", 2)[0] == "r1:200000"
    # The minimum bet, although its thousands would be in the pot; and a whole stack.
    deep = play(table(*[9_000_000] * 2), "r2:60000 c1 b:??????")
    assert reading(deep, "amount", 100) == ("r1:100", ("bet",), -100)
    last_500 = on_street(1, table(90_000, 600, 90_000))
    assert reading(play(last_500, "r1:100"), "amount", 5) == ("r2:500", ("unit_left_out", "last_chips"), -500)


# --- String bets (TDA 42, 56)


@pytest.mark.rule("ACT-26")
def test_act_26_only_the_first_motion_counts() -> None:
    state = play(flop(*FOUR), "r1:400")
    assert puts(state, 100, 100, 100, 100, later=(500, 500)) == ("c2", ("string_bet", "exact_call"), 1000)
    assert puts(flop(*FOUR), 100, 100, later=(500,)) == ("r1:200", ("string_bet", "bet"), 500)
    # Declared without an amount: chips other than the call are the amount, and short of a raise.
    assert reading(state, "raise", 0, 500, later=(1000,)) == (
        "r2:800",
        ("string_bet", "raise_below_minimum"),
        700,
    )
    # The whole amount was declared first: chips may come as they like.
    assert reading(state, "raise", 1400, 400, later=(1000,)) == ("r2:1400", ("raise_to_total",), 0)
    assert reading(state, "all_in", 0, 400, later=(1000,))[1] == ("all_in",)


@pytest.mark.rule("ACT-30")
def test_act_30_raise_the_exact_call_and_one_more_motion_is_a_raise_of_both() -> None:
    state = play(flop(*FOUR), "r1:400")
    assert reading(state, "raise", 0, 100, 100, 100, 100, later=(1000,)) == (
        "r2:1400",
        ("raise_in_two_motions", "raise_to_total"),
        0,
    )
    assert reading(state, "raise", 0, 400, later=(100,)) == (
        "r2:800",
        ("raise_in_two_motions", "raise_below_minimum"),
        -300,
    )
    # Nothing was declared, or a call: the first motion counts.
    assert puts(state, 400, later=(1000,)) == ("c2", ("string_bet", "exact_call"), 1000)
    assert reading(state, "call", 0, 400, later=(1000,))[1] == ("string_bet", "call")


@pytest.mark.rule("ACT-30")
def test_act_30_where_the_house_reads_wsop_94_to_the_letter_only_the_first_motion_counts() -> None:
    rules = replace(HOUSE_RULES["wsop2024"], raise_motions="one")
    state = play(on_street(1, table(*FOUR, rules=rules)), "r1:400")
    assert reading(state, "raise", 0, 400, later=(1000,))[:2] == (
        "r2:800",
        ("string_bet", "raise_below_minimum"),
    )


# --- What means nothing


def test_what_means_nothing_says_so() -> None:
    state = flop(*FOUR)
    assert reading(state) == ("", ("nothing_done",), 0)
    assert reading(state, "amount") == ("", ("nothing_done",), 0)
    assert reading(play(state, "r1:100")) == ("", ("nothing_done",), 0)
    assert reading(act_13(), in_front=TWO_25) == ("", ("nothing_done",), 0)
    assert reading(play(state, "k1 k2 k3 k4"), "raise", 500) == ("", ("no_betting",), 0)
    assert reading(play(table(1000, 1000), "f2"), "call") == ("", ("no_betting",), 0)


@pytest.mark.parametrize(
    ("said", "amount", "chips"), [("shrug", 0, ()), ("raise", -1, ()), ("", 0, (0,)), ("", 0, (-25,))]
)
def test_a_motion_that_cannot_be_is_refused(said: Declaration, amount: int, chips: Seen) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Gesture(said=said, amount=amount, chips=chips)
    assert (caught.value.code, caught.value.params) == ("bad_motion", {"said": said, "amount": amount})


def test_the_whole_answer() -> None:
    assert interpret(act_10(), Gesture(chips=(1000, 100, 100, 100, 100, 100))) == Interpretation(
        rules=("raise_completed",),
        operation=play(act_10(), "r4:1700").history[-1],
        chips_due=200,
        params={"heard": 1500, "call": 1100, "minimum": 1700, "maximum": 90_000, "stack": 90_000},
    )
    assert SOURCES["raise_completed"] == ("TDA 43-A", "WSOP 95", "S-032")


# --- Any motion in any hand

CHIPS = st.lists(st.sampled_from([1, 5, 25, 100, 500, 1000, 5000, 25_000]), max_size=6).map(tuple)
GESTURES = st.builds(
    Gesture,
    said=st.sampled_from(["", "call", "raise", "bet", "check", "all_in", "fold", "amount", "pot"]),
    amount=st.one_of(st.just(0), st.integers(0, 300), st.integers(0, 12_000), st.just(10**9)),
    chips=CHIPS,
    in_front=st.one_of(st.none(), CHIPS),
    chips_first=st.booleans(),
    later=st.one_of(st.just(()), CHIPS),
)


@settings(max_examples=sample("gestures"), deadline=None)
@given(st.integers(0, 2**32), st.floats(0, 1), st.lists(GESTURES, min_size=1, max_size=8))
def test_every_motion_in_every_hand_means_what_is_lawful_or_nothing(
    seed: int, part: float, motions: list[Gesture]
) -> None:
    setup, operations = random_hand(random.Random(seed), BOARD_GAMES, plain=True)
    state = replay(setup, operations[: int(part * (len(operations) + 1))])
    for gesture in motions:
        read = interpret(state, gesture)
        lawful = (read.operation,) if read.operation else read.choices
        for operation in lawful:
            apply(state, operation)
        assert lawful or read.rules[-1] in ("no_betting", "nothing_done")
        assert not (read.operation and read.choices)
        assert bool(read.choices) or not read.floor
        assert 0 in (read.chips_back, read.chips_due)
        assert set(read.rules) <= set(SOURCES)


def test_each_row_has_a_code_of_its_own_and_a_rule() -> None:
    assert len(SOURCES) == len(RULES) + 1
    assert [code for code, sources in SOURCES.items() if not sources] == ["no_betting", "nothing_done"]
