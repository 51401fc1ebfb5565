from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.prices import (
    MAX_PRICES,
    PriceError,
    PriceProfile,
    PriceQuote,
    check_prices,
    next_change,
    price_from_dict,
    price_to_pay,
    read_quote,
    without_dates,
)

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
# The H.O.R.S.E. event of 2022: its fees are no whole dollars.
BUY_IN = PriceProfile(name="", price=BuyIn(prize=9_325_00, fee=472_50, staff=202_50))
EARLY = PriceProfile(name="Early", price=BuyIn(prize=9_000_00, fee=472_50), ends_at=NOW)
LATE = PriceProfile(name="Late", price=BuyIn(prize=9_325_00, fee=900_00), starts_at=NOW + MINUTE)
MEMBER = PriceProfile(name="Member", price=BuyIn(prize=9_325_00, other=50))

moments = st.none() | st.integers(-5, 5).map(lambda minutes: NOW + minutes * MINUTE)


def test_the_price_to_pay_follows_from_the_date_to_the_very_instant() -> None:
    prices = (EARLY, LATE, MEMBER)
    instants = (NOW - timedelta(microseconds=1), NOW, NOW + MINUTE - timedelta(microseconds=1), NOW + MINUTE)

    names = [price_to_pay(BUY_IN, prices, now=now).name for now in instants]

    assert names == ["Early", "", "", "Late"]
    assert [next_change(prices, now=now) for now in instants] == [NOW, NOW + MINUTE, NOW + MINUTE, None]


def test_a_price_without_dates_is_only_chosen_by_hand() -> None:
    assert (MEMBER.is_dated, MEMBER.holds_at(NOW), price_to_pay(BUY_IN, [MEMBER], now=NOW)) == (
        False,
        False,
        BUY_IN,
    )


def test_the_parts_are_exact_to_the_minor_unit() -> None:
    assert (BUY_IN.price.total, MEMBER.price.total) == (10_000_00, 9_325_50)
    assert MEMBER.price.to_dict() == {"prize": 9_325_00, "fee": 0, "staff": 0, "bounty": 0, "other": 50}


@given(one=st.tuples(moments, moments), two=st.tuples(moments, moments))
def test_two_prices_overlap_exactly_when_both_are_to_be_paid_at_some_moment(
    one: tuple[datetime | None, datetime | None], two: tuple[datetime | None, datetime | None]
) -> None:
    if any(start is not None and end is not None and start >= end for start, end in (one, two)):
        return
    first, second = (
        PriceProfile(name=name, price=BUY_IN.price, starts_at=start, ends_at=end)
        for name, (start, end) in (("First", one), ("Second", two))
    )
    half_minutes = [NOW + minutes * MINUTE / 2 for minutes in range(-20, 21)]

    together = any(first.holds_at(now) and second.holds_at(now) for now in half_minutes)

    assert first.overlaps(second) == second.overlaps(first) == together


@pytest.mark.parametrize(
    ("prices", "words"),
    [
        ((EARLY, replace(MEMBER, name="EARLY")), "There is a price of this name already."),
        ((EARLY, replace(MEMBER, name="")), "A price needs a name."),
        ((EARLY, replace(MEMBER, name="x" * 31)), "A name has at most 30 letters."),
        (
            (EARLY, replace(LATE, starts_at=NOW - MINUTE)),
            "“Early” and “Late” would both be the price to pay at the same time: change a date of one.",
        ),
        (
            tuple(replace(MEMBER, name=f"Price {number}") for number in range(MAX_PRICES + 1)),
            "An event has at most 8 prices.",
        ),
    ],
)
def test_prices_that_do_not_go_together_are_refused_with_the_cure(
    prices: tuple[PriceProfile, ...], words: str
) -> None:
    with pytest.raises(PriceError) as refused:
        check_prices(prices)

    assert str(refused.value) == words


def test_prices_that_follow_one_another_go_together() -> None:
    check_prices((EARLY, LATE, MEMBER))
    check_prices((EARLY, replace(LATE, starts_at=NOW)))


def test_a_price_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(PriceError, match="The price ends before it begins"):
        replace(EARLY, ends_at=NOW, starts_at=NOW)


@pytest.mark.parametrize("price", [EARLY, LATE, MEMBER, replace(MEMBER, is_public=False)])
def test_a_price_comes_back_from_its_column_as_it_was(price: PriceProfile) -> None:
    assert price_from_dict(price.to_dict()) == price


def test_another_day_has_the_prices_without_their_dates() -> None:
    assert without_dates((EARLY, MEMBER)) == (replace(EARLY, ends_at=None), MEMBER)


@given(name=st.text(max_size=30), total=st.integers(0, 10**12), is_by_date=st.booleans())
def test_a_quote_is_read_as_it_was_written(name: str, total: int, is_by_date: bool) -> None:
    quote = PriceQuote(name=name, total=total, is_by_date=is_by_date)

    assert read_quote(str(quote)) == quote


@pytest.mark.parametrize(
    "text", ["", "now", "now:", "now:5", "hand:-5:", "hand:²:x", "soon:5:x", "now:" + "9" * 16 + ":x"]
)
def test_what_is_no_quote_is_none(text: str) -> None:
    assert read_quote(text) is None


def test_a_refused_price_names_the_field_to_change() -> None:
    many = tuple(replace(MEMBER, name=f"Price {number}") for number in range(9))
    at_once = (EARLY, replace(LATE, starts_at=NOW - MINUTE))
    assert [
        said(lambda: check_prices(many))[1:],
        said(lambda: check_prices((replace(MEMBER, name=""),)))[1:],
        said(lambda: check_prices((replace(MEMBER, name="x" * 31),)))[1:],
        said(lambda: check_prices((MEMBER, replace(MEMBER, name="MEMBER"))))[1:],
        said(lambda: check_prices(at_once))[1:],
    ] == [
        ("too_many", {"field": "name", "most": 8}),
        ("no_name", {"field": "name"}),
        ("long_name", {"field": "name", "most": 30}),
        ("same_name", {"field": "name"}),
        ("overlap", {"field": "starts_at", "one": "Early", "other": "Late"}),
    ]
    check_prices(many[:8])
    check_prices((replace(MEMBER, name="x" * 30),))
    assert said(lambda: replace(EARLY, starts_at=NOW)) == (
        "The price ends before it begins.",
        "ends_first",
        {"field": "ends_at"},
    )


def test_a_price_is_stored_as_plain_values() -> None:
    stored = {
        "name": "Early",
        "price": {"prize": 9_000_00, "fee": 472_50, "staff": 0, "bounty": 0, "other": 0},
        "starts_at": None,
        "ends_at": "2026-03-14T20:00:00+00:00",
        "is_public": True,
    }
    assert EARLY.to_dict() == stored
    assert LATE.to_dict()["starts_at"] == "2026-03-14T20:01:00+00:00"


def test_two_prices_overlap_unless_one_ends_as_the_other_begins() -> None:
    spell = replace(EARLY, starts_at=NOW - MINUTE)
    assert [spell.overlaps(other) for other in (EARLY, LATE, MEMBER, replace(LATE, starts_at=NOW))] == [
        *(True, False, False, False)
    ]
    assert [other.overlaps(spell) for other in (EARLY, LATE, MEMBER)] == [True, False, False]


def test_a_quote_is_the_price_of_the_hour_or_one_chosen_by_hand() -> None:
    quotes = [
        PriceQuote(name="Early: bird", total=95_00, is_by_date=is_by_date) for is_by_date in (True, False)
    ]
    assert [str(quote) for quote in quotes] == ["now:9500:Early: bird", "hand:9500:Early: bird"]
    assert [read_quote(str(quote)) for quote in quotes] == quotes
    assert read_quote("now:" + "9" * 15 + ":") == PriceQuote(name="", total=10**15 - 1, is_by_date=True)


EARLY_BIRD = PriceProfile(name="Early bird", price=BuyIn(prize=35_00), first_entries=2)


@pytest.mark.parametrize(
    ("taken", "has_started", "paid"),
    [(0, False, 35_00), (1, False, 35_00), (2, False, 50_00), (0, True, 50_00)],
    ids=["the first", "the last of them", "one too late", "the clock runs"],
)
def test_an_early_bird_is_for_the_first_entries_until_the_clock_starts(
    taken: int, has_started: bool, paid: int
) -> None:
    standard = PriceProfile(name="", price=BuyIn(prize=50_00))
    found = price_to_pay(standard, (EARLY_BIRD,), now=NOW, taken=taken, has_started=has_started)
    assert found.price.total == paid


def test_an_early_bird_goes_before_a_price_with_dates_and_is_kept_as_it_was() -> None:
    standard = PriceProfile(name="", price=BuyIn(prize=50_00))
    dated = PriceProfile(name="Late", price=BuyIn(prize=60_00), starts_at=NOW)
    check_prices((dated, EARLY_BIRD))
    assert price_to_pay(standard, (dated, EARLY_BIRD), now=NOW) == EARLY_BIRD
    assert price_to_pay(standard, (dated, EARLY_BIRD), now=NOW, taken=2) == dated
    assert price_from_dict(EARLY_BIRD.to_dict()) == EARLY_BIRD
    assert "first_entries" not in dated.to_dict()
    with pytest.raises(PriceError):
        PriceProfile(name="None", price=BuyIn(prize=1), first_entries=0)
