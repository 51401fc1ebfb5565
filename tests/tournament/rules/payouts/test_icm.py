"""The Independent Chip Model beside what is published of it, its definition and its subsets."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournament.rules.payouts.icm import icm_approximation, icm_values

stacks_of_players = st.lists(st.integers(1, 10**8), min_size=1, max_size=8)
prizes_by_place = st.lists(st.integers(0, 10**7), max_size=9)


def by_all_orders(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """The definition: every order of finish by its chance, which pays each player one prize."""
    values = [0.0] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            values[player] += chance * prize
    return values


def by_subsets(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """The same by the chance of each set of players to be the first ones."""
    count, chips = len(stacks), sum(stacks)
    chance = [1.0] + [0.0] * (2**count - 1)
    values = [0.0] * count
    for first in range(2**count - 1):
        left = chips - sum(stack for player, stack in enumerate(stacks) if first >> player & 1)
        place = first.bit_count()
        for player, stack in enumerate(stacks):
            if not first >> player & 1:
                here = chance[first] * stack / left
                chance[first | 1 << player] += here
                values[player] += here * (prizes[place] if place < len(prizes) else 0)
    return values


@pytest.mark.rule("CHOP-01")
def test_chop_01_icm_is_the_published_table_of_four_players() -> None:
    """gpratte/icm-calculator and @poker-apprentice/icm-calculator print this table of the Malmuth-Harville method."""
    values = icm_values([150_000, 98_750, 45_500, 13_250], [425, 280, 130, 75])
    assert [round(value, 2) for value in values] == [323.20, 278.12, 195.79, 112.89]


@pytest.mark.rule("CHOP-01")
def test_chop_01_icm_is_the_example_of_the_encyclopedia() -> None:
    """Wikipedia, Independent Chip Model: 50, 30 and 20 % of the chips, prizes of 70 and 30."""
    values = icm_values([50, 30, 20], [70, 30])
    assert values == pytest.approx([45.178571428571428, 32.25, 22.571428571428571], abs=1e-12)
    assert [int(value) for value in values] == [45, 32, 22]


@given(stacks=stacks_of_players, prizes=prizes_by_place)
@example(stacks=[1, 10**8, 10**8, 1, 10**8], prizes=[10**7, 0, 10**7])
@example(stacks=[1, 1, 1, 1, 1, 1, 1, 1], prizes=[8])
def test_icm_is_the_sum_over_all_orders_of_finish(stacks: list[int], prizes: list[int]) -> None:
    stacks = stacks[:6]
    wanted = by_all_orders(stacks, prizes)
    assert icm_values(stacks, prizes) == pytest.approx(
        wanted, rel=0, abs=1e-9 * (max(prizes, default=0) or 1)
    )


def test_eight_players_are_all_40320_orders_of_finish() -> None:
    stacks = [1, 250_000, 13, 7_777_000, 98_000, 98_000, 3_000_000, 42]
    prizes = [40_000, 25_000, 15_000, 9_000, 5_000, 3_000, 2_000, 1_000]
    assert icm_values(stacks, prizes) == pytest.approx(
        by_all_orders(stacks, prizes), rel=0, abs=1e-9 * 40_000
    )


def test_ten_players_are_their_1024_subsets() -> None:
    stacks = [5_000, 120_000, 61_000, 900, 34_000, 34_000, 77_500, 250_000, 100, 18_000]
    prizes = [30_000, 20_000, 14_000, 10_000, 7_000, 5_500, 4_500, 3_500, 3_000, 2_500]
    assert icm_values(stacks, prizes) == pytest.approx(by_subsets(stacks, prizes), rel=0, abs=1e-9 * 30_000)


@given(
    stacks=st.lists(st.integers(1, 10**9), min_size=2, max_size=20), prizes=st.lists(st.integers(0, 10**9))
)
def test_the_values_of_any_field_are_its_prizes(stacks: list[int], prizes: list[int]) -> None:
    paid = sum(prizes[: len(stacks)])
    assert sum(icm_values(stacks, prizes)) == pytest.approx(paid, rel=1e-12)


@pytest.mark.rule("CHOP-01")
@pytest.mark.parametrize(
    "stacks", [[1_000 + 37 * n for n in range(60)], [1, *[10**6] * 30, *[7] * 30, 10**8]]
)
def test_chop_01_the_approximation_is_the_model_to_a_ten_thousandth_of_a_per_cent(stacks: list[int]) -> None:
    prizes = [10**7 // (place + 1) for place in range(len(stacks))]
    roughly = icm_approximation(stacks, prizes)
    assert roughly == pytest.approx(icm_values(stacks, prizes), rel=0, abs=1e-6 * sum(prizes))
    assert sum(roughly) == pytest.approx(sum(prizes), rel=1e-12)
    assert icm_approximation(stacks, []) == (0.0,) * len(stacks)


def test_a_larger_stack_is_worth_more_and_never_more_than_first_prize() -> None:
    values = icm_values([900_000, 60_000, 40_000], [10_000, 6_000, 4_000])
    assert 10_000 > values[0] > values[1] > values[2] > 4_000


@pytest.mark.parametrize("stacks", [[], [100, 0], [100, -1]])
def test_a_stack_without_chips_has_no_value(stacks: list[int]) -> None:
    with pytest.raises(ValueError, match="every stack needs chips"):
        icm_values(stacks, [100])
