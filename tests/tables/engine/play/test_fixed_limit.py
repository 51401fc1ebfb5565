"""Fixed limit: bet sizes, the half-bet rule, the cap."""

from __future__ import annotations

import dataclasses

import pytest

from tables.engine import (
    HOUSE_RULES,
    ButtonAndBlinds,
    HouseRules,
    IllegalAction,
    RaiseTo,
    Setup,
    Stakes,
    apply,
    legal,
)
from tests.tables.engine.hands import FIGP, TDA, on_street, play, raises, table

LIMIT_5 = Stakes(2, 5, small_bet=5, big_bet=10)
LIMIT_20 = Stakes(10, 20, small_bet=20, big_bet=40)
LIMIT_400 = Stakes(200, 400, small_bet=400, big_bet=800)


def limit(*stacks: int, stakes: Stakes = LIMIT_20, rules: HouseRules = TDA, last_two: bool = False) -> Setup:
    return table(*stacks, game="FT", stakes=stakes, rules=rules, last_two=last_two)


def test_small_bets_before_the_turn_and_big_bets_from_it() -> None:
    setup = limit(500, 500, 500)
    assert raises(play(setup)) == (40, 40)
    assert [raises(on_street(street, setup)) for street in (1, 2, 3)] == [(20, 20), (40, 40), (40, 40)]


@pytest.mark.rule("S-025")
def test_only_the_exact_raise_is_accepted() -> None:
    state = play(limit(500, 500, 500))
    for amount, code in ((39, "raise_below_minimum"), (41, "raise_above_maximum")):
        with pytest.raises(IllegalAction) as caught:
            apply(state, RaiseTo(3, amount))
        assert caught.value.code == code


@pytest.mark.rule("LIM-01", "S-028")
def test_lim_01_all_in_of_less_than_half_may_be_completed_by_who_has_not_acted() -> None:
    flop = on_street(1, limit(100, 100, 11, 100, stakes=LIMIT_5))
    state = play(flop, "r1:5 c2 r3:6")
    assert state.actor == 4
    assert legal(state).call_amount == 6
    assert legal(state).can_fold
    assert raises(state) == (10, 10)
    # Who had acted may only call the one more, but raise again once the bet is completed.
    assert raises(play(state, "c4")) is None
    assert raises(play(state, "r4:10")) == (15, 15)


@pytest.mark.rule("S-028")
def test_lim_01_only_call_or_fold_where_the_house_says_so() -> None:
    flop = on_street(1, limit(100, 100, 11, 100, stakes=LIMIT_5, rules=FIGP))
    state = play(flop, "r1:5 c2 r3:6")
    assert raises(state) is None
    with pytest.raises(IllegalAction, match="only call or fold") as caught:
        apply(state, RaiseTo(4, 10))
    assert caught.value.code == "raise_under_half"


@pytest.mark.rule("LIM-02")
def test_lim_02_opening_all_in_of_more_than_half_is_raised_by_a_full_bet() -> None:
    assert raises(play(on_street(1, limit(35, 500, 500)), "r1:15")) == (35, 35)


@pytest.mark.rule("LIM-03")
def test_lim_03_opening_all_in_of_less_than_half_is_completed() -> None:
    assert raises(play(on_street(1, limit(500, 9000, 9000, stakes=LIMIT_400)), "r1:100")) == (400, 400)


@pytest.mark.rule("LIM-03")
def test_lim_03_opening_all_in_of_more_than_half_is_raised_by_a_full_bet() -> None:
    assert raises(play(on_street(1, limit(700, 9000, 9000, stakes=LIMIT_400)), "r1:300")) == (700, 700)


def test_half_bet_rule_after_a_bet() -> None:
    short = on_street(1, limit(500, 45, 500, 500))
    assert raises(play(short, "r1:20 r2:25")) == (40, 40)
    half = on_street(1, limit(500, 50, 500, 500))
    assert raises(play(half, "r1:20 r2:30")) == (50, 50)


@pytest.mark.rule("S-028")
def test_all_in_of_half_a_bet_reopens_for_who_has_acted() -> None:
    state = play(on_street(1, limit(500, 50, 500)), "r1:20 r2:30 c3")
    assert state.actor == 1
    assert raises(state) == (50, 50)


def test_two_short_all_ins_that_make_half_a_bet_count_as_a_raise() -> None:
    state = play(on_street(1, limit(500, 45, 52, 500)), "r1:20 r2:25 r3:32")
    assert raises(state) == (52, 52)


@pytest.mark.rule("S-026")
def test_bet_and_three_raises_leave_one_raise_under_the_tda() -> None:
    flop = on_street(1, limit(*[900] * 5))
    three = play(flop, "r1:20 r2:40 r3:60 r4:80")
    assert raises(three) == (100, 100)
    with pytest.raises(IllegalAction, match="capped: a bet and 4 raises") as caught:
        play(three, "r5:100 r1:120")
    assert caught.value.code == "raise_capped"


def test_the_big_blind_counts_as_the_bet() -> None:
    capped = play(limit(*[900] * 6), "r3:40 r4:60 r5:80 r6:100")
    assert capped.actor == 1
    assert raises(capped) is None


def test_a_straddle_counts_as_a_raise() -> None:
    setup = Setup.for_level(
        game="FT",
        rules=TDA,
        stakes=LIMIT_20,
        positions=ButtonAndBlinds(button=4, small_blinds=(1,), big_blinds=(2,)),
        seats=limit(*[900] * 4).seats,
        straddles=[(3, 40)],
    )
    state = play(setup)
    assert raises(state) == (60, 60)
    assert raises(play(state, "r4:60 r1:80 r2:100")) is None


@pytest.mark.rule("S-026", "S-027")
def test_bet_and_three_raises_is_the_cap_of_figp() -> None:
    capped = play(on_street(1, limit(*[900] * 5, rules=FIGP)), "r1:20 r2:40 r3:60 r4:80")
    assert raises(capped) is None


def test_short_all_in_does_not_count_for_the_cap() -> None:
    flop = on_street(1, limit(900, 105, 900, 900, rules=FIGP))
    state = play(flop, "r1:20 r2:40 r3:60 r4:80")
    assert raises(state) is None
    early = on_street(1, limit(900, 45, 900, 900, rules=dataclasses.replace(TDA, limit_cap=2)))
    state = play(early, "r1:20 r2:25 r3:40 r4:60")
    assert raises(state) is None
    assert raises(play(early, "r1:20 r2:25 r3:40")) == (60, 60)


@pytest.mark.rule("S-026")
def test_no_cap_where_the_house_plays_without() -> None:
    flop = on_street(1, limit(*[900] * 2, rules=dataclasses.replace(TDA, limit_cap=0)))
    words = " ".join(f"r{1 + step % 2}:{20 * (step + 1)}" for step in range(9))
    assert raises(play(flop, words)) == (200, 200)


def heads_up_raises(setup: Setup) -> int:
    """How many bets and raises the first two to act get in on the flop."""
    state = on_street(1, setup)
    count = 0
    while (answer := raises(state)) and count < 9:
        assert state.actor is not None
        state = apply(state, RaiseTo(state.actor, answer[0]))
        count += 1
    return count


def rules(value: str) -> HouseRules:
    return HouseRules.from_dict({"limit_heads_up_uncapped": value})


def test_the_cap_stays_heads_up_until_two_are_left_in_the_event() -> None:
    assert heads_up_raises(limit(900, 900)) == 5
    assert heads_up_raises(limit(900, 900, last_two=True)) == 9
    assert heads_up_raises(limit(900, 900, rules=rules("never"), last_two=True)) == 5


def test_the_cap_falls_away_in_a_round_that_begins_heads_up() -> None:
    assert heads_up_raises(limit(900, 900, rules=rules("round_begins"))) == 9
    assert heads_up_raises(limit(900, 900, rules=rules("becomes"))) == 9
    words = "f3 c1 k2 b:?????? r1:20 r2:40 r1:60 r2:80 r1:100"
    for value, open_to in (("round_begins", (120, 120)), ("last_two", None)):
        assert raises(play(limit(900, 900, 900, rules=rules(value)), words)) == open_to


def test_the_cap_falls_away_when_the_pot_becomes_heads_up_before_it() -> None:
    words = "r1:20 r2:40 f3 r1:60 r2:80 r1:100"
    assert raises(play(on_street(1, limit(*[900] * 3, rules=rules("becomes"))), words)) == (120, 120)
    assert raises(play(on_street(1, limit(*[900] * 3, rules=rules("round_begins"))), words)) is None


def test_the_cap_that_a_straddle_has_reached_falls_away_where_two_are_dealt_in() -> None:
    for value, open_to in (("becomes", (60, 60)), ("never", None)):
        house = dataclasses.replace(rules(value), limit_cap=1)
        straddled = table(900, 900, game="FT", stakes=LIMIT_20, rules=house, straddles=[(2, 40)])
        assert raises(play(straddled)) == open_to


def test_the_cap_holds_when_the_pot_becomes_heads_up_after_it() -> None:
    flop = on_street(1, limit(*[900] * 3, rules=rules("becomes")))
    state = play(flop, "r1:20 r2:40 r3:60 r1:80 r2:100 f3")
    assert state.actor == 1
    assert raises(state) is None


@pytest.mark.rule("S-027")
def test_round_that_begins_with_two_who_can_bet_counts_as_heads_up() -> None:
    state = on_street(1, limit(900, 900, 20, rules=FIGP))
    words = "r1:20 r2:40 r1:60 r2:80 r1:100"
    assert raises(play(state, words)) == (120, 120)


def test_profiles_have_their_caps() -> None:
    assert {name: rules.limit_cap for name, rules in HOUSE_RULES.items()} == {
        "tda2024": 4, "wsop2024": 4, "figp": 3, "home": 3, "italian": 3, "draw_room": 3,
    }  # fmt: skip
