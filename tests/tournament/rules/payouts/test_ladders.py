"""The bubble prize and side prizes leave the pool before the ladder is cut; together they are the pool to the cent."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import Said, said
from tests.tournament.rules.payouts.test_locked import paid, schemes
from tournament.rules.payouts.ladders import Ladder, locked_with_bubble, pool_of_places, whole_ladder
from tournament.rules.payouts.locked import LockedLadder, tiers_of
from tournament.rules.payouts.schemes import (
    AmountTier,
    CustomAmounts,
    FieldCurve,
    FixedShares,
    PayoutScheme,
    PrizeError,
    SatelliteSeats,
)

HALVES = FixedShares(shares=(500_000, 300_000, 200_000))
BY_HAND = CustomAmounts(
    tiers=(AmountTier(first=1, last=1, amount=500_00), AmountTier(first=2, last=3, amount=150_00))
)


@pytest.mark.rule("PRIZE-01")
def test_the_buy_in_back_for_the_bubble_is_taken_before_the_ladder_is_cut() -> None:
    ladder = whole_ladder(pool=1_000_00, entries=10, scheme=HALVES, unit=100, bubble=100_00)
    assert ladder.prizes == (450_00, 270_00, 180_00, 100_00)
    assert (ladder.places_paid, ladder.bubble_at, ladder.amounts) == (3, 4, (450_00, 270_00, 180_00))


@pytest.mark.rule("PRIZE-01")
def test_side_prizes_make_the_ladder_smaller() -> None:
    ladder = whole_ladder(
        pool=1_000_00, entries=10, scheme=HALVES, unit=100, bubble=100_00, side_prizes=50_00
    )
    assert ladder.prizes == (425_00, 255_00, 170_00, 100_00)


@pytest.mark.parametrize(("pool", "bubble"), [(300_00, 100_00), (300_00, 500_00), (0, 100_00)])
def test_where_everybody_is_in_the_money_nobody_is_on_the_bubble(pool: int, bubble: int) -> None:
    ladder = whole_ladder(pool=pool, entries=3, scheme=HALVES, unit=100, bubble=bubble)
    assert (sum(ladder.prizes), ladder.places_paid, ladder.has_bubble) == (pool, 3 if pool else 0, False)


@pytest.mark.parametrize(
    ("pool", "side_prizes", "bubble", "problem"),
    [
        (1_000_00, 0, 200_00, "bubble_above_smallest"),
        (1_000_00, 0, 1_000_00, "bubble_above_pool"),
        (1_000_00, 950_00, 100_00, "bubble_above_pool"),
        (1_000_00, 1_000_01, 0, "side_prizes_above_pool"),
    ],
)
def test_what_the_pool_cannot_pay_is_refused(pool: int, side_prizes: int, bubble: int, problem: str) -> None:
    with pytest.raises(PrizeError) as caught:
        whole_ladder(pool=pool, entries=10, scheme=HALVES, unit=100, bubble=bubble, side_prizes=side_prizes)
    assert caught.value.code == problem


def test_amounts_by_hand_are_held_against_what_is_left_for_them() -> None:
    assert whole_ladder(pool=900_00, entries=9, scheme=BY_HAND, bubble=100_00).prizes == (
        *(500_00, 150_00, 150_00),
        100_00,
    )
    assert whole_ladder(pool=800_00, entries=3, scheme=BY_HAND, bubble=100_00).prizes == (
        *(500_00, 150_00),
        150_00,
    )
    with pytest.raises(PrizeError, match="without the bubble prize and side prizes is 70000"):
        whole_ladder(pool=800_00, entries=9, scheme=BY_HAND, bubble=100_00)


def test_of_a_satellite_the_seats_are_in_the_money_and_the_cash_is_not() -> None:
    ladder = whole_ladder(pool=225_00, entries=5, scheme=SatelliteSeats(value=60_00))
    assert (ladder.prizes, ladder.places_paid) == ((60_00, 60_00, 60_00, 45_00), 3)
    assert SatelliteSeats(value=60_00).seat_of(61_00) == 60_00
    assert SatelliteSeats(value=60_00).seat_of(59_99) == 0


def test_a_locked_ladder_keeps_its_bubble_prize() -> None:
    locked = LockedLadder(amounts=BY_HAND, pool=800_00)
    assert locked_with_bubble(locked, entries=9, bubble=100_00).prizes == (500_00, 150_00, 150_00, 100_00)
    assert locked_with_bubble(locked, entries=3, bubble=100_00).prizes == (500_00, 150_00, 150_00)
    with pytest.raises(PrizeError, match="above the smallest prize"):
        locked_with_bubble(locked, entries=9, bubble=150_01)
    seats = locked_with_bubble(locked, entries=9, bubble=0, seats=SatelliteSeats(value=150_00))
    assert seats.places_paid == 3


Cut = Callable[..., Ladder]
money = st.integers(0, 10**9)


def adds_up(cut: Cut, *, ties: list[int], pool: int, entries: int, unit: int, **of_pool: int) -> None:
    """Places taken in groups of any size pay the pool but for its side prizes, and a locked ladder does the same."""
    try:
        ladder = cut(pool=pool, entries=entries, unit=unit, **of_pool)
    except PrizeError:
        return
    side_prizes = of_pool["side_prizes"]
    assert sum(paid(ladder.prizes, entries, ties, unit)) + side_prizes == pool or not entries
    assert list(ladder.prizes) == sorted(ladder.prizes, reverse=True)
    if ladder.has_bubble:
        assert ladder.prizes[-1] == of_pool["bubble"]
    if ladder.amounts:
        left = pool_of_places(pool=pool, places=len(ladder.amounts), entries=entries, **of_pool)
        locked = LockedLadder(amounts=tiers_of(ladder.amounts), pool=left)
        if ladder.has_bubble or not of_pool["bubble"]:
            assert locked.added == 0
            assert locked_with_bubble(locked, entries=entries, bubble=of_pool["bubble"]).prizes == (
                ladder.prizes
            )


@given(
    scheme=schemes,
    pool=money,
    bubble=st.integers(0, 10**6),
    side_prizes=st.integers(0, 10**6),
    entries=st.integers(1, 200),
    unit=st.sampled_from([1, 100, 500]),
    ties=st.lists(st.integers(1, 9), min_size=1, max_size=12),
)
def test_ladder_bubble_and_side_prizes_are_the_pool_to_the_minor_unit(
    scheme: PayoutScheme, ties: list[int], **of_pool: int
) -> None:
    if isinstance(scheme, SatelliteSeats):
        of_pool["bubble"] = 0
    adds_up(partial(whole_ladder, scheme=scheme), ties=ties, **of_pool)


def test_the_property_finds_a_bubble_prize_that_was_not_taken_from_the_pool() -> None:
    """The planted fault: the ladder is cut from the whole pool, and the bubble is paid besides."""

    def cut_too_early(*, bubble: int, **of_pool: int) -> Ladder:
        ladder = whole_ladder(scheme=FieldCurve(), **of_pool)
        return Ladder(prizes=(*ladder.prizes, bubble), places_paid=len(ladder.prizes), has_bubble=True)

    of_pool = {"pool": 1_000_00, "entries": 20, "unit": 100, "bubble": 50_00, "side_prizes": 10_00}
    adds_up(partial(whole_ladder, scheme=FieldCurve()), ties=[1, 3], **of_pool)
    with pytest.raises(AssertionError):
        adds_up(cut_too_early, ties=[1, 3], **of_pool)


def test_a_refusal_of_the_ladder_names_the_two_amounts() -> None:
    def cut(*, scheme: PayoutScheme = HALVES, **of_pool: int) -> Said:
        return said(lambda: whole_ladder(entries=10, scheme=scheme, unit=100, **of_pool))

    assert [
        cut(pool=1_000_00, side_prizes=1_000_01),
        cut(pool=1_000_00, bubble=1_000_00),
        cut(pool=1_000_00, bubble=200_00),
        cut(scheme=BY_HAND, pool=900_00, side_prizes=60_00, bubble=60_00),
        cut(scheme=BY_HAND, pool=900_00, side_prizes=50_00),
    ] == [
        (
            "The side prizes from the prize pool are 100001, the prize pool is 100000.",
            "side_prizes_above_pool",
            {"total": 1_000_01, "pool": 1_000_00},
        ),
        (
            "The bubble prize is 100000, the prize pool is 100000.",
            "bubble_above_pool",
            {"bubble": 1_000_00, "pool": 1_000_00},
        ),
        (
            "The bubble prize of 20000 is above the smallest prize of 16000: lower it, or pay fewer places.",
            "bubble_above_smallest",
            {"bubble": 200_00, "smallest": 160_00},
        ),
        (
            "The amounts add up to 80000; the prize pool without the bubble prize and side prizes is 78000.",
            "amounts_do_not_sum",
            {"total": 800_00, "pool": 780_00},
        ),
        (
            "The amounts add up to 80000; the prize pool without the bubble prize and side prizes is 85000.",
            "amounts_do_not_sum",
            {"total": 800_00, "pool": 850_00},
        ),
    ]


def test_a_bubble_prize_may_be_as_high_as_the_smallest_prize() -> None:
    even = whole_ladder(pool=1_000_00, entries=10, scheme=BY_HAND, unit=100, bubble=150_00, side_prizes=50_00)
    assert even == Ladder(prizes=(500_00, 150_00, 150_00, 150_00), places_paid=3, has_bubble=True)
    whole = whole_ladder(pool=800_00, entries=10, scheme=BY_HAND)
    assert (whole, whole.bubble_at, whole.amounts) == (
        Ladder(prizes=(500_00, 150_00, 150_00), places_paid=3),
        0,
        (500_00, 150_00, 150_00),
    )
    # The whole pool is in side prizes: nothing is left for anybody.
    assert whole_ladder(pool=100, entries=10, scheme=HALVES, side_prizes=100, bubble=5) == Ladder()


def test_what_is_left_for_the_places_is_without_the_bubble_where_somebody_is_on_it() -> None:
    def left(entries: int) -> int:
        return pool_of_places(pool=1_000, places=3, entries=entries, bubble=100, side_prizes=50)

    assert [left(entries) for entries in (2, 3, 4)] == [950, 950, 850]


def test_seats_and_locked_amounts_say_how_many_places_are_in_the_money() -> None:
    seats = SatelliteSeats(value=60_00)
    assert whole_ladder(pool=225_00, entries=5, scheme=seats, unit=100, side_prizes=45_00) == Ladder(
        prizes=(60_00, 60_00, 60_00), places_paid=3
    )
    locked = LockedLadder(amounts=BY_HAND, pool=800_00)
    amounts = (500_00, 150_00, 150_00)
    assert [
        locked_with_bubble(locked, entries=entries, bubble=bubble) for entries, bubble in ((9, 0), (3, 50_00))
    ] == [Ladder(prizes=amounts, places_paid=3)] * 2
    assert locked_with_bubble(locked, entries=4, bubble=1) == Ladder(
        prizes=(*amounts, 1), places_paid=3, has_bubble=True
    )
    one_seat = SatelliteSeats(value=500_00)
    assert locked_with_bubble(locked, entries=9, bubble=1, seats=one_seat) == Ladder(
        prizes=amounts, places_paid=1
    )
