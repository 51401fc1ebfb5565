"""Actions out of turn: what was said binds while the action has not changed (TDA 53, 58; S-038)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import HOUSE_RULES, Call, Check, Fold, HouseRules, IllegalAction, RaiseTo, State, legal
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import TDA, on_street, play, raises, table

ALWAYS = replace(TDA, oot_binding="always")
WSOP = HOUSE_RULES["wsop2024"]


def opened(rules: HouseRules = TDA) -> State:
    """OOT-01: seat 3 opens for 300, seat 4 folds, seat 6 says "raise 800" before seat 5."""
    return play(table(*[5000] * 7, rules=rules), "r3:300 f4 x:out_of_turn,s=6,o=r6:800")


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return refused.value.code


@pytest.mark.rule("OOT-01", "S-038")
@pytest.mark.parametrize("before", ["c5", "f5"])
def test_a_raise_out_of_turn_binds_after_a_call_or_fold_and_nothing_else_is_offered(before: str) -> None:
    state = play(opened(), before)
    answer = legal(state)
    assert (answer.actor, answer.bound, answer.can_fold, answer.can_check) == (
        6,
        RaiseTo(6, 800),
        False,
        False,
    )
    assert (answer.call_amount, answer.raise_min, answer.raise_max) == (None, 800, 800)
    for other in ("c6", "f6", "r6:900"):
        assert refusal(state, other) == "bound_out_of_turn"
    assert play(state, "r6:800").bet_to_match == 800


@pytest.mark.rule("OOT-01", "S-038")
def test_a_raise_before_it_sets_the_player_free_to_call_raise_or_fold() -> None:
    state = play(opened(), "r5:600")
    answer = legal(state)
    assert (answer.bound, answer.can_fold, answer.call_amount) == (None, True, 600)
    assert raises(state) == (900, 5000)
    assert [play(state, word).actor for word in ("c6", "f6", "r6:900")] == [7, 7, 7]


@pytest.mark.rule("OOT-02", "S-038")
def test_a_check_out_of_turn_is_free_again_after_a_bet_and_binds_after_a_check() -> None:
    bound_action = play(on_street(1, table(*[5000] * 6)), "k1 k2 k3 k4 x:out_of_turn,s=6,o=k6")
    bet, checked = play(bound_action, "r5:300"), play(bound_action, "k5")
    assert (legal(bet).bound, raises(bet), legal(bet).can_fold) == (None, (600, 4900), True)
    assert (legal(checked).bound, raises(checked), legal(checked).can_fold) == (Check(6), None, False)
    assert refusal(checked, "r6:100") == "bound_out_of_turn"


@pytest.mark.rule("ACT-29", "OOT-01")
def test_a_fold_out_of_turn_binds_whatever_happens() -> None:
    state = play(table(*[5000] * 6), "x:out_of_turn,s=5,o=f5 r3:300 r4:900")
    assert (legal(state).bound, legal(state).can_fold, legal(state).call_amount) == (Fold(5), True, None)
    assert refusal(state, "c5") == "bound_out_of_turn"
    unfaced = play(on_street(1, table(*[5000] * 4)), "x:out_of_turn,s=3,o=f3 k1 k2")
    assert refusal(unfaced, "k3") == "bound_out_of_turn"
    assert play(unfaced, "f3").live == (1, 2, 4)


@pytest.mark.rule("S-038")
def test_where_the_house_binds_always_a_raise_too_small_by_then_is_a_call() -> None:
    state = play(opened(ALWAYS), "r5:600")
    assert legal(state).bound == Call(6)
    assert refusal(state, "r6:1200") == "bound_out_of_turn"
    big_enough = play(opened(ALWAYS), "r5:500")
    assert legal(big_enough).bound == RaiseTo(6, 800)


@pytest.mark.rule("S-038")
def test_where_the_house_binds_always_a_check_of_a_bet_leaves_call_or_fold() -> None:
    state = play(on_street(1, table(*[5000] * 4, rules=ALWAYS)), "x:out_of_turn,s=2,o=k2 r1:300")
    answer = legal(state)
    assert (answer.bound, answer.passive, answer.can_fold, answer.call_amount) == (None, True, True, 300)
    assert raises(state) is None
    assert refusal(state, "r2:600") == "passive_only"


@pytest.mark.rule("OOT-04")
def test_oot_04_by_wsop_a_check_out_of_turn_in_a_round_begun_heads_up_leaves_call_or_fold() -> None:
    heads_up = on_street(1, table(5000, 5000, rules=WSOP))
    assert heads_up.actor == 1
    bet = play(heads_up, "x:out_of_turn,s=2,o=k2 r1:300")
    answer = legal(bet)
    assert (answer.bound, answer.passive, answer.can_fold, answer.call_amount) == (None, True, True, 300)
    assert refusal(bet, "r2:900") == "passive_only"
    assert [play(bet, word).actor for word in ("c2", "f2")] == [None, None]
    # Checked to, the check binds as ever.
    assert legal(play(heads_up, "x:out_of_turn,s=2,o=k2 k1")).bound == Check(2)


@pytest.mark.rule("OOT-04")
def test_oot_04_in_a_round_of_three_after_a_bet_out_of_turn_and_by_tda_the_player_is_free() -> None:
    three = on_street(1, table(5000, 5000, 5000, rules=WSOP))
    assert raises(play(three, "f1 x:out_of_turn,s=3,o=k3 r2:300")) == (600, 4900)
    killed = play(three, "x:dead_hand,s=1,f x:out_of_turn,s=3,o=k3 r2:300")
    assert raises(killed) == (600, 4900)
    by_tda = on_street(1, table(5000, 5000))
    assert raises(play(by_tda, "x:out_of_turn,s=2,o=k2 r1:300")) == (600, 4900)
    raised = play(on_street(1, table(5000, 5000, rules=WSOP)), "x:out_of_turn,s=2,o=r2:200 r1:300")
    assert raises(raised) == (600, 4900)
    # A player all-in since the flop has no action on the turn: two began that round.
    turn = play(on_street(1, table(5000, 5000, 300, rules=WSOP)), "k1 k2 r3:200 c1 c2 b:9s")
    assert raises(play(turn, "x:out_of_turn,s=2,o=k2 r1:300")) is None


@pytest.mark.rule("OOT-03")
def test_a_skipped_player_may_call_or_fold_but_not_raise_and_only_on_this_street() -> None:
    # UTG 600, seat 4 is skipped, seat 5 calls and seat 6 folds: substantial action behind seat 4.
    bound_action = play(table(*[5000] * 7), "r3:600 x:out_of_turn,s=5,o=c5 x:out_of_turn,s=6,o=f6")
    passive = play(bound_action, "x:skipped,s=4,f")
    answer = legal(passive)
    assert (answer.passive, answer.can_fold, answer.call_amount, raises(passive)) == (True, True, 600, None)
    assert refusal(passive, "r4:1200") == "passive_only"
    called = play(passive, "c4 c5 f6 f7 f1 f2 b:2c3d4h")
    assert [called.bets[seat] for seat in (3, 4, 5)] == [0, 0, 0]
    assert raises(play(called, "k3")) == (100, 4400)


@pytest.mark.rule("OOT-03")
def test_the_floor_may_kill_the_skipped_hand_instead() -> None:
    bound_action = play(table(*[5000] * 7), "r3:600 x:out_of_turn,s=5,o=c5 x:out_of_turn,s=6,o=f6")
    assert refusal(bound_action, "x:skipped,s=4") == "floor_must_confirm"
    dead = play(bound_action, "x:dead_hand,s=4,f")
    assert (dead.actor, dead.live, legal(dead).bound) == (5, (1, 2, 3, 5, 6, 7), Call(5))


def test_what_was_said_to_a_bet_that_is_taken_back_lapses_but_a_fold_stands() -> None:
    bet = play(on_street(1, table(*[5000] * 3)), "k1 r2:300 x:out_of_turn,s=1,o=f1")
    turn = play(bet, "x:returned_bet,s=2,a=300,f k3 b:2c")
    assert (turn.street, turn.live, turn.actor) == (2, (2, 3), 2)
    bet = play(on_street(1, table(*[5000] * 3)), "k1 r2:300 x:out_of_turn,s=1,o=r1:900")
    turn = play(bet, "x:returned_bet,s=2,a=300,f k3 b:2c")
    assert (turn.live, turn.actor, legal(turn).bound) == ((1, 2, 3), 1, None)


@pytest.mark.parametrize(
    ("before", "said", "code"),
    [
        ("", "s=3,o=r3:300", "not_out_of_turn"),  # it is seat 3's turn
        ("", "s=4,o=c5", "not_out_of_turn"),  # another seat's action
        ("r3:300 f4", "s=4,o=c4", "not_out_of_turn"),  # out of the hand
        ("", "s=5,o=r5:150", "raise_below_minimum"),
        ("", "s=5,o=r5:6000", "raise_above_maximum"),
        ("x:out_of_turn,s=5,o=f5", "s=5,o=c5", "bound_out_of_turn"),
        ("", "s=5", "ruling_incomplete"),
        ("", "s=9,o=f9", "seat_not_in_hand"),
    ],
)
def test_what_is_no_action_out_of_turn_is_refused(before: str, said: str, code: str) -> None:
    assert refusal(play(table(*[5000] * 6), before), f"x:out_of_turn,{said}") == code


def test_nobody_raises_out_of_turn_what_nobody_could_raise_in_turn() -> None:
    capped = play(table(*[5000] * 4, game="FT"), "r3:200 r4:300 r1:400 r2:500")
    assert refusal(capped, "x:out_of_turn,s=4,o=r4:600") == "raise_capped"
    assert refusal(play(capped, "c3"), "r4:600") == "raise_capped"


def test_a_raise_said_by_who_can_only_call_by_then_is_a_call() -> None:
    # Seat 5 said "raise 800"; the other two with chips are all-in by then, and nobody could call it.
    state = play(table(900, 100, 300, 300, 5000), "x:out_of_turn,s=5,o=r5:800 c3 c4")
    assert legal(state).bound == RaiseTo(5, 800)
    alone = play(table(50, 100, 100, 100, 5000), "x:out_of_turn,s=5,o=r5:800 c3 c4")
    assert (legal(alone).bound, legal(alone).call_amount) == (Call(5), 100)


def test_a_blind_opening_is_no_way_out_of_a_word() -> None:
    setup = setup_of("IT", *[5000] * 4)
    state = play(setup, "x:out_of_turn,s=2,o=k2 k1")
    assert legal(state).blind_open is None
    assert refusal(state, "l2") == "bound_out_of_turn"
    skipped = play(setup, "x:skipped,s=1,f")
    assert legal(skipped).blind_open is None
    assert refusal(skipped, "l1") == "passive_only"


def test_a_bring_in_that_is_due_is_the_bet_that_everybody_knows_of() -> None:
    third = play(setup_of("F7S", *[5000] * 4), "t1:2c t2:9d t3:Th t4:Js x:out_of_turn,s=3,o=r3:100")
    assert legal(play(third, "i1 c2")).bound == RaiseTo(3, 100)
    assert legal(play(third, "i1 r2:100")).bound is None
