"""Every five-card hand of every deck, counted by enumeration.

The figures are combinatorial facts; those of six and seven cards take minutes and are counted by
`make bench` (tests/bench/counts.py).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb

import pytest

from tables.engine.cards.cards import DECK, Card, deck_of
from tables.engine.cards.evaluation import qualifies, strength
from tables.engine.cards.naming import hand_name
from tables.engine.cards.ranking_tables import order_for, tables_for
from tables.engine.cards.rankings import (
    ACE_TO_FIVE,
    ACE_TO_FIVE_BUG,
    ACE_TO_SIX,
    BADUGI,
    DEUCE_TO_SEVEN,
    SHORT_DECK,
    STANDARD_BUG,
    STANDARD_HIGH,
    STANDARD_WILD,
    Ranking,
    Selection,
    italian,
)


def count_hands(ranking: Ranking) -> Counter[int]:
    """How often each strength occurs among all hands of the ranking's deck."""
    selection: Selection = "distinct" if ranking is BADUGI else "any"
    deck = deck_of(ranking.ranks, bool(ranking.joker))
    return Counter([strength(ranking, selection, hand, ()) for hand in combinations(deck, ranking.size)])


def by_category(ranking: Ranking, hands: Counter[int]) -> dict[str, tuple[int, int]]:
    """Of each category the hands, and the classes of equal hands."""
    table: dict[str, tuple[int, int]] = {}
    for each, times in hands.items():
        category = hand_name(ranking, each).category
        so_far, classes = table.get(category, (0, 0))
        table[category] = so_far + times, classes + 1
    return table


def by_top_card(ranking: Ranking, category: str, hands: Counter[int]) -> dict[str, int]:
    tops: Counter[str] = Counter()
    for each, times in hands.items():
        made = hand_name(ranking, each)
        if made.category == category:
            tops[made.ranks[0]] += times
    return dict(tops)


@pytest.mark.long(reason="2.6 million hands; their classes are counted below, and all hands of smaller decks")
def test_all_hands_of_52_cards_are_counted_exactly() -> None:
    hands = count_hands(STANDARD_HIGH)
    assert by_category(STANDARD_HIGH, hands) == {
        "royal_flush": (4, 1),
        "straight_flush": (36, 9),
        "four_of_a_kind": (624, 156),
        "full_house": (3_744, 156),
        "flush": (5_108, 1_277),
        "straight": (10_200, 10),
        "three_of_a_kind": (54_912, 858),
        "two_pair": (123_552, 858),
        "one_pair": (1_098_240, 2_860),
        "high_card": (1_302_540, 1_277),
    }
    assert sorted(hands) == list(range(1, 7_463))


@pytest.mark.rule("S-003")
@pytest.mark.parametrize(("size", "classes"), [(5, 7_462), (6, 6_075), (7, 4_824)])
def test_the_classes_of_each_hand_size_are_counted_exactly(size: int, classes: int) -> None:
    tables = tables_for(STANDARD_HIGH, size)
    assert len({*tables.mixed.values(), *tables.suited.values()}) == classes


def test_the_classes_of_seven_cards_are_counted_by_category() -> None:
    tables = tables_for(STANDARD_HIGH, 7)
    classes = {*tables.mixed.values(), *tables.suited.values()}
    assert Counter(hand_name(STANDARD_HIGH, each).category for each in classes) == {
        "royal_flush": 1,
        "straight_flush": 9,
        "four_of_a_kind": 156,
        "full_house": 156,
        "flush": 1_277,
        "straight": 10,
        "three_of_a_kind": 575,
        "two_pair": 763,
        "one_pair": 1_470,
        "high_card": 407,
    }


@pytest.mark.long(reason="the order of the lows below, without straights and flushes")
def test_all_ace_to_five_lows_are_counted_exactly() -> None:
    hands = count_hands(ACE_TO_FIVE)
    assert by_category(ACE_TO_FIVE, hands) == {
        "high_card": (1_317_888, 1_287),
        "one_pair": (1_098_240, 2_860),
        "two_pair": (123_552, 858),
        "three_of_a_kind": (54_912, 858),
        "full_house": (3_744, 156),
        "four_of_a_kind": (624, 156),
    }
    tops = {
        "5": 1_024,
        "6": 5_120,
        "7": 15_360,
        "8": 35_840,
        "9": 71_680,
        "T": 129_024,
        "J": 215_040,
        "Q": 337_920,
        "K": 506_880,
    }
    assert by_top_card(ACE_TO_FIVE, "high_card", hands) == tops
    assert sorted(hands) == list(range(1, 6_176))
    lows = Counter(
        {each: times for each, times in hands.items() if qualifies(ACE_TO_FIVE, "8c7d6h5s4c", each)}
    )
    assert (len(lows), lows.total()) == (56, 57_344)
    assert by_top_card(ACE_TO_FIVE, "high_card", lows) == {rank: tops[rank] for rank in "5678"}


# Ace low with straights and flushes is the same order as ace high with them, one rank further down.
@pytest.mark.long(
    reason="the order of the high hands above turned round; PokerKit orders random ones the same way"
)
@pytest.mark.parametrize("ranking", [DEUCE_TO_SEVEN, ACE_TO_SIX])
def test_all_lows_that_count_straights_and_flushes_are_counted_exactly(ranking: Ranking) -> None:
    hands = count_hands(ranking)
    assert by_category(ranking, hands) == {
        "high_card": (1_303_560, 1_278),
        "one_pair": (1_098_240, 2_860),
        "two_pair": (123_552, 858),
        "three_of_a_kind": (54_912, 858),
        "straight": (9_180, 9),
        "flush": (5_112, 1_278),
        "full_house": (3_744, 156),
        "four_of_a_kind": (624, 156),
        "straight_flush": (36, 9),
    }
    assert by_top_card(ranking, "high_card", hands) == {
        ranking.ranks[5]: 4_080,
        ranking.ranks[6]: 14_280,
        ranking.ranks[7]: 34_680,
        ranking.ranks[8]: 70_380,
        ranking.ranks[9]: 127_500,
        ranking.ranks[10]: 213_180,
        ranking.ranks[11]: 335_580,
        ranking.ranks[12]: 503_880,
    }
    assert (hands[7_462], hands[7_461]) == (1_020, 1_020)
    assert sorted(hands) == list(range(1, 7_463))


@pytest.mark.long(reason="all four-card hands; make bench counts the larger decks")
def test_all_badugis_are_counted_exactly() -> None:
    hands = count_hands(BADUGI)
    assert by_category(BADUGI, hands) == {
        "four_cards": (17_160, 715),
        "three_cards": (154_440, 286),
        "two_cards": (96_252, 78),
        "one_card": (2_873, 13),
    }
    assert by_top_card(BADUGI, "four_cards", hands) == {
        "4": 24,
        "5": 96,
        "6": 240,
        "7": 480,
        "8": 840,
        "9": 1_344,
        "T": 2_016,
        "J": 2_880,
        "Q": 3_960,
        "K": 5_280,
    }
    assert sorted(hands) == list(range(1, 1_093))


LARGER_DECK = pytest.mark.long(reason="the decks of 28 and 32 cards are counted by the same code")
# From the royal flush down: of the other straight flushes four have the ace below the lowest card.
STRIPPED = {
    "8": (4, 12, 168, 1_008, 68, 4_080, 6_720, 15_120, 53_760, 17_340),
    "7": (4, 16, 224, 1_344, 204, 5_100, 10_752, 24_192, 107_520, 52_020),
    "6": (4, 20, 288, 1_728, 480, 6_120, 16_128, 36_288, 193_536, 122_400),
    "5": (4, 24, 360, 2_160, 980, 7_140, 23_040, 51_840, 322_560, 249_900),
    "4": (4, 28, 440, 2_640, 1_816, 8_160, 31_680, 71_280, 506_880, 463_080),
    "3": (4, 32, 528, 3_168, 3_132, 9_180, 42_240, 95_040, 760_320, 798_660),
}
CLASSES = {"8": 476, "7": 840, "6": 1_404, "5": 2_244, "4": 3_454, "3": 5_148}


@pytest.mark.parametrize(
    "lowest",
    [lowest if lowest in "87" else pytest.param(lowest, marks=LARGER_DECK) for lowest in STRIPPED],
)
def test_all_hands_of_a_stripped_deck_are_counted_exactly(lowest: str) -> None:
    without_suits = replace(italian(lowest, flush_over_full=True), suits="", cycle=())
    hands = count_hands(without_suits)
    table = {category: count for category, (count, _) in by_category(without_suits, hands).items()}
    royal, straight_flush, *others = STRIPPED[lowest]
    assert table == {
        "maximum_straight_flush": royal,
        "middle_straight_flush": straight_flush - 4,
        "minimum_straight_flush": 4,
        **dict(
            zip(
                (
                    "four_of_a_kind",
                    "full_house",
                    "flush",
                    "straight",
                    "three_of_a_kind",
                    "two_pair",
                    "one_pair",
                    "high_card",
                ),
                others,
                strict=True,
            )
        ),
    }
    cards = len(deck_of(without_suits.ranks, joker=False))
    assert hands.total() == comb(cards, 5) == sum(STRIPPED[lowest])
    assert len(hands) == len(order_for(without_suits).category) - 1 == CLASSES[lowest]


def test_the_short_deck_has_the_36_cards_of_the_italian_six_and_no_minimum() -> None:
    table = by_category(SHORT_DECK, count_hands(SHORT_DECK))
    assert table["straight_flush"] == (20, 5)
    assert (table["flush"], table["full_house"]) == ((480, 120), (1_728, 72))


@pytest.mark.long(reason="the stripped decks are counted with and without suits")
@pytest.mark.parametrize("flush_over_full", [True, False])
def test_no_two_of_the_201376_hands_of_32_cards_are_equal_where_suits_decide(flush_over_full: bool) -> None:
    hands = count_hands(italian("7", flush_over_full=flush_over_full))
    assert (len(hands), hands.total()) == (201_376, 201_376)


@pytest.mark.long(reason="what the joker stands for is read hand by hand in test_jokers.py")
def test_all_hands_of_53_cards_with_a_wild_joker_are_counted_exactly() -> None:
    hands = count_hands(STANDARD_WILD)
    assert {category: count for category, (count, _) in by_category(STANDARD_WILD, hands).items()} == {
        "five_of_a_kind": 13,
        "royal_flush": 24,
        "straight_flush": 180,
        "four_of_a_kind": 3_120,
        "full_house": 6_552,
        "flush": 7_804,
        "straight": 20_532,
        "three_of_a_kind": 137_280,
        "two_pair": 123_552,
        "one_pair": 1_268_088,
        "high_card": 1_302_540,
    }
    assert hands.total() == comb(53, 5) == 2_869_685


@pytest.mark.long(reason="what the joker stands for is read hand by hand in test_jokers.py")
def test_all_hands_of_53_cards_with_the_bug_are_counted_exactly() -> None:
    hands = count_hands(STANDARD_BUG)
    assert {category: count for category, (count, _) in by_category(STANDARD_BUG, hands).items()} == {
        "five_of_a_kind": 1,
        "royal_flush": 24,
        "straight_flush": 180,
        "four_of_a_kind": 828,
        "full_house": 4_368,
        "flush": 7_804,
        "straight": 20_532,
        "three_of_a_kind": 63_360,
        "two_pair": 138_600,
        "one_pair": 1_215_024,
        "high_card": 1_418_964,
    }


@pytest.mark.long(reason="what the joker stands for is read hand by hand in test_jokers.py")
def test_all_ace_to_five_lows_with_the_joker_are_counted_exactly() -> None:
    hands = count_hands(ACE_TO_FIVE_BUG)
    tops = by_top_card(ACE_TO_FIVE_BUG, "high_card", hands)
    assert tops == {
        "5": 2_304,
        "6": 7_680,
        "7": 20_480,
        "8": 44_800,
        "9": 86_016,
        "T": 150_528,
        "J": 245_760,
        "Q": 380_160,
        "K": 563_200,
    }
    assert hands.total() - sum(tops.values()) == 1_368_757


def test_starting_hands_are_counted_exactly() -> None:
    def shape(cards: tuple[Card, ...]) -> tuple[int, bool]:
        return sum(cards) >> 16, sum(cards) & 0xEEEE != 0

    assert len(list(combinations(DECK, 2))) == 1_326
    assert len({shape(cards) for cards in combinations(DECK, 2)}) == 169
    assert sum(1 for _ in combinations(DECK, 4)) == 270_725
