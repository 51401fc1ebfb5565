"""Colours of chips as a director writes them, in either language."""

from __future__ import annotations

import pytest

from tournament.rules.chips.colours import COLOURS, ChipColourError, read_chip_colours


def test_values_and_colours_are_read_in_both_languages() -> None:
    assert read_chip_colours(" 25 green, 100 Nero ,5000 arancione,") == {
        25: "green",
        100: "black",
        5000: "orange",
    }
    assert read_chip_colours("") == {}
    for colour, other in COLOURS.items():
        assert read_chip_colours(f"1 {colour}, 5 {other}") == {1: colour, 5: colour}


@pytest.mark.parametrize(
    ("typed", "part", "nearest"),
    [
        ("25 green, 100 blak", "100 blak", "black"),
        ("100 neroo", "100 neroo", "nero"),
        ("25 xyzzy", "25 xyzzy", ""),
        ("green 25", "green 25", ""),
        ("25", "25", ""),
        ("25 green, 25 red", "25 red", ""),
        ("25 green 100 black", "25 green 100 black", ""),
    ],
)
def test_what_cannot_be_read_is_named_with_what_was_meant(typed: str, part: str, nearest: str) -> None:
    with pytest.raises(ChipColourError) as problem:
        read_chip_colours(typed)
    assert (problem.value.typed, problem.value.nearest) == (part, nearest)
