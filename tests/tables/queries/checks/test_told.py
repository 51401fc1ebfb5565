"""The places that follow from the lines of the log."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tables.queries.checks.told import Place, places_told
from tournament.changes.change import Change
from tournament.changes.entries import EntryEliminated, EntryReinstated
from tournament.changes.sales import SaleUndone
from tournament.models import SaleKind


def out(entry: int, place: int) -> Change:
    return EntryEliminated(entry=entry, number=entry, name="Anna Verdi", place_first=place, place_last=place)


def rebuy_undone(entry: int) -> Change:
    return SaleUndone(
        entry=entry, number=entry, name="Anna Verdi", kind=SaleKind.REBUY, paid=30_00, chips=8_000
    )


def back(entry: int) -> Change:
    return EntryReinstated(entry=entry, number=entry)


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        # Four in the field. The first lost the last chip before the second did.
        ([out(1, 4), back(1), out(2, 4), rebuy_undone(1), out(1, 4)], {1: 4, 2: 3}),
        # The rebuy was another stack in play: later three are out in one hand, told by seat and not by place.
        ([rebuy_undone(1), out(2, 3), out(3, 2), out(1, 4)], {1: 4, 2: 3, 3: 2}),
    ],
    ids=["out again by the undo", "out in a later hand"],
)
def test_the_undo_of_a_rebuy_moves_up_only_who_went_out_since(
    changes: Sequence[Change], places: dict[int, int]
) -> None:
    assert places_told(changes) == {entry: Place(place, place) for entry, place in places.items()}
