"""Cards as people type and paste them."""

from __future__ import annotations

import pytest
from django.utils import translation

from tables.forms.cards import example, first_piece, is_begun, leading_cards, write_cards


@pytest.mark.parametrize(
    "typed",
    ["AhTd9c", "Ah Td 9c", "ah,10d; 9C", "A♥ 10♦ 9♣", "A♥\ufe0f10♦\ufe0e9♧", "[Ah Td] (9c)", "A h T d 9 c"],
)
def test_cards_are_read_however_they_are_pasted(typed: str) -> None:
    assert leading_cards(typed) == (("Ah", "Td", "9c"), "")


def test_letters_are_the_readers_and_signs_are_everybodys() -> None:
    with translation.override("it"):
        assert leading_cards("Ac 10q 9f Kp") == (("Ah", "Td", "9c", "Ks"), "")
        assert leading_cards("A♣ Kd") == (("Ac",), "Kd")
        assert (write_cards(("Ah", "Td", "Jk")), example()) == ("Ac 10q Jk", "Kq 10p")
    assert (write_cards(("Ah", "Td", "Jk")), example()) == ("Ah 10d Jk", "Kd 10s")


@pytest.mark.parametrize("typed", ["Jk As", "joker, as", "JKR As", "★A♠", "jolly As"])
def test_a_joker_is_a_card_where_it_is_asked_for(typed: str) -> None:
    assert leading_cards(typed, joker=True) == (("Jk", "As"), "")
    assert leading_cards(typed)[0] == ()


@pytest.mark.parametrize(
    ("typed", "rest", "piece", "begun"),
    [
        ("Kd Qx7h", "Qx7h", "Qx", False),
        ("Kd 10", "10", "10", True),
        ("Kd q ", "q ", "q", True),
        ("Kd 1", "1", "1", True),
        ("Kd 1h", "1h", "1h", False),
        ("two kings", "two kings", "two", False),
        ("10x", "10x", "10x", False),
        ("?? Kd", "?? Kd", "??", False),
        ("Kd \x00", "\x00", "\x00", False),
    ],
)
def test_the_first_thing_that_is_no_card_can_be_named(typed: str, rest: str, piece: str, begun: bool) -> None:
    left = leading_cards(typed)[1]
    assert (left, first_piece(left), is_begun(left)) == (rest, piece, begun)
