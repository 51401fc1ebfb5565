from __future__ import annotations

import pytest

from tournament.forms.prizes.envelopes import EnvelopesForm, envelopes_text
from tournament.rules.payouts.mystery import EnvelopeLine


def typed(text: str) -> EnvelopesForm:
    form = EnvelopesForm({"envelopes_typed": text})
    form.is_valid()
    return form


def test_a_line_is_a_value_and_how_many_of_it() -> None:
    form = typed("1000 × 1\n\n250,50 x 2\n €50 * 10 \n12.34")

    assert form.envelopes == (
        EnvelopeLine(value=1_000_00, count=1),
        EnvelopeLine(value=250_50, count=2),
        EnvelopeLine(value=50_00, count=10),
        EnvelopeLine(value=12_34, count=1),
    )


def test_what_is_shown_is_read_back() -> None:
    lines = (EnvelopeLine(value=1_095_00, count=1), EnvelopeLine(value=65_50, count=75))

    assert typed(envelopes_text(lines)).envelopes == lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This field is required."),
        ("  \n ", "This field is required."),
        ("100 × 1\n× 3", "Line 2 cannot be read: enter it like “500 × 2”."),
        ("100 × 2 × 3", "Line 1 cannot be read: enter it like “500 × 2”."),
        ("100 × 1\nfifty × 3", "Line 2: Enter an amount"),
        ("100 × 0", "Line 1: 0 is out of range"),
        ("1 × 1\n" * 201, "Enter at most 200 lines."),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text: str, said: str) -> None:
    form = typed(text)

    assert form.envelopes == ()
    assert any(said in error for error in form.errors["envelopes_typed"])
