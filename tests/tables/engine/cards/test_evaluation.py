"""What a hand is worth: hi-lo, lowball, jokers (S-067), brute force and PokerKit as second opinions."""

from __future__ import annotations

import random
from itertools import combinations

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards.cards import DECK, Card, deck_of, format_cards, parse_cards
from tables.engine.cards.evaluation import (
    best_hand,
    board_allows,
    qualifies,
    strength,
    suits_for_odd_chip,
    threshold,
    winners,
)
from tables.engine.cards.rankings import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    SHORT_DECK,
    STANDARD_HIGH,
    Ranking,
    Selection,
)
from tests.breadth import sample

EIGHT = "8c7d6h5s4c"


def rate(text: str, ranking: Ranking) -> int:
    return strength(ranking, "distinct" if ranking is BADUGI else "any", parse_cards(text), ())


def read(ranking: Ranking, selection: Selection, hole: str, board: str = "") -> str:
    return format_cards(best_hand(ranking, selection, parse_cards(hole), parse_cards(board)).cards)


# From the worst to the best, each a rule of its own.
LADDERS = [
    pytest.param(
        ACE_TO_FIVE,
        [
            "2c2d5h4s3c",
            "AcAd7h6s5c",
            "AcAd7h3s2c",
            "AcAd6h5s4c",
            "8c7d4h3s2c",
            "8c6d5h4s3c",
            "6c5d4h3s2c",
            "5c4c3c2cAc",
        ],
        id="A-5",
    ),
    pytest.param(
        ACE_TO_SIX,
        ["5c4d3h2sAc", "2c2d5h4s3c", "KcQdJhTsAc", "8c7d4h3s2c", "8c6d5h4s3c", "6c5d4h3sAc", "6c4d3h2sAc"],
        id="A-6",
    ),
    pytest.param(
        DEUCE_TO_SEVEN,
        [
            "8c7d6h5s4c",
            "7c6d5h4s3c",
            "AcAd4h3s2c",
            "KcKdQhJsTc",
            "2c2d5h4s3c",
            "AcKd4h3s2c",
            "5c4d3h2sAc",
            "KcQdJhTs8c",
            "8c7d4h3s2c",
            "8c6d5h4s3c",
            "7c5d4h3s2c",
        ],
        id="2-7",
    ),
    pytest.param(
        BADUGI,
        ["KcKdKhKs", "3c3d3h2c", "Ac3d4h5h", "Ad2c3h6h", "KcQdJhTs", "Ac2d3h5s", "Ac2d3h4s"],
        id="badugi",
    ),
]


@pytest.mark.parametrize(("ranking", "ascending"), LADDERS)
def test_the_scales_of_lowball_rise_as_the_rules_say(ranking: Ranking, ascending: list[str]) -> None:
    assert sorted(ascending, key=lambda text: rate(text, ranking)) == ascending
    assert len({rate(text, ranking) for text in ascending}) == len(ascending)


@pytest.mark.parametrize("ranking", [ACE_TO_FIVE, ACE_TO_SIX, DEUCE_TO_SEVEN])
def test_low_01_86543_beats_87432(ranking: Ranking) -> None:
    assert rate("8c6d5h4s3c", ranking) > rate("8c7d4h3s2c", ranking)


@pytest.mark.parametrize(
    ("better", "worse"),
    [("AcAd7h6s5c", "2c2d5h4s3c"), ("AcAd6h5s4c", "AcAd7h3s2c")],
)
def test_of_pairs_in_ace_to_five_the_lowest_wins(better: str, worse: str) -> None:
    # AA765 beats 22543, AA654 beats AA732: the ace is the lowest card, then the other cards decide.
    assert rate(better, ACE_TO_FIVE) > rate(worse, ACE_TO_FIVE)


def test_badugis_of_equal_cards_are_equal_whatever_was_dropped() -> None:
    assert rate("7s3s2hAd", BADUGI) == rate("3c3d2sAh", BADUGI)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Ac2c9cTcKc3d4h", "9c4h3d2cAc"),  # five clubs are no flush here
        ("Ac2c3c4c5c6d7h", "5c4c3c2cAc"),
        ("AcAd2h2s3c3dKh", "Kh3c2hAc"),
    ],
)
def test_the_best_low_of_seven_does_not_care_for_suits(cards: str, low: str) -> None:
    seven = parse_cards(cards)
    best = max(strength(ACE_TO_FIVE, "any", five, ()) for five in combinations(seven, 5))
    assert strength(ACE_TO_FIVE, "any", seven[:2], seven[2:]) == best
    assert {card[0] for card in pairs_of(read(ACE_TO_FIVE, "any", cards))} == {c[0] for c in pairs_of(low)}


def pairs_of(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


@pytest.mark.parametrize(
    ("ranking", "selection", "hole", "board", "cards"),
    [
        # HL-03: the same player's low and high use different hole cards.
        (ACE_TO_FIVE, "two_from_hole", "As2sKdQd", "3c7h8dKcKh", "8d7h3c2sAs"),
        (STANDARD_HIGH, "two_from_hole", "As2sKdQd", "3c7h8dKcKh", "KdKcKhAs8d"),
        # A deuce on the board pairs the one in the hand; a third low card makes up for it.
        (ACE_TO_FIVE, "two_from_hole", "As2dKdQd", "2h7h8dJcKh", "Jc8d7h2dAs"),
        (ACE_TO_FIVE, "two_from_hole", "As2d3dQd", "2h7h8dJcKh", "8d7h3d2hAs"),
        (BADUGI, "distinct", "Ad2c3h6h", "", "3h2cAd"),
        (BADUGI, "distinct", "Ac2c3cKc", "", "Ac"),
        (BADUGI, "distinct", "Ac2d3h4s", "", "4s3h2dAc"),
        (SHORT_DECK, "any", "Ah6h", "7c8d9sKcKd", "9s8d7c6hAh"),
        (DEUCE_TO_SEVEN, "any", "5c4d3h2sAc", "", "Ac5c4d3h2s"),
    ],
)
def test_the_best_hand_of_every_selection_is_ordered_for_reading(
    ranking: Ranking, selection: Selection, hole: str, board: str, cards: str
) -> None:
    assert read(ranking, selection, hole, board) == cards


@pytest.mark.parametrize(
    ("hole", "board", "low"),
    [
        ("As2sKdQd", "3c7h8dKcKh", True),
        ("As2sKdQd", "3c4h9dJcKh", False),  # HL-04: two low ranks on the board
        ("As2dKdQd", "2h7h8dJcKh", False),
        ("As2d3dQd", "2h7h8dJcKh", True),
    ],
)
def test_a_low_needs_five_different_ranks_of_eight_or_lower(hole: str, board: str, low: bool) -> None:
    made = strength(ACE_TO_FIVE, "two_from_hole", parse_cards(hole), parse_cards(board))
    assert qualifies(ACE_TO_FIVE, EIGHT, made) is low


@pytest.mark.parametrize(
    ("board", "allows"),
    [
        ("3c4h9dJcKh", False),
        ("2h7h8dJcKh", True),
        ("2h2d8dJcKh", False),
        ("Ac2d8dJcKh", True),
        ("8c7d9hTsJc", False),
    ],
)
def test_a_low_needs_three_different_low_ranks_on_the_board(board: str, allows: bool) -> None:
    on_board = parse_cards(board)
    assert board_allows(ACE_TO_FIVE, EIGHT, on_board) is allows
    others = [card for card in DECK if card not in on_board]
    lows = {strength(ACE_TO_FIVE, "two_from_hole", pair, on_board) for pair in combinations(others, 2)}
    assert any(qualifies(ACE_TO_FIVE, EIGHT, low) for low in lows) is allows


def test_56_lows_are_eight_or_better() -> None:
    low_cards = deck_of("A2345678", joker=False)
    made = {strength(ACE_TO_FIVE, "any", five, ()) for five in combinations(low_cards, 5)}
    assert len({each for each in made if qualifies(ACE_TO_FIVE, EIGHT, each)}) == 56
    assert threshold(ACE_TO_FIVE, EIGHT) == 6_175 - 55


def test_without_a_worst_hand_every_hand_qualifies() -> None:
    assert qualifies(ACE_TO_FIVE, "", 1)


def test_a_threshold_of_badugi_is_a_hand_of_four() -> None:
    assert threshold(BADUGI, "8c7d6h5s") == rate("8d7c6h5s", BADUGI)


@pytest.mark.parametrize(
    ("strengths", "best"), [([3, 9, 9, 1], [1, 2]), ([5], [0]), ([2, 2], [0, 1]), ([1, 2, 3], [2])]
)
def test_the_winners_are_the_best_and_all_equal_to_it(strengths: list[int], best: list[int]) -> None:
    assert winners(STANDARD_HIGH, dict(enumerate(strengths))) == best


@pytest.mark.parametrize("ranking", [ACE_TO_SIX, DEUCE_TO_SEVEN])
@pytest.mark.parametrize("count", [4, 6, 7])
def test_a_low_that_counts_flushes_is_ranked_by_five_cards_only(ranking: Ranking, count: int) -> None:
    with pytest.raises(ValueError, match=f"a hand of {count} cards cannot be ranked, only of 5"):
        strength(ranking, "any", DECK[:count], ())
    with pytest.raises(ValueError, match="counts flushes"):
        strength(ranking, "two_from_hole", DECK[:4], DECK[10:15])


@pytest.mark.parametrize("count", [0, 3])
def test_badugi_is_ranked_by_four_cards_and_not_by_fewer(count: int) -> None:
    with pytest.raises(ValueError, match=f"a hand of {count} cards cannot be ranked, only of 4"):
        strength(BADUGI, "distinct", DECK[:count], ())


def test_of_five_cards_the_best_badugi_is_played() -> None:
    found = best_hand(BADUGI, "distinct", parse_cards("Kd2d3h4s2h"), ())
    assert (found.category, format_cards(found.cards)) == ("three_cards", "4s3h2d")
    whole = best_hand(BADUGI_ACE_HIGH, "distinct", parse_cards("Ac2d3h4s5c"), ())
    assert (whole.category, format_cards(whole.cards)) == ("four_cards", "5c4s3h2d")


# --- the odd chip ---------------------------------------------------------------------------


def odd_chip(*hands: str, ranking: Ranking = STANDARD_HIGH) -> int:
    """Which of equal hands gets the odd chip."""
    cards = [parse_cards(hand) for hand in hands]
    assert len({strength(ranking, "any", hand, ()) for hand in cards}) == 1
    heights = [suits_for_odd_chip(ranking, "any", hand, ()) for hand in cards]
    return heights.index(max(heights))


def test_odd_07_the_odd_chip_goes_to_the_highest_card_of_the_five_by_suit() -> None:
    assert odd_chip("KsQd9c4h2d", "KhQs9d4c2c") == 0
    assert odd_chip("8s8dAcKc5d", "8h8cAdKh5c") == 1  # the ace, though the other holds the eight of spades
    assert odd_chip("8d8cAcKc5d3s2s", "8s8hAdKh5c3c2c") == 1  # spades outside the five


def test_the_odd_chip_of_equal_lows_goes_by_the_highest_card_of_the_low() -> None:
    assert odd_chip("8d6c4h3hAsKsQs", "8h6s4s3sAdKcQc", ranking=ACE_TO_FIVE) == 1
    assert odd_chip("8d6c4h3hAs", "8d6s4s3sAd", ranking=ACE_TO_FIVE) == 1  # the eight is on the board


def test_of_equal_fives_of_one_player_the_one_with_the_highest_suits_counts() -> None:
    # The queen of spades makes the same straight as the queen of clubs, and counts.
    assert odd_chip("QcJdTh9h8dQs2d", "QhJsTs9s8s2c3c") == 0


@pytest.mark.parametrize(
    ("ranking", "selection", "hole", "board", "cards"),
    [
        # Both queens make the straight; only two of the four hole cards may count.
        (STANDARD_HIGH, "two_from_hole", "QcQsJd2h", "Th9h8d3c3d", [(10, 3), (9, 1), (8, 2), (7, 2), (6, 1)]),
        (BADUGI, "distinct", "7s7h2dAc", "", [(6, 3), (1, 1), (0, 0)]),
    ],
)
def test_the_cards_for_the_odd_chip_are_those_of_the_best_choice(
    ranking: Ranking, selection: Selection, hole: str, board: str, cards: list[tuple[int, int]]
) -> None:
    made = suits_for_odd_chip(ranking, selection, parse_cards(hole), parse_cards(board))
    assert list(made) == cards


# --- second opinions ------------------------------------------------------------------------


@pytest.mark.rule("S-061")
@pytest.mark.parametrize("hole_cards", [4, 5, 6])
@pytest.mark.parametrize("ranking", [STANDARD_HIGH, ACE_TO_FIVE, SHORT_DECK])
@given(data=st.data())
def test_omaha_is_the_best_of_its_fives_with_any_number_of_hole_cards(
    ranking: Ranking, hole_cards: int, data: st.DataObject
) -> None:
    deck = deck_of(ranking.ranks, joker=False)
    cards = tuple(data.draw(st.permutations(deck))[: hole_cards + 5])
    hole, board = cards[:hole_cards], cards[hole_cards:]
    assert strength(ranking, "two_from_hole", hole, board) == max(
        strength(ranking, "any", pair + three, ())
        for pair in combinations(hole, 2)
        for three in combinations(board, 3)
    )


ORACLES = [
    pytest.param(STANDARD_HIGH, "any", 2, 5, pokerkit.StandardHighHand, id="hold'em"),
    pytest.param(STANDARD_HIGH, "any", 7, 0, pokerkit.StandardHighHand, id="stud"),
    pytest.param(STANDARD_HIGH, "two_from_hole", 4, 5, pokerkit.OmahaHoldemHand, id="Omaha"),
    pytest.param(STANDARD_HIGH, "two_from_hole", 5, 5, pokerkit.OmahaHoldemHand, id="five-card Omaha"),
    pytest.param(STANDARD_HIGH, "two_from_hole", 6, 5, pokerkit.OmahaHoldemHand, id="six-card Omaha"),
    pytest.param(ACE_TO_FIVE, "any", 7, 0, pokerkit.RegularLowHand, id="razz"),
    pytest.param(ACE_TO_FIVE, "any", 5, 0, pokerkit.RegularLowHand, id="A-5"),
    pytest.param(DEUCE_TO_SEVEN, "any", 5, 0, pokerkit.StandardLowHand, id="2-7"),
    pytest.param(SHORT_DECK, "any", 2, 5, pokerkit.ShortDeckHoldemHand, id="short deck"),
    pytest.param(BADUGI, "distinct", 4, 0, pokerkit.BadugiHand, id="badugi"),
]


@pytest.mark.sampled
@pytest.mark.rule("S-045", "S-060")
@pytest.mark.parametrize(("ranking", "selection", "in_hole", "on_board", "oracle"), ORACLES)
def test_pokerkit_orders_random_hands_the_same_way(
    ranking: Ranking, selection: Selection, in_hole: int, on_board: int, oracle: type[pokerkit.Hand]
) -> None:
    rng = random.Random(11)
    ours, theirs = [], []
    for _ in range(sample("hands compared with every choice of cards")):
        # Part of the deck only, so that pairs, suits and equal hands come up.
        deck = deck_of(ranking.ranks, joker=False)
        some: list[Card] = rng.sample(
            rng.choice([deck, deck[::2], deck[:20], deck[-20:]]), in_hole + on_board
        )
        hole, board = tuple(some[:in_hole]), tuple(some[in_hole:])
        ours.append(strength(ranking, selection, hole, board))
        theirs.append(oracle.from_game(format_cards(hole), format_cards(board)))
    for (our_one, our_other), (their_one, their_other) in zip(
        combinations(ours, 2), combinations(theirs, 2), strict=True
    ):
        assert (our_one < our_other, our_one == our_other) == (
            their_one < their_other,
            their_one == their_other,
        )


@pytest.mark.parametrize(
    ("selection", "in_hole", "on_board", "oracle"),
    [
        pytest.param("any", 7, 0, pokerkit.EightOrBetterLowHand, id="stud"),
        pytest.param("two_from_hole", 4, 5, pokerkit.OmahaEightOrBetterLowHand, id="Omaha"),
        pytest.param("two_from_hole", 5, 5, pokerkit.OmahaEightOrBetterLowHand, id="five-card Omaha"),
    ],
)
def test_pokerkit_finds_the_same_eight_or_better_lows(
    selection: Selection, in_hole: int, on_board: int, oracle: type[pokerkit.Hand]
) -> None:
    rng = random.Random(5)
    low_deck = deck_of("A2345678TK", joker=False)
    ours, theirs = [], []
    for _ in range(150):
        cards = tuple(rng.sample(low_deck, in_hole + on_board))
        hole, board = cards[:in_hole], cards[in_hole:]
        made = strength(ACE_TO_FIVE, selection, hole, board)
        other = oracle.from_game_or_none(format_cards(hole), format_cards(board))
        assert qualifies(ACE_TO_FIVE, EIGHT, made) == (other is not None)
        if other is not None:
            ours.append(made)
            theirs.append(other)
    assert len(ours) > 50
    for (our_one, their_one), (our_other, their_other) in combinations(zip(ours, theirs, strict=True), 2):
        assert (our_one < our_other, our_one == our_other) == (
            their_one < their_other,
            their_one == their_other,
        )
