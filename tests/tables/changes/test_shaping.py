"""What shaped the room, as the log says it, where tests/told has no line of the kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tables.changes.shaping import (
    BreakingOrderSet,
    HaltWaived,
    OpeningOrderSet,
    PlanUndone,
    TablesPlanned,
    ZoneChanged,
    ZoneRecord,
)
from tests.factories import STRUCTURE
from tournament.changes.change import Change
from tournament.templatetags.writing import PageWriter

WRITER: Final = PageWriter(currency="EUR", structure=STRUCTURE)
GARDEN: Final = ZoneRecord(name="Garden", staff="Lia", tables=(1,))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            TablesPlanned(tables=(21, 22, 23, 31), table_ids=(1, 2, 3, 4), seats=9),
            "Added tables 21–23, 31 to the room.",
        ),
        (PlanUndone(tables=(24,)), "Took table 24 out of the room again."),
        (
            BreakingOrderSet(order=(5, 3, 4, 9), table_ids=(1, 2, 3, 4), before=()),
            "Posted the breaking order: 5, 3, 4, 9.",
        ),
        (OpeningOrderSet(order=(3, 5), table_ids=(1, 2), before=()), "Set the opening order: 3, 5."),
        (
            ZoneChanged(before=GARDEN, after=replace(GARDEN, staff="Ugo")),
            "Changed the staff of zone Garden: Ugo.",
        ),
        (
            ZoneChanged(before=GARDEN, after=replace(GARDEN, staff="")),
            "Changed the staff of zone Garden: –.",
        ),
        (
            HaltWaived(table=3, table_id=31, players=1, before=None, after=1),
            "Let table 3 play on with 1 player.",
        ),
    ],
)
def test_the_room_reads_as_a_floor_manager_says_it(change: Change, sentence: str) -> None:
    assert change.said(WRITER) == sentence
