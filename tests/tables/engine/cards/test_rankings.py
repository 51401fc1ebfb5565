"""Which hand wins by the standard order: rules S-040 to S-044."""

from __future__ import annotations

import pytest

from tables.engine.cards.cards import format_cards, parse_cards
from tables.engine.cards.evaluation import best_hand, strength
from tables.engine.cards.rankings import RANKINGS, STANDARD_HIGH, Ranking, Selection, italian


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


def test_the_rankings_are_found_by_name() -> None:
    assert {name: ranking.name for name, ranking in RANKINGS.items()} == {
        name: name
        for name in (
            "standard_high",
            "standard_wild",
            "standard_bug",
            "short_deck",
            "ace_to_five",
            "ace_to_five_bug",
            "ace_to_six",
            "deuce_to_seven",
            "badugi",
            "badugi_ace_high",
        )
    }


def test_an_italian_ranking_is_one_value_for_each_deck_and_order() -> None:
    assert italian("7", flush_over_full=True) is italian("7", flush_over_full=True)
    assert italian("7", flush_over_full=True).ranks == "789TJQKA"
    assert italian("7", flush_over_full=False).categories[5:7] == ("flush", "full_house")


@pytest.mark.parametrize("lowest", ["", "T", "A", "78", "1"])
def test_an_italian_deck_begins_between_the_deuce_and_the_nine(lowest: str) -> None:
    with pytest.raises(ValueError, match="the lowest card of an Italian deck"):
        italian(lowest, flush_over_full=True)
