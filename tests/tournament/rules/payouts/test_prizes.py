import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import Said, said
from tournament.rules.payouts.finishing_places import Elimination, FinishingPlace, finishing_places
from tournament.rules.payouts.prizes import payouts, prize_shares
from tournament.rules.payouts.schemes import (
    PERCENT,
    WHOLE,
    AmountTier,
    CustomAmounts,
    FieldCurve,
    FixedShares,
    PayoutScheme,
    PrizeError,
    SatelliteSeats,
    ShareTable,
    TableColumn,
    payout_scheme_from_dict,
    payout_scheme_to_dict,
    percent_text,
)
from tournament.rules.templates.catalogue import CLUB_PAYOUTS

# WSOP Main Event 2023, whole dollars: last place of the tier, amount.
LADDER_2023 = (
    (1, 12_100_000), (2, 6_500_000), (3, 4_000_000), (4, 3_000_000), (5, 2_400_000), (6, 1_850_000),
    (7, 1_425_000), (8, 1_125_000), (9, 900_000), (11, 700_000), (13, 535_000), (17, 430_200),
    (26, 345_000), (35, 280_100), (44, 229_000), (53, 188_400), (62, 156_100), (71, 130_300),
    (80, 109_400), (89, 92_600), (98, 78_900), (161, 67_700), (224, 58_500), (287, 50_900),
    (350, 44_700), (413, 40_000), (476, 37_500), (539, 35_000), (602, 32_500), (665, 30_000),
    (764, 27_500), (863, 25_000), (962, 22_500), (1004, 20_000), (1249, 17_500), (1507, 15_000),
)  # fmt: skip
WSOP_2023 = CustomAmounts(
    tiers=tuple(
        AmountTier(first=before + 1, last=last, amount=dollars * 100)
        for (before, _), (last, dollars) in pairwise(((0, 0), *LADDER_2023))
    )
)
POOL_2023 = 93_399_900_00
HALVES = FixedShares(shares=(50 * PERCENT, 30 * PERCENT, 20 * PERCENT))


def test_the_wsop_2023_ladder_pays_1507_places_and_sums_to_its_pool_exactly() -> None:
    ladder = payouts(pool=POOL_2023, entries=10_043, scheme=WSOP_2023)
    assert len(ladder) == 1507
    assert sum(ladder) == POOL_2023 == 10_043 * 9_300_00
    assert (ladder[0], ladder[8], ladder[9], ladder[10], ladder[-1]) == (
        12_100_000_00,
        900_000_00,
        700_000_00,
        700_000_00,
        15_000_00,
    )


def test_the_three_way_bubble_pays_10_000_each() -> None:
    """Three out at three tables in one hand-for-hand hand, two prizes of 15,000 left."""
    ladder = payouts(pool=POOL_2023, entries=10_043, scheme=WSOP_2023)
    busts = [Elimination(entry=n, starting_stack=n * 100_000, table=n) for n in (1, 2, 3)]
    places = finishing_places(busts, remaining_after=1505, hand_for_hand=True)
    assert set(places.values()) == {FinishingPlace(first=1506, last=1508)}
    assert prize_shares(ladder, first=1506, last=1508) == (10_000_00, 10_000_00, 10_000_00)


def test_a_ladder_by_hand_must_add_up_to_the_pool_it_is_used_for() -> None:
    with pytest.raises(PrizeError, match="add up to 9339990000, the prize pool is 9339990001") as caught:
        payouts(pool=POOL_2023 + 1, entries=10_043, scheme=WSOP_2023)
    assert caught.value.code == "amounts_do_not_sum"


def test_a_ladder_by_hand_pays_no_more_places_than_there_are_entries() -> None:
    with pytest.raises(PrizeError, match="1507 places are paid but there are only 1506 entries"):
        payouts(pool=POOL_2023, entries=1506, scheme=WSOP_2023)


@pytest.mark.parametrize(
    ("tiers", "code"),
    [
        ([(1, 1, 500), (3, 3, 200)], "place_gap"),
        ([(1, 2, 500), (2, 3, 200)], "place_gap"),
        ([(2, 2, 500)], "place_gap"),
        ([(1, 1, 200), (2, 2, 500)], "amounts_rise"),
        ([(1, 1, 200), (2, 2, 0)], "amounts_rise"),
        ([], "amounts_rise"),
    ],
)
def test_a_ladder_by_hand_has_no_gaps_and_never_rises(tiers: list[tuple[int, int, int]], code: str) -> None:
    with pytest.raises(PrizeError) as caught:
        CustomAmounts(tiers=tuple(AmountTier(first=f, last=t, amount=a) for f, t, a in tiers))
    assert caught.value.code == code


def test_the_remainder_of_the_rounding_goes_to_first_place() -> None:
    assert payouts(pool=1_000_01, entries=20, scheme=HALVES) == (500_01, 300_00, 200_00)
    assert payouts(pool=277_77, entries=20, scheme=HALVES, unit=5_00) == (142_77, 80_00, 55_00)


def test_fewer_entries_than_places_share_the_whole_pool_in_proportion() -> None:
    assert payouts(pool=800_00, entries=2, scheme=HALVES) == (500_00, 300_00)
    assert payouts(pool=800_00, entries=1, scheme=HALVES) == (800_00,)


def test_places_that_would_round_to_nothing_are_not_paid() -> None:
    assert payouts(pool=40, entries=20, scheme=HALVES, unit=10) == (30, 10)
    assert payouts(pool=7, entries=20, scheme=HALVES, unit=100) == (7,)


def test_an_empty_pool_pays_nobody() -> None:
    assert payouts(pool=0, entries=20, scheme=HALVES) == ()
    assert payouts(pool=0, entries=0, scheme=WSOP_2023) == ()


def test_a_pool_without_entries_and_impossible_numbers_are_refused() -> None:
    for pool, entries, unit in ((100, 0, 1), (-1, 5, 1), (100, 5, 0)):
        with pytest.raises(PrizeError):
            payouts(pool=pool, entries=entries, scheme=HALVES, unit=unit)


def test_the_printed_columns_by_field_size_are_kept_exactly() -> None:
    def printed(entries: int) -> list[str]:
        return [percent_text(share) for share in CLUB_PAYOUTS.shares_for(entries)]

    assert printed(3) == printed(27) == ["50", "30", "20"]
    assert printed(28) == printed(45) == ["37", "22", "15", "11", "8", "7"]
    assert printed(65) == ["30", "20", "12", "10", "8", "6.5", "5.5", "4.5", "3.5"]
    assert printed(150) == [
        *["30", "20", "11.9", "8", "6.5", "5", "3.5", "2.6", "1.7"],
        *["1.4"] * 4,
        *["1.04"] * 5,
    ]


def test_a_column_that_sums_to_99_1_percent_like_the_published_one_is_refused() -> None:
    """The published column for 66 to 100 entries adds up to 99.1; this one has its sum."""
    shares = (300_000, 200_000, 119_000, 80_000, 65_000, 55_000, 45_000, 35_000, 26_000, *[22_000] * 3)
    assert sum(shares) == 991_000
    with pytest.raises(
        PrizeError, match=r"Column 66-100: the percentages add up to 99\.1 %, not 100 %\."
    ) as caught:
        TableColumn(min_entries=66, max_entries=100, shares=shares)
    assert caught.value.code == "shares_do_not_sum"


@pytest.mark.parametrize(
    ("shares", "code"),
    [
        ((), "bad_share"),
        ((WHOLE, 0), "bad_share"),
        ((WHOLE + 5, -5), "bad_share"),
        ((400_000, 600_000), "shares_rise"),
        ((600_000, 400_001), "shares_do_not_sum"),
    ],
)
def test_bad_percentages_are_refused(shares: tuple[int, ...], code: str) -> None:
    with pytest.raises(PrizeError) as caught:
        FixedShares(shares=shares)
    assert caught.value.code == code


def column(low: int, high: int | None) -> TableColumn:
    return TableColumn(min_entries=low, max_entries=high, shares=(WHOLE,))


def test_the_columns_of_a_table_follow_each_other() -> None:
    ShareTable(columns=(column(2, 9), column(10, None)))
    for columns in ((column(2, 9), column(11, 20)), (column(2, None), column(10, 20))):
        with pytest.raises(PrizeError, match="does not continue"):
            ShareTable(columns=columns)
    with pytest.raises(PrizeError, match="no column"):
        ShareTable(columns=())
    with pytest.raises(PrizeError, match="must increase"):
        column(9, 2)


def test_a_field_larger_than_the_table_is_refused_and_a_smaller_one_uses_the_first_column() -> None:
    table = ShareTable(columns=(column(10, 20),))
    assert payouts(pool=100, entries=3, scheme=table) == (100,)
    with pytest.raises(PrizeError, match="ends at 20 entries; there are 21"):
        payouts(pool=100, entries=21, scheme=table)


def test_a_curve_pays_its_part_of_the_field_rounded_up() -> None:
    curve = FieldCurve(paid=15 * PERCENT)
    assert [len(payouts(pool=10**9, entries=n, scheme=curve)) for n in (1, 6, 7, 20, 100, 101)] == [
        *(1, 1, 2, 3, 15, 16)
    ]
    assert len(payouts(pool=POOL_2023, entries=10_043, scheme=curve)) == 1507


def test_a_curve_falls_like_one_over_the_place() -> None:
    curve = FieldCurve(paid=WHOLE)
    assert payouts(pool=1100, entries=3, scheme=curve) == (600, 300, 200)


def test_a_flatter_curve_gives_less_to_the_first() -> None:
    steep, flat = (
        payouts(pool=1_000_000, entries=100, scheme=FieldCurve(flatness=flatness)) for flatness in (0, 5)
    )
    assert flat[0] < steep[0]
    assert flat[-1] > steep[-1]


def test_every_paid_place_gets_the_minimum_cash() -> None:
    ladder = payouts(pool=100 * 90_00, entries=100, scheme=FieldCurve(min_cash=150_00), unit=1_00)
    assert len(ladder) == 15
    assert min(ladder) >= 150_00


def test_a_minimum_cash_too_large_for_half_of_the_pool_reduces_the_places() -> None:
    ladder = payouts(pool=1_000_00, entries=100, scheme=FieldCurve(min_cash=100_00))
    assert len(ladder) == 5
    assert payouts(pool=1_000_00, entries=100, scheme=FieldCurve(min_cash=900_00)) == (1_000_00,)


@pytest.mark.parametrize(
    ("pool", "entries", "ladder", "seats"),
    [
        (1_040, 20, (250, 250, 250, 250, 40), 4),
        (1_000, 20, (250, 250, 250, 250), 4),
        (249, 20, (249,), 0),
        # More seats than entries: everybody has one, and what is left goes to the first on top.
        (1_040, 3, (540, 250, 250), 3),
        (1_040, 4, (290, 250, 250, 250), 4),
    ],
)
def test_a_satellite_pays_seats_and_the_rest_in_cash_to_the_next_place(
    pool: int, entries: int, ladder: tuple[int, ...], seats: int
) -> None:
    satellite = SatelliteSeats(value=250)
    # Seats are not rounded, whatever the unit of the other prizes.
    assert payouts(pool=pool, entries=entries, scheme=satellite, unit=100) == ladder
    assert satellite.seats(ladder) == seats


def test_the_first_share_of_a_curve_can_be_set() -> None:
    ladder = payouts(pool=1_000_00, entries=20, scheme=FieldCurve(first_share=60 * PERCENT))
    assert ladder == (600_00, 240_00, 160_00)


def test_a_first_share_below_the_second_prize_or_above_the_pool_is_refused() -> None:
    for first_share, min_cash in ((10 * PERCENT, 0), (90 * PERCENT, 100_00)):
        curve = FieldCurve(first_share=first_share, min_cash=min_cash)
        with pytest.raises(PrizeError) as caught:
            payouts(pool=1_000_00, entries=20, scheme=curve)
        assert caught.value.code == "first_share_does_not_fit"


@pytest.mark.parametrize(
    "bad", [{"paid": 0}, {"min_cash": -1}, {"flatness": True}, {"first_share": WHOLE + 1}]
)
def test_a_curve_out_of_range_is_refused_by_field(bad: dict[str, int]) -> None:
    with pytest.raises(PrizeError, match=next(iter(bad))):
        FieldCurve(**bad)


curves = st.builds(
    FieldCurve,
    paid=st.integers(1, WHOLE),
    min_cash=st.integers(0, 10**6),
    flatness=st.integers(0, 20),
)


@st.composite
def fixed_shares(draw: st.DrawFn) -> FixedShares:
    cuts = sorted(draw(st.lists(st.integers(1, WHOLE - 1), max_size=30, unique=True)))
    parts = sorted((b - a for a, b in pairwise((0, *cuts, WHOLE))), reverse=True)
    return FixedShares(shares=tuple(parts))


@given(
    st.integers(1, 10**11),
    st.integers(1, 3000),
    st.one_of(
        curves, fixed_shares(), st.just(CLUB_PAYOUTS), st.builds(SatelliteSeats, value=st.integers(1, 10**9))
    ),
    st.sampled_from([1, 5, 100, 500, 10_000]),
)
def test_payouts_sum_to_the_pool_and_never_rise(
    pool: int, entries: int, scheme: PayoutScheme, unit: int
) -> None:
    ladder = payouts(pool=pool, entries=entries, scheme=scheme, unit=unit)
    assert sum(ladder) == pool
    assert 1 <= len(ladder) <= entries
    assert min(ladder) > 0
    assert all(above >= below for above, below in pairwise(ladder))
    if isinstance(scheme, SatelliteSeats):
        assert all(amount == scheme.value for amount in ladder[1:-1])
    else:
        assert all(amount % unit == 0 for amount in ladder[1:])


@given(
    st.lists(st.integers(1, 10**9), max_size=30), st.integers(1, 40), st.integers(0, 8), st.integers(1, 1000)
)
def test_shared_prizes_add_up_and_differ_by_rounding_only(
    amounts: list[int], first: int, more: int, unit: int
) -> None:
    ladder = sorted(amounts, reverse=True)
    last = first + more
    shares = prize_shares(ladder, first=first, last=last, unit=unit)
    assert len(shares) == more + 1
    assert sum(shares) == sum(ladder[first - 1 : last])
    assert max(shares) - min(shares) < 2 * unit
    assert list(shares) == sorted(shares, reverse=True)


def test_the_minimum_cash_is_rounded_up_so_that_nobody_is_paid_less() -> None:
    """A minimum of 1,050 in steps of 500 is 1,500; the cent that no step takes goes to first place."""
    curve = FieldCurve(min_cash=1_050_00)
    ladder = payouts(pool=19_000_01, entries=60, scheme=curve, unit=500_00)
    assert ladder == (6_500_01, 3_500_00, 2_500_00, 2_500_00, 2_000_00, 2_000_00)
    assert sum(ladder) == 19_000_01
    assert payouts(pool=19_000_01, entries=60, scheme=curve)[-1] == 1_425_08


@given(st.integers(1, 60), st.integers(1, 9_999), st.integers(0, 999), st.sampled_from([1, 100, 500]))
def test_no_paid_place_ever_gets_less_than_the_minimum_cash(
    places: int, minimum: int, more: int, unit: int
) -> None:
    """Pools just large enough: the minimum of every place takes about half of them."""
    pool = 2 * places * minimum + more
    ladder = payouts(pool=pool, entries=places * 6, scheme=FieldCurve(min_cash=minimum), unit=unit)
    assert sum(ladder) == pool
    assert min(ladder) >= minimum


def test_tied_players_never_get_less_than_the_smallest_prize_they_share() -> None:
    """Amounts by hand of 1,050 in a tournament whose prizes are rounded to 500."""
    assert prize_shares((4_000, 1_050, 1_050), first=2, last=3, unit=500) == (1_050, 1_050)
    assert prize_shares((4_000, 1_500, 1_050), first=2, last=3, unit=500) == (1_300, 1_250)


@given(
    st.lists(st.integers(1, 10**6), min_size=2, max_size=9), st.integers(1, 9), st.sampled_from([1, 7, 500])
)
def test_a_share_is_never_below_the_smallest_prize_that_is_shared(
    amounts: list[int], first: int, unit: int
) -> None:
    ladder = sorted(amounts, reverse=True)
    first = min(first, len(ladder))
    assert min(prize_shares(ladder, first=first, last=len(ladder), unit=unit)) >= ladder[-1]


def test_odd_units_of_a_shared_prize_go_to_the_first_of_the_tied_entries() -> None:
    assert prize_shares((100, 50, 25), first=2, last=4) == (25, 25, 25)
    assert prize_shares((100, 51, 26), first=2, last=4) == (26, 26, 25)
    assert prize_shares((107,), first=1, last=2, unit=10) == (57, 50)


def test_places_that_are_not_there_are_refused() -> None:
    for first, last, unit in ((0, 1, 1), (3, 2, 1), (1, 1, 0)):
        with pytest.raises(PrizeError):
            prize_shares((100,), first=first, last=last, unit=unit)


@pytest.mark.parametrize(
    "scheme",
    [HALVES, CLUB_PAYOUTS, FieldCurve(min_cash=5, flatness=2), WSOP_2023, SatelliteSeats(value=250_00)],
)
def test_a_scheme_survives_json(scheme: PayoutScheme) -> None:
    assert payout_scheme_from_dict(json.loads(json.dumps(payout_scheme_to_dict(scheme)))) == scheme


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"kind": "lottery"},
        {"kind": "fixed"},
        {"kind": "fixed", "shares": "all"},
        {"kind": "fixed", "shares": [WHOLE], "more": 1},
        {"kind": "fixed", "shares": ["half", "half"]},
        {"kind": "table", "columns": [3]},
        {"kind": "table", "columns": [{"shares": [WHOLE]}]},
        {"kind": "table", "columns": [{"min_entries": "a", "max_entries": None, "shares": [WHOLE]}]},
        {"kind": "seats"},
        {"kind": "seats", "value": 0},
        {"kind": "seats", "value": "250"},
        {"kind": "curve", "slope": 3},
        {"kind": "curve", "paid": "15 %"},
        {"kind": "amounts", "tiers": None},
        {"kind": "amounts", "tiers": [{"first": 1, "last": 1}]},
        {"kind": "amounts", "tiers": [{"first": 1, "last": 30_000, "amount": 5}]},
    ],
)
def test_a_stored_scheme_that_makes_no_sense_is_refused(data: object) -> None:
    with pytest.raises(PrizeError):
        payout_scheme_from_dict(data)


def test_percentages_are_written_without_needless_zeros() -> None:
    assert [percent_text(share) for share in (WHOLE, 119_000, 10_400, 1)] == ["100", "11.9", "1.04", "0.0001"]


def test_a_scheme_is_refused_with_its_column_and_figures() -> None:
    def shares(*each: int, low: int = 5, high: int | None = 9) -> tuple[Said, Said]:
        return (
            said(lambda: FixedShares(shares=each)),
            said(lambda: TableColumn(min_entries=low, max_entries=high, shares=each)),
        )

    assert [shares(), shares(WHOLE, 0), shares(400_000, 600_000), shares(600_000, 390_500)] == [
        (
            ("The percentages must be above 0.", "bad_share", {"column": ""}),
            ("Column 5-9: the percentages must be above 0.", "bad_share", {"column": "5-9"}),
        ),
        (
            ("The percentages must be above 0.", "bad_share", {"column": ""}),
            ("Column 5-9: the percentages must be above 0.", "bad_share", {"column": "5-9"}),
        ),
        (
            (
                "The percentages must not increase from one place to the next.",
                "shares_rise",
                {"column": ""},
            ),
            (
                "Column 5-9: the percentages must not increase from one place to the next.",
                "shares_rise",
                {"column": "5-9"},
            ),
        ),
        (
            (
                "The percentages add up to 99.05 %, not 100 %.",
                "shares_do_not_sum",
                {"column": "", "percent": "99.05"},
            ),
            (
                "Column 5-9: the percentages add up to 99.05 %, not 100 %.",
                "shares_do_not_sum",
                {"column": "5-9", "percent": "99.05"},
            ),
        ),
    ]


def test_a_table_is_refused_with_the_columns_that_do_not_follow() -> None:
    table = ShareTable(columns=(column(1, 1), column(2, 20)))
    order = "Column %s: the numbers of entries must increase."
    assert [
        said(lambda: column(9, 8)),
        said(lambda: column(0, 8)),
        said(lambda: ShareTable(columns=())),
        said(lambda: ShareTable(columns=(column(2, 9), column(11, None)))),
        said(lambda: ShareTable(columns=(column(2, None), column(10, 20)))),
        said(lambda: table.shares_for(21)),
    ] == [
        (order % "9-8", "bad_column", {"column": "9-8"}),
        (order % "0-8", "bad_column", {"column": "0-8"}),
        ("The payout table has no columns.", "empty_table", {}),
        (
            "Column 11- does not continue from column 2-9.",
            "columns_do_not_follow",
            {"column": "11-", "before": "2-9"},
        ),
        (
            "Column 10-20 does not continue from column 2-.",
            "columns_do_not_follow",
            {"column": "10-20", "before": "2-"},
        ),
        (
            "The payout table ends at 20 entries; there are 21.",
            "field_too_large",
            {"last": 20, "entries": 21},
        ),
    ]
    assert table.shares_for(20) == (WHOLE,)


@pytest.mark.parametrize(
    ("made", "field", "low", "high"),
    [
        (lambda value: FieldCurve(paid=value), "paid", 1, WHOLE),
        (lambda value: FieldCurve(min_cash=value), "min_cash", 0, 10**12),
        (lambda value: FieldCurve(flatness=value), "flatness", 0, 1_000),
        (lambda value: FieldCurve(first_share=value), "first_share", 0, WHOLE),
        (lambda value: SatelliteSeats(value=value), "value", 1, 10**12),
        (lambda value: AmountTier(first=value, last=20_000, amount=5), "first", 1, 20_000),
        (lambda value: AmountTier(first=7, last=value, amount=5), "last", 7, 20_000),
    ],
)
def test_a_figure_of_a_scheme_has_its_range(
    made: Callable[[object], PayoutScheme | AmountTier], field: str, low: int, high: int
) -> None:
    assert [getattr(made(value), field) for value in (low, high)] == [low, high]
    refusal = (
        f"{field} must be a whole number from {low} to {high}.",
        "out_of_range",
        {"field": field, "low": low, "high": high},
    )
    for wrong in (low - 1, high + 1, "5", True):
        assert said(partial(made, wrong)) == refusal


def test_amounts_and_pools_that_do_not_fit_are_refused_in_words() -> None:
    def tiers(*each: tuple[int, int, int]) -> CustomAmounts:
        return CustomAmounts(tiers=tuple(AmountTier(first=f, last=t, amount=a) for f, t, a in each))

    two = tiers((1, 1, 60), (2, 2, 40))
    rise: Said = (
        "Amounts must not increase from one place to the next, and each must be above 0.",
        "amounts_rise",
        {},
    )
    bad_pool: Said = ("The prize pool is negative or the rounding unit is below 1.", "bad_pool", {})
    first = FieldCurve(first_share=105_000)
    just_below = FieldCurve(paid=WHOLE, first_share=350_000)
    assert [
        said(lambda: tiers((1, 1, 60), (3, 3, 40))),
        said(lambda: tiers((1, 1, 40), (2, 2, 60))),
        said(lambda: tiers((1, 1, 40), (2, 2, 0))),
        said(lambda: payouts(pool=-1, entries=5, scheme=HALVES)),
        said(lambda: payouts(pool=5, entries=5, scheme=HALVES, unit=0)),
        said(lambda: payouts(pool=5, entries=0, scheme=HALVES)),
        said(lambda: payouts(pool=99, entries=5, scheme=two)),
        said(lambda: payouts(pool=1_000_00, entries=20, scheme=first)),
        # 350 for the first, and 390 for the second.
        said(lambda: payouts(pool=1_000, entries=3, scheme=just_below)),
        said(lambda: prize_shares((100,), first=0, last=1)),
        said(lambda: prize_shares((100,), first=2, last=1)),
    ] == [
        ("Place 2 is missing or listed twice.", "place_gap", {"place": 2}),
        rise,
        rise,
        bad_pool,
        bad_pool,
        ("There is a prize pool but there are no entries.", "no_entries", {}),
        (
            "The amounts add up to 100, the prize pool is 99.",
            "amounts_do_not_sum",
            {"total": 100, "pool": 99},
        ),
        (
            "A first prize of 10.5 % of the prize pool does not fit 3 places.",
            "first_share_does_not_fit",
            {"percent": "10.5", "places": 3},
        ),
        (
            "A first prize of 35 % of the prize pool does not fit 3 places.",
            "first_share_does_not_fit",
            {"percent": "35", "places": 3},
        ),
        ("These places do not exist.", "bad_places", {}),
        ("These places do not exist.", "bad_places", {}),
    ]
    assert tiers((1, 2, 50)).ladder() == (50, 50)
    assert payouts(pool=100, entries=2, scheme=two) == (60, 40)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "not_a_scheme"),
        ({}, "unknown_scheme"),
        ({"kind": "lottery"}, "unknown_scheme"),
        ({"kind": "fixed", "shares": "all"}, "bad_scheme"),
        ({"kind": "table", "columns": [3]}, "bad_scheme"),
        ({"kind": "table", "columns": [], "more": 1}, "bad_scheme"),
        ({"kind": "amounts", "tiers": [{"first": 1}]}, "bad_scheme"),
        ({"kind": "amounts", "tiers": [{}] * 20_001}, "bad_scheme"),
        ({"kind": "fixed", "shares": [1] * 20_001}, "bad_scheme"),
    ],
)
def test_a_stored_scheme_is_refused_in_words(data: object, code: str) -> None:
    words = {
        "not_a_scheme": "This is not a payout structure.",
        "unknown_scheme": "This kind of payout structure does not exist.",
        "bad_scheme": "The fields of this payout structure are wrong.",
    }
    assert said(lambda: payout_scheme_from_dict(data)) == (words[code], code, {})


def test_a_scheme_is_stored_as_plain_values() -> None:
    table = ShareTable(columns=(column(1, 9), column(10, None)))
    curve = FieldCurve(paid=5, min_cash=4, flatness=3, first_share=2)
    assert [payout_scheme_to_dict(scheme) for scheme in (table, curve, SatelliteSeats(value=7))] == [
        {
            "kind": "table",
            "columns": [
                {"min_entries": 1, "max_entries": 9, "shares": [WHOLE]},
                {"min_entries": 10, "max_entries": None, "shares": [WHOLE]},
            ],
        },
        {"kind": "curve", "paid": 5, "min_cash": 4, "flatness": 3, "first_share": 2},
        {"kind": "seats", "value": 7},
    ]


@pytest.mark.parametrize(
    ("curve", "pool", "entries", "ladder"),
    [
        # One place: all of it, whatever is promised to the first.
        (FieldCurve(paid=1, first_share=100_000), 1_000, 9, (1_000,)),
        (FieldCurve(paid=WHOLE, flatness=1), 1_300, 3, (600, 400, 300)),
        (FieldCurve(paid=WHOLE, min_cash=100), 1_400, 3, (700, 400, 300)),
        # The minimum of three places is more than half of 599, of two it is not.
        (FieldCurve(paid=WHOLE, min_cash=100), 599, 3, (366, 233)),
        (FieldCurve(paid=WHOLE, min_cash=100), 600, 3, (265, 181, 154)),
        (FieldCurve(paid=WHOLE, first_share=500_000), 1_000, 3, (500, 300, 200)),
        (FieldCurve(paid=WHOLE, first_share=500_000, min_cash=100), 1_000, 3, (500, 280, 220)),
    ],
)
def test_the_curve_of_a_small_field_is_worked_out_by_hand(
    curve: FieldCurve, pool: int, entries: int, ladder: tuple[int, ...]
) -> None:
    assert payouts(pool=pool, entries=entries, scheme=curve) == ladder
