"""Prizes as the log says them, where tests/told has no line of the kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.factories import STRUCTURE
from tournament.changes.change import Change
from tournament.changes.payments import PlayerPaid
from tournament.changes.pool import MoneyAdded
from tournament.changes.prizes import PaymentTakenBack, PayoutsLocked
from tournament.templatetags.writing import PageWriter

WRITER: Final = PageWriter(currency="EUR", structure=STRUCTURE)
LOCKED: Final = PayoutsLocked(places=4, total=190_00, pool=180_00, before=None)
VOIDED: Final = PaymentTakenBack(entry=9, number=12, name="Anna Verdi", payout=5, amount=90_00, withheld=8_00)
PAID: Final = PlayerPaid(
    entry=9,
    number=12,
    name="Anna Verdi",
    amount=0,
    seat=80_00,
    prize=0,
    bounties=0,
    side_prizes=0,
    owed=0,
    papers=("id",),
    parts=(7,),
)
ADDED: Final = MoneyAdded(amount=50_00, giver="jackpot", is_cash=False)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (LOCKED, "Locked the payouts: 4 places, €190; the house adds €10."),
        (replace(LOCKED, pool=200_00), "Locked the payouts: 4 places, €190; the house withholds €10."),
        (replace(LOCKED, pool=190_00), "Locked the payouts: 4 places, €190."),
        (VOIDED, "Voided the payment of €82 to Anna Verdi, and €8 withheld."),
        (replace(VOIDED, withheld=0), "Voided the payment of €90 to Anna Verdi."),
        (PAID, "Handed over to Anna Verdi in one payment: seat €80. ID seen."),
        (ADDED, "A jackpot added €50 to the prize pool."),
        (replace(ADDED, giver="of_a_later_release"), "€50 was added to the prize pool."),
    ],
)
def test_a_prize_reads_as_a_floor_manager_says_it(change: Change, sentence: str) -> None:
    assert change.said(WRITER) == sentence
