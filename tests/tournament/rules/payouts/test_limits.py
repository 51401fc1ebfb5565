"""From which amount the desk asks for a second person, an ID or a tax form."""

from __future__ import annotations

import pytest

from tournament.rules.payouts.limits import PaymentLimits

LIMITS = PaymentLimits(two_people_from=5_000_00, id_from=1_000_00, tax_form_from=2_500_00)


@pytest.mark.parametrize(
    ("amount", "second", "papers"),
    [
        (999_99, False, ()),
        (1_000_00, False, ("id",)),
        (2_499_99, False, ("id",)),
        (2_500_00, False, ("id", "tax_form")),
        (4_999_99, False, ("id", "tax_form")),
        (5_000_00, True, ("id", "tax_form")),
    ],
)
def test_at_the_amount_itself_it_is_asked_for(amount: int, second: bool, papers: tuple[str, ...]) -> None:
    assert (LIMITS.needs_second(amount), LIMITS.papers_due(amount)) == (second, papers)


def test_a_house_without_limits_asks_for_nothing() -> None:
    assert (PaymentLimits().needs_second(10**12), PaymentLimits().papers_due(10**12)) == (False, ())


@pytest.mark.parametrize(
    ("amounts", "second"),
    [
        ((), ()),
        ((4_999_99,), ()),
        ((2_000_00, 2_999_99), ()),
        ((2_000_00, 3_000_00), (0, 1)),
        ((5_000_00, 4_999_99), (0,)),
        ((2_500_00, 5_000_00, 2_500_00), (0, 1, 2)),
    ],
)
def test_of_one_payment_a_second_person_confirms_what_reaches_the_limit_alone_or_together(
    amounts: tuple[int, ...], second: tuple[int, ...]
) -> None:
    assert sorted(LIMITS.parts_for_second(amounts)) == list(second)
