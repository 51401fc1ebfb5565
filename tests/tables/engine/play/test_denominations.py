"""Amounts that the chips in play cannot make do not reach a stack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables import engine
from tables.engine.notation.line import format_line, parse_line
from tables.engine.play.denominations import made_up

TDA = engine.HOUSE_RULES["tda2024"]


def hand(
    *stacks: int,
    codes: str = "",
    unit: int = 25,
    game: str = "NT",
    rules: engine.HouseRules = TDA,
    **stakes: Any,
) -> engine.State:
    """Blinds 50/100, the button on the last seat, after these operations."""
    setup = engine.Setup.for_level(
        game=game,
        rules=rules,
        stakes=engine.Stakes(small_blind=50, big_blind=100, chip=unit or 1, unit=unit, **stakes),
        positions=engine.ButtonAndBlinds(button=len(stacks), small_blinds=(1,), big_blinds=(2,)),
        seats=tuple(engine.SeatStack(seat, stack) for seat, stack in enumerate(stacks, start=1)),
    )
    return engine.replay(setup, [engine.decode(code) for code in codes.split()])


def refusal(state: engine.State, code: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(engine.IllegalAction) as caught:
        engine.apply(state, engine.decode(code))
    return caught.value.code, dict(caught.value.params)


def limits(state: engine.State) -> tuple[int | None, int | None]:
    legal = engine.legal(state)
    return legal.raise_min, legal.raise_max


def test_a_bet_of_430_is_refused_where_25_is_the_smallest_chip() -> None:
    state = hand(5_000, 5_000, 5_000)
    assert refusal(state, "r3:430") == ("not_payable", {"amount": 430, "below": 425, "above": 450})
    assert engine.apply(state, engine.RaiseTo(3, 425)).bets[3] == 425
    flop = hand(5_000, 5_000, 5_000, codes="c3 c1 k2 b:2c3d4h")
    assert refusal(flop, "r1:430")[0] == "not_payable"
    facing = hand(5_000, 5_000, 5_000, codes="c3 c1 k2 b:2c3d4h r1:200")
    assert refusal(facing, "r2:430")[0] == "not_payable"


def test_chips_of_10_and_25_make_75_and_no_72() -> None:
    state = hand(5_000, 5_000, 5_000, unit=5)
    assert engine.apply(state, engine.RaiseTo(3, 275)).bets[3] == 275
    assert refusal(state, "r3:272")[1] == {"amount": 272, "below": 270, "above": 275}


def test_a_hand_that_does_not_know_its_chips_takes_any_amount() -> None:
    """Published hands, and those recorded before chips were held against an amount."""
    assert hand(5_000, 5_000, 5_000, unit=0, codes="r3:431").bets[3] == 431


def test_an_odd_stack_goes_all_in_and_is_called() -> None:
    state = hand(5_000, 5_000, 433, codes="r3:433")
    assert (state.stacks[3], engine.legal(state).call_amount) == (0, 383)
    assert engine.apply(state, engine.Call(1)).bets[1] == 433


def test_over_an_odd_all_in_the_least_raise_is_what_chips_can_make() -> None:
    """433 is a raise of 333; 766 cannot be made."""
    state = hand(5_000, 5_000, 433, codes="r3:433")
    assert limits(state) == (775, 5_000)
    assert refusal(state, "r1:766")[0] == "raise_below_minimum"
    assert engine.apply(state, engine.RaiseTo(1, 775)).bet_to_match == 775


def test_a_stack_between_two_amounts_has_only_all_in_left() -> None:
    assert limits(hand(770, 5_000, 433, codes="r3:433")) == (770, 770)


@pytest.mark.rule("S-035")
def test_the_pot_of_pot_limit_is_rounded_up_to_the_next_chip() -> None:
    """RRP, pot limit 4: an odd pot is treated as the next larger amount."""
    state = hand(5_000, 5_000, 177, game="PO", codes="r3:177")
    # 50 + 100 + 177, a call of 127 on top: 454, over the 177.
    assert limits(state) == (300, 650)
    assert limits(hand(5_000, 5_000, 177, game="PO", unit=0, codes="r3:177")) == (277, 631)
    assert limits(hand(5_000, 5_000, 177, game="PO", unit=2, codes="r3:177")) == (278, 632)


def test_fixed_limit_over_an_odd_all_in_completes_to_what_chips_can_make() -> None:
    state = hand(5_000, 5_000, 5_000, 160, game="FT", small_bet=100, big_bet=200, codes="c3 r4:160")
    assert limits(state) == (275, 275)
    assert engine.apply(state, engine.RaiseTo(1, 275)).bet_to_match == 275


def test_spread_limit_keeps_to_its_greatest_bet() -> None:
    """Stud with bets from 100 to 210: with 25 the smallest chip the most is 200."""
    setup = engine.Setup.for_level(
        game="S7S",
        rules=TDA,
        stakes=engine.Stakes(small_bet=100, big_bet=210, bring_in=25, ante=25, ante_kind="classic", unit=25),
        positions=engine.ButtonAndBlinds(button=2),
        seats=(engine.SeatStack(1, 5_000), engine.SeatStack(2, 5_000)),
    )
    opened = [engine.decode(code) for code in ("t1:9h", "t2:3c", "i2", "c1", "t1:9c", "t2:4c")]
    assert limits(engine.replay(setup, opened)) == (100, 200)


def test_house_rules_may_make_an_odd_bet_up() -> None:
    rules = replace(TDA, odd_bet="made_up")
    state = hand(5_000, 5_000, 440, rules=rules)
    assert made_up(state.progress, engine.RaiseTo(3, 410)) == engine.RaiseTo(3, 425)
    assert made_up(state.progress, engine.RaiseTo(3, 430)) == engine.RaiseTo(3, 440)
    assert made_up(state.progress, engine.RaiseTo(3, 440)) == engine.RaiseTo(3, 440)
    assert made_up(state.progress, engine.Call(3)) == engine.Call(3)
    assert made_up(hand(5_000, 5_000, 440).progress, engine.RaiseTo(3, 410)) == engine.RaiseTo(3, 410)


def test_a_result_is_told_in_chips_that_are_there() -> None:
    state = hand(1_000, 1_000, 433, game="XR", codes="")
    assert refusal(state, "p1:130") == ("not_payable", {"amount": 130, "below": 125, "above": 150})
    assert refusal(state, "p1:10") == ("less_than_a_chip", {"amount": 10, "least": 25})
    played = hand(1_000, 1_000, 433, game="XR", codes="p1:125 p3:433")
    assert refusal(played, "a2:101")[0] == "not_payable"
    # The odd chips of seat 3 go to one of those who share.
    shared = hand(1_000, 1_000, 433, game="XR", codes="p1:125 p3:433 a2:275 a1:433")
    assert shared.pot_total == 0


@pytest.mark.parametrize(("kind", "codes"), [("accepted_raise", ""), ("corrected_bet", "r3:300")])
def test_a_ruling_is_about_chips_that_are_there(kind: str, codes: str) -> None:
    state = hand(5_000, 5_000, 5_000, codes=codes)
    with pytest.raises(engine.IllegalAction) as caught:
        engine.apply(state, engine.Ruling(kind=kind, seat=3, amount=430, floor=True))
    assert caught.value.code == "not_payable"
    assert engine.apply(state, engine.Ruling(kind=kind, seat=3, amount=450, floor=True)).bets[3] == 450


def test_what_was_said_out_of_turn_is_in_chips_too() -> None:
    state = hand(5_000, 5_000, 5_000)
    with pytest.raises(engine.IllegalAction) as caught:
        engine.apply(state, engine.Ruling(kind="out_of_turn", seat=1, inner=engine.RaiseTo(1, 430)))
    assert caught.value.code == "not_payable"


def test_the_unit_of_the_chips_is_kept_with_the_hand() -> None:
    setup = hand(5_000, 5_000, 5_000).setup
    assert engine.Setup.from_dict(setup.to_dict()) == setup
    assert parse_line(format_line(setup, ()))[0] == setup
    assert engine.Stakes.from_dict({"small_blind": 50, "big_blind": 100}).unit == 0
