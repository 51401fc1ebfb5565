from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db.models import F

from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.books import SOLD, WITHHELD, all_paid, played_for_money
from tests.factories.sales import rebuy_felt, sell
from tests.tampering import past_the_triggers
from tournament.models import ChipSale, Entry, MoneyKind, MoneyRow, Payout, Tournament
from tournament.queries.ledger.expected import expected_money
from tournament.queries.ledger.reconciliation import (
    DayLine,
    Difference,
    KindLine,
    PoolMoney,
    Reconciliation,
    reconciliation,
)
from tournament.queries.payouts.bounties import BountyMoney
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.field.entries import void_entry
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db


def books(tournament: Tournament) -> Reconciliation:
    return reconciliation(Tournament.objects.get(pk=tournament.pk))


def line_of(tournament: Tournament, kind: MoneyKind) -> KindLine:
    return next(line for line in books(tournament).kinds if line.kind == kind)


def in_out_expected(found: Reconciliation) -> dict[str, tuple[int, int, int]]:
    return {line.kind: (line.money_in, line.money_out, line.expected) for line in found.kinds}


def test_every_kind_of_money_is_reconciled() -> None:
    assert set(expected_money(make_tournament())) == set(MoneyKind)


def test_a_whole_evening_adds_up_and_leaves_fees_and_staff() -> None:
    tournament = all_paid(**WITHHELD)

    found = books(tournament)

    assert in_out_expected(found) == {
        "prize": (180_00, 0, 180_00),
        "fee": (12_00, 0, 12_00),
        "staff": (8_00, 0, 8_00),
        "bounty": (40_00, 0, 40_00),
        "other": (4_00, 0, 4_00),
        "added": (0, 0, 0),
        "overlay": (320_00, 0, 320_00),
        "payout": (0, 450_00, -450_00),
        "bounty_paid": (0, 40_00, -40_00),
        "withheld": (0, 50_00, -50_00),
    }
    assert found.pool == PoolMoney(
        collected=180_00,
        overlay=320_00,
        paid=450_00,
        withheld=50_00,
        due=0,
        side_awarded=0,
        side_open=0,
        is_over=True,
    )
    assert found.bounties == BountyMoney(
        sold=40_00, on_heads=0, unclaimed=0, due=0, paid=40_00, handed_over=40_00
    )
    assert found.days == (
        DayLine(
            day=date(2026, 3, 14),
            money_in=564_00,
            money_out=540_00,
            balance=24_00,
            prizes=500_00,
            bounties=40_00,
            fees=24_00,
            payouts=540_00,
        ),
    )
    assert (found.balance, found.cash, found.faults) == (24_00, 74_00, 0)


def test_what_is_still_owed_is_said_before_it_is_paid() -> None:
    tournament, _entries = played_for_money()
    pay_out(
        tournament_id=tournament.pk, payout_id=Payout.objects.get(entry__place_first=3).pk, by=ACTOR.at(NOW)
    )

    found = books(tournament)

    assert (found.pool.paid, found.pool.due, found.pool.not_awarded, found.faults) == (100_00, 400_00, 0, 0)
    assert found.bounties is not None
    assert found.bounties.due == 40_00
    assert found.balance == 400_00 + 40_00 + 12_00 + 8_00 + 4_00


@pytest.mark.parametrize("kind", SOLD)
def test_a_row_that_is_missing_is_a_difference_with_the_entry_that_makes_it(kind: MoneyKind) -> None:
    # The sponsor takes over some of the overlay.
    tournament = all_paid(given=20_00, **WITHHELD)
    lost = MoneyRow.objects.filter(kind=kind).select_related("entry__player").latest("pk")
    with past_the_triggers():
        MoneyRow.objects.filter(pk=lost.pk).update(tournament=make_tournament(name="Another one"))

    line = line_of(tournament, kind)

    entry = lost.entry
    assert (line.difference, line.adds_up) == (-lost.amount, False)
    assert line.differences == (
        Difference(
            number=entry.number if entry else 0,
            name=entry.player.name if entry else "",
            booked=0,
            expected=lost.amount,
        ),
    )
    assert line.differences[0].amount == -lost.amount
    assert books(tournament).faults >= 1


def test_two_faults_that_cancel_out_are_both_seen() -> None:
    tournament = make_tournament()
    anna, bruno = enter(tournament, "Anna Verdi", "Bruno Neri")
    for entry, change in ((anna, 1), (bruno, -1)):
        with past_the_triggers():
            MoneyRow.objects.filter(entry=entry, kind="fee").update(amount=F("amount") + change)

    line = line_of(tournament, MoneyKind.FEE)

    assert (line.booked, line.expected, line.difference, line.adds_up) == (6_00, 6_00, 0, False)
    assert [(each.name, each.amount) for each in line.differences] == [("Anna Verdi", 1), ("Bruno Neri", -1)]
    assert books(tournament).faults == 1


def test_a_pool_that_is_not_awarded_in_full_when_all_is_over_is_a_difference() -> None:
    tournament, _entries = played_for_money()
    Payout.objects.filter(entry__place_first=3).update(amount=F("amount") - 5)

    found = books(tournament)

    assert (found.pool.difference, found.pool.not_awarded, found.faults) == (5, 5, 1)


def test_more_than_the_pool_is_a_difference_at_any_time() -> None:
    def pool(due: int, side: int = 0) -> PoolMoney:
        return PoolMoney(
            collected=10_00,
            overlay=0,
            paid=4_00,
            withheld=0,
            due=due,
            side_awarded=side,
            side_open=side,
            is_over=False,
        )

    assert (pool(6_01).difference, pool(5_00).difference) == (-1, 0)
    assert (pool(5_00, side=50).difference, pool(5_01, side=50).difference) == (0, -1)


def test_voided_entries_and_payments_stand_as_in_and_out() -> None:
    tournament, _entries = played_for_money()
    prize = Payout.objects.get(entry__place_first=1)
    given: dict[str, Any] = {"tournament_id": tournament.pk, "payout_id": prize.pk, "by": ACTOR.at(NOW)}
    pay_out(**given)
    void_payment(**given, reason="Wrong player")
    other = make_tournament(name="Another one")
    entry = enter(other, "Zeno Pace")[0]
    void_entry(tournament_id=other.pk, entry_id=entry.pk, by=ACTOR.at(NOW), reason="Wrong evening")

    assert in_out_expected(books(tournament))["payout"] == (250_00, 250_00, 0)
    assert in_out_expected(books(other))["fee"] == (3_00, 3_00, 0)
    assert (books(tournament).faults, books(other).faults) == (0, 0)


def test_a_rebuy_counts_with_the_entry_its_debt_is_not_in_the_cash_and_its_undo_leaves_nothing() -> None:
    felt = rebuy_felt(10_000, 10_000)
    line = sell(felt, 1, is_owed=True)

    found = books(felt.tournament)
    assert in_out_expected(found)["prize"] == (2 * 45_00 + 28_00, 0, 2 * 45_00 + 28_00)
    assert (found.balance, found.to_collect, found.cash, found.faults) == (130_00, 30_00, 100_00, 0)

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))

    found = books(felt.tournament)
    assert in_out_expected(found)["prize"] == (118_00, 28_00, 90_00)
    assert (found.balance, found.to_collect, found.faults) == (100_00, 0, 0)
    ChipSale.objects.update(undone_at=None)
    assert books(felt.tournament).faults == 3


def test_each_day_is_the_day_of_the_tournaments_place() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi")
    # 23:30 in Rome, and half past midnight.
    enter(tournament, "Bruno Neri", now=after(150))
    enter(tournament, "Carla Rossi", now=after(210))

    assert books(tournament).days == (
        DayLine(
            day=date(2026, 3, 14), money_in=100_00, money_out=0, balance=100_00, prizes=90_00, fees=10_00
        ),
        DayLine(day=date(2026, 3, 15), money_in=50_00, money_out=0, balance=150_00, prizes=45_00, fees=5_00),
    )


def test_each_day_adds_up_or_says_by_how_much_it_does_not() -> None:
    tournament = make_tournament()
    anna, _bruno = enter(tournament, "Anna Verdi", "Bruno Neri")
    (carla,) = enter(tournament, "Carla Rossi", now=after(210))
    assert [day.differences for day in books(tournament).days] == [(), ()]

    # Two that outweigh each other are found too.
    Entry.objects.filter(pk=anna.pk).update(paid_prize=F("paid_prize") - 100)
    Entry.objects.filter(pk=carla.pk).update(paid_fee=F("paid_fee") + 100)

    assert [(day.differences, day.difference) for day in books(tournament).days] == [
        ((100,), 100),
        ((-100,), -100),
    ]


def test_entries_of_another_tournament_are_no_part_of_it() -> None:
    tournament, other = make_tournament(), make_tournament(name="Another one")
    enter(tournament, "Anna Verdi")
    enter(other, "Bruno Neri", "Carla Rossi")

    assert Entry.objects.count() == 3
    assert books(tournament).balance == 50_00
    assert books(tournament).bounties is None
