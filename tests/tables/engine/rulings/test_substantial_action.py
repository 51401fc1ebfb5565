"""Substantial action: two actions with chips among them, or any three; where the house says so any two."""

from __future__ import annotations

import pytest

from tables.engine import HOUSE_RULES
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import on_street, play, table


@pytest.mark.rule("SA-01")
def test_sa_01_two_actions_with_chips_or_any_three() -> None:
    before = table(1000, 1000, 1000, 1000, 1000)
    assert not play(before).substantial_action
    for words in ("c3", "r3:200", "f3", "f3 f4"):
        assert not play(before, words).substantial_action, words
    for words in ("f3 c4", "r3:200 f4", "c3 c4", "f3 f4 r5:200"):
        assert play(before, words).substantial_action, words
    flop = on_street(1, table(1000, 1000, 1000, 1000))
    assert not flop.substantial_action
    assert not play(flop, "k1 k2").substantial_action
    assert play(flop, "k1 k2 k3").substantial_action


@pytest.mark.rule("S-120")
def test_sa_01_any_two_actions_where_the_house_says_so() -> None:
    before = table(1000, 1000, 1000, 1000, 1000, rules=HOUSE_RULES["home"])
    assert not play(before, "f3").substantial_action
    assert play(before, "f3 f4").substantial_action


@pytest.mark.rule("SA-01")
def test_a_bring_in_is_an_action_with_chips() -> None:
    start = play(setup_of("F7S", 1000, 1000, 1000), "o1")
    for words in ("", "i1"):
        assert not play(start, words).substantial_action, words
    for words in ("i1 f2", "i1 c2"):
        assert play(start, words).substantial_action, words
