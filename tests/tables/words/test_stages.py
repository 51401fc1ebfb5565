"""The shot clock in words: how long a decision takes, and from when on."""

from __future__ import annotations

import pytest

from tables.floor.rules import FloorRules
from tables.words.rules.stages import seconds_words, start_words


@pytest.mark.parametrize(
    ("first", "reraised", "second", "later", "words"),
    [
        (15, 0, 20, 30, "15 s before the flop, 20 s on the flop, 30 s later"),  # Poker Dream
        (15, 30, 30, 30, "15 s before the flop (30 s after a re-raise), 30 s on the flop, 30 s later"),
        (30, 0, 30, 30, "30 s for each decision"),  # Aspers
        (30, 30, 30, 30, "30 s for each decision"),
        (0, 0, 20, 0, "20 s on the flop"),
        (0, 30, 0, 20, "0 s before the flop (30 s after a re-raise), 20 s later"),
    ],
)
def test_how_long_a_decision_takes(first: int, reraised: int, second: int, later: int, words: str) -> None:
    rules = FloorRules(
        shot_clock_first=first,
        shot_clock_reraised=reraised,
        shot_clock_second=second,
        shot_clock_later=later,
    )
    assert seconds_words(rules) == words


@pytest.mark.parametrize(
    ("starts", "number", "words"),
    [
        ("start", 0, "from the start"),
        ("level", 15, "from level 15"),
        ("registration", 0, "once registration is over"),
        ("money", 0, "in the money"),
        ("money", 1, "from 1 place off the money on"),
        ("money", 9, "from 9 places off the money on"),
        ("players", 180, "with 180 players left"),
        ("final_table", 0, "at the final table"),
    ],
)
def test_from_when_on(starts: str, number: int, words: str) -> None:
    assert (
        start_words(FloorRules.from_dict({"shot_clock_starts": starts, "shot_clock_starts_at": number}))
        == words
    )
