"""Cells of a list: every way to write a place, an amount, a day, a number, and what is none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tournament.rules.past.cells import (
    count_in,
    day_in,
    has_two_readings,
    is_month_first,
    money_in,
    place_in,
    points_in,
)
from tournament.rules.past.errors import PastFileError


@pytest.mark.parametrize(
    ("cell", "amount"),
    [
        ("0", 0),
        ("-", 0),
        ("12", 12_00),
        ("12.5", 12_50),
        ("12,05", 12_05),
        ("1234", 1_234_00),
        ("1.234", 1_234_00),
        ("1,234", 1_234_00),
        ("1.234,50 €", 1_234_50),
        ("1,234.50", 1_234_50),
        ("€ 1'234.5", 1_234_50),
        ("1’234", 1_234_00),
        ("1 234,5", 1_234_50),
        ("1\u00a0234\u202fEUR", 1_234_00),
        ("$1,234,567.89", 1_234_567_89),
        ("1.234.567", 1_234_567_00),
        ("CHF 20", 20_00),
        ("10000000000", 10**12),
    ],
)
def test_amounts_are_read_as_they_are_written(cell: str, amount: int) -> None:
    assert money_in(cell) == amount


@pytest.mark.parametrize(
    ("cell", "place"), [("1", 1), ("2nd", 2), ("3°", 3), ("11.", 11), ("–", 0), ("100", 100)]
)
def test_places_are_read_as_they_are_written(cell: str, place: int) -> None:
    assert place_in(cell) == place


@pytest.mark.parametrize("cell", ["2026-03-14", "14/03/2026", "14.3.2026", "14-03-2026", "2026-03-14T20:00:00Z",
                                  "2026-03-14 20:00", "14/03/2026 20:00"])  # fmt: skip
def test_days_are_read_with_the_day_first_or_as_iso(cell: str) -> None:
    assert day_in(cell) == date(2026, 3, 14)


def test_a_day_may_have_the_month_first() -> None:
    assert day_in("03/14/2026 20:00", month_first=True) == date(2026, 3, 14)
    assert day_in("2026-03-14", month_first=True) == date(2026, 3, 14)
    with pytest.raises(PastFileError):
        day_in("14/03/2026", month_first=True)


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (("03/04/2026", "03/14/2026"), True),
        (("3-14-2026", "2026-03-14"), True),
        (("03/04/2026", "14/03/2026"), False),
        (("14/03/2026", "03/14/2026"), False),
        (("03/04/2026", "2026-03-14", "yesterday", ""), None),
        ((), None),
    ],
)
def test_the_days_of_a_list_say_which_part_is_first(cells: tuple[str, ...], order: bool | None) -> None:
    assert is_month_first(cells) is order


@pytest.mark.parametrize(
    ("cell", "has_two"),
    [("03/04/2026", True), ("14/03/2026", True), ("4/04/2026", False), ("2026-03-04", False)],
)
def test_a_day_with_two_numbers_has_two_readings(cell: str, has_two: bool) -> None:
    assert has_two_readings(cell) is has_two


@pytest.mark.parametrize(("cell", "points"), [("12", "12"), ("12,5", "12.5"), ("-0.125", "-0.125")])
def test_points_have_decimals(cell: str, points: str) -> None:
    assert points_in(cell) == Decimal(points)


@pytest.mark.parametrize(
    ("read", "cell", "code"),
    [
        (money_in, "-5", "bad_amount"),
        (money_in, "1.2.3", "bad_amount"),
        (money_in, "12,34,56", "bad_amount"),
        (money_in, "1.234.56", "bad_amount"),
        (money_in, "0.123", "bad_amount"),
        (money_in, "1.2345", "bad_amount"),
        (money_in, "a seat", "bad_amount"),
        (money_in, "1e6", "bad_amount"),
        (money_in, "²", "bad_amount"),
        (money_in, "10000000000.01", "out_of_range"),
        (money_in, "1,000" * 2_000, "bad_amount"),
        (place_in, "0", "bad_place"),
        (place_in, "first", "bad_place"),
        (place_in, "10-12", "bad_place"),
        (place_in, "1000000", "bad_place"),
        (count_in, "-1", "bad_count"),
        (count_in, "1.5", "bad_count"),
        (count_in, "100001", "bad_count"),
        (points_in, "1.234,5", "bad_count"),
        (points_in, "many", "bad_count"),
        (day_in, "03/14/2026", "bad_date"),
        (day_in, "2026-02-30", "bad_date"),
        (day_in, "14/3/26", "bad_date"),
        (day_in, "14 March 2026", "bad_date"),
    ],
)
def test_everything_else_is_refused(read: Callable[[str], object], cell: str, code: str) -> None:
    with pytest.raises(PastFileError) as refused:
        read(cell)
    assert refused.value.code == code
    assert refused.value.data["found"] == cell[:40]
