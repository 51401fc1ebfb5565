from __future__ import annotations

import pytest

from tables.queries.checks.prizes import check_prizes
from tests.factories import ACTOR, NOW
from tests.factories.books import played_for_money
from tournament.models import Payout, Tournament
from tournament.services.cash.payouts import pay_out

pytestmark = pytest.mark.django_db


def said(tournament: Tournament) -> list[str]:
    return [str(finding) for finding in check_prizes(tournament)]


def test_prizes_that_are_what_the_ladder_has_are_not_named() -> None:
    tournament, _entries = played_for_money()

    assert Payout.objects.filter(tournament=tournament).exists()
    assert said(tournament) == []


def test_an_unpaid_prize_that_is_not_its_ladders_is_named_with_both_amounts() -> None:
    tournament, (winner, *_others) = played_for_money()
    prize = Payout.objects.get(entry=winner)

    Payout.objects.filter(pk=prize.pk).update(amount=prize.amount - 100)

    assert said(tournament) == [
        f"I07: Entry 1 is awarded {prize.amount - 100} minor units; its place pays {prize.amount}."
    ]


def test_so_is_one_that_is_paid_and_one_that_is_gone() -> None:
    tournament, (winner, *_others) = played_for_money()
    prize = Payout.objects.get(entry=winner)
    pay_out(tournament_id=tournament.pk, payout_id=prize.pk, by=ACTOR.at(NOW))
    Payout.objects.filter(pk=prize.pk).update(amount=prize.amount + 1)
    assert said(tournament) == [
        f"I07: Entry 1 is awarded {prize.amount + 1} minor units; its place pays {prize.amount}."
    ]

    Payout.objects.filter(pk=prize.pk).delete()
    assert said(tournament) == [f"I07: Entry 1 is awarded 0 minor units; its place pays {prize.amount}."]
