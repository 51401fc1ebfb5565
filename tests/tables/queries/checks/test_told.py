"""The places that follow from the lines of the log."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tables.queries.checks.told import Line, Place, places_told


def out(entry: int, place: int) -> Line:
    return "entry_eliminated", {"entry": entry, "place_first": place, "place_last": place}


def rebuy_undone(entry: int) -> Line:
    return "sale_undone", {"entry": entry}


def back(entry: int) -> Line:
    return "entry_reinstated", {"entry": entry}


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        # Four in the field. The first lost the last chip before the second did.
        ([out(1, 4), back(1), out(2, 4), rebuy_undone(1), out(1, 4)], {1: 4, 2: 3}),
        # The rebuy was another stack in play: later three are out in one hand, told by seat and not by place.
        ([rebuy_undone(1), out(2, 3), out(3, 2), out(1, 4)], {1: 4, 2: 3, 3: 2}),
    ],
    ids=["out again by the undo", "out in a later hand"],
)
def test_the_undo_of_a_rebuy_moves_up_only_who_went_out_since(
    lines: Sequence[Line], places: dict[int, int]
) -> None:
    assert places_told(lines) == {entry: Place(place, place) for entry, place in places.items()}
