"""An evening with money of every kind: bounties, a guarantee that was missed, prizes and bounties paid."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Sum

from tests.factories import ACTOR, after
from tests.factories.field import played_down
from tests.worlds import kept
from tournament.models import BountyShare, Entry, Giver, MoneyKind, Payout, Tournament
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.schemes import PERCENT
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.payouts import pay_out
from tournament.services.prizes.added_money import add_money

# What the house withholds of prizes, where an evening has that too.
WITHHELD: Final[dict[str, Any]] = {"deduction_data": (Deduction(name="Staff", share=10 * PERCENT).to_dict(),)}

# The kinds that it has. The rest are in tests of their own, and on the pages where there are some.
SOLD: Final = [
    kind
    for kind in MoneyKind
    if kind
    not in (
        *(MoneyKind.SEAT, MoneyKind.VOUCHER, MoneyKind.SIDE_MONEY, MoneyKind.SIDE_PAID),
        *(MoneyKind.SEASON_MONEY, MoneyKind.SEASON_PAID, MoneyKind.FORFEITED, MoneyKind.NO_SHOW),
    )
]


def played_for_money(count: int = 4, **changes: Any) -> tuple[Tournament, list[Entry]]:
    """Over: the first entry has knocked out everybody. 45 for prizes, 3 fee, 2 staff, 10 bounty, 1 for other
    deductions; 500 guaranteed.
    """
    sold: dict[str, Any] = {
        "buy_in_bounty": 10_00,
        "bounty_kind": "fixed",
        "guarantee": 500_00,
        "buy_in_other": 1_00,
    }
    return played_down(count, left=1, **sold | changes)


def pay_everything(tournament: Tournament) -> None:
    """The desk hands over every prize, the best place first, and then the bounties."""
    for number, payout in enumerate(
        Payout.objects.filter(tournament=tournament).order_by("entry__place_first")
    ):
        pay_out(tournament_id=tournament.pk, payout_id=payout.pk, by=ACTOR.at(after(60 + number)))
    due = BountyShare.objects.filter(tournament=tournament, undone_at=None, payment=None)
    for entry_id, amount in due.values_list("winner").annotate(all=Sum("due")):
        pay_bounties(tournament_id=tournament.pk, entry_id=entry_id, amount=amount, by=ACTOR.at(after(90)))


@kept
def all_paid(*, given: int = 0, **changes: Any) -> Tournament:
    """That evening with everything paid, and so much added by a sponsor."""
    tournament, _entries = played_for_money(**changes)
    pay_everything(tournament)
    if given:
        give(tournament, given)
    return tournament


def give(tournament: Tournament, amount: int) -> None:
    """A sponsor adds so much to the prize pool."""
    add_money(
        tournament_id=tournament.pk,
        amount=amount,
        giver=Giver.SPONSOR,
        is_cash=False,
        reason="Casa Verde",
        by=ACTOR.at(after(95)),
    )
