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


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.name)
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
