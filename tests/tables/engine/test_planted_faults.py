"""Faults planted in the engine are caught by the random hands: the comparison can fail."""

from __future__ import annotations

import pytest

from tables.engine.play.pots import split_pot
from tests.tables.engine.catching import caught
from tests.tables.engine.planted_faults import ALL, NAMED
from tests.tables.engine.planting import Fault, planted

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

LIMIT = 1_500
"""Most are caught within a hundred hands."""


# A fault that shows only in rare hands takes hundreds of them to be met.
RARE = {
    "odd chips of stud go by seat",
    "a card is dealt to each though the last of the deck is among them",
    "the bring-in that nobody posted makes the next raise smaller",
    "a pair of aces acts before two pair",
    "the odd chip of a quartered pot is always the high's",
    "a short all-in re-opens the betting",
    "an eight-seven-six-five-four is not a low",
    "less than a full bet over a bring-in re-opens to players who called it",
    "a flush does not count against a deuce-to-seven low",
    "odd chips go to the last seats",
    "the cap falls away only in rounds that begin with two players",
    "short blinds are not counted in the pot limit",
    "half a bet does not re-open the betting in limit",
    "the first of two big blinds pays the ante",
    "the last player with chips must match the whole of a short blind",
    "a dead hand owes no bring-in",
    "a short opening bet is doubled by any house",
}


def case(fault: Fault) -> object:
    marks = [pytest.mark.long(reason="it takes hundreds of hands to meet")] if fault.name in RARE else []
    return pytest.param(fault, marks=marks, id=fault.name)


def test_the_rare_faults_are_planted_ones() -> None:
    assert {fault.name for fault in ALL} > RARE


@pytest.mark.parametrize("fault", [case(fault) for fault in ALL])
def test_a_planted_fault_is_caught(fault: Fault) -> None:
    assert caught(fault, limit=LIMIT).hands


def test_a_fault_is_in_the_engine_only_while_it_is_planted() -> None:
    def split() -> list[tuple[int, int]]:
        return split_pot(amount=5, winners=[1, 2, 3], chip=1)

    with planted(NAMED[0]):
        assert split() == [(1, 1), (2, 2), (3, 2)]
    assert split() == [(1, 2), (2, 2), (3, 1)]


def test_a_fault_whose_text_the_engine_no_longer_has_cannot_be_planted() -> None:
    with (
        pytest.raises(LookupError, match="does not say 'no such text' once"),
        planted(Fault("gone", "play.pots:split_pot", "no such text", "")),
    ):
        pass
