"""What hands are called and why they win, as codes."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tables.engine.cards.cards import deck_of, parse_cards
from tables.engine.cards.evaluation import strength
from tables.engine.cards.naming import HandName, RankingReason, ReasonCode, hand_name, reason, reason_to_share
from tables.engine.cards.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    RANKINGS,
    STANDARD_BUG,
    STANDARD_HIGH,
    Ranking,
    Selection,
    italian,
)

ITALIAN = italian("7", flush_over_full=True)
CATEGORIES = ("the categories of both",)


def rate(ranking: Ranking, text: str) -> int:
    selection: Selection = "distinct" if ranking.size == 4 else "any"
    return strength(ranking, selection, parse_cards(text), ())


def why(ranking: Ranking, better: str, worse: str) -> RankingReason:
    return reason(ranking, rate(ranking, better), rate(ranking, worse))


@pytest.mark.parametrize(
    ("ranking", "hand", "name"),
    [
        (STANDARD_HIGH, "5c5d5hKsKc", HandName("full_house", "5K", False)),
        (STANDARD_HIGH, "KcKd7h7s2c", HandName("two_pair", "K72", False)),
        (STANDARD_HIGH, "5c4d3h2sAc", HandName("straight", "5", False)),
        (STANDARD_HIGH, "AhKhQhJh9h", HandName("flush", "AKQJ9", False)),
        (STANDARD_HIGH, "AhKhQhJhTh", HandName("royal_flush", "A", False)),
        (STANDARD_BUG, "8c8d5h5sJk", HandName("two_pair", "85A", False)),
        (ACE_TO_FIVE, "8c7d3h2sAc", HandName("high_card", "8732A", True)),
        (BADUGI, "Ad2c3h6h", HandName("three_cards", "32A", True)),
        (ITALIAN, "As7s8s9sTs", HandName("minimum_straight_flush", "T", False)),
        (ITALIAN, "KcKs7d7sAh", HandName("two_pair", "K7A", False)),
    ],
)
def test_a_hand_is_named_by_its_category_and_the_ranks_of_its_groups(
    ranking: Ranking, hand: str, name: HandName
) -> None:
    assert hand_name(ranking, rate(ranking, hand)) == name


@pytest.mark.parametrize(
    ("ranking", "better", "worse", "code", "number", "between"),
    [
        (STANDARD_HIGH, "4c4d4h7s7c", "KcQcJc9c8c", "category", 0, CATEGORIES),
        (STANDARD_HIGH, "4c4d4h7s7c", "2c2d2hKsKc", "group", 1, ("4", "2")),
        (STANDARD_HIGH, "5c5d5h9s9c", "5c5d5h6s6c", "group", 2, ("9", "6")),
        (STANDARD_HIGH, "7c7d3h3sQc", "7c7d2h2sAc", "group", 2, ("3", "2")),
        (STANDARD_HIGH, "7c7d3h3sQc", "7h7s3c3dJc", "kicker", 1, ("Q", "J")),
        (STANDARD_HIGH, "7c7dAhKsQc", "7h7sAcKdJc", "kicker", 3, ("Q", "J")),
        (STANDARD_HIGH, "AcKd8h3s2c", "AcKd7h6s5c", "card", 3, ("8", "7")),
        (STANDARD_HIGH, "Ac9c5c3c2c", "Kd9d5d3d2d", "card", 1, ("A", "K")),
        (STANDARD_HIGH, "6c5d4h3s2c", "5c4d3h2sAc", "straight", 1, ("6", "5")),
        (STANDARD_HIGH, "6c5c4c3c2c", "5d4d3d2dAd", "straight", 1, ("6", "5")),
        (ACE_TO_FIVE, "8c6d5h4s3c", "8c7d4h3s2c", "card", 2, ("6", "7")),
        (ACE_TO_FIVE, "KcQd5h4s3c", "AcAd4h3s2c", "category", 0, CATEGORIES),
        (DEUCE_TO_SEVEN, "7c6d5h4s3c", "8c7d6h5s4c", "straight", 1, ("7", "8")),
        (BADUGI, "Ac2d3h5s", "Ac2d3h6s", "card", 1, ("5", "6")),
        (BADUGI, "Kc2d3h5s", "Ac2d3h3s", "more_cards", 0, CATEGORIES),
        (BADUGI, "AcAdAhAs", "2c2d2h2s", "card", 1, ("A", "2")),
        (ITALIAN, "KcKs7d7sAh", "KhKd7h7cAd", "suit", 0, ("Ah", "Ad")),
        (ITALIAN, "QcQsAhKsJs", "QhQdAsKhJh", "suit", 0, ("Ah", "As")),
        (ITALIAN, "AsTh9s8s7s", "AhTd9h8h7c", "suit", 0, ("Th", "Td")),
        (ITALIAN, "As7s8s9sTs", "ThJhQhKhAh", "triangle", 0, CATEGORIES),
        (ITALIAN, "ThJhQhKhAh", "9cTcJcQcKc", "category", 0, CATEGORIES),
        (ITALIAN, "9cTcJcQcKc", "As7s8s9sTs", "category", 0, CATEGORIES),
    ],
)
def test_the_reason_is_the_first_difference(
    ranking: Ranking, better: str, worse: str, code: ReasonCode, number: int, between: tuple[str, ...]
) -> None:
    one, other = (hand_name(ranking, rate(ranking, text)).category for text in (better, worse))
    assert why(ranking, better, worse) == RankingReason(
        code=code,
        between=(one, other) if between is CATEGORIES else between,
        category=one if number else "",
        number=number,
        low=ranking.low,
    )


def test_equal_hands_share() -> None:
    same = [rate(STANDARD_HIGH, text) for text in ("AcAdKhQsJc", "AhAsKcQdJd")]
    assert reason(STANDARD_HIGH, *same) == RankingReason(code="equal")
    assert reason_to_share(STANDARD_HIGH, same) == RankingReason(code="equal")


def test_the_triangle_is_shared_by_three_hands() -> None:
    three = [rate(ITALIAN, text) for text in ("As7s8s9sTs", "9cTcJcQcKc", "ThJhQhKhAh")]
    assert reason_to_share(ITALIAN, three).code == "circle"


def test_a_hand_may_win_because_the_other_does_not_qualify() -> None:
    low = rate(ACE_TO_FIVE, "8c7d3h2sAc")
    assert reason(ACE_TO_FIVE, low, 0) == RankingReason(code="does_not_qualify", low=True)
    assert reason(ACE_TO_FIVE, 0, 0) == RankingReason(code="no_low", low=True)


@pytest.mark.parametrize("ranking", [*RANKINGS.values(), ITALIAN], ids=lambda ranking: ranking.name)
def test_the_deciding_ranks_stand_in_the_order_of_the_ranking(ranking: Ranking) -> None:
    rng = random.Random(3)
    deck = deck_of(ranking.ranks, bool(ranking.joker))
    selection: Selection = "distinct" if ranking.size == 4 else "any"
    made = {strength(ranking, selection, tuple(rng.sample(deck, ranking.size)), ()) for _ in range(60)}
    codes = set()
    for worse, better in combinations(sorted(made), 2):
        said = reason(ranking, better, worse)
        codes.add(said.code)
        if said.code in ("group", "kicker", "card", "straight"):
            higher, lower = (ranking.ranks.index(rank) for rank in said.between)
            assert (higher < lower) == ranking.low
        elif said.code in ("category", "more_cards"):
            higher, lower = (ranking.categories.index(category) for category in said.between)
            assert (higher < lower) == ranking.low
    assert codes >= {"card"}
