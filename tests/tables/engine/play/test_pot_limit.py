"""Pot limit: the greatest bet or raise, before and after the flop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import IllegalAction, Post, RaiseTo, SeatStack, Setup, Stakes, apply, legal
from tables.engine.games.stakes import AnteKind
from tests.tables.engine.hands import TDA, limp, on_street, play, raises, table

PLO = Stakes(100, 200)


@pytest.mark.rule("PL-01", "S-025", "S-035")
def test_pl_01_the_pot_after_a_call_may_be_raised() -> None:
    # A pot of 10 on the flop: five players limped for 2.
    flop = on_street(1, table(*[500] * 5, game="PO", stakes=Stakes(1, 2)))
    assert flop.pot_total == 10
    bet = play(flop, "r1:5")
    assert legal(bet).call_amount == 5
    assert raises(bet) == (10, 25)
    assert raises(play(bet, "c2")) == (10, 30)


@pytest.mark.rule("PL-03")
def test_pl_03_first_to_act_may_make_it_700_with_normal_blinds() -> None:
    assert raises(play(table(*[9000] * 4, game="PO", stakes=PLO))) == (400, 700)


@pytest.mark.rule("PL-03")
def test_pl_03_first_to_act_may_make_it_700_with_a_dead_small_blind() -> None:
    assert raises(play(table(*[9000] * 4, game="PO", stakes=PLO, small_blinds=()))) == (400, 700)


@pytest.mark.rule("PL-03")
def test_pl_03_first_to_act_may_make_it_700_with_a_short_big_blind() -> None:
    assert raises(play(table(9000, 100, 9000, 9000, game="PO", stakes=PLO))) == (400, 700)


def test_without_any_blind_none_is_missing_from_the_pot() -> None:
    """A game of antes only: the minimum bet is the big blind of the level, the most is the pot of antes."""
    setup = Setup(
        game="PO",
        rules=TDA,
        stakes=Stakes(0, 100, ante=100, ante_kind="classic"),
        button=3,
        seats=tuple(SeatStack(seat, 5000) for seat in (1, 2, 3)),
        posts=tuple(Post(seat, 100, "ante") for seat in (1, 2, 3)),
    )
    assert raises(play(setup)) == (100, 300)


@pytest.mark.rule("S-035")
def test_after_the_flop_the_pot_counts_as_it_lies() -> None:
    flop = limp(play(table(9000, 100, 9000, 9000, game="PO", stakes=PLO), "c3 f4 c1"))
    assert flop.pot_total == 500
    assert raises(flop) == (200, 500)


def test_short_big_blind_in_pot_limit_omaha() -> None:
    state = play(table(5000, 30, 5000, 5000, game="PO", stakes=Stakes(50, 100)))
    assert legal(state).call_amount == 100
    assert raises(state) == (200, 350)


@pytest.mark.rule("PL-04")
def test_pl_04_pot_sized_raise_over_a_pot_sized_bet() -> None:
    flop = on_street(1, table(*[9000] * 3, game="PO", stakes=Stakes(250, 500)))
    assert flop.pot_total == 1500
    assert raises(play(flop, "r1:1500")) == (3000, 6000)


@pytest.mark.rule("PL-05")
def test_pl_05_a_caller_between_swells_the_raise() -> None:
    flop = on_street(1, table(*[9000] * 3, game="PO", stakes=PLO))
    assert flop.pot_total == 600
    assert raises(play(flop, "r1:200 c2")) == (400, 1400)


def test_antes_count_in_the_pot() -> None:
    stakes = Stakes(100, 200, ante=200, ante_kind="big_blind")
    assert raises(play(table(*[9000] * 4, game="PT", stakes=stakes))) == (400, 900)


@pytest.mark.parametrize(
    ("ante_kind", "counts", "most"),
    [("big_blind", True, 900), ("big_blind", False, 700), ("button", False, 700), ("classic", False, 1500)],
)
def test_the_house_says_whether_the_ante_for_the_table_counts_in_the_pot_before_the_flop(
    ante_kind: AnteKind, counts: bool, most: int
) -> None:
    rules = replace(TDA, pot_limit_counts_bba=counts)
    setup = table(*[9000] * 4, game="PO", rules=rules, stakes=Stakes(100, 200, ante=200, ante_kind=ante_kind))
    state = play(setup)
    assert (raises(state), state.pot_counted) == ((400, most), most - 400)


def test_an_ante_left_out_before_the_flop_counts_from_the_flop_on() -> None:
    stakes = Stakes(100, 200, ante=200, ante_kind="big_blind")
    rules = replace(TDA, pot_limit_counts_bba=False)
    flop = on_street(1, table(*[9000] * 3, game="PO", stakes=stakes, rules=rules))
    assert (flop.pot_total, raises(flop)) == (800, (200, 800))


def test_of_a_short_ante_left_out_only_what_was_paid_is_missing_from_the_pot() -> None:
    stakes = Stakes(100, 200, ante=200, ante_kind="big_blind")
    rules = replace(TDA, pot_limit_counts_bba=False)
    state = play(table(9000, 250, 9000, 9000, game="PO", stakes=stakes, rules=rules))
    assert (state.pot_total, raises(state)) == (350, (400, 700))


def test_raise_above_the_pot_is_refused_with_the_range() -> None:
    with pytest.raises(IllegalAction, match="raise above the maximum of 700") as caught:
        apply(play(table(*[9000] * 4, game="PO", stakes=PLO)), RaiseTo(3, 701))
    assert caught.value.params == {"amount": 701, "minimum": 400, "maximum": 700}


def test_stack_below_the_pot_limits_the_raise() -> None:
    assert raises(play(table(9000, 9000, 450, 9000, game="PO", stakes=PLO))) == (400, 450)
    assert raises(play(table(9000, 9000, 350, 9000, game="PO", stakes=PLO))) == (350, 350)


def test_own_bet_of_the_street_counts_once() -> None:
    # Opened to 700, raised to the pot of 2400: back to the opener with 300 of blinds in the pot.
    state = play(table(*[90_000] * 4, game="PO", stakes=PLO), "r3:700 r4:2400 f1 f2")
    assert state.actor == 3
    # 2400 + (300 + 700 + 2400 in the pot) + 1700 to call.
    assert raises(state) == (4100, 7500)
