"""Motions that count as something else, and chips found behind an all-in (TDA 42, 43, 51, 56, 62)."""

from __future__ import annotations

import pytest

from tables.engine import IllegalAction, Stakes, State, legal
from tables.engine.cards.cards import UNKNOWN
from tables.engine.hand import apply
from tables.engine.play.operations import DealBoard
from tests.tables.engine.hands import on_street, play, table


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return refused.value.code


def flop() -> State:
    return on_street(1, table(*[20_000] * 4))


@pytest.mark.rule("S-023", "ACT-26")
def test_of_a_string_bet_the_first_motion_counts() -> None:
    bet = play(flop(), "r1:1000")
    called = play(bet, "x:string_bet,s=2,o=c2")
    assert (called.bet_to_match, called.bets[2], called.actor) == (1000, 1000, 3)
    assert called.rulings[0].kind == "string_bet"
    assert play(bet, "x:string_bet,s=2,o=r2:2000").bet_to_match == 2000
    assert play(flop(), "x:string_bet,s=1,o=k1").actor == 2
    assert refusal(bet, "x:string_bet,s=2,o=f2") == "ruling_says_too_much"
    assert refusal(bet, "x:string_bet,s=3,o=c3") == "not_in_turn"
    assert refusal(bet, "x:string_bet,s=3,o=c2") == "ruling_says_too_much"


@pytest.mark.rule("S-032")
def test_a_short_raise_is_made_up_to_the_least_or_is_a_call() -> None:
    bet = play(flop(), "r1:1000")
    assert play(bet, "x:short_raise,s=2,o=r2:2000").bet_to_match == 2000
    assert play(bet, "x:short_raise,s=2,o=c2").bet_to_match == 1000
    assert refusal(bet, "x:short_raise,s=2,o=r2:2100") == "short_raise_is_least"
    assert refusal(bet, "x:short_raise,s=2,o=r2:1900") == "short_raise_is_least"
    closed = play(on_street(1, table(9000, 1500, 9000, 9000)), "r1:1000 r2:1400 c3 c4")
    assert refusal(closed, "x:short_raise,s=1,o=r1:1800") == "raise_not_reopened"


@pytest.mark.rule("ACT-20")
def test_less_than_the_opening_bet_is_a_full_call_by_the_dealer() -> None:
    called = play(flop(), "r1:8000 x:undercall,s=2,a=2000,o=c2")
    assert (called.bets[2], called.actor) == (8000, 3)
    preflop = play(table(*[20_000] * 4), "x:undercall,s=3,o=c3")
    assert preflop.bets[3] == 100


@pytest.mark.rule("ACT-21")
def test_less_than_a_raise_is_called_or_left_and_folded_as_the_floor_says() -> None:
    raised = play(flop(), "r1:2000 r2:8000")
    assert refusal(raised, "x:undercall,s=3,o=c3") == "floor_must_confirm"
    assert refusal(raised, "x:undercall,s=3,a=2000,o=f3") == "floor_must_confirm"
    called = play(raised, "x:undercall,s=3,o=c3,f")
    assert (called.bets[3], called.actor) == (8000, 4)
    left = play(raised, "x:undercall,s=3,a=2000,o=f3,f")
    assert (left.live, left.stacks[3], left.bets[3]) == ((1, 2, 4), 17_900, 2000)
    won = play(left, "f4 f1")
    assert dict(won.results) == {1: 17_900, 2: 24_300, 3: 17_900, 4: 19_900}


def test_heads_up_less_than_a_raise_is_a_call_by_the_dealer() -> None:
    raised = play(flop(), "f1 f2 r3:2000 r4:8000")
    assert play(raised, "x:undercall,s=3,o=c3").pot_total == 16_400


@pytest.mark.parametrize("amount", ["", "a=8000,", "a=19900,"])
def test_what_is_left_in_an_undercall_is_less_than_the_call(amount: str) -> None:
    raised = play(flop(), "r1:2000 r2:8000")
    assert refusal(raised, f"x:undercall,s=3,{amount}o=f3,f") == "no_undercall"


def test_with_nothing_to_call_there_is_no_undercall() -> None:
    assert refusal(flop(), "x:undercall,s=1,o=c1") == "ruling_not_now"


# --- Chips found behind (TDA 62)


def all_in() -> State:
    """ACT-28: A (seat 1) has moved 10,000 in, and a chip of 5,000 is found behind."""
    return play(table(15_000, 20_000, stakes=Stakes(100, 200)), "c2 r1:10000")


def run_out(state: State, winner: int) -> State:
    while not state.is_complete and (due := legal(state).board_cards):
        state = apply(state, DealBoard((UNKNOWN,) * due))
    return play(state, f"w0:{winner}")


@pytest.mark.rule("ACT-28")
@pytest.mark.parametrize("text", ["x:chips_behind,s=1,a=5000,f c2", "c2 x:chips_behind,s=1,a=5000,f"])
def test_a_chip_found_behind_is_not_in_the_all_in_and_stays_with_its_owner(text: str) -> None:
    state = play(all_in(), text)
    assert (state.all_in, dict(state.aside), pots_of(state)) == ((1,), {1: 5000}, [20_000])
    assert legal(state).may_show == (1, 2)
    assert dict(run_out(state, 1).results) == {1: 25_000, 2: 10_000}
    assert dict(run_out(state, 2).results) == {1: 5000, 2: 30_000}


def pots_of(state: State) -> list[int]:
    return [pot.amount for pot in state.pots]


@pytest.mark.rule("ACT-28")
def test_the_floor_may_give_it_to_the_caller_of_a_losing_all_in() -> None:
    state = play(all_in(), "c2 x:chips_behind,s=1,a=5000,f x:chips_behind_to,s=2,f")
    assert dict(run_out(state, 2).results) == {1: 0, 2: 35_000}
    assert dict(run_out(state, 1).results) == {1: 25_000, 2: 10_000}
    assert dict(run_out(state, 1).aside) == {}


def test_a_raise_over_the_all_in_is_not_asked_of_chips_that_were_hidden() -> None:
    state = play(table(15_000, 40_000, 40_000, stakes=Stakes(100, 200)), "c3 r1:10000 r2:30000 c3")
    assert state.actor == 1
    state = play(state, "x:chips_behind,s=1,a=5000,f")
    assert (state.phase, pots_of(state)) == ("deal_board", [30_000, 40_000])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x:chips_behind,s=1,a=5001,f", "no_chips_behind"),
        ("x:chips_behind,s=1,a=5000", "floor_must_confirm"),
        ("x:chips_behind_to,s=2,f", "ruling_not_now"),
        ("x:chips_behind,s=1,a=5000,f x:chips_behind_to,s=1,f", "no_chips_aside"),
    ],
)
def test_chips_that_are_not_there_are_not_laid_aside(text: str, code: str) -> None:
    assert refusal(all_in(), text) == code


def test_nobody_is_all_in_who_has_put_in_nothing() -> None:
    state = play(table(*[5000] * 3))
    assert refusal(state, "x:chips_behind,s=3,a=5000,f") == "no_chips_behind"
