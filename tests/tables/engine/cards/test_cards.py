from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards.cards import (
    DECK,
    JOKER,
    RANK_SHIFT,
    SUIT_MASK,
    UNKNOWN,
    Card,
    deck_of,
    format_cards,
    parse_cards,
    rank_of,
    suit_of,
)
from tables.engine.cards.ranks import RANKS, SUITS
from tables.engine.errors import EngineError, IllegalAction, InvalidNotation


@pytest.mark.rule("S-002")
def test_the_deck_has_52_different_cards_none_of_them_unknown() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert UNKNOWN not in DECK


def test_every_card_keeps_its_rank_and_suit() -> None:
    names = [rank + suit for rank in RANKS for suit in SUITS]
    assert [format_cards([card]) for card in DECK] == names
    assert [(rank_of(card), suit_of(card)) for card in parse_cards("2cTdKhAs")] == [
        (2, 0),
        (10, 1),
        (13, 2),
        (14, 3),
    ]


def test_a_deck_has_its_ranks_in_order_and_the_joker_last() -> None:
    assert deck_of(RANKS, joker=False) == DECK
    assert format_cards(deck_of("AK", joker=True)) == "KcKdKhKsAcAdAhAsJk"
    assert [len(deck_of(RANKS[lowest:], joker=False)) for lowest in range(8)] == list(range(52, 23, -4))


def test_the_joker_stands_above_every_rank_and_in_every_suit() -> None:
    total = sum(parse_cards("JkAhKhQhJh"))
    assert oct(total >> RANK_SHIFT) == "0o11111000000000"
    assert hex(total & SUIT_MASK) == "0x1511"


@given(st.lists(st.sampled_from((*DECK, JOKER, UNKNOWN)), max_size=20))
def test_formatting_and_parsing_cancel_out(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


def test_the_sum_of_cards_counts_ranks_and_suits() -> None:
    total = sum(parse_cards("AhAdAsAcKhQh??"))
    assert oct(total >> RANK_SHIFT) == "0o4110000000000"
    assert hex(total & SUIT_MASK) == "0x1311"


@pytest.mark.parametrize(
    ("text", "piece", "position"),
    [
        ("1h", "1h", 1),
        ("AhXx", "Xx", 3),
        ("AhK", "K", 3),
        ("ah", "ah", 1),
        ("AH", "AH", 1),
        ("Ah Kd", " K", 3),
        ("10h", "10", 1),
        ("?h", "?h", 1),
        ("AhJK", "JK", 3),
        ("kJ", "kJ", 1),
        ("A\u2665", "A\u2665", 1),
    ],
)
def test_a_bad_card_is_named_with_its_position(text: str, piece: str, position: int) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_cards(text)
    assert caught.value.code == "bad_card"
    assert caught.value.params == {"piece": piece, "position": position}
    assert f"“{piece}” at position {position}" in str(caught.value)


@given(st.text(max_size=30))
def test_any_text_is_cards_or_invalid_notation(text: str) -> None:
    try:
        cards = parse_cards(text)
    except InvalidNotation:
        return
    assert format_cards(cards) == text


def test_errors_keep_code_and_params_through_pickling() -> None:
    error = IllegalAction("raise below the minimum of 800", "raise_below_minimum", {"minimum": 800})
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, EngineError)
    assert (str(copy), copy.code, copy.params) == (
        "raise below the minimum of 800",
        "raise_below_minimum",
        {"minimum": 800},
    )
