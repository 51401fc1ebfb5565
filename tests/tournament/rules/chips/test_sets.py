"""Chips by the piece: read as they are written, and what a case is enough for (published sets)."""

from __future__ import annotations

import pytest

from tournament.rules.chips.sets import (
    CaseHolds,
    ChipSetError,
    Exchange,
    case_holds,
    exchanges,
    read_chip_counts,
    worth,
)

T10_000 = {25: 12, 100: 12, 500: 5, 1_000: 6}
CASE_OF_400 = {25: 120, 100: 120, 500: 50, 1_000: 75, 5_000: 35}


@pytest.mark.parametrize(
    "typed",
    [
        "12×25, 12×100, 5×500, 6×1000",
        "12x25 + 12X100 + 5*500 + 6 x 1,000",
        "6×1.000; 5×500; 12×100; 12×25",
        "12×25,12×100,5×500,6×1,000",
        "12×25 12x100  5 x 500 6*1000",
        " 12×25,\n12×100,\n5×500,\n6×1000, ",
    ],
)
def test_chips_are_read_however_they_are_written(typed: str) -> None:
    assert list(read_chip_counts(typed).items()) == list(T10_000.items())


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("12×25, 100", "100"),
        ("12×25, 3×25", "3×25"),
        ("0×25", "0×25"),
        ("12×0", "12×0"),
        ("12 of 25", "12 of 25"),
        ("12×25 of 12×100", "12×25 of"),
    ],
)
def test_what_cannot_be_read_is_named(typed: str, part: str) -> None:
    with pytest.raises(ChipSetError) as problem:
        read_chip_counts(typed)
    assert problem.value.typed == part


def test_published_stacks_come_to_what_they_are_called() -> None:
    assert worth(T10_000) == 10_000
    assert worth({25: 12, 100: 12, 500: 3, 1_000: 7}) == 10_000
    assert worth({5: 15, 25: 13, 100: 11, 500: 1}) == 2_000
    assert worth(CASE_OF_400) == 290_000
    assert (read_chip_counts(""), worth({})) == ({}, 0)


def test_a_case_is_enough_for_as_many_stacks_as_its_shortest_value() -> None:
    assert case_holds(CASE_OF_400, T10_000) == CaseHolds(stacks=10, short_of=(25, 100, 500))
    assert case_holds(CASE_OF_400 | {100: 132}, T10_000) == CaseHolds(stacks=10, short_of=(25, 500))
    assert case_holds({25: 120}, T10_000) == CaseHolds(stacks=0, short_of=(100, 500, 1_000))


def test_what_leaves_is_changed_into_the_next_value() -> None:
    """Ten stacks: all 25s and 100s come to 15 chips of 1,000, all 500s to 5 of 5,000."""
    assert worth({25: 120, 100: 120}) // 1_000 == 15
    assert exchanges({25: 120, 100: 120, 500: 50, 1_000: 60}) == (
        Exchange(old=25, new=100, leaving=120, pieces=30, rest=0),
        Exchange(old=100, new=500, leaving=120, pieces=24, rest=0),
        Exchange(old=500, new=1_000, leaving=50, pieces=25, rest=0),
    )
    assert exchanges({25: 3, 100: 1}) == (Exchange(old=25, new=100, leaving=3, pieces=0, rest=75),)
    assert exchanges({20: 10, 50: 10}) == ()
