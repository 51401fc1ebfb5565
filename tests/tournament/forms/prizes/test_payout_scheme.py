from __future__ import annotations

import pytest
from django.utils import translation

from tournament.forms.prizes.payout_scheme import PayoutSchemeForm, initial_of
from tournament.rules.payouts.schemes import (
    AmountTier,
    CustomAmounts,
    FieldCurve,
    FixedShares,
    PayoutScheme,
    SatelliteSeats,
    ShareTable,
    TableColumn,
)
from tournament.rules.templates.catalogue import TEMPLATES

SCHEMES: list[PayoutScheme] = [
    FixedShares(shares=(500_000, 300_000, 200_000)),
    FixedShares(shares=(1_000_000,)),
    ShareTable(
        columns=(
            TableColumn(min_entries=1, max_entries=1, shares=(1_000_000,)),
            TableColumn(min_entries=2, max_entries=27, shares=(665_000, 335_000)),
            TableColumn(min_entries=28, max_entries=None, shares=(500_000, 300_000, 200_000)),
        )
    ),
    FieldCurve(paid=125_000, min_cash=15_50, flatness=3, first_share=250_000),
    FieldCurve(),
    CustomAmounts(
        tiers=(AmountTier(first=1, last=1, amount=500_50), AmountTier(first=2, last=4, amount=100_00))
    ),
    SatelliteSeats(value=250_50),
    *(template.payout_scheme for template in TEMPLATES.values()),
]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_shown_is_read_back_as_the_same_scheme(scheme: PayoutScheme, language: str) -> None:
    with translation.override(language):
        form = PayoutSchemeForm(initial_of(scheme))

        assert form.is_valid(), form.errors
        assert form.cleaned_data["scheme"] == scheme


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        ({"kind": "fixed", "shares": ""}, "shares", "for example: 50 30 20"),
        ({"kind": "fixed", "shares": "50 30"}, "shares", "add up to 80 %, not 100 %"),
        ({"kind": "fixed", "shares": "30 70"}, "shares", "must not increase"),
        ({"kind": "fixed", "shares": "50 -30 80"}, "shares", "“-30” is not a percentage"),
        ({"kind": "fixed", "shares": "9" * 10_000}, "shares", "too long"),
        ({"kind": "fixed", "shares": "x " * 10_001}, "shares", "at most 20000 characters"),
        ({"kind": "table", "table": "3-27: 50 30 20\nnonsense"}, "table", "Line 2 cannot be read"),
        ({"kind": "table", "table": "3-27: 50 30"}, "table", "Column 3-27: the percentages add up to 80 %"),
        ({"kind": "table", "table": "1-5: 100\n7+: 50 50"}, "table", "does not continue"),
        ({"kind": "table", "table": "9-3: 100"}, "table", "must increase"),
        ({"kind": "table", "table": "\n"}, "table", "Enter at least one line"),
        ({"kind": "curve", "paid": ""}, "paid", "Enter the percentage of the field"),
        ({"kind": "curve", "paid": "101"}, "paid", "at most 100 percent"),
        ({"kind": "curve", "paid": "15", "min_cash": "-5"}, "min_cash", "at most two decimals"),
        ({"kind": "curve", "paid": "15", "flatness": "1001"}, "flatness", "from 0 to 1,000"),
        ({"kind": "amounts", "amounts": "1: 100\n3: 50"}, "amounts", "Place 2 is missing"),
        ({"kind": "amounts", "amounts": "1: 100\n2: 200"}, "amounts", "must not increase"),
        ({"kind": "amounts", "amounts": "1: -100"}, "amounts", "at most two decimals"),
        ({"kind": "amounts", "amounts": "1: 99999999999999"}, "amounts", "too large"),
        ({"kind": "amounts", "amounts": "1-99999: 5"}, "amounts", "out of range"),
        ({"kind": "seats"}, "seat_value", "Enter what a seat is worth"),
        ({"kind": "seats", "seat_value": "-250"}, "seat_value", "at most two decimals"),
        ({"kind": "lottery"}, "kind", "lottery"),
        ({}, "kind", "required"),
    ],
)
def test_a_scheme_that_cannot_be_is_refused_with_field_and_cure(
    data: dict[str, str], field: str, words: str
) -> None:
    form = PayoutSchemeForm(data)

    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert words in form.errors[field][0]


def test_what_is_wrong_in_a_part_that_was_not_chosen_does_not_matter() -> None:
    form = PayoutSchemeForm({"kind": "fixed", "shares": "100", "table": "?", "paid": "?", "amounts": "?"})

    assert form.is_valid(), form.errors
