"""How much is a call and how much a raise: the examples of the TDA as literal tables."""

from __future__ import annotations

import pytest

from tables.engine import Stakes
from tests.tables.engine.gestures.shorthand import (
    B25,
    B100,
    B1000,
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

# --- Sizes of raises (TDA 43)


def test_act_02_to_05_a_declared_raise_is_at_least_the_largest_one_of_the_round() -> None:
    act_02 = play(flop(*FOUR, stakes=B100), "r1:600 r2:1600 r3:3600")
    act_03 = play(table(9000, 9000, 150, 9000), "r3:150")
    act_04 = play(on_street(2, table(*FOUR, stakes=B100)), "r1:300 r2:1000")
    before = table(*[9000] * 6, stakes=B25)
    act_05, act_05_directly = play(before, "r3:125 r4:200 r5:500"), play(before, "r3:500")
    assert [reading(state, "raise")[0] for state in (act_02, act_03, act_04, act_05, act_05_directly)] == [
        "r4:5600+", "r4:250+", "r3:1700+", "r6:800+", "r4:950+",
    ]  # fmt: skip
    assert reading(act_02, "raise") == ("r4:5600+", ("raise_unnamed",), -5600)
    # Half of the raise of 2,000 is enough, less is a call.
    assert reading(act_02, "amount", 4600) == ("r4:5600", ("raise_completed",), -5600)
    assert reading(act_02, "amount", 4599) == ("c4", ("less_than_half",), -3600)


@pytest.mark.rule("ACT-06")
def test_act_06_raise_and_a_number_is_the_total() -> None:
    state = play(flop(*FOUR), "r1:2000")
    assert reading(state, "raise", 8000) == ("r2:8000", ("raise_to_total",), -8000)
    assert reading(state, "raise", 8000, 5000, 5000) == ("r2:8000", ("raise_to_total",), 2000)
    assert reading(state, "raise", 4000) == ("r2:4000", ("raise_to_total",), -4000)
    assert reading(state, "raise", 3999) == ("r2:4000", ("raise_below_minimum",), -4000)


@pytest.mark.parametrize(
    ("chips", "wanted"),
    [
        ((200, 50, 25), ("c3", ("less_than_half",), 75)),
        ((200, 50, 50), ("r3:400", ("raise_completed",), -100)),
        ((200, 100, 50), ("r3:400", ("raise_completed",), -50)),
        ((200, 200), ("r3:400", ("raise_by_half_or_more",), 0)),
    ],
)
@pytest.mark.rule("S-032")
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
    assert reading(play(on_street(1, table(*stacks)), "r1:20"), "amount", 70)[0] == "r2:120"
    figp = play(on_street(1, table(*stacks, rules=FIGP)), "r1:20")
    assert [reading(figp, "amount", number)[0] for number in (109, 110)] == ["c2", "r2:200"]


# --- Overchips and several chips (TDA 44, 45, 61)


@pytest.mark.rule("ACT-07")
def test_act_07_one_larger_chip_in_silence_is_a_call() -> None:
    assert puts(play(table(*FOUR, stakes=B100)), 1000) == ("c3", ("overchip",), 800)


def test_one_larger_chip_is_a_call_also_if_it_is_the_last() -> None:
    state = play(table(9000, 9000, 1000, stakes=B100))
    assert puts(state, 1000) == ("c3", ("overchip",), 800)


@pytest.mark.rule("ACT-08")
def test_act_08_raise_and_one_chip_is_the_most_it_allows() -> None:
    state = play(flop(*FOUR), "r1:400")
    assert reading(state, "raise", 0, 1000) == ("r2:1000", ("raise_with_overchip",), 0)
    assert reading(state, "raise", 0, 500) == ("r2:800", ("raise_below_minimum",), -300)


def test_one_chip_without_a_bet_to_face_bets_all_of_it() -> None:
    assert puts(flop(*FOUR), 1000) == ("r1:1000", ("bet_of_overchip",), 0)
    assert puts(flop(*FOUR), 500, 100) == ("r1:600", ("bet",), 0)
    assert puts(flop(*FOUR), 25) == ("r1:50", ("bet_below_minimum",), -25)
    assert reading(flop(*FOUR), "bet", 700) == ("r1:700", ("bet",), -700)


@pytest.mark.rule("ACT-09")
def test_act_09_two_chips_both_needed_are_a_call() -> None:
    assert puts(play(flop(*FOUR), "r1:1200"), 1000, 1000) == ("c2", ("every_chip_needed",), 800)


@pytest.mark.rule("ACT-10")
def test_act_10_several_chips_go_by_half_the_raise() -> None:
    assert puts(act_10(), 1000, *[100] * 5) == ("r4:1700", ("raise_completed",), -200)
    assert puts(act_10(), 1000, *[100] * 3) == ("c4", ("less_than_half",), 200)
    assert puts(act_10(), 1000, 500) == ("c4", ("every_chip_needed",), 400)


@pytest.mark.rule("ACT-11")
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
    assert reading(state, "all_in") == ("r2:2000", ("all_in",), -2000)
    assert reading(state, "amount", 2000) == ("r2:2000", ("last_chips",), -2000)
    assert puts(play(flop(90_000, 5050), "r1:1000"), *[1000] * 5) == ("r2:5000", ("last_chips",), 0)


@pytest.mark.rule("ACT-12")
def test_act_12_chips_put_out_for_change_are_at_risk() -> None:
    state = play(flop(*FOUR), "r1:325")
    assert puts(state, 500, 25) == ("r2:650", ("raise_completed",), -125)


# --- Chips of earlier bets (TDA 46)


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
@pytest.mark.rule("ACT-13")
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
@pytest.mark.rule("ACT-14")
def test_act_14_an_earlier_chip_that_covers_the_call_counts_with_what_is_added(
    chips: Seen, wanted: Short
) -> None:
    state = play(table(*FOUR), "f3 r4:700 f1")
    assert puts(state, *chips, in_front=(1000,)) == wanted


def test_an_earlier_chip_of_exactly_the_call_covers_it() -> None:
    state = play(table(*FOUR), "f3 r4:500 f1")
    assert puts(state, 1000, in_front=(500,)) == (
        "r2:1500", ("prior_chips", "raise_by_half_or_more"), 0,
    )  # fmt: skip


def test_who_pulls_earlier_chips_in_may_no_longer_fold() -> None:
    assert puts(act_13(), in_front=(25,)) == ("c2 r2:1150", ("pulled_in",), 0)
    nobody_to_raise = play(table(300, 5000, 5000), "f3 r1:300")
    assert puts(nobody_to_raise, in_front=()) == ("c2", ("pulled_in",), -300)


# --- Undercalls (TDA 41, 51-B)


@pytest.mark.rule("ACT-20")
def test_act_20_less_than_the_opening_bet_is_a_full_call() -> None:
    state = play(flop(*FOUR, stakes=B1000), "r1:8000")
    assert puts(state, 1000, 1000) == ("c2", ("undercall_of_opening",), -6000)


@pytest.mark.rule("ACT-21")
def test_act_21_less_than_a_raise_is_for_the_floor() -> None:
    state = play(flop(*FOUR, stakes=B1000), "r1:2000 r2:8000")
    assert puts(state, 1000, 1000) == ("? c3 f3", ("undercall",), 0)
    assert reading(state, "amount", 2000) == ("? c3 f3", ("undercall",), 0)
    assert reading(state, "call", 0, 1000, 1000) == ("c3", ("call",), -6000)


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
    # Tiny beside what is still due, 10,000 of 12,000.
    raised = play(flop(*FOUR, stakes=B1000), "k1 r2:2000 f3 f4 r1:12000")
    assert puts(raised, 1000)[1] == ("prior_chips", "tiny_chips")
    assert puts(raised, 1000, 100)[1] == ("prior_chips", "undercall_heads_up")


def test_a_number_that_completes_the_call_with_the_earlier_bet_is_a_call() -> None:
    state = play(table(*FOUR), "r3:300 f4")
    assert reading(state, "amount", 250) == ("c1", ("exact_call",), -250)
    assert reading(state, "amount", 300) == ("c1", ("exact_call",), -250)
    assert reading(state, "amount", 200) == ("? c1 f1", ("undercall",), 0)
