from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.payouts.money import BuyIn, MoneyError, PrizePool, check_buy_in, minor_units, prize_pool


def test_the_parts_of_a_buy_in_add_up_to_its_price() -> None:
    # WSOP 2022 event 68: 1,000 = 890 + 77 + 33, of the 890 300 for bounties.
    assert BuyIn(prize=590_00, bounty=300_00, fee=77_00, staff=33_00).total == 1_000_00


def test_fees_need_not_be_whole_dollars() -> None:
    horse = BuyIn(prize=9_325_00, fee=472_50, staff=202_50)
    check_buy_in(horse, price=10_000_00)


def test_parts_that_do_not_sum_to_the_price_are_refused_with_the_difference() -> None:
    with pytest.raises(MoneyError, match="add up to 999950, the price is 1000000: change a part by 50"):
        check_buy_in(BuyIn(prize=9_325_00, fee=472_00, staff=202_50), price=10_000_00)


@pytest.mark.parametrize("field", ["prize", "fee", "staff", "bounty"])
@pytest.mark.parametrize(
    ("amount", "code"),
    [(-1, "out_of_range"), (10**12 + 1, "out_of_range"), (1.5, "not_whole"), (True, "not_whole")],
)
def test_a_bad_part_is_refused_by_name(field: str, amount: object, code: str) -> None:
    parts: dict[str, object] = {"prize": 100, field: amount}
    with pytest.raises(MoneyError, match=field) as caught:
        BuyIn(**parts)  # type: ignore[arg-type]  # what a form might hand over
    assert (caught.value.code, caught.value.params["field"]) == (code, field)


def test_a_buy_in_is_stored_as_its_parts() -> None:
    buy_in = BuyIn(prize=25_00, fee=3_00, staff=2_00)
    assert BuyIn(**buy_in.to_dict()) == buy_in


def test_the_pool_of_the_main_event_of_2023_is_7_percent_less_than_what_was_paid() -> None:
    pool = prize_pool([BuyIn(prize=9_300_00, fee=700_00)] * 10_043)
    assert pool.total == 93_399_900_00


def test_every_entry_keeps_the_price_it_paid() -> None:
    early, late = BuyIn(prize=80_00, fee=10_00), BuyIn(prize=100_00, fee=20_00)
    assert prize_pool([early, early, late]).collected == 260_00


@pytest.mark.parametrize(
    ("collected", "added", "overlay", "total"),
    [(150_000, 0, 50_000, 200_000), (150_000, 20_000, 30_000, 200_000), (250_000, 0, 0, 250_000)],
)
def test_the_house_pays_what_is_missing_to_the_guarantee(
    collected: int, added: int, overlay: int, total: int
) -> None:
    pool = PrizePool(collected=collected, added=added, guarantee=200_000)
    assert (pool.overlay, pool.total) == (overlay, total)


def test_a_pool_is_never_negative() -> None:
    with pytest.raises(MoneyError, match="added is negative"):
        PrizePool(collected=0, added=-1)


@given(st.integers(0, 10**12), st.integers(0, 10**12), st.integers(0, 10**12))
def test_a_pool_is_at_least_its_guarantee_and_at_least_what_came_in(
    collected: int, added: int, guarantee: int
) -> None:
    pool = PrizePool(collected=collected, added=added, guarantee=guarantee)
    assert pool.total == max(collected + added, guarantee)


def test_a_euro_has_cents_and_a_yen_has_none() -> None:
    assert (minor_units("EUR"), minor_units("JPY")) == (100, 1)


@pytest.mark.parametrize(
    ("collected", "share", "missing"),
    [(150_000, 4_500, 12), (150_000, 50_000, 1), (199_999, 4_500, 1), (200_000, 4_500, 0), (0, 0, None)],
)
def test_so_many_more_entries_end_the_overlay(collected: int, share: int, missing: int | None) -> None:
    pool = PrizePool(collected=collected, guarantee=200_000)
    assert pool.entries_missing(share=share) == missing
    if missing:
        assert PrizePool(collected=collected + missing * share, guarantee=200_000).overlay == 0
        assert PrizePool(collected=collected + (missing - 1) * share, guarantee=200_000).overlay > 0


def test_money_is_refused_with_the_part_and_the_figures() -> None:
    halves: Any = 1.5
    assert [
        said(lambda: BuyIn(prize=halves)),
        said(lambda: BuyIn(prize=1, other=-1)),
        said(lambda: BuyIn(prize=1, fee=10**12 + 1)),
        said(lambda: check_buy_in(BuyIn(prize=80, fee=15), price=100)),
        said(lambda: PrizePool(collected=-1)),
        said(lambda: PrizePool(collected=0, guarantee=-1)),
    ] == [
        ("prize is not a whole number of cents.", "not_whole", {"field": "prize"}),
        (
            "other is out of range: enter an amount from 0 to 1000000000000.",
            "out_of_range",
            {"field": "other", "high": 10**12},
        ),
        (
            "fee is out of range: enter an amount from 0 to 1000000000000.",
            "out_of_range",
            {"field": "fee", "high": 10**12},
        ),
        (
            "The parts add up to 95, the price is 100: change a part by 5.",
            "parts_do_not_sum",
            {"field": "price", "total": 95, "price": 100, "missing": 5},
        ),
        ("collected is negative.", "negative", {"field": "collected"}),
        ("guarantee is negative.", "negative", {"field": "guarantee"}),
    ]
    assert BuyIn(prize=10**12).total == 10**12


def test_a_pool_is_what_came_in_what_was_added_and_what_is_guaranteed() -> None:
    assert prize_pool([BuyIn(prize=7), BuyIn(prize=5)], added=3, guarantee=20) == PrizePool(
        collected=12, added=3, guarantee=20
    )
    assert prize_pool([]) == PrizePool(collected=0)
    assert prize_pool([]).total == 0
