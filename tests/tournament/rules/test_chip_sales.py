from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tournament.rules.chip_sales import ChipOffer, OfferError, SaleRefused, check_sale, offer_from_dict
from tournament.rules.clock import Clock, start
from tournament.rules.payouts.money import BuyIn
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure

BEGAN = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
# Ten minutes each: levels 1 and 2, a break, levels 3 and 4.
LEVEL = Level(small_blind=25, big_blind=50, duration_seconds=600)
STRUCTURE = Structure(periods=(LEVEL, LEVEL, Break(duration_seconds=600), LEVEL, LEVEL))
OFFER = ChipOffer(price=BuyIn(prize=20_00, fee=2_50), chips=10_000, first_level=2, last_level=3, per_player=2)


def refusal(
    offer: ChipOffer, *, minutes: float = 15, bought: int = 0, chips: int | None = 4_000, started: bool = True
) -> str:
    """The code, or "" for a sale that may be made."""
    clock = start(Clock(), now=BEGAN) if started else Clock()
    try:
        check_sale(
            offer,
            structure=STRUCTURE,
            clock=clock,
            bought=bought,
            chips=chips,
            starting_stack=10_000,
            now=BEGAN + timedelta(minutes=minutes),
        )
    except SaleRefused as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    ("window", "open_at"),
    [("levels", [15, 25, 35]), ("break", [])],
)
def test_each_window_is_open_in_these_minutes(window: Any, open_at: list[int]) -> None:
    offer = replace(OFFER, window=window)
    assert [m for m in (5, 15, 25, 35, 45) if not refusal(offer, minutes=m)] == open_at
    assert refusal(offer, started=False) == "sale_not_open"


def test_the_break_after_the_last_level_is_in_the_window_and_may_be_all_of_it() -> None:
    to_the_break = replace(OFFER, first_level=1, last_level=2)
    assert [m for m in (5, 15, 25, 35) if not refusal(to_the_break, minutes=m)] == [5, 15, 25]
    only_then = replace(to_the_break, window="break")
    assert [m for m in (5, 15, 25, 35) if not refusal(only_then, minutes=m)] == [25]


@pytest.mark.parametrize(
    ("holding", "chips", "code"),
    [
        ("starting_stack", 10_000, ""),
        ("starting_stack", 10_001, "too_many_chips"),
        ("none", 0, ""),
        ("none", 1, "has_chips"),
        ("any", 99_000, ""),
        # Nobody has counted it: who sells has looked.
        ("none", None, ""),
    ],
)
def test_it_is_sold_at_these_stacks(holding: Any, chips: int | None, code: str) -> None:
    assert refusal(replace(OFFER, holding=holding), chips=chips) == code


def test_it_is_sold_so_often_to_a_player_or_without_limit() -> None:
    assert [refusal(OFFER, bought=bought) for bought in (0, 1, 2, 3)] == ["", "", "sale_limit", "sale_limit"]
    assert refusal(replace(OFFER, per_player=None), bought=99) == ""


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"chips": 0}, "chips"),
        ({"chips": 10**13}, "chips"),
        ({"first_level": 4}, "last_level"),
        ({"last_level": 0}, "last_level"),
        ({"per_player": 0}, "per_player"),
        ({"per_player": True}, "per_player"),
        ({"window": "always"}, "window"),
        ({"holding": "some"}, "holding"),
    ],
)
def test_an_offer_that_cannot_be_names_what_is_wrong(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(OfferError) as error:
        replace(OFFER, **changes)
    assert error.value.params.get("field") == field


def test_an_offer_is_stored_and_read_again() -> None:
    assert offer_from_dict(OFFER.to_dict()) == OFFER
    assert offer_from_dict(None) is None
