from __future__ import annotations

import pytest

from tournament.forms.cash.chip_offer import ChipOfferForm, initial_of
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.money import BuyIn

OFFER = ChipOffer(
    price=BuyIn(prize=93_25, fee=4_73, staff=2_02), chips=10_000, first_level=2, last_level=6, per_player=3
)
TYPED = {
    "sold": "on",
    "chips": "10.000",
    "price": "100",
    "prize": "93,25",
    "fee": "4,73",
    "staff": "2,02",
    "window": "levels",
    "first_level": "2",
    "last_level": "6",
    "holding": "starting_stack",
    "per_player": "3",
}


def test_an_offer_is_typed_as_on_the_poster_exact_to_the_cent() -> None:
    form = ChipOfferForm(TYPED, kind="rebuy")
    assert form.is_valid()
    assert form.offer_data() == OFFER.to_dict()


def test_what_is_shown_of_an_offer_is_read_as_the_same() -> None:
    shown = {name: str(value) for name, value in initial_of(OFFER, kind="rebuy").items()}
    form = ChipOfferForm(shown | {"sold": "on"}, kind="rebuy")
    assert form.is_valid()
    assert form.offer_data() == OFFER.to_dict()


@pytest.mark.parametrize("typed", [{}, {"chips": "many"}, {"price": "-3"}])
def test_where_nothing_is_sold_the_rest_does_not_matter(typed: dict[str, str]) -> None:
    form = ChipOfferForm(typed, kind="add_on")
    assert form.is_valid()
    assert form.offer_data() is None


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"chips": ""}, "chips", "Enter a number."),
        ({"last_level": ""}, "last_level", "Enter a number."),
        (
            {"fee": "4,72"},
            "price",
            "The parts add up to 99.99: add 0.01 to one of them, or correct the price.",
        ),
        (
            {"price": "90"},
            "price",
            "The parts add up to 100: take 10 from one of them, or correct the price.",
        ),
        ({"first_level": "7"}, "last_level", "The first level is after the last one."),
        ({"per_player": "0"}, "per_player", "0 is out of range: enter a whole number from 1 to 100."),
        ({"window": "never"}, "window", "Select a valid choice. never is not one of the available choices."),
    ],
)
def test_an_offer_that_cannot_be_is_refused_at_its_field_with_the_cure(
    changes: dict[str, str], field: str, words: str
) -> None:
    form = ChipOfferForm(TYPED | changes, kind="rebuy")
    assert not form.is_valid()
    assert form.errors[field] == [words]


@pytest.mark.parametrize("kind", ["rebuy", "add_on"])
def test_a_new_offer_starts_with_what_is_usual(kind: str) -> None:
    shown = initial_of(None, kind=kind)  # type: ignore[arg-type]  # one of the two
    assert (shown["window"], shown["holding"], shown["per_player"]) == {
        "rebuy": ("levels", "starting_stack", ""),
        "add_on": ("break", "any", 1),
    }[kind]


BOUNTY_BUY_IN = BuyIn(prize=40_00, fee=5_00, bounty=5_00)


def test_a_new_offer_has_the_price_of_the_buy_in() -> None:
    shown = initial_of(None, kind="rebuy", buy_in=BOUNTY_BUY_IN)
    assert {part: shown[part] for part in ("price", "prize", "fee", "staff", "bounty")} == {
        "price": "50",
        "prize": "40",
        "fee": "5",
        "staff": "0",
        "bounty": "5",
    }


@pytest.mark.parametrize(
    ("typed", "prize"),
    [
        ({"price": "60"}, 50_00),
        ({"bounty": "10"}, 35_00),
        ({"prize": "", "price": "20"}, 10_00),
        ({"prize": "30"}, None),
        ({"fee": "60"}, None),
    ],
    ids=["another price", "another part", "left blank", "typed", "more than the price"],
)
def test_the_rest_of_a_price_goes_to_the_pool_unless_its_part_was_typed(
    typed: dict[str, str], prize: int | None
) -> None:
    initial = initial_of(None, kind="rebuy", buy_in=BOUNTY_BUY_IN) | {"chips": 10_000, "last_level": 2}
    data = {name: str(value) for name, value in initial.items()} | {"sold": "on"} | typed
    form = ChipOfferForm(data, initial=initial, kind="rebuy", has_bounty=True)
    assert form.is_valid() is (prize is not None)
    if prize is not None:
        assert form.cleaned_data["offer"].price.prize == prize
    else:
        assert "The parts add up to" in form.errors["price"][0]
