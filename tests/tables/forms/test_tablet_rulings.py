from __future__ import annotations

from uuid import uuid4

import pytest

from tables import engine
from tables.forms.tablet_rulings import RulingForm, ruling_of


def form_of(**fields: object) -> RulingForm:
    return RulingForm({"key": str(uuid4()), "version": "3", "epoch": "1", **fields})


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"kind": "misdeal"}, "x:misdeal"),
        ({"kind": "misdeal", "seat": "3", "amount": "9"}, "x:misdeal"),
        ({"kind": "dead_hand", "seat": "3"}, "x:dead_hand,s=3"),
        (
            {"kind": "out_of_turn", "seat": "6", "said": "raise", "amount": "800"},
            "x:out_of_turn,s=6,o=r6:800",
        ),
        ({"kind": "out_of_turn", "seat": "6", "said": "fold", "amount": "800"}, "x:out_of_turn,s=6,o=f6"),
        ({"kind": "undercall", "seat": "2", "said": "fold", "amount": "50"}, "x:undercall,s=2,a=50,o=f2"),
        ({"kind": "undercall", "seat": "2", "said": "call", "amount": "50"}, "x:undercall,s=2,a=50,o=c2"),
        ({"kind": "undercall", "seat": "2", "amount": "50"}, "x:undercall,s=2,a=50"),
        ({"kind": "short_raise", "seat": "2", "said": "chips", "amount": "450"}, "x:short_raise,s=2,a=450"),
        (
            {"kind": "short_raise", "seat": "2", "said": "declared", "amount": "450"},
            "x:short_raise,s=2,a=450,o=r2:450",
        ),
        # As a page of before sends it, which has told what it became.
        (
            {"kind": "short_raise", "seat": "2", "said": "raise", "amount": "500"},
            "x:short_raise,s=2,o=r2:500",
        ),
        ({"kind": "string_bet", "seat": "2", "said": "raise", "amount": "450"}, "x:string_bet,s=2,o=r2:450"),
        ({"kind": "string_bet", "seat": "2", "said": "call", "amount": "450"}, "x:string_bet,s=2,o=c2"),
        ({"kind": "asked_to_see", "seat": "2", "asker": "5"}, "x:asked_to_see,s=2,q=5"),
        (
            {"kind": "exposed_card", "seat": "2", "cards": ["Ah"], "amount": "1"},
            "x:exposed_card,s=2,a=1,c=Ah",
        ),
    ],
)
def test_fields_become_a_ruling_and_what_it_has_no_use_for_is_left_out(
    fields: dict[str, object], text: str
) -> None:
    form = form_of(**fields)
    assert form.is_valid(), form.errors
    assert engine.encode(ruling_of(form.cleaned_data)) == text


def test_raise_without_its_amount_is_asked_for_it() -> None:
    form = form_of(kind="out_of_turn", seat="6", said="raise")
    assert dict(form.errors) == {"amount": ["To how much? Enter the amount of the raise."]}


@pytest.mark.parametrize("said", ["chips", "declared"])
def test_a_short_raise_without_its_chips_is_asked_for_them(said: str) -> None:
    form = form_of(kind="short_raise", seat="6", said=said)
    assert dict(form.errors) == {
        "amount": ["How much is in front of the player in total? Enter the full amount."]
    }


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"kind": "jam"},
        {"kind": "dead_hand", "seat": "11"},
        {"kind": "exposed_card", "cards": ["Zz"]},
        {"kind": "out_of_turn", "seat": "3", "said": "blind"},
    ],
)
def test_what_no_sheet_sends_is_not_understood(fields: dict[str, object]) -> None:
    assert not form_of(**fields).is_valid()
