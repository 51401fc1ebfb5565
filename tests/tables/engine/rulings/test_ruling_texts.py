"""A ruling with every field has one text, and reads back."""

from __future__ import annotations

import pytest

from tables.engine import Card, InvalidNotation, RaiseTo, Ruling, decode, encode, parse_cards

ONE, FIVE, TEN = parse_cards("Ah"), parse_cards("AhKdTs??Jk"), parse_cards("2c3c4c5c6c7c8c9cTcJc")


@pytest.mark.parametrize("floor", [False, True])
@pytest.mark.parametrize("inner", [None, RaiseTo(7, 800)])
@pytest.mark.parametrize("cards", [(), ONE, FIVE, TEN])
def test_a_ruling_comes_back_from_its_text(
    cards: tuple[Card, ...], inner: RaiseTo | None, floor: bool
) -> None:
    ruling = Ruling(kind="exposed_card", seat=7, asker=9, amount=25, cards=cards, inner=inner, floor=floor)
    assert decode(encode(ruling)) == ruling


def test_the_floor_that_confirms_is_no_card() -> None:
    exposed = Ruling(kind="exposed_card", cards=ONE, floor=True)
    assert (encode(exposed), decode("x:exposed_card,c=Ah,f")) == ("x:exposed_card,c=Ah,f", exposed)


@pytest.mark.parametrize(
    "text", ["x:exposed_card,c=A,f", "x:exposed_card,c=,f", "x:exposed_card,c=Ah,", "b:Ah,f2c"]
)
def test_a_comma_is_no_part_of_a_card(text: str) -> None:
    with pytest.raises(InvalidNotation):
        decode(text)
