"""What is withheld of prizes: parts of the whole or of what lies above an amount, to the minor unit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.payouts.deductions import (
    LONGEST_NAME,
    MAX_DEDUCTIONS,
    Deduction,
    DeductionError,
    Withheld,
    check_deductions,
    deduction_from_dict,
    withheld_of,
)
from tournament.rules.payouts.schemes import PERCENT, WHOLE

TAX = Deduction(name="Tax", share=20 * PERCENT, above=500_00)
STAFF = Deduction(name="Staff", share=3 * PERCENT)


@pytest.mark.parametrize(
    ("rule", "prize", "taken"),
    [
        (TAX, 500_00, 0),
        (TAX, 500_01, 0),
        (TAX, 500_05, 1),
        (TAX, 1_000_00, 100_00),
        (Deduction(name="Tax", share=24 * PERCENT, above=5_000_00, of_whole=True), 5_000_00, 0),
        (Deduction(name="Tax", share=24 * PERCENT, above=5_000_00, of_whole=True), 5_000_01, 1_200_00),
        (STAFF, 33, 0),
        (STAFF, 34, 1),
        (STAFF, 999_99, 29_99),
        (Deduction(name="Staff", share=PERCENT // 2), 101_00, 50),
    ],
)
def test_a_deduction_is_rounded_down_to_the_minor_unit(rule: Deduction, prize: int, taken: int) -> None:
    assert rule.of(prize) == taken


def test_each_deduction_looks_at_the_prize_as_it_was_awarded() -> None:
    assert withheld_of(1_000_00, (TAX, STAFF)) == (
        Withheld(name="Tax", amount=100_00),
        Withheld(name="Staff", amount=30_00),
    )
    assert withheld_of(400_00, (TAX, STAFF)) == (Withheld(name="Staff", amount=12_00),)
    assert withheld_of(400_00, ()) == ()


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"name": ""}, "no_name", "name"),
        ({"name": "x" * (LONGEST_NAME + 1)}, "long_name", "name"),
        ({"share": 0}, "bad_share", "share"),
        ({"share": WHOLE}, "bad_share", "share"),
        ({"above": -1}, "bad_amount", "above"),
    ],
)
def test_a_deduction_that_is_not_possible_says_where(wrong: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(DeductionError) as refusal:
        replace(STAFF, **wrong)
    assert (refusal.value.code, refusal.value.params["field"]) == (code, field)


def named(*shares: int) -> list[Deduction]:
    return [Deduction(name=f"Tax {number}", share=share) for number, share in enumerate(shares)]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (named(*[PERCENT] * (MAX_DEDUCTIONS + 1)), "too_many"),
        ([STAFF, Deduction(name="staff", share=PERCENT)], "same_name"),
        (named(WHOLE // 2, WHOLE // 2), "all_withheld"),
    ],
)
def test_deductions_that_do_not_go_together_are_refused(rules: list[Deduction], code: str) -> None:
    with pytest.raises(DeductionError) as refusal:
        check_deductions(rules)
    assert refusal.value.code == code
    check_deductions(rules[:1])


any_rules = st.lists(
    st.tuples(st.integers(1, WHOLE - 1), st.integers(0, 10**7), st.booleans()), max_size=MAX_DEDUCTIONS
).map(
    lambda drawn: [
        Deduction(name=str(number), share=share, above=above, of_whole=whole)
        for number, (share, above, whole) in enumerate(drawn)
    ]
)


@given(prize=st.integers(1, 10**12), rules=any_rules)
def test_something_is_always_left_to_pay_and_nothing_is_lost(prize: int, rules: list[Deduction]) -> None:
    try:
        check_deductions(rules)
    except DeductionError:
        return
    parts = withheld_of(prize, rules)
    net = prize - sum(part.amount for part in parts)
    assert 0 < net <= prize
    assert all(part.amount > 0 for part in parts)
    assert [deduction_from_dict(rule.to_dict()) for rule in rules] == rules


def test_a_deduction_is_refused_in_words() -> None:
    part = ("A deduction is more than 0 and less than 100 percent.", "bad_share", {"field": "share"})
    amount = ("The amount is out of range.", "bad_amount", {"field": "above"})
    assert [
        said(lambda: replace(STAFF, name="")),
        said(lambda: replace(STAFF, name="x" * 31)),
        said(lambda: replace(STAFF, share=0)),
        said(lambda: replace(STAFF, share=WHOLE)),
        said(lambda: replace(STAFF, above=-1)),
        said(lambda: replace(STAFF, above=10**12 + 1)),
        said(lambda: check_deductions(named(*[PERCENT] * 5))),
        said(lambda: check_deductions([STAFF, replace(STAFF, name="staff")])),
        said(lambda: check_deductions(named(WHOLE // 2, WHOLE // 2))),
    ] == [
        ("A deduction needs a name.", "no_name", {"field": "name"}),
        ("A name has at most 30 letters.", "long_name", {"field": "name", "most": 30}),
        part,
        part,
        amount,
        amount,
        ("An event has at most 4 deductions.", "too_many", {"field": "name", "most": 4}),
        ("Two deductions have the same name.", "same_name", {"field": "name"}),
        ("All deductions together are less than 100 percent.", "all_withheld", {"field": "share"}),
    ]
    check_deductions(named(*[PERCENT] * 4))
    for widest in ({"name": "x" * 30}, {"share": 1}, {"share": WHOLE - 1}, {"above": 10**12}):
        replace(STAFF, **widest)
    assert TAX.to_dict() == {"name": "Tax", "share": 200_000, "above": 500_00, "of_whole": False}
