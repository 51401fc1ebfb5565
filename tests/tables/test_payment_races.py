"""Two people confirm the same payment at the same moment, or its payer does: it is paid once, by two.

The control leaves the lock out and pays it twice.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.db.models import Sum

from tests.factories import NOW, make_account
from tests.factories.books import played_for_money
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tournament.models import (
    Account,
    HeldKind,
    HeldPayment,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
)
from tournament.services.actor import Actor, By
from tournament.services.cash import payouts
from tournament.services.cash.holding import ask_for_second, withdraw_payment
from tournament.services.prizes import confirming
from tournament.services.prizes.confirming import confirm_payment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def by(account: Account) -> By:
    return Actor(label=account.username, account_id=account.pk).at(NOW)


@pytest.fixture
def held() -> HeldPayment:
    """The first prize waits: rita has asked for it."""
    tournament, entries = played_for_money()
    Tournament.objects.filter(pk=tournament.pk).update(two_people_from=1_00)
    prize = Payout.objects.get(entry=entries[0])
    line = ask_for_second(
        tournament_id=tournament.pk,
        entry_id=prize.entry_id,
        kind=HeldKind.PRIZE,
        amount=prize.amount,
        by=by(make_account("rita")),
    )
    return HeldPayment.objects.get(asked_line=line)


def confirming_by(held: HeldPayment, *accounts: Account) -> list[Any]:
    def confirm(account: Account) -> LogEntry:
        return confirm_payment(tournament_id=held.tournament_id, held_id=held.pk, by=by(account))

    return at_once(*[lambda account=account: confirm(account) for account in accounts])


def handed_over() -> int:
    rows = MoneyRow.objects.filter(kind=MoneyKind.PAYOUT)
    return -(rows.aggregate(all=Sum("amount"))["all"] or 0)


def kinds(answers: list[Any]) -> list[str]:
    return sorted(type(answer).__name__ for answer in answers)


def test_of_many_who_confirm_at_once_one_does_and_never_the_payer(held: HeldPayment) -> None:
    others = [make_account(name) for name in ("flora", "dario", "vera")]

    answers = confirming_by(held, held.asked_by, *others, held.asked_by)

    assert kinds(answers) == ["LogEntry", *["Refused"] * 4]
    assert [getattr(answers[at], "code", "") for at in (0, -1)] in (
        ["same_person"] * 2,
        ["same_person", "already_paid"],
        ["already_paid", "same_person"],
        ["already_paid"] * 2,
    )
    assert handed_over() == held.amount
    held.refresh_from_db()
    assert held.confirmed_by in others
    assert LogEntry.objects.filter(verb="prize_paid").count() == 1


def test_it_is_confirmed_or_withdrawn_but_not_both(held: HeldPayment) -> None:
    flora = make_account("flora")

    def withdraw() -> LogEntry:
        return withdraw_payment(tournament_id=held.tournament_id, held_id=held.pk, by=by(held.asked_by))

    def confirm() -> LogEntry:
        return confirm_payment(tournament_id=held.tournament_id, held_id=held.pk, by=by(flora))

    assert kinds(at_once(withdraw, confirm, withdraw, confirm)) == ["LogEntry", *["Refused"] * 3]

    held.refresh_from_db()
    assert handed_over() == (0 if held.withdrawn_at else held.amount)


@pytest.mark.usefixtures("without_seals")
def test_the_control_without_the_locks_two_people_pay_it_twice(held: HeldPayment) -> None:
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)
    pay_out = payouts.pay_out
    # As both read it before either has paid.
    payouts_read = list(Payout.objects.select_related("entry__player").filter(entry=held.entry_id)) + list(
        Payout.objects.select_related("entry__player").filter(entry=held.entry_id)
    )

    def pay_together(**of_call: Any) -> Any:
        meeting.wait()
        return pay_out(**of_call)

    def no_lock(_tournament: Tournament, held_id: int) -> HeldPayment:
        return HeldPayment.objects.select_related("entry__player", "asked_line").get(pk=held_id)

    with (
        patch.object(confirming, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk)),
        patch.object(payouts, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk)),
        patch.object(payouts, "_payout", lambda _of, _pk: payouts_read.pop()),
        patch.object(confirming, "waiting_payment", no_lock),
        patch.object(confirming, "pay_out", pay_together),
    ):
        accounts = [make_account(name) for name in ("flora", "dario")]
        answers = confirming_by(held, *accounts)

    assert kinds(answers) == ["LogEntry"] * 2
    assert handed_over() == 2 * held.amount
