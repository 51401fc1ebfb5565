"""What betting and the showdown refuse: the sentence, its name, and the values in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

import pytest

from tables.engine import (
    HOUSE_RULES,
    ButtonAndBlinds,
    HouseRules,
    IllegalAction,
    SeatStack,
    Setup,
    Stakes,
    State,
    apply,
    decode,
    legal,
)
from tables.engine.games.game import Betting
from tables.engine.play.limits import STRUCTURES
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import FIGP, TDA, on_street, play, table

FREE = HouseRules(all_in_tabled=False)
BLINDS_1 = Stakes(1, 2)
LIMIT_20 = Stakes(10, 20, small_bet=20, big_bet=40)

Refusal = tuple[str, str, Mapping[str, object]]


def refused(state: State, word: str) -> Refusal:
    """The sentence, the code and the params of what this operation is refused with."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, decode(word))
    return str(caught.value), caught.value.code, caught.value.params


def limit(*stacks: int, rules: HouseRules = TDA) -> Setup:
    return table(*stacks, game="FT", stakes=LIMIT_20, rules=rules)


def stud(*stacks: int) -> Setup:
    return Setup.for_level(
        game="F7S",
        rules=TDA,
        stakes=Stakes(bring_in=5, small_bet=15, big_bet=30),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


THREE = table(1000, 1000, 1000)
FLOP = "c3 c1 k2 b:??????"
NOT_IN_TURN_1 = ("seat 1 is not in turn: it is seat 3's", "not_in_turn", {"seat": 1, "actor": 3})


@pytest.mark.rule("S-007", "S-020")
@pytest.mark.parametrize("word", ["f1", "k1", "c1", "r1:300", "i1"])
def test_whoever_is_not_in_turn_is_told_whose_turn_it_is(word: str) -> None:
    assert refused(play(THREE), word) == NOT_IN_TURN_1


@pytest.mark.parametrize("word", ["f1", "k1", "c1", "r1:300", "i1"])
def test_nobody_acts_between_the_rounds(word: str) -> None:
    state = play(THREE, "c3 c1 k2")
    assert refused(state, word) == ("no betting now: seat 1 cannot act", "no_betting", {"seat": 1})


@pytest.mark.parametrize(
    ("setup", "before", "word", "refusal"),
    [
        (THREE, "", "k3", ("cannot check: 100 to call", "cannot_check", {"to_call": 100})),
        (
            table(9, 9, stakes=BLINDS_1),
            "",
            "k2",
            ("cannot check: 1 to call", "cannot_check", {"to_call": 1}),
        ),
        # Only 80 lie in front of the other, who is all-in: the last 20 of the blind cannot be won.
        (table(80, 5000), "", "k2", ("cannot check: 30 to call", "cannot_check", {"to_call": 30})),
        (THREE, FLOP, "c1", ("nothing to call: check", "nothing_to_call", {})),
        (THREE, FLOP, "i1", ("no bring-in is due", "no_bring_in", {})),
        (stud(100, 100, 100), "o1 i1", "i2", ("no bring-in is due", "no_bring_in", {})),
    ],
)
def test_a_check_a_call_and_a_bring_in_have_their_place(
    setup: Setup, before: str, word: str, refusal: Refusal
) -> None:
    assert refused(play(setup, before), word) == refusal


@pytest.mark.parametrize("word", ["f1", "k1", "c1"])
def test_who_brings_in_may_only_complete_instead(word: str) -> None:
    sentence = "seat 1 must bring in 5 or complete the bet"
    assert refused(play(stud(100, 100, 100), "o1"), word) == (
        sentence, "bring_in_due", {"seat": 1, "amount": 5},
    )  # fmt: skip


def capped(cap: int) -> Refusal:
    return f"the betting is capped: a bet and {cap} raises", "raise_capped", {"cap": cap}


def no_more_than_a_call(seat: int) -> Refusal:
    return f"seat {seat} has no more than a call", "raise_without_chips", {"seat": seat}


def not_reopened(seat: int, faced: int) -> Refusal:
    sentence = f"seat {seat} has acted and faces no full raise: call or fold"
    return sentence, "raise_not_reopened", {"seat": seat, "faced": faced}


ITALIAN = setup_of("IT", 1000, 1000, 1000, rules=HOUSE_RULES["italian"])


@pytest.mark.rule("S-025", "S-026", "S-028", "S-090")
@pytest.mark.parametrize(
    ("setup", "street", "before", "word", "refusal"),
    [
        (table(5000, 5000, 5000, 250), 0, "r3:300", "r4:250", no_more_than_a_call(4)),
        # A stack of exactly the call is no more than a call.
        (table(5000, 5000, 5000, 300), 0, "r3:300", "r4:300", no_more_than_a_call(4)),
        (stud(100, 5, 100), 0, "o1 i1", "r2:5", no_more_than_a_call(2)),
        (
            table(300, 5000, 5000), 0, "f3 r1:300", "r2:600",
            ("nobody is left who could call a raise", "raise_without_opponent", {}),
        ),
        (table(1000, 250, 1000), 1, "r1:100 r2:150 c3", "r1:250", not_reopened(1, 50)),
        # Eight of twenty are less than half a bet.
        (limit(500, 48, 500), 1, "r1:20 r2:28 c3", "r1:40", not_reopened(1, 8)),
        (limit(*[900] * 5), 1, "r1:20 r2:40 r3:60 r4:80 r5:100", "r1:120", capped(4)),
        (limit(*[900] * 5, rules=FIGP), 1, "r1:20 r2:40 r3:60 r4:80", "r5:100", capped(3)),
        (
            limit(500, 48, 500, rules=FIGP), 1, "r1:20 r2:28", "r3:40",
            ("after an all-in of less than half a bet one may only call or fold", "raise_under_half", {}),
        ),
        (
            ITALIAN, 0, "l1", "r2:200",
            (
                "after a blind opening only seat 1, who opened last, may raise first",
                "raise_before_blind",
                {"seat": 1},
            ),
        ),
    ],
)  # fmt: skip
def test_who_may_not_raise_is_told_why(
    setup: Setup, street: int, before: str, word: str, refusal: Refusal
) -> None:
    assert refused(play(on_street(street, setup), before), word) == refusal


def out_of_range(word: str, side: str, amount: int, minimum: int, maximum: int) -> Refusal:
    bound = minimum if side == "minimum" else maximum
    where = "below" if side == "minimum" else "above"
    return (
        f"{word} {where} the {side} of {bound}",
        f"{word}_{where}_{side}",
        {"amount": amount, "minimum": minimum, "maximum": maximum},
    )


@pytest.mark.rule("S-025", "S-030")
@pytest.mark.parametrize(
    ("setup", "before", "word", "refusal"),
    [
        (THREE, "", "r3:199", out_of_range("raise", "minimum", 199, 200, 1000)),
        (THREE, "", "r3:1001", out_of_range("raise", "maximum", 1001, 200, 1000)),
        (THREE, FLOP, "r1:99", out_of_range("bet", "minimum", 99, 100, 900)),
        (THREE, FLOP, "r1:901", out_of_range("bet", "maximum", 901, 100, 900)),
        # FIGP: after an opening all-in of less than the minimum the least raise is twice the minimum.
        (
            table(120, 1000, 1000, rules=FIGP),
            "c3 c1 k2 b:?????? r1:20",
            "r2:199",
            out_of_range("raise", "minimum", 199, 200, 900),
        ),
        (
            table(101, 1000, 1000, rules=FIGP),
            "c3 c1 k2 b:?????? r1:1",
            "r2:199",
            out_of_range("raise", "minimum", 199, 200, 900),
        ),
    ],
)
def test_a_bet_out_of_its_range_is_refused_with_the_range(
    setup: Setup, before: str, word: str, refusal: Refusal
) -> None:
    assert refused(play(setup, before), word) == refusal


def test_every_game_but_those_recorded_by_their_result_knows_the_size_of_a_bet() -> None:
    assert set(get_args(Betting)) - {"none"} == set(STRUCTURES)


# --- The showdown

RIVER = "c3 c1 k2 b:2c7d9h k1 k2 k3 b:Jc k1 k2 k3 b:3c k1 k2 k3"
ALL_IN = "r3:1000 c1 c2"
TO_THE_END = "b:?????? b:?? b:??"


def side_pot(rules: HouseRules = TDA) -> Setup:
    """Seat 1 is all-in for 300, seats 2 and 3 for 1,000."""
    return table(300, 1000, 1000, rules=rules)


@pytest.mark.rule("S-103")
@pytest.mark.parametrize(
    ("setup", "before", "word", "refusal"),
    [
        (THREE, "c3", "s1:AsAh", ("the betting is not over", "betting_not_over", {})),
        # Between two rounds it is not over either.
        (THREE, "c3 c1 k2", "s1:AsAh", ("the betting is not over", "betting_not_over", {})),
        (
            table(1000, 1000, game="N2L1D"),
            "r2:1000 c1",
            "s1:2c3d4h5s7c",
            ("the betting is not over", "betting_not_over", {}),
        ),
        (THREE, RIVER, "s4:AsAh", ("seat 4 is not contending", "not_contending", {"seat": 4})),
        (
            THREE,
            RIVER + " s1:AsAh",
            "m1",
            ("seat 1 has shown or mucked already", "already_decided", {"seat": 1}),
        ),
        (
            THREE,
            RIVER + " m1",
            "s1:AsAh",
            ("seat 1 has shown or mucked already", "already_decided", {"seat": 1}),
        ),
        (THREE, RIVER + " w0:1", "s1:AsAh", ("the hand is complete", "hand_complete", {})),
        (THREE, "f3 f1", "h1:AsAh", ("the hand is complete", "hand_complete", {})),
        (
            THREE,
            ALL_IN,
            "m1",
            (
                "a player is all-in and the betting is over: every hand is tabled (TDA 16)",
                "muck_all_in",
                {},
            ),
        ),
        (
            THREE,
            "c3 c1 k2 b:?????? k1 k2 k3 b:?? k1 k2 k3 b:?? r1:100 c2 c3 x:asked_to_see,s=1,q=2",
            "m1",
            ("the cards of seat 1 were asked for: it shows them (TDA 18-B)", "muck_asked", {"seat": 1}),
        ),
        (
            side_pot(FREE),
            f"{ALL_IN} {TO_THE_END} w1:2",
            "m2",
            ("seat 2 has won a pot", "muck_winner", {"seat": 2}),
        ),
        (
            side_pot(FREE),
            f"{ALL_IN} m3",
            "m2",
            ("seat 2 is the last to claim a pot and wins it unseen", "muck_last", {"seat": 2}),
        ),
        (THREE, RIVER, "j1:JsJd", ("seat 1 has no openers to show now", "no_proof_due", {"seat": 1})),
        (
            setup_of("F5DJ", 1000, 1000, 1000),
            "r1:100",
            "j1:JsJd",
            ("seat 1 has no openers to show now", "no_proof_due", {"seat": 1}),
        ),
    ],
)
def test_a_hand_is_shown_or_given_up_in_its_time(
    setup: Setup, before: str, word: str, refusal: Refusal
) -> None:
    assert refused(play(setup, before), word) == refusal


def nothing_to_declare(pot: int, *still_open: int) -> Refusal:
    sentence = f"pot {pot} has no winner to be declared now"
    return sentence, "nothing_to_declare", {"pot": pot, "open": list(still_open)}


def cannot_win(pot: int, *seats: int) -> Refusal:
    names = ", ".join(map(str, seats))
    return f"pot {pot} can be won by seats {names}", "cannot_win_pot", {"pot": pot, "seats": list(seats)}


def contradict(pot: int, other: int) -> Refusal:
    sentence = f"the winners of pot {pot} contradict those of pot {other}"
    return sentence, "winners_contradict", {"pot": pot, "other": other}


@pytest.mark.parametrize(
    ("setup", "before", "word", "refusal"),
    [
        (THREE, RIVER, "w1:1", nothing_to_declare(1, 0)),
        (THREE, "", "w0:1", nothing_to_declare(0)),
        # All-in before the last board cards: nobody has won yet.
        (side_pot(), ALL_IN, "w0:1", nothing_to_declare(0)),
        (side_pot(), f"{ALL_IN} {TO_THE_END} w0:1", "w0:2", nothing_to_declare(0, 1)),
        (THREE, RIVER, "w0:1,1", cannot_win(0, 1, 2, 3)),
        (THREE, RIVER + " m1", "w0:1", cannot_win(0, 2, 3)),
        (side_pot(), f"{ALL_IN} {TO_THE_END}", "w1:1", cannot_win(1, 2, 3)),
        (side_pot(), f"{ALL_IN} {TO_THE_END} w1:2", "w0:3", contradict(0, 1)),
    ],
)
def test_a_winner_is_declared_where_one_is_missing(
    setup: Setup, before: str, word: str, refusal: Refusal
) -> None:
    assert refused(play(setup, before), word) == refusal


def test_what_is_refused_changes_nothing() -> None:
    rules = replace(TDA, side_pot_order="main_first")
    state = play(side_pot(rules), f"{ALL_IN} {TO_THE_END} w1:2")
    before = play(side_pot(rules), f"{ALL_IN} {TO_THE_END} w1:2")
    assert refused(state, "w0:3") == contradict(0, 1)
    assert (state, legal(state)) == (before, legal(before))
