from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from tests.refusals import said
from tournament.rules.chip_sales import (
    ChipOffer,
    OfferError,
    SaleRefused,
    check_sale,
    is_sale_over,
    offer_from_dict,
)
from tournament.rules.clock import Clock, start
from tournament.rules.payouts.money import BuyIn
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure

BEGAN = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
# Ten minutes each: levels 1 and 2, a break, levels 3 and 4.
LEVEL = Level(small_blind=25, big_blind=50, duration_seconds=600)
STRUCTURE = Structure(periods=(LEVEL, LEVEL, Break(duration_seconds=600), LEVEL, LEVEL))
OFFER = ChipOffer(price=BuyIn(prize=20_00, fee=2_50), chips=10_000, first_level=2, last_level=3, per_player=2)


def sell(
    offer: ChipOffer, *, minutes: float = 15, bought: int = 0, chips: int | None = 4_000, started: bool = True
) -> None:
    check_sale(
        offer,
        structure=STRUCTURE,
        clock=start(Clock(), now=BEGAN) if started else Clock(),
        bought=bought,
        chips=chips,
        starting_stack=10_000,
        now=BEGAN + timedelta(minutes=minutes),
    )


def refusal(offer: ChipOffer, **more: Any) -> str:
    """The code, or "" for a sale that may be made."""
    try:
        sell(offer, **more)
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


def test_a_refusal_says_what_is_sold_when_and_to_whom() -> None:
    in_the_break, when_out = replace(OFFER, window="break"), replace(OFFER, holding="none")
    assert [
        said(lambda: sell(OFFER, started=False)),
        said(lambda: sell(in_the_break)),
        said(lambda: sell(OFFER, minutes=5)),
        said(lambda: sell(OFFER, bought=2)),
        said(lambda: sell(when_out, chips=1)),
        said(lambda: sell(OFFER, chips=10_001)),
    ] == [
        ("Sold once play has started.", "sale_not_open", {}),
        ("Sold in the break after level 3.", "sale_not_open", {"level": 3}),
        ("Sold from level 2 to the end of level 3.", "sale_not_open", {"first": 2, "last": 3}),
        ("This player has bought 2 of 2.", "sale_limit", {"count": 2, "limit": 2}),
        ("Sold only to players who have lost all their chips.", "has_chips", {}),
        (
            "Sold at 10000 chips or fewer: this player has 10001.",
            "too_many_chips",
            {"most": 10_000, "chips": 10_001},
        ),
    ]


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("chips", 1, 10**12),
        ("first_level", 1, 10_000),
        ("last_level", 1, 10_000),
        ("per_player", 1, 100),
    ],
)
def test_a_figure_of_an_offer_has_its_range(field: str, low: int, high: int) -> None:
    def with_value(value: Any) -> ChipOffer:
        return replace(OFFER, **{"first_level": 1, "last_level": 10_000, field: value})

    assert [getattr(with_value(value), field) for value in (low, high)] == [low, high]
    assert [said(partial(with_value, value)) for value in (low - 1, high + 1, "5", True)] == [
        (
            f"Enter a whole number from {low} to {high}.",
            "out_of_range",
            {"field": field, "low": low, "high": high},
        )
    ] * 4


def test_an_offer_that_cannot_be_says_what_to_change() -> None:
    one_level = replace(OFFER, first_level=3)
    assert (one_level.first_level, one_level.last_level) == (3, 3)
    assert [
        said(lambda: replace(OFFER, first_level=4)),
        said(lambda: replace(OFFER, window="always")),  # type: ignore[arg-type]  # what a form might hand over
        said(lambda: replace(OFFER, holding="some")),  # type: ignore[arg-type]  # what a form might hand over
    ] == [
        ("The first level is after the last one.", "levels_in_wrong_order", {"field": "last_level"}),
        ("There is no such window.", "unknown_window", {"field": "window"}),
        ("There is no such limit of the stack.", "unknown_holding", {"field": "holding"}),
    ]


def test_the_sale_is_over_after_the_last_level_and_the_break_that_follows() -> None:
    to_the_break = replace(OFFER, first_level=1, last_level=2)
    clock = start(Clock(), now=BEGAN)
    over = [
        is_sale_over(to_the_break, structure=STRUCTURE, clock=clock, now=BEGAN + timedelta(minutes=minutes))
        for minutes in (5, 15, 25, 35)
    ]
    assert over == [False, False, False, True]


def test_an_offer_is_stored_as_plain_values() -> None:
    assert OFFER.to_dict() == {
        "price": {"prize": 20_00, "fee": 2_50, "staff": 0, "bounty": 0, "other": 0},
        "chips": 10_000,
        "last_level": 3,
        "first_level": 2,
        "window": "levels",
        "per_player": 2,
        "holding": "starting_stack",
    }
