import json
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.payouts.locked import (
    Awarded,
    Difference,
    LockedLadder,
    locked_from_dict,
    require_awarded,
    require_said,
    tiers_of,
)
from tournament.rules.payouts.money import PrizePool
from tournament.rules.payouts.prizes import payouts, prize_shares
from tournament.rules.payouts.schemes import (
    WHOLE,
    AmountTier,
    CustomAmounts,
    FieldCurve,
    PayoutScheme,
    PrizeError,
    SatelliteSeats,
)
from tournament.rules.templates.catalogue import CLUB_PAYOUTS

BY_HAND = CustomAmounts(
    tiers=(AmountTier(first=1, last=1, amount=500_00), AmountTier(first=2, last=3, amount=150_00))
)


@pytest.mark.parametrize(
    ("pool", "difference", "problem"),
    [
        (800_00, "none", None),
        (800_00, "added", "difference_not_so"),
        (800_00, "withheld", "difference_not_so"),
        (800_01, "none", "amounts_below_pool"),
        (800_01, "withheld", None),
        (800_01, "added", "difference_not_so"),
        (799_99, "none", "amounts_above_pool"),
        (799_99, "added", None),
        (799_99, "withheld", "difference_not_so"),
        (0, "added", None),
    ],
)
def test_amounts_are_the_pool_or_somebody_bears_the_difference(
    pool: int, difference: str, problem: str | None
) -> None:
    if problem is None:
        require_said(BY_HAND, pool=pool, difference=difference)  # type: ignore[arg-type]  # the three that there are
        return
    with pytest.raises(PrizeError) as caught:
        require_said(BY_HAND, pool=pool, difference=difference)  # type: ignore[arg-type]  # the three that there are
    assert caught.value.code == problem


def test_a_refusal_names_the_difference_exactly() -> None:
    with pytest.raises(PrizeError, match=r"add up to 80000, 7 less than the prize pool\. Raise them"):
        require_said(BY_HAND, pool=800_07, difference="none")
    with pytest.raises(PrizeError, match=r"add up to 80000, 7 more than the prize pool\. Lower them"):
        require_said(BY_HAND, pool=799_93, difference="none")


def test_what_the_house_said_and_what_the_pool_moved_are_two_figures() -> None:
    locked = LockedLadder(amounts=BY_HAND, pool=790_00)
    assert (locked.added, locked.moved(790_00), locked.moved(840_00), locked.moved(745_00)) == (
        *(10_00, 0, 50_00, -45_00),
    )


def test_what_was_awarded_stays_and_the_best_place_that_would_change_is_named() -> None:
    awarded = [Awarded(first=3, last=3, amount=150_00), Awarded(first=4, last=5, amount=170_00)]
    require_awarded((900_00, 300_00, 150_00, 100_00, 70_00), awarded)
    require_awarded((900_00, 300_00, 150_00, 85_00, 85_00, 20_00), awarded)
    with pytest.raises(PrizeError, match="Places 4 to 5 have been awarded 17000 together"):
        require_awarded((900_00, 300_00, 150_00, 100_00), awarded)
    with pytest.raises(PrizeError, match="Place 3 has been awarded 15000: keep that") as caught:
        require_awarded((900_00, 300_00, 151_00, 99_00, 70_00), awarded)
    assert caught.value.code == "awarded_changed"


def test_more_places_than_entries_are_refused() -> None:
    locked = LockedLadder(amounts=BY_HAND, pool=800_00)
    assert locked.ladder(entries=3) == (500_00, 150_00, 150_00)
    with pytest.raises(PrizeError, match="3 places are paid but there are only 2 entries"):
        locked.ladder(entries=2)


@pytest.mark.parametrize("data", [[], {"amounts": {"kind": "curve"}, "pool": 5}, {"pool": 5}, "locked"])
def test_a_stored_lock_that_makes_no_sense_is_refused(data: object) -> None:
    with pytest.raises(PrizeError):
        locked_from_dict(data)


schemes = st.one_of(
    st.builds(FieldCurve, paid=st.integers(1, WHOLE), min_cash=st.integers(0, 10**6)),
    st.builds(SatelliteSeats, value=st.integers(1, 10**8)),
    st.just(CLUB_PAYOUTS),
)


@given(
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.integers(1, 200),
    schemes,
    st.sampled_from([1, 100, 500]),
    st.lists(st.integers(1, 9), min_size=1, max_size=12),
    st.integers(-5_000, 5_000),
)
def test_every_tie_under_every_option_pays_the_pool_and_what_the_house_has_said(
    collected: int,
    guarantee: int,
    entries: int,
    scheme: PayoutScheme,
    unit: int,
    ties: list[int],
    changed: int,
) -> None:
    """Places are taken in groups of any size, as by hand-for-hand, and the winner's prize is changed by hand."""
    pool = PrizePool(collected=collected, guarantee=guarantee)
    ladder = payouts(pool=pool.total, entries=entries, scheme=scheme, unit=unit)
    assert sum(paid(ladder, entries, ties, unit)) == pool.total
    if not ladder or ladder[0] + changed < max((1, *ladder[1:2])):
        return
    by_hand = tiers_of((ladder[0] + changed, *ladder[1:]))
    difference: Difference = "none" if not changed else "added" if changed > 0 else "withheld"
    require_said(by_hand, pool=pool.total, difference=difference)
    locked = LockedLadder(amounts=by_hand, pool=pool.total)
    total = sum(paid(locked.ladder(entries=entries), entries, ties, unit))
    assert total == collected + pool.overlay + locked.added


def paid(ladder: tuple[int, ...], entries: int, ties: list[int], unit: int) -> list[int]:
    """What all entries get where places are shared by groups of these sizes, over and over."""
    first, shares = 1, list[int]()
    for size in cycle(ties):
        last = min(entries, first + size - 1)
        if first > last:
            break
        shares += prize_shares(ladder, first=first, last=last, unit=unit)
        first = last + 1
    return shares


@given(st.integers(1, 10**10), st.integers(1, 800), st.integers(0, 10_000), st.sampled_from([1, 100, 500]))
def test_a_calculated_ladder_is_locked_to_the_minor_unit_and_survives_json(
    pool: int, entries: int, min_cash: int, unit: int
) -> None:
    ladder = payouts(pool=pool, entries=entries, scheme=FieldCurve(min_cash=min_cash), unit=unit)
    locked = LockedLadder(amounts=tiers_of(ladder), pool=pool)
    assert (locked.added, locked.moved(pool)) == (0, 0)
    assert sum(locked.ladder(entries=entries)) == pool
    assert locked.ladder(entries=entries) == ladder
    assert locked_from_dict(json.loads(json.dumps(locked.to_dict()))) == locked


def test_a_refusal_of_a_locked_ladder_names_the_amounts_and_the_cure() -> None:
    fits = "The amounts add up to 80000, the prize pool is %s: choose what fits this difference."
    awarded = [Awarded(first=2, last=3, amount=300_00), Awarded(first=1, last=1, amount=500_00)]
    assert [
        said(lambda: locked_from_dict({"pool": 5})),
        said(lambda: LockedLadder(amounts=BY_HAND, pool=800_00).ladder(entries=2)),
        said(lambda: require_said(BY_HAND, pool=800_07, difference="none")),
        said(lambda: require_said(BY_HAND, pool=799_93, difference="none")),
        said(lambda: require_said(BY_HAND, pool=800_00, difference="added")),
        said(lambda: require_said(BY_HAND, pool=799_99, difference="withheld")),
        said(lambda: require_awarded((501_00, 150_00, 150_00), awarded)),
        said(lambda: require_awarded((500_00, 150_00, 149_00), awarded)),
        said(lambda: require_awarded((501_00, 150_00, 149_00), awarded)),
    ] == [
        ("This is not a locked ladder.", "bad_locked_ladder", {}),
        (
            "3 places are paid but there are only 2 entries.",
            "more_places_than_entries",
            {"places": 3, "entries": 2},
        ),
        (
            "The amounts add up to 80000, 7 less than the prize pool. Raise them, or say that the house withholds it.",
            "amounts_below_pool",
            {"total": 800_00, "missing": 7},
        ),
        (
            "The amounts add up to 80000, 7 more than the prize pool. Lower them, or say that the house adds it.",
            "amounts_above_pool",
            {"total": 800_00, "missing": 7},
        ),
        (fits % 80000, "difference_not_so", {"total": 800_00, "pool": 800_00}),
        (fits % 79999, "difference_not_so", {"total": 800_00, "pool": 799_99}),
        (
            "Place 1 has been awarded 50000: keep that, and change only the places still open.",
            "awarded_changed",
            {"first": 1, "last": 1, "total": 500_00},
        ),
        (
            "Places 2 to 3 have been awarded 30000 together: keep that, and change only the places still open.",
            "awarded_changed",
            {"first": 2, "last": 3, "total": 300_00},
        ),
        (
            "Place 1 has been awarded 50000: keep that, and change only the places still open.",
            "awarded_changed",
            {"first": 1, "last": 1, "total": 500_00},
        ),
    ]
    require_awarded((500_00, 150_00, 150_00), awarded)


def test_a_lock_is_stored_as_plain_values_and_read_again() -> None:
    locked = LockedLadder(amounts=BY_HAND, pool=790_00)
    assert locked.to_dict() == {
        "amounts": {
            "kind": "amounts",
            "tiers": [
                {"first": 1, "last": 1, "amount": 500_00},
                {"first": 2, "last": 3, "amount": 150_00},
            ],
        },
        "pool": 790_00,
    }
    assert locked_from_dict(locked.to_dict()) == locked
    assert locked_from_dict(None) is None
    assert tiers_of((500_00, 150_00, 150_00)) == BY_HAND
