"""Nothing is sold without a way out: every kind of money from its sale to a refund, and to those it is due to."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Sum

from tables.services.hands.busting import Out, bust_players
from tests.factories import ACTOR, after, enter, make_tournament
from tests.factories.books import WITHHELD, pay_everything
from tests.factories.felt import Felt, make_felt
from tests.factories.prices import priced
from tests.factories.sales import sell, selling
from tournament.models import (
    Entry,
    Giver,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.rules.payouts.money import PARTS, BuyIn
from tournament.rules.payouts.prices import PriceProfile
from tournament.services.cash.bounties import void_bounty_payment
from tournament.services.cash.payouts import void_payment
from tournament.services.field.entries import void_entry
from tournament.services.field.registration import close_registration
from tournament.services.prizes.added_money import add_money
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

# 45 + 3 + 2 + 10 + 1 for an entry, 28 + 1.50 + 0.50 for a rebuy; more is guaranteed than will come in.
SOLD: dict[str, Any] = {
    "buy_in_bounty": 10_00,
    "buy_in_other": 1_00,
    "bounty_kind": "progressive",
    "guarantee": 1_000_00,
    **WITHHELD,
    **selling(price=BuyIn(prize=28_00, fee=1_50, staff=50), holding="any"),
}
PAID_IN = {
    "prize": 3 * 45_00 + 28_00,
    "fee": 3 * 3_00 + 1_50,
    "staff": 3 * 2_00 + 50,
    "bounty": 3 * 10_00,
    "other": 3 * 1_00,
    "added": 20_00,
}


def sold() -> tuple[Felt, LogEntry]:
    """Three entries and a rebuy, and a sponsor; with the line of the rebuy."""
    felt = make_felt(10_000, 10_000, 10_000, **SOLD)
    add_money(amount=20_00, giver=Giver.SPONSOR, is_cash=True, reason="Casa Verde", **ids(felt))
    return felt, sell(felt, 1)


def balances(tournament: Tournament) -> dict[str, int]:
    """What the ledger holds of each kind that has moved."""
    rows = MoneyRow.objects.filter(tournament=tournament)
    return dict(rows.values_list("kind").annotate(all=Sum("amount")))


def ids(felt: Felt) -> dict[str, Any]:
    return {"tournament_id": felt.tournament.pk, "actor": ACTOR, "now": after(30)}


def faults(felt: Felt) -> int:
    felt.tournament.refresh_from_db()
    return reconciliation(felt.tournament).faults


def pay_last_woman(felt: Felt) -> None:
    """A side prize of the house, from its money to its payment."""
    prize = add_side_prize(name="Last woman", amount=20_00, is_from_pool=False, **ids(felt))
    award_side_prize(prize_id=prize.pk, entry_id=felt.entries[2].pk, **ids(felt))
    pay_side_prize(prize_id=prize.pk, **ids(felt))


def play_out(felt: Felt) -> None:
    """The first player knocks out the others; registration is over."""
    close_registration(**ids(felt))
    winner, *losers = [felt.entries[seat].pk for seat in (1, 2, 3)]
    for loser in losers:
        bust_players(table_id=felt.table.pk, out=Out(entries=[loser], by=[winner]), **ids(felt))
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED


def test_all_that_was_sold_is_refunded_by_rows_that_name_those_of_the_sale() -> None:
    felt, rebuy = sold()
    assert balances(felt.tournament) == PAID_IN

    undo_line(line_id=rebuy.pk, **ids(felt))
    undo_line(line_id=LogEntry.objects.get(verb="money_added").pk, **ids(felt))
    for entry in felt.entries.values():
        void_entry(entry_id=entry.pk, reason="Called off", **ids(felt))

    assert balances(felt.tournament) == dict.fromkeys(PAID_IN, 0)
    assert faults(felt) == 0
    kept = MoneyRow.objects.filter(tournament=felt.tournament, amount__gt=0, corrected_by=None)
    assert not kept.exists()


def test_all_that_was_sold_is_paid_out_and_the_house_keeps_its_fees() -> None:
    felt, _rebuy = sold()
    pay_last_woman(felt)
    play_out(felt)
    assert faults(felt) == 0

    pay_everything(felt.tournament)

    found = balances(felt.tournament)
    # The seats of a satellite have books of their own.
    assert set(found) == set(MoneyKind) - {MoneyKind.SEAT}
    assert found["side_money"] + found["side_paid"] == 0
    in_and_out = ("prize", "added", "overlay", "payout", "withheld")
    assert sum(found[kind] for kind in in_and_out) == 0
    assert found["bounty"] + found["bounty_paid"] == 0
    for kind in ("fee", "staff", "other"):
        assert found[kind] == PAID_IN[kind]
    assert faults(felt) == 0


def test_every_payment_comes_back_to_the_desk_and_is_due_again() -> None:
    felt, _rebuy = sold()
    play_out(felt)
    before = balances(felt.tournament)
    pay_everything(felt.tournament)

    for payout in Payout.objects.filter(tournament=felt.tournament):
        void_payment(payout_id=payout.pk, reason="Wrong player", **ids(felt))
    for payment in MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID, amount__lt=0):
        void_bounty_payment(row_id=payment.pk, **ids(felt))

    assert balances(felt.tournament) == before | {"payout": 0, "bounty_paid": 0, "withheld": 0}
    assert faults(felt) == 0
    found = reconciliation(felt.tournament)
    assert (found.pool.due, found.pool.paid) == (found.pool.total, 0)
    assert found.bounties is not None
    assert (found.bounties.due, found.bounties.paid) == (PAID_IN["bounty"], 0)


@pytest.mark.parametrize("name", ["", "Early"])
def test_every_part_of_a_price_goes_back_when_its_entry_is_voided(name: str) -> None:
    every_part = BuyIn(prize=38_01, fee=1_50, staff=49, bounty=10_03, other=7)
    parts = {f"buy_in_{part}": amount for part, amount in every_part.to_dict().items()}
    early = PriceProfile(name="Early", price=every_part, ends_at=after(10))
    tournament = make_tournament(bounty_kind="fixed", **(priced(early) if name else parts))
    (entry,) = enter(tournament, "Anna Verdi")
    assert (entry.price_name, balances(tournament)) == (name, every_part.to_dict())

    void_entry(tournament_id=tournament.pk, entry_id=entry.pk, reason="Left", actor=ACTOR, now=after(1))

    assert balances(tournament) == dict.fromkeys(PARTS, 0)
    assert reconciliation(tournament).faults == 0


def test_every_part_of_a_price_is_kept_with_the_entry_under_a_kind_of_its_own() -> None:
    columns = {
        field.name.removeprefix("paid_") for field in Entry._meta.fields if field.name.startswith("paid_")
    }

    assert columns == set(PARTS)
    assert columns <= set(MoneyKind)
