from __future__ import annotations

import pytest

from tournament.rules.chips.denominations import nearest_amounts, smallest_chip, unit_of, values_left

CHIPS = (25, 100, 500, 1_000)


def test_chips_that_have_left_play_are_no_longer_counted() -> None:
    assert values_left(CHIPS, {25, 500}) == [100, 1_000]


def test_the_smallest_chip_is_named_once_one_has_left() -> None:
    assert [smallest_chip(CHIPS, removed) for removed in ((), {25}, {25, 100}, set(CHIPS))] == [
        None,
        100,
        500,
        None,
    ]


def test_every_amount_is_a_multiple_of_what_all_chips_share() -> None:
    assert [unit_of(values) for values in (CHIPS, (100, 250), ())] == [25, 50, 0]


@pytest.mark.parametrize(
    ("amount", "unit", "nearest"),
    [(1_050, 100, (1_000, 1_100)), (50, 100, (0, 100)), (1_100, 100, None), (7, 1, None), (7, 0, None)],
)
def test_an_amount_that_cannot_be_made_has_two_neighbours(
    amount: int, unit: int, nearest: tuple[int, int] | None
) -> None:
    assert nearest_amounts(amount, unit=unit) == nearest


def test_the_smallest_unit_that_matters_is_two() -> None:
    assert nearest_amounts(7, unit=2) == (6, 8)
