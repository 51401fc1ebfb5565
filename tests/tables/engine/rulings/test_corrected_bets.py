"""Bets that were wrong: accepted, corrected or returned (TDA 1, 49, 51, 52, 65)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import HOUSE_RULES, IllegalAction, Setup, Stakes, State, legal
from tables.engine.cards.cards import format_cards
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import TDA, on_street, play, pots, raises, table

B100 = Stakes(100, 200)


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return refused.value.code


def underraised() -> State:
    """ACT-22: blinds 100-200; on the flop A bets 600, B makes it 1,000 and C and D call."""
    return play(on_street(1, table(*[9000] * 4, stakes=B100)), "r1:600 x:accepted_raise,s=2,a=1000,f c3 c4")


@pytest.mark.parametrize(
    ("text", "bets"),
    [
        ("c1 x:corrected_bet,s=3,a=400,f", {1: 400, 2: 100, 3: 400}),
        ("f1 x:returned_bet,s=3,a=100,f", {1: 50, 2: 100, 3: 200}),
    ],
)
def test_cards_told_since_a_bet_stay_told_when_it_is_changed(text: str, bets: dict[int, int]) -> None:
    state = play(table(900, 900, 900), f"r3:300 h1:AsKd {text}")
    assert (format_cards(state.hole[1]), dict(state.bets)) == ("AsKd", bets)


@pytest.mark.rule("ACT-22")
def test_a_raise_too_small_is_made_right_for_everybody_who_called_it() -> None:
    state = play(underraised(), "x:corrected_bet,s=2,a=1200,f")
    assert dict(state.bets) == {1: 600, 2: 1200, 3: 1200, 4: 1200}
    assert (state.actor, state.to_call(1), raises(state)) == (1, 600, (1800, 8800))
    called = play(state, "c1")
    assert (pots(called), dict(called.stacks)) == ([(5600, "1234")], dict.fromkeys([1, 2, 3, 4], 7600))


@pytest.mark.rule("ACT-22")
def test_it_is_made_right_when_all_have_called_too_but_not_after_the_next_card() -> None:
    called = play(underraised(), "c1")
    assert pots(called) == [(4800, "1234")]
    assert pots(play(called, "x:corrected_bet,s=2,a=1200,f")) == [(5600, "1234")]
    turn = play(called, "b:2c")
    assert refusal(turn, "x:corrected_bet,s=2,a=1200,f") == "ruling_not_now"
    assert pots(turn) == [(4800, "1234")]


def test_a_bet_of_the_river_is_made_right_until_somebody_shows() -> None:
    river = play(on_street(3, table(*[9000] * 2)), "r1:600 c2")
    assert pots(play(river, "x:corrected_bet,s=1,a=700,f")) == [(1600, "12")]
    assert refusal(play(river, "s1:"), "x:corrected_bet,s=1,a=700,f") == "ruling_not_now"


def test_a_correction_can_itself_be_corrected_and_undone() -> None:
    once = play(underraised(), "x:corrected_bet,s=2,a=1200,f")
    assert dict(play(once, "x:corrected_bet,s=2,a=1400,f").bets) == {1: 600, 2: 1400, 3: 1400, 4: 1400}
    assert play(once, f"u{len(once.history) - 1}") == underraised()


def test_a_caller_with_less_is_all_in_by_the_correction_and_a_side_pot_arises() -> None:
    setup = table(9000, 9000, 1100, 9000, stakes=B100)
    state = play(on_street(1, setup), "r1:600 x:accepted_raise,s=2,a=800,f c3 c4")
    assert state.all_in == ()
    state = play(state, "x:corrected_bet,s=2,a=1200,f c1")
    assert (state.all_in, pots(state)) == ((3,), [(4400, "1234"), (900, "124")])


def test_a_raise_that_was_raised_again_and_the_bet_of_another_are_not_corrected() -> None:
    flop = on_street(1, table(*[9000] * 4, stakes=B100))
    raised = play(flop, "r1:600 x:accepted_raise,s=2,a=1000,f r3:2000")
    assert refusal(raised, "x:corrected_bet,s=2,a=1200,f") == "no_bet_to_correct"
    assert refusal(underraised(), "x:corrected_bet,s=1,a=700,f") == "no_bet_to_correct"
    for amount in (1000, 600, 8900):
        assert refusal(underraised(), f"x:corrected_bet,s=2,a={amount},f") == "no_other_bet"
    assert refusal(underraised(), "x:corrected_bet,s=2,a=1200") == "floor_must_confirm"


def pot_of_10500() -> State:
    """PL-02: three players, 10,500 in the pot, seat 1 (A) to bet."""
    setup = table(*[30_000] * 3, game="PT", stakes=Stakes(500, 1000))
    return play(setup, "r3:3500 c1 c2 b:2c3d4h")


@pytest.mark.rule("PL-02")
def test_a_pot_quoted_too_low_is_put_right_until_substantial_action() -> None:
    quoted = play(pot_of_10500(), "r1:9500 f2")
    assert play(quoted, "x:corrected_bet,s=1,a=10500,f").bet_to_match == 10_500
    assert refusal(play(quoted, "c3"), "x:corrected_bet,s=1,a=10500,f") == "low_quote_stands"
    assert play(quoted, "c3").pot_total == 29_500


@pytest.mark.rule("PL-02")
def test_a_pot_quoted_too_high_is_put_right_all_street() -> None:
    quoted = play(pot_of_10500(), "x:accepted_raise,s=1,a=11500,f c2 c3")
    right = play(quoted, "x:corrected_bet,s=1,a=10500,f")
    assert (quoted.pot_total, right.pot_total) == (45_000, 42_000)
    assert dict(right.stacks) == dict.fromkeys([1, 2, 3], 16_000)


def test_where_any_two_actions_count_a_low_quote_stands_after_two() -> None:
    home = replace(TDA, substantial_action="any_two")
    setup = table(*[30_000] * 4, game="PT", stakes=Stakes(500, 1000), rules=home)
    quoted = play(setup, "r3:3500 c4 c1 c2 b:2c3d4h r1:9500 f2")
    assert play(quoted, "x:corrected_bet,s=1,a=14000,f").bet_to_match == 14_000
    assert refusal(play(quoted, "f3"), "x:corrected_bet,s=1,a=14000,f") == "low_quote_stands"


def test_a_caller_all_in_for_more_than_the_right_bet_gets_the_rest_back() -> None:
    setup = table(30_000, 14_500, 30_000, game="PT", stakes=Stakes(500, 1000))
    quoted = play(setup, "r3:3500 c1 c2 b:2c3d4h x:accepted_raise,s=1,a=11500,f c2")
    assert quoted.all_in == (2,)
    right = play(quoted, "x:corrected_bet,s=1,a=10500,f")
    assert (right.all_in, right.stacks[2], right.actor) == ((), 500, 3)


# --- Bets returned


def test_a_bet_taken_back_leaves_what_it_was_to_match_and_the_raise_before_it() -> None:
    state = play(table(*[5000] * 4), "r3:1000 x:returned_bet,s=3,a=900,f")
    assert (dict(state.bets), state.actor) == ({1: 50, 2: 100, 3: 100, 4: 0}, 4)
    assert raises(state) == (200, 5000)
    less = play(table(*[5000] * 4), "r3:1000 f4 x:returned_bet,s=3,a=500,f")
    assert (less.live, less.bet_to_match, less.actor, raises(less)) == ((1, 2, 3), 500, 1, (900, 5000))


@pytest.mark.parametrize(
    ("setup", "text", "results"),
    [
        (
            table(900, 900, 900),
            "r3:300 x:out_of_turn,s=2,o=f2,f f1 x:returned_bet,s=3,a=200,f",
            (850, 800, 1050),
        ),
        (
            setup_of("F5DP", 900, 900, 900),
            "r1:100 x:out_of_turn,s=3,o=f3,f f2 x:returned_bet,s=1,a=100,f",
            (920, 890, 890),
        ),
    ],
)
def test_a_bet_that_all_have_folded_to_wins_the_pot_also_when_it_is_taken_back(
    setup: Setup, text: str, results: tuple[int, ...]
) -> None:
    state = play(setup, text)
    assert (state.phase, tuple(state.results.values())) == ("complete", results)


def test_a_bet_taken_back_in_fixed_limit_counts_no_raise() -> None:
    state = play(table(*[5000] * 3, game="FT"), "r3:200 r1:300 r2:400 r3:500 x:returned_bet,s=3,a=100,f")
    assert (state.actor, state.bet_to_match, raises(state)) == (1, 400, (500, 500))


def test_a_bet_taken_back_as_the_last_action_closes_the_round() -> None:
    state = play(table(*[5000] * 3), "c3 c1 r2:700 f3 x:returned_bet,s=2,a=600,f")
    assert (state.phase, state.live, pots(state)) == ("deal_board", (1, 2), [(300, "12")])


def test_who_completed_in_stud_owes_the_bring_in_when_the_completion_is_taken_back_or_the_hand_killed() -> (
    None
):
    completed = play(setup_of("F7S", *[900] * 3), "t1:2c t2:9d t3:Th r1:100")
    for ruling in ("returned_bet,s=1,a=75", "killed_hand,s=1"):
        state = play(completed, f"x:{ruling},f")
        assert (dict(state.bets), state.actor, legal(state).call_amount) == ({1: 25, 2: 0, 3: 0}, 2, 25)
        assert play(state, "c2 c3").pot_total == 30 + 75
    assert refusal(completed, "x:returned_bet,s=1,a=80,f") == "bet_to_match_stays"


def test_a_bet_that_was_called_or_is_not_all_his_stays() -> None:
    bet = play(table(*[5000] * 4), "r3:1000")
    assert refusal(bet, "x:returned_bet,s=3,a=901,f") == "bet_to_match_stays"
    assert refusal(bet, "x:returned_bet,s=4,a=100,f") == "no_bet_to_correct"
    assert refusal(play(bet, "c4"), "x:returned_bet,s=3,a=900,f") == "bet_called"
    assert refusal(play(bet, "f4 f1 c2"), "x:returned_bet,s=3,a=900,f") == "ruling_not_now"


def test_a_hand_killed_by_mistake_gets_its_uncalled_bet_back() -> None:
    state = play(on_street(1, table(*[5000] * 3)), "r1:700 f2 x:killed_hand,s=1,f")
    assert (state.is_complete, dict(state.results)) == (True, {1: 4900, 2: 4900, 3: 5200})
    raised = play(on_street(1, table(*[5000] * 3)), "r1:700 r2:2000 x:killed_hand,s=2,f")
    assert (raised.actor, raised.bet_to_match, dict(raised.stacks)) == (3, 700, {1: 4200, 2: 4200, 3: 4900})
    called = play(on_street(1, table(*[5000] * 3)), "r1:700 c2 x:killed_hand,s=1,f")
    assert (called.actor, called.bet_to_match, called.stacks[1]) == (3, 700, 4200)


# --- Bets accepted


@pytest.mark.parametrize("game", ["NT", "PT", "FT", "IT", "F7S", "S7S"])
def test_the_floor_lets_a_raise_outside_the_limits_stand(game: str) -> None:
    state = play(setup_of(game, *[900] * 3))
    if state.phase == "deal_up":
        state = play(state, "t1:2c t2:9d t3:Th")
    seat = state.actor
    assert seat is not None
    assert refusal(state, f"x:accepted_raise,s={seat},a=777") == "floor_must_confirm"
    accepted = play(state, f"x:accepted_raise,s={seat},a=777,f")
    assert (accepted.bet_to_match, accepted.bets[seat], accepted.progress.aggressor) == (777, 777, seat)


def test_what_is_no_raise_cannot_be_accepted_as_one() -> None:
    state = play(table(*[5000] * 3))
    for ruling in ("s=3,a=100", "s=3,a=5001", "s=1,a=400"):
        assert refusal(state, f"x:accepted_raise,{ruling},f") == "no_raise_to_accept"
    last = play(table(3000, 5000, 100), "c3 r1:3000")
    assert refusal(last, "x:accepted_raise,s=2,a=5000,f") == "ruling_not_now"


@pytest.mark.rule("ACT-27")
def test_who_calls_an_all_in_owes_its_true_amount_whatever_was_announced() -> None:
    state = play(on_street(1, table(18_300, 40_000)), "r1:18200")
    assert legal(state).call_amount == 18_200
    called = play(state, "c2 x:accepted_action,s=2,a=12800")
    assert (called.stacks[2], called.rulings[0].amount) == (40_000 - 18_300, 12_800)


def test_every_profile_corrects_a_bet() -> None:
    for rules in HOUSE_RULES.values():
        state = play(on_street(1, table(*[9000] * 3, stakes=B100, rules=rules)), "r1:600 c2 c3")
        assert pots(play(state, "x:corrected_bet,s=1,a=700,f")) == [(2700, "123")]
