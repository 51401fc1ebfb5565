"""Nothing that is sold lacks its way out: every kind of money goes from its sale to a payout, or back to the player."""

from __future__ import annotations

import pytest
from django.db.models import Sum

from tables.services.desk.seating import void_and_unseat
from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.books import pay_everything, played_for_money
from tests.factories.prices import priced
from tests.factories.sales import rebuy_felt, sell
from tournament.models import Entry, MoneyKind, MoneyRow, Payout, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.rules.payouts.money import PARTS, BuyIn
from tournament.rules.payouts.prices import PriceProfile
from tournament.services.field.bounties import void_bounty_payment
from tournament.services.field.payouts import void_payment
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

# Money of these kinds stays with the house, or goes on to those it was taken for, once the entry stands.
KEPT = (MoneyKind.FEE, MoneyKind.STAFF, MoneyKind.OTHER)
EVERY_PART = BuyIn(prize=38_01, fee=1_50, staff=49, bounty=10_03, other=7)


def held(tournament: Tournament) -> dict[str, int]:
    """What the ledger holds of each kind that has moved."""
    rows = MoneyRow.objects.filter(tournament=tournament).values_list("kind")
    return dict(rows.annotate(all=Sum("amount")))


@pytest.mark.parametrize("name", ["", "Early"])
def test_every_part_of_an_entry_goes_back_when_it_is_voided(name: str) -> None:
    parts = {f"buy_in_{part}": amount for part, amount in EVERY_PART.to_dict().items()}
    early = PriceProfile(name="Early", price=EVERY_PART, ends_at=after(10))
    tournament = make_tournament(bounty_kind="fixed", **(priced(early) if name else parts))
    (entry,) = enter(tournament, "Anna Verdi")
    assert (entry.price_name, held(tournament)) == (name, EVERY_PART.to_dict())

    void_and_unseat(tournament_id=tournament.pk, entry_id=entry.pk, actor=ACTOR, now=NOW, reason="left")

    assert held(tournament) == dict.fromkeys(PARTS, 0)
    assert reconciliation(tournament).faults == 0


def test_every_part_of_a_rebuy_goes_back_when_it_is_undone() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    before = held(felt.tournament)
    line = sell(felt, 1)
    assert held(felt.tournament) == before | {
        "prize": before["prize"] + 28_00,
        "fee": before["fee"] + 1_50,
        "staff": before["staff"] + 50,
    }

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, actor=ACTOR, now=after(1))

    assert held(felt.tournament) == before


def test_an_evening_pays_out_all_but_what_it_keeps_and_every_payment_comes_back() -> None:
    tournament, _entries = played_for_money()
    sold = held(tournament)
    pay_everything(tournament)

    paid = held(tournament)
    pool, bounties = paid["prize"] + paid["overlay"], paid["bounty"]
    assert set(paid) == set(MoneyKind)
    assert (pool + paid["payout"], bounties + paid["bounty_paid"]) == (0, 0)
    assert sum(paid.values()) == sum(paid[kind] for kind in KEPT)

    for payout in Payout.objects.filter(tournament=tournament):
        void_payment(tournament_id=tournament.pk, payout_id=payout.pk, actor=ACTOR, now=after(100))
    for row in MoneyRow.objects.filter(tournament=tournament, kind="bounty_paid", amount__lt=0):
        void_bounty_payment(tournament_id=tournament.pk, row_id=row.pk, actor=ACTOR, now=after(101))
    assert held(tournament) == sold | {"payout": 0, "bounty_paid": 0}
    assert reconciliation(tournament).faults == 0


def test_every_part_of_a_price_is_kept_with_the_entry_under_a_kind_of_its_own() -> None:
    columns = {
        field.name.removeprefix("paid_") for field in Entry._meta.fields if field.name.startswith("paid_")
    }

    assert columns == set(PARTS)
    assert columns <= set(MoneyKind)
