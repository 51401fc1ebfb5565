"""Desks that pay the same bounty at the same moment pay it once; the control leaves the lock out and pays it twice."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.db.models import Sum

from tests.factories import ACTOR, NOW
from tests.factories.field import bust, started
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tournament.models import Entry, MoneyKind, MoneyRow, Tournament
from tournament.queries.payouts.bounties import bounty_money
from tournament.services.cash import bounties
from tournament.services.cash.bounties import pay_bounties, void_bounty_payment
from tournament.services.log import record

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def winner() -> Entry:
    """Has a bounty of 25 to get."""
    tournament, entries = started(4, buy_in_bounty=25_00, bounty_kind="fixed", late_registration_level=3)
    bust(tournament, entries[1], winner=entries[0])
    return entries[0]


def pay_at_once(winner: Entry, desks: int) -> list[str]:
    def pay() -> MoneyRow:
        return pay_bounties(
            tournament_id=winner.tournament_id, entry_id=winner.pk, amount=25_00, by=ACTOR.at(NOW)
        )

    return sorted(type(answer).__name__ for answer in at_once(*[pay] * desks))


def handed_over() -> int:
    rows = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID)
    return -(rows.aggregate(all=Sum("amount"))["all"] or 0)


def test_eight_desks_pay_one_bounty_once_and_void_the_payment_once(winner: Entry) -> None:
    assert pay_at_once(winner, 8) == ["MoneyRow", *["Refused"] * 7]
    assert handed_over() == 25_00

    payment = MoneyRow.objects.get(kind=MoneyKind.BOUNTY_PAID)

    def void() -> MoneyRow:
        return void_bounty_payment(tournament_id=winner.tournament_id, row_id=payment.pk, by=ACTOR.at(NOW))

    answers = sorted(type(answer).__name__ for answer in at_once(*[void] * 4))
    assert answers == ["MoneyRow", *["Refused"] * 3]
    assert handed_over() == 0


@pytest.mark.usefixtures("without_seals")
def test_the_control_without_the_lock_two_desks_pay_it_twice(winner: Entry) -> None:
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)

    def log_together(*args: Any, **of_call: Any) -> Any:
        meeting.wait()
        return record(*args, **of_call)

    with (
        patch.object(bounties, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk)),
        patch.object(bounties, "record", log_together),
    ):
        assert pay_at_once(winner, 2) == ["MoneyRow"] * 2

    assert handed_over() == 50_00
    assert bounty_money(winner.tournament).difference == -25_00
