"""Spread limit: from the least to the greatest bet, never less than the bet or raise before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import ButtonAndBlinds, HouseRules, IllegalAction, SeatStack, Setup, Stakes
from tests.tables.engine.hands import TDA, play, raises


def one_to_five(*stacks: int, bring_in: int = 1, rules: HouseRules = TDA) -> Setup:
    """Seven-card stud without an ante, bets from 1 to 5; seat 1 is at the dealer's left."""
    return Setup.for_level(
        game="S7S",
        rules=rules,
        stakes=Stakes(bring_in=bring_in, small_bet=1, big_bet=5),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def test_a_bring_in_of_a_whole_bet_is_raised_and_not_completed() -> None:
    # In a game of 1 to 5 the bring-in is a bet already: one more chip is the least raise.
    assert raises(play(one_to_five(100, 100, 100), "o1 i1")) == (2, 6)


@pytest.mark.rule("S-031")
def test_a_raise_is_at_least_the_bet_or_raise_before_and_at_most_the_greatest_bet() -> None:
    fourth = play(one_to_five(100, 100, 100), "o1 i1 c2 c3 o1")
    assert raises(fourth) == (1, 5)
    assert raises(play(fourth, "r1:2")) == (4, 7)
    assert raises(play(fourth, "r1:2 r2:6")) == (10, 11)
    assert raises(play(fourth, "r1:2 r2:6 r3:11")) == (16, 16)


def test_the_cap_counts_the_bet_and_its_raises() -> None:
    fourth = play(one_to_five(100, 100, 100), "o1 i1 c2 c3 o1")
    state = play(fourth, "r1:1 r2:2 r3:3 r1:4 r2:5")
    assert raises(state) is None
    with pytest.raises(IllegalAction, match="capped: a bet and 4 raises"):
        play(state, "r3:6")


@pytest.mark.parametrize("heads_up", ["round_begins", "becomes"])
def test_the_cap_falls_away_heads_up_as_in_fixed_limit(heads_up: str) -> None:
    rules = HouseRules.from_dict({"limit_heads_up_uncapped": heads_up})
    state = play(one_to_five(100, 100, rules=rules), "o1 i1 c2 o1 r1:1 r2:2 r1:3 r2:4 r1:5")
    assert raises(state) == (6, 10)
    capped = play(one_to_five(100, 100), "o1 i1 c2 o1 r1:1 r2:2 r1:3 r2:4 r1:5")
    assert raises(capped) is None


def test_no_cap_where_the_house_plays_without() -> None:
    rules = replace(TDA, limit_cap=0)
    state = play(one_to_five(100, 100, 100, rules=rules), "o1 i1 c2 c3 o1 r1:1 r2:2 r3:3 r1:4 r2:5")
    assert raises(state) == (6, 10)


def test_a_bet_in_spread_limit_is_raised_where_limit_only_calls_less_than_half_a_bet() -> None:
    rules = replace(TDA, limit_under_half="call_only")
    fourth = play(one_to_five(100, 100, 100, rules=rules), "o1 i1 c2 c3 o1")
    assert raises(play(fourth, "r1:2")) == (4, 7)
