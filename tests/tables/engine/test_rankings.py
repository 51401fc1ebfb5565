"""Which hand wins: rules.md 1C, the exact counts of 52 cards, PokerKit as the second opinion."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import DECK, Card, format_cards, parse_cards
from tables.engine.evaluation import best_hand, strength
from tables.engine.ranking_tables import order_for, tables_for
from tables.engine.rankings import (
    ACE_TO_FIVE,
    DEUCE_TO_SEVEN,
    RANKINGS,
    SHORT_DECK,
    STANDARD_HIGH,
    Ranking,
    Selection,
)


def rate(text: str, *, ranking: Ranking = STANDARD_HIGH) -> int:
    return strength(ranking, "any", parse_cards(text), ())


# Rule S-043, the ranks given suits that make no flush.
WORKED_COMPARISONS = [
    pytest.param("4c4d4h7s7c", "2c2d2hKsKc", id="RANK-01 44477 beats 222KK"),
    pytest.param("4c4d4h3s2c", "2c2d2hAsKc", id="RANK-02 44432 beats 222AK"),
    pytest.param("5c5d5h9s9c", "5c5d5h6s6c", id="RANK-03 55599 beats 55566"),
    pytest.param("KcKd2h2sAc", "7c7d3h3sQc", id="RANK-04 KK22A beats 7733Q"),
    pytest.param("7c7d3h3sQc", "7c7d2h2sAc", id="RANK-04 7733Q beats 7722A"),
    pytest.param("AcKd8h3s2c", "AcKd7h6s5c", id="RANK-05 AK832 beats AK765"),
    pytest.param("6c5d4h3s2c", "5c4d3h2sAc", id="RANK-06 65432 beats 5432A"),
]


@pytest.mark.rule("RANK-01", "RANK-02", "RANK-03", "RANK-04", "RANK-05", "RANK-06", "S-042", "S-043")
@pytest.mark.parametrize(("better", "worse"), WORKED_COMPARISONS)
def test_the_worked_comparisons_hold(better: str, worse: str) -> None:
    assert rate(better) > rate(worse)


@pytest.mark.rule("RANK-07", "S-042", "S-044")
def test_rank_07_equal_fives_split_whatever_the_seventh_card() -> None:
    board = parse_cards("5c5d5hKs7d")
    ace_king = best_hand(STANDARD_HIGH, "any", parse_cards("AhKd"), board)
    king_trey = best_hand(STANDARD_HIGH, "any", parse_cards("Kc3s"), board)
    assert ace_king.strength == king_trey.strength
    assert ace_king.category == king_trey.category == "full_house"


@pytest.mark.rule("S-040")
def test_the_categories_stand_in_the_standard_order() -> None:
    ascending = [
        "AcKdQhJs9c",
        "2c2d3h4s5c",
        "2c2d3h3s4c",
        "2c2d2h3s4c",
        "5c4d3h2sAc",
        "7c5c4c3c2c",
        "2c2d2h3s3c",
        "2c2d2h2s3c",
        "5c4c3c2cAc",
        "AcKcQcJcTc",
    ]
    assert sorted(ascending, key=rate) == ascending
    made = [best_hand(STANDARD_HIGH, "any", parse_cards(text), ()).category for text in ascending]
    assert tuple(made) == STANDARD_HIGH.categories


@pytest.mark.rule("S-041")
@pytest.mark.parametrize("wrap", ["Kc2dAh3s4c", "QcKdAh2s3c", "JcQdKhAs2c"])
def test_a_straight_does_not_turn_the_corner(wrap: str) -> None:
    assert best_hand(STANDARD_HIGH, "any", parse_cards(wrap), ()).category == "high_card"


@pytest.mark.rule("S-002", "S-041")
def test_straights_rise_from_the_wheel_to_the_ace() -> None:
    runs = [
        "5c4d3h2sAc",
        *("".join(r + s for r, s in zip("23456789TJQKA"[i : i + 5], "cdhsc", strict=True)) for i in range(9)),
    ]
    assert sorted(runs, key=rate) == runs


@pytest.mark.parametrize(
    ("selection", "hole", "board", "category", "cards"),
    [
        ("any", "AsKs", "QsJsTs2d3d", "royal_flush", "AsKsQsJsTs"),
        ("any", "Ah2d", "3c4s5sKdKc", "straight", "5s4s3c2dAh"),
        ("any", "Ah2h", "3h4h5h6c6d", "straight_flush", "5h4h3h2hAh"),
        ("any", "9c9d", "9hKsKcQdQh", "full_house", "9c9d9hKsKc"),
        ("any", "2c7d", "AhAdKsKcQh", "two_pair", "AhAdKsKcQh"),
        ("any", "Ah3h", "KhTh7h2h9c", "flush", "AhKhTh7h3h"),
        ("two_from_hole", "Ah2hQhJh", "Th2c3d4s5c", "straight", "5c4s3d2hAh"),
        ("two_from_hole", "AhAdAcAs", "2c2d7h8s9c", "two_pair", "AhAd2c2d9c"),
        ("two_from_hole", "Ah2c3d4s", "KhQhJh9h8h", "high_card", "AhKhQhJh4s"),
        ("two_from_hole", "Ah9h3d4s", "KhQhJh2c2d", "flush", "AhKhQhJh9h"),
    ],
)
def test_the_best_hand_is_named_and_ordered_for_reading(
    selection: Selection, hole: str, board: str, category: str, cards: str
) -> None:
    best = best_hand(STANDARD_HIGH, selection, parse_cards(hole), parse_cards(board))
    assert (best.category, format_cards(best.cards)) == (category, cards)


@pytest.mark.parametrize("count", [0, 1, 4, 8])
def test_a_number_of_cards_that_makes_no_hand_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"a hand of {count} cards"):
        strength(STANDARD_HIGH, "any", DECK[:count], ())


def test_the_rankings_are_found_by_name() -> None:
    assert {name: ranking.name for name, ranking in RANKINGS.items()} == {
        name: name
        for name in ("standard_high", "short_deck", "ace_to_five", "ace_to_six", "deuce_to_seven", "badugi")
    }


# --- exact counts ---------------------------------------------------------------------------


def count_five_card_hands(ranking: Ranking, deck: tuple[Card, ...] = DECK) -> dict[str, int]:
    category = order_for(ranking).category
    hands = Counter(strength(ranking, "any", five, ()) for five in combinations(deck, 5))
    counts: Counter[str] = Counter()
    for place, times in hands.items():
        counts[category[place]] += times
    assert sorted(hands) == list(range(1, len(category)))  # every class occurs, none is missing
    return dict(counts)


def test_all_five_card_hands_of_52_cards_are_counted_exactly() -> None:
    assert count_five_card_hands(STANDARD_HIGH) == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "one_pair": 1_098_240,
        "high_card": 1_302_540,
    }


@pytest.mark.rule("S-003")
@pytest.mark.parametrize(("size", "classes"), [(5, 7_462), (6, 6_075), (7, 4_824)])
def test_the_distinct_classes_of_each_hand_size_are_counted_exactly(size: int, classes: int) -> None:
    tables = tables_for(STANDARD_HIGH, size)
    assert len({*tables.mixed.values(), *tables.suited.values()}) == classes


def count_classes(ranking: Ranking) -> dict[str, int]:
    return dict(Counter(order_for(ranking).category[1:]))


def test_the_distinct_classes_of_each_category_are_counted_exactly() -> None:
    assert count_classes(STANDARD_HIGH) == {
        "royal_flush": 1,
        "straight_flush": 9,
        "four_of_a_kind": 156,
        "full_house": 156,
        "flush": 1_277,
        "straight": 10,
        "three_of_a_kind": 858,
        "two_pair": 858,
        "one_pair": 2_860,
        "high_card": 1_277,
    }


def test_a_ranking_is_data_ace_to_five_low() -> None:
    assert count_classes(ACE_TO_FIVE) == {
        "high_card": 1_287,
        "one_pair": 2_860,
        "two_pair": 858,
        "three_of_a_kind": 858,
        "full_house": 156,
        "four_of_a_kind": 156,
    }
    ascending = ["2c2d5h4s3c", "AcAd7h6s5c", "AcAd6h5s4c", "8c7d4h3s2c", "8c6d5h4s3c", "5c4c3c2cAc"]
    assert sorted(ascending, key=lambda text: rate(text, ranking=ACE_TO_FIVE)) == ascending


def test_a_ranking_is_data_deuce_to_seven_low() -> None:
    assert count_classes(DEUCE_TO_SEVEN) == {
        "high_card": 1_278,
        "one_pair": 2_860,
        "two_pair": 858,
        "three_of_a_kind": 858,
        "straight": 9,
        "flush": 1_278,
        "full_house": 156,
        "four_of_a_kind": 156,
        "straight_flush": 9,
    }
    ascending = ["8c7d6h5s4c", "7c6d5h4s3c", "AcAd4h3s2c", "5c4d3h2sAc", "KcQdJhTs8c", "7c5d4h3s2c"]
    assert sorted(ascending, key=lambda text: rate(text, ranking=DEUCE_TO_SEVEN)) == ascending


def test_a_ranking_is_data_36_cards_with_the_flush_above_the_full_house() -> None:
    deck = tuple(card for card in DECK if format_cards([card])[0] in SHORT_DECK.ranks)
    assert count_five_card_hands(SHORT_DECK, deck) == {
        "royal_flush": 4,
        "straight_flush": 20,
        "four_of_a_kind": 288,
        "full_house": 1_728,
        "flush": 480,
        "straight": 6_120,
        "three_of_a_kind": 16_128,
        "two_pair": 36_288,
        "one_pair": 193_536,
        "high_card": 122_400,
    }


# --- second opinions ------------------------------------------------------------------------

SEVEN_CARDS = st.permutations(DECK).map(lambda cards: tuple(cards[:7]))
NINE_CARDS = st.permutations(DECK).map(lambda cards: tuple(cards[:9]))


@pytest.mark.rule("S-045", "S-060")
@given(SEVEN_CARDS)
def test_the_best_of_seven_is_the_best_of_its_21_fives(cards: tuple[Card, ...]) -> None:
    assert strength(STANDARD_HIGH, "any", cards[:2], cards[2:]) == max(
        strength(STANDARD_HIGH, "any", five, ()) for five in combinations(cards, 5)
    )


@pytest.mark.rule("S-061")
@given(NINE_CARDS)
def test_omaha_is_the_best_of_its_60_fives(cards: tuple[Card, ...]) -> None:
    hole, board = cards[:4], cards[4:]
    assert strength(STANDARD_HIGH, "two_from_hole", hole, board) == max(
        strength(STANDARD_HIGH, "any", pair + three, ())
        for pair in combinations(hole, 2)
        for three in combinations(board, 3)
    )


@pytest.mark.parametrize(
    ("selection", "hole_cards", "oracle"),
    [
        ("any", 2, pokerkit.StandardHighHand),
        ("two_from_hole", 4, pokerkit.OmahaHoldemHand),
    ],
)
def test_pokerkit_orders_random_hands_the_same_way(
    selection: Selection, hole_cards: int, oracle: type[pokerkit.Hand]
) -> None:
    rng = random.Random(7)
    ours, theirs = [], []
    for _ in range(150):
        # A board with pairs and suits in it, so that every category comes up.
        deck = rng.sample(DECK[::2] if rng.random() < 0.5 else DECK[-20:], hole_cards + 5)
        hole, board = tuple(deck[:hole_cards]), tuple(deck[hole_cards:])
        ours.append(strength(STANDARD_HIGH, selection, hole, board))
        theirs.append(oracle.from_game(format_cards(hole), format_cards(board)))
    for (our_one, our_other), (their_one, their_other) in zip(
        combinations(ours, 2), combinations(theirs, 2), strict=True
    ):
        assert (our_one < our_other, our_one == our_other) == (
            their_one < their_other,
            their_one == their_other,
        )
