"""What standings give: money by rank, and the stacks with which a finale begins."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tournament.rules.payouts.schemes import PERCENT, PrizeError
from tournament.rules.seasons.money import season_prizes
from tournament.rules.seasons.stacks import StackTerms, stacks_from_points
from tournament.rules.seasons.standings import FormulaFrom, SeasonError, SeasonLine, SeasonRules

HALF_THIRD_REST = (50 * PERCENT, 30 * PERCENT, 20 * PERCENT)


def standings(*ranks: int, points: str = "10 8 6 4 2") -> list[SeasonLine]:
    """Players 1, 2, ... with these ranks, 0 for none, and these points."""
    return [
        SeasonLine(player=player, points=Decimal(own), rank=rank)
        for player, (rank, own) in enumerate(zip(ranks, points.split(), strict=False), start=1)
    ]


@pytest.mark.parametrize(
    ("ranks", "pool", "due"),
    [
        pytest.param((1, 2, 3, 4), 200_00, {1: 100_00, 2: 60_00, 3: 40_00}, id="by rank"),
        # Two who share the first rank share what ranks 1 and 2 get; three of the last what is left.
        pytest.param((1, 1, 3), 200_00, {1: 80_00, 2: 80_00, 3: 40_00}, id="a tie"),
        pytest.param(
            (1, 2, 3, 3), 200_00, {1: 100_00, 2: 60_00, 3: 20_00, 4: 20_00}, id="a tie for the last"
        ),
        # 101: 50.50, 30.30, 20.20 go down to whole ones, and the rest to the first.
        pytest.param((1, 2, 3), 101_00, {1: 51_00, 2: 30_00, 3: 20_00}, id="whole ones"),
        pytest.param((1, 2), 80_00, {1: 50_00, 2: 30_00}, id="fewer ranks than shares"),
        pytest.param((1, 0, 0), 80_00, {1: 80_00}, id="who has no rank gets nothing"),
        pytest.param((0, 0), 80_00, {}, id="nobody has a rank"),
        pytest.param((1, 2), 0, {}, id="no money"),
    ],
)
def test_money_goes_by_rank_and_all_of_it(ranks: tuple[int, ...], pool: int, due: dict[int, int]) -> None:
    assert season_prizes(standings(*ranks), pool=pool, split=HALF_THIRD_REST, unit=100) == due
    assert sum(due.values()) in (0, pool)


def test_without_shares_nothing_is_paid() -> None:
    assert season_prizes(standings(1, 2), pool=100_00, split=()) == {}


@pytest.mark.parametrize(
    "split", [(50 * PERCENT,), (40 * PERCENT, 60 * PERCENT), (110 * PERCENT, -10 * PERCENT)]
)
def test_shares_of_a_season_fall_and_make_the_whole(split: tuple[int, ...]) -> None:
    with pytest.raises(PrizeError):
        SeasonRules(formulas=(FormulaFrom(text="n"),), split=split)


TERMS: dict[str, Any] = {"per_point": Decimal(1500), "least": 5_000, "most": 12_000, "unit": 100}


@pytest.mark.parametrize(
    ("changes", "chips"),
    [
        pytest.param({}, [12_000, 12_000, 9_000, 6_000, 5_000], id="between the least and the most"),
        pytest.param({"most": 90_000}, [15_000, 12_000, 9_000, 6_000, 5_000], id="no more than points give"),
        # 6 x 1,512.5 is 9,075 and 4 x 1,512.5 is 6,050: to hundreds half up.
        pytest.param({"per_point": Decimal("1512.5")}, [12_000, 12_000, 9_100, 6_100, 5_000], id="half up"),
        pytest.param({"players": 2}, [12_000, 12_000], id="so many from the top"),
        pytest.param({"players": 9}, [12_000, 12_000, 9_000, 6_000, 5_000], id="more than there are"),
    ],
)
def test_points_become_chips_that_are_in_use(changes: dict[str, Any], chips: list[int]) -> None:
    lines = standings(1, 2, 3, 4, 5)
    assert [each for _, each in stacks_from_points(lines, StackTerms(**{**TERMS, **changes}))] == chips


def test_who_shares_the_last_rank_that_begins_is_in_and_who_has_none_is_not() -> None:
    lines = standings(1, 2, 2, 4, 0)
    terms = StackTerms(**TERMS, players=2)
    assert [player for player, _ in stacks_from_points(lines, terms)] == [1, 2, 3]
    assert [player for player, _ in stacks_from_points(lines, StackTerms(**TERMS))] == [1, 2, 3, 4]


def test_points_below_zero_begin_with_the_least() -> None:
    assert stacks_from_points(standings(1, points="-3"), StackTerms(**TERMS)) == ((1, 5_000),)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"per_point": Decimal(0)}, "per_point"),
        ({"per_point": Decimal(2_000_000)}, "per_point"),
        ({"least": 0}, "least"),
        ({"most": 4_900}, "most"),
        ({"least": 5_050}, "least"),
        ({"most": 12_050}, "most"),
    ],
)
def test_terms_that_cannot_be_name_their_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(SeasonError) as refused:
        StackTerms(**{**TERMS, **changes})
    assert refused.value.params["field"] == field
