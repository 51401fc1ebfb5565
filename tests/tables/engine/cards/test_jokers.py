"""Hands with a joker: rules S-065 and 5.4."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards.cards import DECK, JOKER, Card, deck_of, format_cards, parse_cards, rank_of
from tables.engine.cards.evaluation import best_hand, strength
from tables.engine.cards.naming import hand_name
from tables.engine.cards.rankings import (
    ACE_TO_FIVE_BUG,
    DEUCE_TO_SEVEN,
    STANDARD_BUG,
    STANDARD_WILD,
    Ranking,
    italian,
)

DEUCE_TO_SEVEN_BUG = replace(DEUCE_TO_SEVEN, name="deuce_to_seven_bug", joker="bug")


def rate(text: str, ranking: Ranking) -> int:
    return strength(ranking, "any", parse_cards(text), ())


@pytest.mark.parametrize(
    ("ranking", "hand", "category", "cards"),
    [
        (STANDARD_WILD, "8c8d5h5sJk", "full_house", "8c8dJk5h5s"),
        (STANDARD_BUG, "8c8d5h5sJk", "two_pair", "8c8d5h5sJk"),  # with an ace, and no full house
        (STANDARD_WILD, "AcAdAhAsJk", "five_of_a_kind", "AcAdAhAsJk"),
        (STANDARD_BUG, "AcAdAhAsJk", "five_of_a_kind", "AcAdAhAsJk"),
        (STANDARD_WILD, "8c8d8h8sJk", "five_of_a_kind", "8c8d8h8sJk"),
        (STANDARD_BUG, "8c8d8h8sJk", "four_of_a_kind", "8c8d8h8sJk"),
        (STANDARD_BUG, "AcAdKhKsJk", "full_house", "AcAdJkKhKs"),
        (STANDARD_BUG, "Ac9dKh4sJk", "one_pair", "AcJkKh9d4s"),
        (STANDARD_BUG, "Kc9d7h4sJk", "high_card", "JkKc9d7h4s"),
        (STANDARD_WILD, "Kc9d7h4sJk", "one_pair", "KcJk9d7h4s"),
        (STANDARD_BUG, "5c6d7h8sJk", "straight", "Jk8s7h6d5c"),  # the nine, not the four
        (STANDARD_BUG, "2c3d4h5sJk", "straight", "Jk5s4h3d2c"),
        (STANDARD_BUG, "Ac2d3h5sJk", "straight", "5sJk3h2dAc"),
        (STANDARD_BUG, "AhKh9h4hJk", "flush", "AhKhJk9h4h"),  # the best heart that is not held
        (STANDARD_WILD, "KhQh9h4hJk", "flush", "JkKhQh9h4h"),
        (STANDARD_BUG, "KhQhJhThJk", "royal_flush", "JkKhQhJhTh"),
        (STANDARD_BUG, "9h8h7h5hJk", "straight_flush", "9h8h7hJk5h"),
        (STANDARD_WILD, "AhKhQhJsTh", "straight", "AhKhQhJsTh"),
        (ACE_TO_FIVE_BUG, "6c5d3hAsJk", "high_card", "6c5d3hJkAs"),
        (ACE_TO_FIVE_BUG, "5c4d3h2sJk", "high_card", "5c4d3h2sJk"),
        (ACE_TO_FIVE_BUG, "5c4c3c2cJk", "high_card", "5c4c3c2cJk"),
        (ACE_TO_FIVE_BUG, "AcAdAhAsJk", "four_of_a_kind", "AcAdAhAsJk"),
        (ACE_TO_FIVE_BUG, "KcKd2h3sJk", "one_pair", "KcKd3s2hJk"),
    ],
)
def test_the_joker_is_the_best_card_that_it_may_be(
    ranking: Ranking, hand: str, category: str, cards: str
) -> None:
    best = best_hand(ranking, "any", parse_cards(hand), ())
    assert (best.category, format_cards(best.cards)) == (category, cards)


@pytest.mark.parametrize(
    ("ranking", "with_joker", "equal"),
    [
        (STANDARD_BUG, "8c8d5h5sJk", "8c8d5h5sAh"),
        (STANDARD_WILD, "AhKh9h4hJk", "AhKhQh9h4h"),
        (ACE_TO_FIVE_BUG, "6c5d3hAsJk", "6c5d3hAs2c"),
        (ACE_TO_FIVE_BUG, "AcAdAhAsJk", "AcAdAhAs2c"),
        (DEUCE_TO_SEVEN_BUG, "6c5d4h3sJk", "6c5d4h3s8c"),  # 2 and 7 would make straights
        (DEUCE_TO_SEVEN_BUG, "7h5h4h2hJk", "7h5h4h2h3c"),  # and a heart a flush
    ],
)
def test_a_hand_with_the_joker_is_worth_what_it_stands_for(
    ranking: Ranking, with_joker: str, equal: str
) -> None:
    assert rate(with_joker, ranking) == rate(equal, ranking)


def test_five_of_a_kind_beat_a_royal_flush() -> None:
    royal, twos, aces = (rate(text, STANDARD_WILD) for text in ("AhKhQhJhTh", "2c2d2h2sJk", "AcAdAhAsJk"))
    assert royal < twos < aces


FOUR_CARDS = st.permutations(DECK).map(lambda cards: tuple(cards[:4]))


@pytest.mark.parametrize("ranking", [STANDARD_WILD, ACE_TO_FIVE_BUG, DEUCE_TO_SEVEN_BUG])
@given(four=FOUR_CARDS)
def test_a_wild_joker_is_the_best_of_the_48_other_cards(ranking: Ranking, four: tuple[Card, ...]) -> None:
    with_joker = strength(ranking, "any", (*four, JOKER), ())
    others = [strength(ranking, "any", (*four, card), ()) for card in DECK if card not in four]
    if hand_name(ranking, with_joker).category == "five_of_a_kind":
        assert with_joker > max(others)
    else:
        assert with_joker == max(others)


@given(four=FOUR_CARDS)
def test_the_bug_is_an_ace_or_makes_a_straight_or_a_flush(four: tuple[Card, ...]) -> None:
    with_bug = strength(STANDARD_BUG, "any", (*four, JOKER), ())
    allowed = []
    for card in set(DECK) - set(four):
        made = strength(STANDARD_BUG, "any", (*four, card), ())
        category = hand_name(STANDARD_BUG, made).category
        if rank_of(card) == 14 or category in ("straight", "flush", "straight_flush", "royal_flush"):
            allowed.append(made)
    assert not allowed or with_bug == max(allowed)
    assert bool(allowed) == (sum(rank_of(card) == 14 for card in four) < 4)


@pytest.mark.parametrize(
    "ranking", [STANDARD_WILD, STANDARD_BUG, ACE_TO_FIVE_BUG, italian("7", flush_over_full=True)]
)
def test_with_a_joker_or_suits_a_hand_is_five_cards(ranking: Ranking) -> None:
    with pytest.raises(ValueError, match="a hand of 7 cards cannot be ranked, only of 5"):
        strength(ranking, "any", deck_of("789TJQKA", joker=False)[:7], ())
