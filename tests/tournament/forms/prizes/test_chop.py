from __future__ import annotations

import pytest

from tournament.forms.prizes.chop import CustomChopForm, PlayedForForm, custom_initial
from tournament.queries.payouts.chops import ChopPlayer, PrizesLeft

TWO = PrizesLeft(
    players=(
        ChopPlayer(entry=7, number=1, name="Anna Verdi", shown_name="Anna V.", stack=30_000),
        ChopPlayer(entry=9, number=2, name="Bruno Neri", shown_name="Bruno N.", stack=None),
    ),
    prizes=(100_00, 50_00),
    sure=(0, 0),
)


def form(first: str, second: str, left: str = "") -> CustomChopForm:
    return CustomChopForm({"share-7": first, "share-9": second, "left": left}, prizes=TWO)


def test_amounts_that_are_the_prizes_are_taken() -> None:
    typed = form("80", "55,50", "14.50")
    assert typed.is_valid()
    assert (typed.amounts(), typed.cleaned_data["left"]) == ({7: 80_00, 9: 55_50}, 14_50)
    assert [field.label for field in typed.shares] == ["Anna Verdi", "Bruno Neri"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("80", "55"), "The amounts add up to 135: 15 is still to be divided."),
        (("80", "55", "20"), "The amounts add up to 155: that is 5 too much."),
    ],
)
def test_amounts_that_are_not_say_what_is_missing(typed: tuple[str, ...], said: str) -> None:
    wrong = form(*typed)
    assert not wrong.is_valid()
    assert wrong.non_field_errors() == [said]


def test_an_amount_that_is_none_is_said_at_its_field() -> None:
    wrong = form("80", "many")
    assert list(wrong.errors) == ["share-9"]
    assert list(form("150", "").errors) == ["share-9"]


def test_the_form_begins_with_the_shares_of_a_method() -> None:
    assert custom_initial(TWO, (90_00, 50_50), 5_00, 4_50) == {
        "left": "5",
        "second": "4.50",
        "share-7": "90",
        "share-9": "50.50",
    }


def test_nothing_left_to_play_for_may_be_blank() -> None:
    blank = PlayedForForm({"left": ""})
    assert (blank.is_valid(), blank.cleaned_data) == (True, {"left": 0, "second": 0})


def test_second_place_is_not_left_more_than_first() -> None:
    wrong = PlayedForForm({"left": "10", "second": "10.01"})
    assert list(wrong.errors) == ["second"]
    assert PlayedForForm({"left": "10", "second": "10"}).is_valid()
