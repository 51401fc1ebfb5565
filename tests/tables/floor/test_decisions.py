"""The time of one decision: how long it is, whose it is, and what it decides when it is over."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from tables.floor.decisions import DecisionClock, timed_out
from tables.floor.errors import FloorError
from tables.floor.rules import FLOOR_RULES
from tests.refusals import Said, said

BEGAN = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
CLOCK = DecisionClock(hand=7, operations=3, seat=4, began_at=BEGAN, seconds=30)


@pytest.mark.rule("CLK-01")
def test_clk_01_when_it_expires_a_player_who_faces_no_bet_checks_and_one_who_does_is_folded() -> None:
    assert timed_out(faces_bet=False) == "check"
    assert timed_out(faces_bet=True) == "fold"


@pytest.mark.rule("CLK-02")
def test_clk_02_a_tie_goes_to_the_player() -> None:
    assert BEGAN + timedelta(seconds=30) == CLOCK.ends_at
    assert not CLOCK.is_over(now=CLOCK.ends_at)
    assert CLOCK.is_over(now=CLOCK.ends_at + timedelta(microseconds=1))


def test_it_is_of_one_decision_and_no_other() -> None:
    assert CLOCK.is_of(hand=7, operations=3)
    assert not CLOCK.is_of(hand=7, operations=4)
    assert not CLOCK.is_of(hand=8, operations=3)


def test_it_is_stored_and_read_again_and_something_else_is_refused() -> None:
    assert DecisionClock.from_dict(json.loads(json.dumps(CLOCK.to_dict()))) == CLOCK
    with pytest.raises(FloorError, match="not the clock of a decision"):
        DecisionClock.from_dict({"hand": 7})


@pytest.mark.parametrize("profile", FLOOR_RULES)
def test_every_house_gives_twenty_five_seconds_and_counts_five_down(profile: str) -> None:
    rules = FLOOR_RULES[profile]
    assert (rules.clock_seconds, rules.clock_countdown) == (25, 5)


def test_it_is_stored_as_plain_values_and_anything_else_is_refused_in_words() -> None:
    stored: dict[str, object] = {
        "hand": 7,
        "operations": 3,
        "seat": 4,
        "began_at": "2026-03-14T20:00:00+00:00",
        "seconds": 30,
    }
    assert CLOCK.to_dict() == stored
    refusal: Said = ("This is not the clock of a decision.", "bad_clock", {})
    for name in stored:
        wrong = {**stored, name: None}
        assert said(partial(DecisionClock.from_dict, wrong)) == refusal
