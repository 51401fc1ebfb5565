"""High cards of a draw."""

from __future__ import annotations

import pytest

from tables.floor.draws.cards import DECK, seat_with_highest_card, seats_by_card
from tables.floor.errors import FloorError
from tests.refusals import said


@pytest.mark.rule("S-003")
def test_ranks_decide_before_suits_and_spades_before_hearts_diamonds_clubs() -> None:
    assert len(set(DECK)) == 52
    cards = {1: "Kc", 2: "9s", 3: "Kh", 4: "Kd", 5: "Ks", 6: "2c"}
    assert seats_by_card(cards) == (5, 3, 4, 1, 2, 6)
    assert seats_by_card(cards, order="clockwise") == (5, 6, 1, 2, 3, 4)
    assert seat_with_highest_card(cards) == 5
    assert seats_by_card({}, order="clockwise") == ()


@pytest.mark.parametrize(
    ("cards", "code"), [({1: "1s"}, "bad_card"), ({1: "As", 2: "As"}, "card_twice"), ({}, "no_cards")]
)
def test_impossible_cards_are_refused(cards: dict[int, str], code: str) -> None:
    with pytest.raises(FloorError) as refused:
        seat_with_highest_card(cards)
    assert refused.value.code == code


def test_impossible_cards_are_refused_with_their_seats() -> None:
    assert [
        said(lambda: seats_by_card({4: "1s"})),
        said(lambda: seats_by_card({4: "As", 2: "Kd", 7: "As"})),
        said(lambda: seat_with_highest_card({})),
    ] == [
        (
            "“1s” at seat 4 is not a card: write a rank of 23456789TJQKA and a suit of cdhs.",
            "bad_card",
            {"seat": 4, "card": "1s"},
        ),
        (
            "Seats 4 and 7 cannot both have been dealt the As.",
            "card_twice",
            {"seats": [4, 7], "card": "As"},
        ),
        ("Nobody was dealt a card.", "no_cards", {}),
    ]
