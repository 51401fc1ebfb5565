"""What is withheld of prizes: booked with the payment, voided with it, and never changed by what is decided later."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.breadth import sample
from tests.factories import ACTOR, after
from tests.factories.field import bust, started
from tests.tampering import past_the_triggers
from tests.worlds import kept
from tournament.changes.prizes import PaymentTakenBack, PrizePaid
from tournament.models import Entry, LogEntry, MoneyKind, MoneyRow, Payout, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.pay_desk import pay_desk
from tournament.rules.payouts.deductions import Deduction, DeductionError, Withheld, check_deductions
from tournament.rules.payouts.schemes import (
    PERCENT,
    WHOLE,
    FixedShares,
    SatelliteSeats,
    payout_scheme_to_dict,
)
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.setup.deductions import set_deductions
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

THREE_PLACES = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
TAX = Deduction(name="Tax", share=20 * PERCENT, above=50_00)
STAFF = Deduction(name="Staff", share=3 * PERCENT)


def ids(tournament: Tournament) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "by": ACTOR.at(after(9))}


@kept
def played_out(*deductions: Deduction, players: int = 4) -> Tournament:
    """Four at 45: prizes of 90, 54 and 36."""
    tournament, entries = started(players, payout_scheme_data=THREE_PLACES)
    set_deductions(deductions=deductions, **ids(tournament))
    for loser in entries[:0:-1]:
        bust(tournament, loser, winner=entries[0])
    return Tournament.objects.get(pk=tournament.pk)


def pay(payout: Payout) -> Payout:
    return pay_out(payout_id=payout.pk, **ids(payout.tournament))


def first_prize(tournament: Tournament) -> Payout:
    return Payout.objects.get(tournament=tournament, entry__place_first=1)


def rows(payout: Payout) -> list[tuple[str, str, int]]:
    booked = MoneyRow.objects.filter(entry=payout.entry, kind__in=["payout", "withheld"]).order_by("pk")
    return list(booked.values_list("kind", "label", "amount"))


def test_a_payment_books_what_the_player_gets_and_each_deduction() -> None:
    tournament = played_out(TAX, STAFF)
    payout = pay(first_prize(tournament))
    # 20 % of the 40 above 50, and 3 % of 90.
    assert rows(payout) == [("payout", "", -79_30), ("withheld", "Tax", -8_00), ("withheld", "Staff", -2_70)]
    payout.refresh_from_db()
    assert (payout.amount, payout.withheld) == (90_00, 10_70)
    found = reconciliation(tournament)
    assert found.faults == 0
    assert (found.pool.paid, found.pool.withheld, found.pool.due) == (79_30, 10_70, 90_00)
    assert found.withheld == (Withheld(name="Staff", amount=2_70), Withheld(name="Tax", amount=8_00))


def test_all_prizes_paid_and_withheld_are_the_pool_and_the_cash_left_is_what_was_withheld_and_the_fees() -> (
    None
):
    tournament = played_out(TAX, STAFF)
    for payout in Payout.objects.filter(tournament=tournament):
        pay(payout)
    found = reconciliation(tournament)
    # Tax of 8 and 0.80; staff of 2.70, 1.62 and 1.08.
    assert (found.faults, found.pool.withheld, found.pool.paid) == (0, 14_20, 165_80)
    fees = sum(line.booked for line in found.kinds if line.kind in ("fee", "staff"))
    assert found.cash == fees + 14_20


def test_a_voided_payment_takes_every_deduction_back_and_can_be_paid_again() -> None:
    tournament = played_out(TAX, STAFF)
    payout = pay(first_prize(tournament))
    void_payment(payout_id=payout.pk, **ids(tournament))
    payout.refresh_from_db()
    assert (payout.withheld, payout.paid_at, sum(amount for *_, amount in rows(payout))) == (0, None, 0)
    assert all(
        row.corrects is not None
        for row in MoneyRow.objects.filter(entry=payout.entry, amount__gt=0, kind="withheld")
    )
    assert reconciliation(tournament).faults == 0
    pay(payout)
    assert sum(amount for *_, amount in rows(payout)) == -90_00
    assert reconciliation(tournament).faults == 0


def test_a_change_of_the_deductions_leaves_what_was_paid_and_counts_for_what_is_due() -> None:
    tournament = played_out(TAX)
    paid = pay(first_prize(tournament))
    set_deductions(deductions=[STAFF], **ids(tournament))
    tournament.refresh_from_db()
    lines = {line.id: line for line in pay_desk(tournament, entries=4).lines}
    assert (lines[paid.pk].withheld, lines[paid.pk].net) == ((Withheld(name="Tax", amount=8_00),), 82_00)
    second = Payout.objects.get(entry__place_first=2)
    assert (lines[second.pk].withheld, lines[second.pk].net) == (
        (Withheld(name="Staff", amount=1_62),),
        52_38,
    )
    assert reconciliation(tournament).faults == 0
    void_payment(payout_id=paid.pk, **ids(tournament))
    assert sum(amount for *_, amount in rows(paid)) == 0


def test_a_share_of_a_chop_is_reduced_like_a_prize() -> None:
    tournament, entries = started(4, payout_scheme_data=THREE_PLACES)
    set_deductions(deductions=[STAFF], **ids(tournament))
    bust(tournament, entries[3], winner=entries[0])
    chop = propose_chop(method="equal", played_for=15_00, **ids(tournament)).chop  # type: ignore[arg-type]  # its code
    for entry in entries[:3]:
        agree_to_chop(chop_id=chop.pk, entry_id=entry.pk, **ids(tournament))
    for loser in (2, 1):
        bust(tournament, entries[loser], winner=entries[0])
    tournament.refresh_from_db()
    payout = pay(first_prize(tournament))
    # A share of 55 and the 15 that were played for.
    assert rows(payout) == [("payout", "", -67_90), ("withheld", "Staff", -2_10)]
    assert reconciliation(tournament).faults == 0


def test_seats_of_a_satellite_are_not_reduced() -> None:
    played_out(STAFF)
    Tournament.objects.update(payout_scheme_data={"kind": "seats", "value": 90_00})
    payout = pay(first_prize(Tournament.objects.get()))
    assert rows(payout) == []
    assert MoneyRow.objects.get(kind="seat").amount == -90_00


def test_the_cash_that_is_left_of_the_last_seat_is_reduced_and_gross_is_net_and_withheld() -> None:
    """Four at 45: two seats of 80, and 20 for the next place."""
    scheme = payout_scheme_to_dict(SatelliteSeats(value=80_00))
    tournament, entries = started(4, payout_scheme_data=scheme)
    set_deductions(
        deductions=[STAFF, Deduction(name="Tax", share=20 * PERCENT, above=10_00)], **ids(tournament)
    )
    for loser in (3, 2):
        bust(tournament, entries[loser], winner=entries[0])
    left_over = Payout.objects.get(amount=20_00)
    assert pay_desk(tournament, entries=4).withheld == 0
    for payout in Payout.objects.filter(tournament=tournament):
        pay(payout)
    assert rows(left_over) == [("payout", "", -17_40), ("withheld", "Staff", -60), ("withheld", "Tax", -2_00)]
    left_over.refresh_from_db()
    assert left_over.amount == 17_40 + left_over.withheld
    seats = Payout.objects.filter(amount=80_00)
    assert [(seat.withheld, rows(seat)) for seat in seats] == [(0, []), (0, [])]
    found = reconciliation(Tournament.objects.get())
    assert (found.faults, found.seats_given, found.pool.withheld) == (0, 160_00, 2_60)

    void_payment(payout_id=left_over.pk, **ids(tournament))
    assert (sum(amount for *_, amount in rows(left_over)), reconciliation(tournament).faults) == (0, 0)


def test_of_a_seat_with_cash_only_the_cash_is_reduced() -> None:
    played_out(TAX)
    Tournament.objects.update(payout_scheme_data={"kind": "seats", "value": 30_00})
    payout = pay(first_prize(Tournament.objects.get()))
    # 20 % of the 10 by which the 60 in cash are above 50.
    assert rows(payout) == [("payout", "", -58_00), ("withheld", "Tax", -2_00)]
    assert MoneyRow.objects.get(kind="seat").amount == -30_00
    payout.refresh_from_db()
    assert payout.amount == 58_00 + 30_00 + payout.withheld


def test_without_deductions_a_payment_is_one_row() -> None:
    assert rows(pay(first_prize(played_out()))) == [("payout", "", -90_00)]


def test_the_log_says_what_was_paid_and_what_was_withheld() -> None:
    tournament = played_out(TAX)
    payout = pay(first_prize(tournament))
    void_payment(payout_id=payout.pk, **ids(tournament))
    paid = PrizePaid.of(LogEntry.objects.get(verb=PrizePaid.verb))
    back = PaymentTakenBack.of(LogEntry.objects.get(verb=PaymentTakenBack.verb))
    assert [(each.amount, each.withheld) for each in (paid, back)] == [(90_00, 8_00)] * 2


def test_a_missing_row_of_money_withheld_is_found() -> None:
    """The planted fault: the ledger has forgotten one of two deductions."""
    tournament = played_out(TAX, STAFF)
    pay(first_prize(tournament))
    with past_the_triggers():
        MoneyRow.objects.filter(kind=MoneyKind.WITHHELD, label="Tax").delete()
    found = reconciliation(tournament)
    assert found.faults == 1
    assert [line.difference for line in found.kinds if line.differences] == [8_00]


def test_a_prize_paid_whole_though_something_was_withheld_is_found() -> None:
    tournament = played_out(TAX)
    payout = pay(first_prize(tournament))
    with past_the_triggers():
        MoneyRow.objects.filter(entry=payout.entry, kind=MoneyKind.PAYOUT).update(amount=-90_00)
    assert reconciliation(tournament).faults == 1


any_deductions = st.lists(
    st.tuples(st.integers(1, WHOLE // 3), st.integers(0, 300_00), st.booleans()), max_size=4
).map(
    lambda drawn: [
        Deduction(name=f"Part {number}", share=share, above=above, of_whole=whole)
        for number, (share, above, whole) in enumerate(drawn)
    ]
)


@settings(max_examples=sample("deductions"))
@given(
    players=st.integers(3, 6),
    guarantee=st.integers(0, 1_000_00),
    deductions=any_deductions,
    later=any_deductions,
    voided=st.integers(0, 2),
)
def test_paid_and_withheld_are_the_pool_whatever_is_deducted_changed_and_voided(
    players: int, guarantee: int, deductions: list[Deduction], later: list[Deduction], voided: int
) -> None:
    for rules in (deductions, later):
        try:
            check_deductions(rules)
        except DeductionError:
            rules.clear()
    with transaction.atomic():
        tournament, entries = started(
            players, payout_scheme_data=THREE_PLACES, guarantee=guarantee, payout_unit=1
        )
        set_deductions(deductions=deductions, **ids(tournament))
        for loser in entries[:0:-1]:
            bust(tournament, loser, winner=entries[0])
        due = list(Payout.objects.filter(tournament=tournament).order_by("entry__place_first"))
        for payout in due[:2]:
            pay(payout)
        set_deductions(deductions=later, **ids(tournament))
        if voided < 2:
            void_payment(payout_id=due[voided].pk, **ids(tournament))
            pay(due[voided])
        pay(due[2])
        tournament.refresh_from_db()
        found = reconciliation(tournament)
        assert found.faults == 0
        pool = max(45_00 * players, guarantee)
        assert (found.pool.paid + found.pool.withheld, found.pool.due) == (pool, 0)
        booked = MoneyRow.objects.filter(tournament=tournament, kind__in=["payout", "withheld"])
        assert -sum(booked.values_list("amount", flat=True)) == pool
        transaction.set_rollback(True)


def test_undo_of_a_change_brings_the_former_deductions_back() -> None:
    tournament = played_out(TAX)
    line = set_deductions(deductions=[], **ids(tournament))
    assert line is not None
    undo_line(line_id=line.pk, **ids(tournament))
    tournament.refresh_from_db()
    assert tournament.deductions == (TAX,)
    assert Entry.objects.filter(tournament=tournament).count() == 4
