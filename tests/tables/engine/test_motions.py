"""What words and chips mean: the examples of the TDA as literal tables, and every motion in any hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine import HOUSE_RULES, InvalidNotation, Stakes, State, apply, encode, replay
from tables.engine.motion_rules import RULES
from tables.engine.motion_seen import UNITS
from tables.engine.motions import SOURCES, Meaning, Motion, Said, meaning
from tests.tables.engine.hands import FIGP, on_street, play, table
from tests.tables.engine.random_hands import random_hand

B25, B100, B200, B1000 = Stakes(25, 50), Stakes(100, 200), Stakes(200, 400), Stakes(1000, 2000)

Short = tuple[str, tuple[str, ...], int]
Seen = tuple[int, ...]


def short(read: Meaning) -> Short:
    """What it comes to, by which rows, and the chips that go back (or, negative, are due).

    "r3:400+" is the least of what may be named, "c3 f3" are the player's choices, "? c3 f3" the floor's.
    """
    what = " ".join(encode(each) for each in read.choices)
    if read.operation is not None:
        what = encode(read.operation) + "+" * read.at_least
    return "? " * read.floor + what, read.rules, read.chips_back - read.chips_due


def told(
    state: State,
    said: Said = "",
    amount: int = 0,
    *chips: int,
    in_front: Seen | None = None,
    chips_first: bool = False,
    later: Seen = (),
) -> Short:
    return short(
        meaning(
            state,
            Motion(
                said=said, amount=amount, chips=chips, in_front=in_front, chips_first=chips_first, later=later
            ),
        )
    )


def puts(state: State, *chips: int, in_front: Seen | None = None, later: Seen = ()) -> Short:
    """Chips without a word."""
    return told(state, "", 0, *chips, in_front=in_front, later=later)


def flop(*stacks: int, stakes: Stakes = B25, game: str = "NT") -> State:
    return on_street(1, table(*stacks, stakes=stakes, game=game))


FOUR = (90_000,) * 4


# --- Words and chips (TDA 40, 41, 51-A, 58)


def test_act_01_a_number_over_a_bet_is_as_silent_as_its_chips() -> None:
    state = play(flop(*FOUR), "r1:1000")
    assert told(state, "amount", 1400) == ("c2", ("less_than_half",), -1000)
    assert told(state, "amount", 1400, 1000, 100, 100, 100, 100) == ("c2", ("less_than_half",), 400)
    assert puts(state, 1000, 100, 100, 100, 100) == ("c2", ("less_than_half",), 400)
    assert told(state, "raise", 1400) == ("r2:2000", ("raise_below_minimum",), -2000)


def test_words_before_chips_bind_and_chips_before_words_do() -> None:
    state = play(flop(*FOUR), "r1:1000")
    assert told(state, "call", 0, 5000) == ("c2", ("call",), 4000)
    assert told(state, "raise", 3000, 5000) == ("r2:3000", ("raise_to_total",), 2000)
    assert told(state, "raise", 3000, 5000, chips_first=True) == ("c2", ("chips_first", "overchip"), 4000)
    assert told(state, "fold", 0, 5000, chips_first=True) == ("c2", ("chips_first", "overchip"), 4000)


def test_act_29_fold_binds_also_with_nothing_to_call() -> None:
    state = flop(*FOUR)
    assert told(state, "fold") == ("f1", ("fold_unfaced",), 0)
    assert told(play(state, "r1:100"), "fold") == ("f2", ("fold",), 0)


def test_s_023_a_declared_call_is_not_turned_into_a_raise() -> None:
    state = play(flop(*FOUR), "r1:1000")
    assert told(state, "call", 0, 1000, later=(1000, 1000)) == ("c2", ("string_bet", "call"), 2000)
    assert told(state, "check", 0, 1000) == ("c2 f2", ("check_faced",), 0)


def test_chips_that_make_the_call_are_a_call() -> None:
    assert puts(play(flop(*FOUR), "r1:1000"), 500, 500) == ("c2", ("exact_call",), 0)


# --- Sizes of raises (TDA 43)


def test_act_02_to_05_a_declared_raise_is_at_least_the_largest_one_of_the_round() -> None:
    act_02 = play(flop(*FOUR, stakes=B100), "r1:600 r2:1600 r3:3600")
    act_03 = play(table(9000, 9000, 150, 9000), "r3:150")
    act_04 = play(on_street(2, table(*FOUR, stakes=B100)), "r1:300 r2:1000")
    before = table(*[9000] * 6, stakes=B25)
    act_05, act_05_directly = play(before, "r3:125 r4:200 r5:500"), play(before, "r3:500")
    assert [told(state, "raise")[0] for state in (act_02, act_03, act_04, act_05, act_05_directly)] == [
        "r4:5600+", "r4:250+", "r3:1700+", "r6:800+", "r4:950+",
    ]  # fmt: skip
    assert told(act_02, "raise") == ("r4:5600+", ("raise_unnamed",), -5600)
    # Half of the raise of 2,000 is enough, less is a call.
    assert told(act_02, "amount", 4600) == ("r4:5600", ("raise_completed",), -5600)
    assert told(act_02, "amount", 4599) == ("c4", ("less_than_half",), -3600)


def test_act_06_raise_and_a_number_is_the_total() -> None:
    state = play(flop(*FOUR), "r1:2000")
    assert told(state, "raise", 8000) == ("r2:8000", ("raise_to_total",), -8000)
    assert told(state, "raise", 8000, 5000, 5000) == ("r2:8000", ("raise_to_total",), 2000)


@pytest.mark.parametrize(
    ("chips", "wanted"),
    [
        ((200, 50, 25), ("c3", ("less_than_half",), 75)),
        ((200, 50, 50), ("r3:400", ("raise_completed",), -100)),
        ((200, 100, 50), ("r3:400", ("raise_completed",), -50)),
        ((200, 200), ("r3:400", ("raise_by_half_or_more",), 0)),
    ],
)
def test_s_032_half_a_raise_is_completed_and_less_is_a_call(chips: Seen, wanted: Short) -> None:
    assert puts(play(table(*FOUR, stakes=B100)), *chips) == wanted


@pytest.mark.parametrize(
    ("chips", "wanted"),
    [
        ((100, 25, 20), ("c2", ("less_than_half",), 45)),
        ((100, 25, 25), ("r2:200", ("raise_completed",), -50)),
        ((100, 100), ("r2:200", ("raise_by_half_or_more",), 0)),
        ((100, 100, 100), ("r2:200", ("above_maximum",), 100)),
    ],
)
def test_half_a_bet_is_a_raise_in_fixed_limit(chips: Seen, wanted: Short) -> None:
    assert puts(play(on_street(1, table(*FOUR, game="FT")), "r1:100"), *chips) == wanted


def test_half_counts_from_the_full_raise_also_for_who_has_less() -> None:
    # The least raise is to 500; seat 4 has 450.
    state = play(table(5000, 5000, 5000, 450), "r3:300")
    assert puts(state, 300, 50, 25, 20) == ("c4", ("less_than_half",), 95)
    assert puts(state, 300, 50, 50) == ("r4:450", ("raise_completed",), -50)


def test_half_of_what_the_house_asks_over_a_short_opening() -> None:
    stacks = (120, 1000, 1000)
    assert told(play(on_street(1, table(*stacks)), "r1:20"), "amount", 70)[0] == "r2:120"
    figp = play(on_street(1, table(*stacks, rules=FIGP)), "r1:20")
    assert [told(figp, "amount", number)[0] for number in (109, 110)] == ["c2", "r2:200"]


# --- Overchips and several chips (TDA 44, 45, 61)


def test_act_07_one_larger_chip_in_silence_is_a_call() -> None:
    assert puts(play(table(*FOUR, stakes=B100)), 1000) == ("c3", ("overchip",), 800)


def test_one_larger_chip_is_a_call_also_if_it_is_the_last() -> None:
    state = play(table(9000, 9000, 1000, stakes=B100))
    assert puts(state, 1000) == ("c3", ("overchip",), 800)


def test_act_08_raise_and_one_chip_is_the_most_it_allows() -> None:
    state = play(flop(*FOUR), "r1:400")
    assert told(state, "raise", 0, 1000) == ("r2:1000", ("raise_with_overchip",), 0)
    assert told(state, "raise", 0, 500) == ("r2:800", ("raise_below_minimum",), -300)


def test_one_chip_without_a_bet_to_face_bets_all_of_it() -> None:
    assert puts(flop(*FOUR), 1000) == ("r1:1000", ("bet_of_overchip",), 0)
    assert puts(flop(*FOUR), 500, 100) == ("r1:600", ("bet",), 0)
    assert puts(flop(*FOUR), 25) == ("r1:50", ("bet_below_minimum",), -25)
    assert told(flop(*FOUR), "bet", 700) == ("r1:700", ("bet",), -700)


def test_act_09_two_chips_both_needed_are_a_call() -> None:
    assert puts(play(flop(*FOUR), "r1:1200"), 1000, 1000) == ("c2", ("every_chip_needed",), 800)


def act_10() -> State:
    """UTG made it 1,100 over blinds of 250 and 500: a raise of 600."""
    return play(table(*FOUR, stakes=Stakes(250, 500)), "r3:1100")


def test_act_10_several_chips_go_by_half_the_raise() -> None:
    assert puts(act_10(), 1000, *[100] * 5) == ("r4:1700", ("raise_completed",), -200)
    assert puts(act_10(), 1000, *[100] * 3) == ("c4", ("less_than_half",), 200)
    assert puts(act_10(), 1000, 500) == ("c4", ("every_chip_needed",), 400)


def test_act_11_the_last_chips_are_all_in_where_one_was_not_needed() -> None:
    bet = play(flop(90_000, 90_000), "r1:1400")
    assert puts(bet, 1000, 500, 500, 500) == ("r2:2800", ("raise_completed",), -300)
    assert puts(bet, 1000, 500, 500) == ("c2", ("less_than_half",), 600)
    # 2,500 or 2,000 is all the player has: 50 went in before the flop.
    assert puts(play(flop(90_000, 2550), "r1:1400"), 1000, 500, 500, 500) == ("r2:2500", ("last_chips",), 0)
    assert puts(play(flop(90_000, 2050), "r1:1400"), 1000, 500, 500) == ("r2:2000", ("last_chips",), 0)


def test_last_chips_all_needed_are_a_call_unless_all_in_was_said() -> None:
    state = play(flop(90_000, 2050), "r1:1050")
    assert puts(state, 1000, 1000) == ("c2", ("every_chip_needed",), 950)
    assert told(state, "all_in") == ("r2:2000", ("all_in",), -2000)
    assert told(state, "amount", 2000) == ("r2:2000", ("last_chips",), -2000)


def test_act_12_chips_put_out_for_change_are_at_risk() -> None:
    state = play(flop(*FOUR), "r1:325")
    assert puts(state, 500, 25) == ("r2:650", ("raise_completed",), -125)


# --- Chips of earlier bets (TDA 46)


def act_13() -> State:
    """25-50, the button makes it 600; the big blind of two 25s lies in front of seat 2."""
    return play(table(*FOUR, stakes=B25), "f3 r4:600 f1")


TWO_25 = (25, 25)


@pytest.mark.parametrize(
    ("chips", "in_front", "wanted"),
    [
        ((1000,), TWO_25, ("c2", ("prior_chips", "overchip"), 450)),
        ((500, 500), TWO_25, ("c2", ("prior_chips", "every_chip_needed"), 450)),
        ((500, 100), TWO_25, ("c2", ("prior_chips", "every_chip_needed"), 50)),
        ((1000, 500), TWO_25, ("r2:1550", ("prior_chips", "raise_by_half_or_more"), 0)),
        ((1000,), None, ("c2", ("prior_chips", "overchip"), 450)),
        ((1000, 500), None, ("r2:1550", ("prior_chips", "raise_by_half_or_more"), 0)),
        # Pulled in wholly: the new chips alone.
        ((1000,), (), ("c2", ("prior_chips", "overchip"), 400)),
        ((500, 500), (), ("c2", ("prior_chips", "every_chip_needed"), 400)),
        ((1000, 500), (), ("r2:1500", ("prior_chips", "raise_by_half_or_more"), 0)),
        # In part: all chips together, so that the 25 is not needed.
        ((1000,), (25,), ("r2:1150", ("prior_chips", "raise_completed"), -125)),
    ],
)
def test_act_13_earlier_chips_that_do_not_cover_the_call(
    chips: Seen, in_front: Seen | None, wanted: Short
) -> None:
    assert puts(act_13(), *chips, in_front=in_front) == wanted


@pytest.mark.parametrize(
    ("chips", "wanted"),
    [
        ((100,), ("r2:1300", ("prior_chips", "raise_completed"), -200)),
        ((500,), ("r2:1500", ("prior_chips", "raise_by_half_or_more"), 0)),
        ((1000,), ("r2:2000", ("prior_chips", "raise_by_half_or_more"), 0)),
    ],
)
def test_act_14_an_earlier_chip_that_covers_the_call_counts_with_what_is_added(
    chips: Seen, wanted: Short
) -> None:
    state = play(table(*FOUR), "f3 r4:700 f1")
    assert puts(state, *chips, in_front=(1000,)) == wanted


def test_who_pulls_earlier_chips_in_may_no_longer_fold() -> None:
    assert puts(act_13(), in_front=(25,)) == ("c2 r2:1150", ("pulled_in",), 0)
    nobody_to_raise = play(table(300, 5000, 5000), "f3 r1:300")
    assert puts(nobody_to_raise, in_front=()) == ("c2", ("pulled_in",), -300)


# --- Undercalls (TDA 41, 51-B)


def test_act_20_less_than_the_opening_bet_is_a_full_call() -> None:
    state = play(flop(*FOUR, stakes=B1000), "r1:8000")
    assert puts(state, 1000, 1000) == ("c2", ("undercall_of_opening",), -6000)


def test_act_21_less_than_a_raise_is_for_the_floor() -> None:
    state = play(flop(*FOUR, stakes=B1000), "r1:2000 r2:8000")
    assert puts(state, 1000, 1000) == ("? c3 f3", ("undercall",), 0)
    assert told(state, "amount", 2000) == ("? c3 f3", ("undercall",), 0)
    assert told(state, "call", 0, 1000, 1000) == ("c3", ("call",), -6000)


def test_heads_up_less_than_any_bet_is_a_full_call() -> None:
    state = play(flop(*FOUR, stakes=B1000), "k1 r2:2000 f3 f4 r1:8000")
    assert puts(state, 5000, in_front=()) == ("c2", ("prior_chips", "undercall_heads_up"), -3000)
    assert puts(state, 5000) == ("c2", ("prior_chips", "undercall_heads_up"), -1000)


def test_the_posted_blind_is_the_opening_bet_before_the_flop() -> None:
    before = play(table(*FOUR, stakes=B1000))
    assert puts(before, 1000) == ("c3", ("undercall_of_opening",), -1000)
    assert puts(play(before, "c3 r4:5000"), 1000) == ("? c1 f1", ("prior_chips", "undercall"), 0)
    # A raise somebody has called is no opening either.
    assert puts(play(before, "r3:5000 c4"), 1000)[0] == "? c1 f1"


def test_tiny_chips_are_for_the_floor_also_where_an_undercall_would_bind() -> None:
    state = play(flop(*FOUR, stakes=Stakes(2000, 4000)), "r1:50000")
    assert puts(state, 1000) == ("? c2 f2", ("tiny_chips",), 0)
    assert puts(state, 5000) == ("? c2 f2", ("tiny_chips",), 0)
    assert puts(state, 5000, 1000) == ("c2", ("undercall_of_opening",), -44_000)


def test_a_number_that_completes_the_call_with_the_earlier_bet_is_a_call() -> None:
    state = play(table(*FOUR), "r3:300 f4")
    assert told(state, "amount", 250) == ("c1", ("exact_call",), -250)
    assert told(state, "amount", 300) == ("c1", ("exact_call",), -250)
    assert told(state, "amount", 200) == ("? c1 f1", ("undercall",), 0)


# --- All-in


def test_all_in_for_no_more_than_the_call_is_a_call() -> None:
    state = play(flop(90_000, 850), "r1:1000")
    assert told(state, "all_in") == ("c2", ("all_in_call",), -800)
    assert puts(state, 500, 100, 100, 100) == ("c2", ("all_in_call",), 0)
    assert told(state, "raise", 4000) == ("c2", ("all_in_call",), -800)
    assert told(state, "amount", 900) == ("c2", ("all_in_call",), -800)


def test_more_chips_than_the_record_knows_are_for_the_floor() -> None:
    state = play(flop(90_000, 2050), "r1:1000")
    assert puts(state, 5000) == ("? c2 r2:2000", ("beyond_stack",), 0)
    assert puts(flop(1000, 1000), 5000) == ("? k1 r1:950", ("beyond_stack",), 0)


def test_all_in_is_cut_to_what_the_betting_allows() -> None:
    limit = play(on_street(1, table(*FOUR, game="FT")), "r1:100")
    assert told(limit, "all_in") == ("r2:200", ("all_in_above_limit",), -200)


# --- Invalid declarations (TDA 55) and closed betting


def test_act_25_words_that_do_not_fit() -> None:
    unfaced = flop(*FOUR)
    faced = play(unfaced, "r1:500")
    assert told(unfaced, "call") == ("k1", ("call_unfaced",), 0)
    assert told(unfaced, "raise") == ("r1:50+", ("raise_unfaced",), -50)
    assert told(unfaced, "raise", 700) == ("r1:700", ("bet",), -700)
    assert told(unfaced, "bet") == ("r1:50+", ("raise_unfaced",), -50)
    assert told(unfaced, "check") == ("k1", ("check",), 0)
    assert told(faced, "check") == ("c2 f2", ("check_faced",), 0)
    assert told(faced, "bet") == ("? c2 r2:1000", ("bet_faced",), 0)
    assert told(faced, "bet", 800) == ("r2:1000", ("raise_completed",), -1000)
    assert told(faced, "bet", 0, 1000) == ("c2", ("overchip",), 500)


def test_the_big_blind_option_faces_no_bet() -> None:
    state = play(table(*FOUR), "c3 c4 c1")
    assert told(state, "raise") == ("r2:200+", ("raise_unfaced",), -100)
    assert told(state, "raise", 500) == ("r2:500", ("raise_to_total",), -400)
    assert puts(state, 500) == ("r2:600", ("raise_by_half_or_more",), 0)
    assert puts(state, 50) == ("r2:200", ("raise_completed",), -50)
    assert puts(state, 25) == ("k2", ("less_than_half",), 25)


def test_who_may_not_raise_has_called() -> None:
    capped = play(on_street(1, table(*[900] * 5, game="FT", rules=FIGP)), "r1:100 r2:200 r3:300 r4:400")
    assert told(capped, "raise") == ("c5", ("raise_not_open",), -400)
    assert puts(capped, 100, 100, 100, 100, 100) == ("c5", ("raise_not_open",), 100)
    not_reopened = play(flop(90_000, 1550, 90_000), "r1:1000 r2:1500 c3")
    assert told(not_reopened, "raise", 9000) == ("c1", ("raise_not_open",), -500)
    assert told(not_reopened, "all_in") == ("c1", ("raise_not_open",), -500)
    assert told(not_reopened, "pot") == ("c1", ("raise_not_open",), -500)


def test_a_straddle_that_caps_the_betting_leaves_a_check() -> None:
    stakes = Stakes(50, 100, small_bet=100, big_bet=200)
    rules = HOUSE_RULES["tda2024"].from_dict({"limit_cap": 1})
    state = play(table(*FOUR, game="FT", stakes=stakes, rules=rules, straddles=[(3, 200)]), "c4 c1 c2")
    assert told(state, "raise") == ("k3", ("raise_not_open",), 0)


# --- The pot (TDA 54), amounts above the limit (52-B)


def test_act_23_i_bet_the_pot_binds_to_a_bet_in_no_limit() -> None:
    unfaced = flop(*FOUR)
    assert told(unfaced, "pot") == ("r1:50+", ("pot_without_pot_limit",), -50)
    assert told(unfaced, "pot", 0, 100, 100) == ("r1:200", ("pot_without_pot_limit",), 0)
    assert told(play(unfaced, "r1:500"), "pot") == ("r2:1000+", ("pot_without_pot_limit",), -1000)


def test_pl_03_to_05_i_bet_the_pot_in_pot_limit() -> None:
    assert told(play(table(*FOUR, game="PO", stakes=B100)), "pot") == ("r3:700", ("pot",), -700)
    dead = play(table(*FOUR, game="PO", stakes=B100, small_blinds=()))
    assert told(dead, "pot")[0] == "r3:700"
    short = play(table(90_000, 100, 90_000, 90_000, game="PO", stakes=B100))
    assert told(short, "pot")[0] == "r3:700"
    pl_04 = play(on_street(1, table(*[9000] * 3, game="PO", stakes=Stakes(250, 500))), "r1:1500")
    assert told(pl_04, "pot")[0] == "r2:6000"
    pl_05 = play(on_street(1, table(*[9000] * 3, game="PO", stakes=B100)), "r1:200 c2")
    assert told(pl_05, "pot")[0] == "r3:1400"


def test_more_than_the_pot_is_the_pot() -> None:
    state = on_street(1, table(*[9000] * 3, game="PO", stakes=B100))
    assert told(state, "bet", 5000) == ("r1:600", ("above_maximum",), -600)
    assert puts(state, 500, 500) == ("r1:600", ("above_maximum",), 400)
    assert told(state, "all_in") == ("r1:600", ("all_in_above_limit",), -600)


# --- Numbers that can mean several amounts (TDA 57)


def pot_of(chips: int) -> State:
    """200-400 on the flop, with this much in the pot and seat 1 to bet."""
    stakes = Stakes(200, 400, ante=chips - 1200, ante_kind="big_blind")
    state = on_street(1, table(90_000, 90_000, 90_000, stakes=stakes))
    assert state.pot_total == chips
    return state


def test_act_24_five_is_the_highest_amount_up_to_the_pot() -> None:
    assert told(pot_of(4900), "bet", 5) == ("r1:500", ("unclear_amount", "bet"), -500)
    assert told(pot_of(5000), "bet", 5) == ("r1:5000", ("unclear_amount", "bet"), -5000)
    assert told(pot_of(4900), "amount", 5)[0] == "r1:500"


@pytest.mark.parametrize(
    ("pot", "number", "wanted"),
    [
        (4900, 15, ("r1:1500", ("unclear_amount", "bet"), -1500)),
        (16_000, 15, ("r1:15000", ("unclear_amount", "bet"), -15_000)),
        # Nothing it can mean is within the pot: the least of it.
        (1300, 15, ("r1:1500", ("unit_left_out", "bet"), -1500)),
        # A number that is a bet as it stands.
        (9000, 400, ("r1:400", ("bet",), -400)),
        # Too small for a bet and said with its unit.
        (4900, 300, ("r1:400", ("bet_below_minimum",), -400)),
    ],
)
def test_numbers_said_without_their_unit(pot: int, number: int, wanted: Short) -> None:
    assert told(pot_of(pot), "amount", number) == wanted


def test_a_number_without_its_unit_over_a_bet() -> None:
    # 4,900 and the bet are 5,300.
    bet = play(pot_of(4900), "r1:400")
    assert told(bet, "amount", 5) == ("r2:5000", ("unclear_amount", "raise_by_half_or_more"), -5000)
    small = play(pot_of(1300), "r1:400")
    assert told(small, "amount", 5) == ("c2", ("unclear_amount", "less_than_half"), -400)
    assert told(small, "raise", 5) == ("r2:800", ("unclear_amount", "raise_below_minimum"), -800)
    # No amount it could mean is in the stack: it stays what it is.
    poor = play(on_street(1, table(90_000, 900, 90_000, stakes=B200)), "r1:400")
    assert told(poor, "amount", 7) == ("c2", ("undercall_of_opening",), -400)


def test_units_are_those_a_number_is_said_with() -> None:
    assert UNITS == ((100, 100), (1000, 1000), (10, 100_000), (1000, 1_000_000))
    big = on_street(1, table(*[9_000_000] * 3, stakes=Stakes(50_000, 100_000)))
    assert told(big, "amount", 3)[0] == "r1:300000"
    assert told(big, "amount", 250)[0] == "r1:250000"
    assert told(big, "amount", 2)[0] == "r1:200000"


# --- String bets (TDA 42, 56)


def test_act_26_only_the_first_motion_counts() -> None:
    state = play(flop(*FOUR), "r1:400")
    assert puts(state, 100, 100, 100, 100, later=(500, 500)) == ("c2", ("string_bet", "exact_call"), 1000)
    assert puts(flop(*FOUR), 100, 100, later=(500,)) == ("r1:200", ("string_bet", "bet"), 500)
    # Declared without an amount: the first chips are the amount, and short of a raise.
    assert told(state, "raise", 0, 400, later=(1000,)) == (
        "r2:800",
        ("string_bet", "raise_below_minimum"),
        600,
    )
    # The whole amount was declared first: chips may come as they like.
    assert told(state, "raise", 1400, 400, later=(1000,)) == ("r2:1400", ("raise_to_total",), 0)
    assert told(state, "all_in", 0, 400, later=(1000,))[1] == ("all_in",)


# --- What means nothing


def test_what_means_nothing_says_so() -> None:
    state = flop(*FOUR)
    assert told(state) == ("", ("nothing_done",), 0)
    assert told(state, "amount") == ("", ("nothing_done",), 0)
    assert told(play(state, "k1 k2 k3 k4"), "raise", 500) == ("", ("no_betting",), 0)
    assert told(play(table(1000, 1000), "f2"), "call") == ("", ("no_betting",), 0)


@pytest.mark.parametrize(
    ("said", "amount", "chips"), [("shrug", 0, ()), ("raise", -1, ()), ("", 0, (0,)), ("", 0, (-25,))]
)
def test_a_motion_that_cannot_be_is_refused(said: Said, amount: int, chips: Seen) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Motion(said=said, amount=amount, chips=chips)
    assert (caught.value.code, caught.value.params) == ("bad_motion", {"said": said, "amount": amount})


def test_the_whole_answer() -> None:
    assert meaning(act_10(), Motion(chips=(1000, 100, 100, 100, 100, 100))) == Meaning(
        rules=("raise_completed",),
        operation=play(act_10(), "r4:1700").history[-1],
        chips_due=200,
        params={"heard": 1500, "call": 1100, "minimum": 1700, "maximum": 90_000, "stack": 90_000},
    )
    assert SOURCES["raise_completed"] == ("TDA 43-A", "WSOP 95", "S-032")


# --- Any motion in any hand

CHIPS = st.lists(st.sampled_from([1, 5, 25, 100, 500, 1000, 5000, 25_000]), max_size=6).map(tuple)
MOTIONS = st.builds(
    Motion,
    said=st.sampled_from(["", "call", "raise", "bet", "check", "all_in", "fold", "amount", "pot"]),
    amount=st.one_of(st.just(0), st.integers(0, 300), st.integers(0, 12_000), st.just(10**9)),
    chips=CHIPS,
    in_front=st.one_of(st.none(), CHIPS),
    chips_first=st.booleans(),
    later=st.one_of(st.just(()), CHIPS),
)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**32), st.floats(0, 1), st.lists(MOTIONS, min_size=1, max_size=8))
def test_every_motion_in_every_hand_means_what_is_lawful_or_nothing(
    seed: int, part: float, motions: list[Motion]
) -> None:
    setup, operations = random_hand(random.Random(seed))
    state = replay(setup, operations[: int(part * (len(operations) + 1))])
    for motion in motions:
        read = meaning(state, motion)
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
