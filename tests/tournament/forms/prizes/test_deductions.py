from __future__ import annotations

import pytest

from tournament.forms.prizes.deductions import DeductionsForm, initial_of
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.schemes import PERCENT

TAX = Deduction(name="Withholding tax", share=20 * PERCENT, above=500_00)
STAFF = Deduction(name="Staff", share=PERCENT * 5 // 2, above=1_000_00, of_whole=True)


def form(**typed: str) -> DeductionsForm:
    return DeductionsForm({name.replace("_", "-"): value for name, value in typed.items()})


def test_rows_are_read_and_blank_ones_left_out() -> None:
    typed = form(
        name_0="Withholding tax",
        share_0="20",
        above_0="500",
        of_0="rest",
        name_2="Staff",
        share_2="2,5 %",
        above_2="1000",
        of_2="whole",
    )
    assert typed.is_valid()
    assert typed.deductions == (TAX, STAFF)
    assert form().is_valid()
    assert form().deductions == ()


def test_what_is_stored_is_shown_as_it_was_typed() -> None:
    shown = initial_of([TAX, STAFF])
    again = DeductionsForm(shown)
    assert again.is_valid()
    assert again.deductions == (TAX, STAFF)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"share_0": "20"}, "name-0"),
        ({"name_0": "Tax"}, "share-0"),
        ({"name_0": "Tax", "share_0": "much"}, "share-0"),
        ({"name_0": "Tax", "share_0": "100"}, "share-0"),
        ({"name_0": "Tax", "share_0": "0"}, "share-0"),
        ({"name_0": "Tax", "share_0": "20", "above_0": "lots"}, "above-0"),
        ({"name_0": "Tax", "share_0": "20", "of_0": "half"}, "of-0"),
        ({"name_0": "x" * 31, "share_0": "20"}, "name-0"),
        ({"name_0": "Tax", "share_0": "60", "name_1": "Staff", "share_1": "40"}, "__all__"),
        ({"name_0": "Tax", "share_0": "6", "name_1": "tax", "share_1": "4"}, "__all__"),
    ],
)
def test_what_is_wrong_is_said_where_it_is(typed: dict[str, str], field: str) -> None:
    wrong = form(**typed)
    assert not wrong.is_valid()
    assert list(wrong.errors) == [field]
