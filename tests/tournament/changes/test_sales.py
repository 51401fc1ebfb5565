"""Sales as the log says them, where tests/told has no line of the kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.factories import STRUCTURE
from tournament.changes.change import Change
from tournament.changes.sales import (
    AddOnSold,
    OutBefore,
    RebuySold,
    SaleCollected,
    SaleOwedAgain,
    SaleUndone,
)
from tournament.models import SaleKind
from tournament.templatetags.writing import PageWriter

WRITER: Final = PageWriter(currency="EUR", structure=STRUCTURE)
REBUY: Final = RebuySold(
    entry=9,
    number=12,
    name="Anna Verdi",
    paid=50_00,
    chips=9_500,
    table=3,
    table_id=31,
    hand=0,
    is_owed=False,
    missed=0,
    back=None,
)
OUT: Final = OutBefore(seat=3, places=(4, 4), out_at="2026-03-14T20:02:00+00:00", of_entries=4)
ADD_ON: Final = AddOnSold.from_data(REBUY.to_data())
UNDONE: Final = SaleUndone(
    entry=9, number=12, name="Anna Verdi", kind=SaleKind.ADD_ON, paid=50_00, chips=9_500
)
COLLECTED: Final = SaleCollected(
    entry=9, number=12, name="Anna Verdi", sale=4, kind=SaleKind.ADD_ON, paid=50_00
)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (REBUY, "Rebuy of Anna Verdi: 9,500 for €50."),
        (
            replace(REBUY, hand=12, is_owed=True),
            (
                "Rebuy of Anna Verdi: 9,500 for €50. The chips come after hand 12. Announced at the table; "
                "the money is owed."
            ),
        ),
        (
            replace(REBUY, back=OUT, missed=2),
            "Anna Verdi is back in play by a rebuy: 9,500 for €50. 2 hands were dealt meanwhile (TDA 27).",
        ),
        (ADD_ON, "Add-on of Anna Verdi: 9,500 for €50."),
        (
            replace(UNDONE, kind=SaleKind.REBUY),
            "Undid the rebuy of Anna Verdi: 9,500 and €50 go back.",
        ),
        (UNDONE, "Undid the add-on of Anna Verdi: 9,500 and €50 go back."),
        (COLLECTED, "Anna Verdi has paid €50 for the add-on."),
        (SaleOwedAgain.from_data(COLLECTED.to_data()), "Anna Verdi owes €50 again."),
    ],
)
def test_a_sale_reads_as_a_floor_manager_says_it(change: Change, sentence: str) -> None:
    assert change.said(WRITER) == sentence
