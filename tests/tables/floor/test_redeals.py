from __future__ import annotations

import pytest

from tables.floor.redeals import is_dealt_again, loses_the_deal


@pytest.mark.parametrize(
    ("stacks", "again"),
    [
        ({1: 900, 2: 1100}, True),
        ({1: 900, 2: 1100, 3: 500}, True),  # a new player waits
        ({1: 900}, False),
        ({1: 900, 2: 1000}, False),
        ({1: 900, 3: 1100}, False),
    ],
)
def test_a_misdeal_is_dealt_again_to_the_same_players_with_the_same_stacks(
    stacks: dict[int, int], again: bool
) -> None:
    assert is_dealt_again(dealt={1: 900, 2: 1100}, stacks=stacks) is again


@pytest.mark.parametrize(
    ("misdealt", "most", "loses"),
    [
        ([True, True, True], 2, True),
        ([True, True], 2, False),
        ([True, True, False], 2, False),
        ([False, True, True], 2, False),
        ([True, True, True, False], 2, True),
        ([True, True, True, True], 0, False),
    ],
)
def test_one_misdeal_too_many_in_a_row_passes_the_deal_on(
    misdealt: list[bool], most: int, loses: bool
) -> None:
    assert loses_the_deal(misdealt, most=most) is loses


def test_where_one_misdeal_is_allowed_the_second_passes_the_deal_on() -> None:
    found = [loses_the_deal([True] * misdeals, most=1) for misdeals in range(4)]
    assert found == [False, False, True, True]
    assert not loses_the_deal([True], most=0)
