from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum

from tables.services.desk.check_in import open_check_in, remove_no_shows
from tables.services.desk.chip_sales import sell_chips
from tables.services.hands.absence import set_absence
from tests.factories import NOW, after, enter, make_account, make_player, make_tournament
from tests.factories.books import played_for_money
from tests.factories.felt import make_felt
from tests.factories.sales import rebuy_felt
from tournament.changes.change import sentence_of
from tournament.models import (
    Account,
    BountyShare,
    ChipSale,
    Giver,
    LogEntry,
    MoneyRow,
    Payout,
    Till,
    Tournament,
)
from tournament.queries.ledger.tills import CASH_KINDS, TillSheet, cash_by_tournament, till_sheets
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.schemes import PERCENT
from tournament.services.actor import Actor
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.collecting import collect_sale
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.cash.tills import close_till, open_till
from tournament.services.cash.uncollected import close_uncollected
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry, void_entry
from tournament.services.prizes.added_money import add_money
from tournament.services.setup.deductions import set_deductions
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


class Cashier:
    """Somebody at the desk of a tournament, with a till or without."""

    def __init__(self, tournament: Tournament, name: str = "rita") -> None:
        self.tournament = tournament
        self.account: Account = make_account(name)
        self.actor = Actor(label=name, account_id=self.account.pk)

    def ids(self, minutes: float) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": self.actor.at(after(minutes))}

    def open(self, opening_float: int = 200_00) -> LogEntry:
        return open_till(account_id=self.account.pk, opening_float=opening_float, **self.ids(1))

    def close(self, counted: int, reason: str = "") -> LogEntry:
        return close_till(till_id=self.till().pk, counted=counted, reason=reason, **self.ids(200))

    def till(self) -> Till:
        return Till.objects.filter(account=self.account).latest("pk")

    def sheet(self) -> TillSheet:
        return till_sheets(self.till().tournament, till_id=self.till().pk)[0]

    def cash(self) -> list[tuple[str, int, int]]:
        return [(line.kind, line.money_in, line.money_out) for line in self.sheet().cash]

    def register(self, name: str) -> int:
        return register_entry(player_id=make_player(name).pk, **self.ids(2)).pk

    def undo(self, line: LogEntry) -> None:
        undo_line(line_id=line.pk, **self.ids(201))

    def can_undo(self, line: LogEntry) -> bool:
        return line.pk in lines_to_undo(self.tournament, [line])


def said(line: LogEntry) -> str:
    return sentence_of(line, PageWriter.of(line.tournament))


def test_what_a_person_sells_and_refunds_while_the_till_is_open_belongs_to_it() -> None:
    rita, other = Cashier(make_tournament()), make_account("vera")
    before = rita.register("Before Opening")
    rita.open()
    entry = rita.register("Anna Verdi")
    rita.register("Bruno Neri")
    void_entry(entry_id=entry, reason="Wrong evening", **rita.ids(3))
    by_other = {**rita.ids(4), "by": Actor(label="vera", account_id=other.pk).at(after(4))}
    register_entry(player_id=make_player("Carla Rossi").pk, **by_other)
    void_entry(entry_id=before, reason="Changed mind", **rita.ids(5))

    assert rita.cash() == [("entries", 100_00, 100_00)]
    assert rita.sheet().expected == 200_00

    line = rita.close(200_00)
    rita.register("After Closing")

    assert said(line) == "Closed the till of rita: €200 counted, no difference."
    assert (rita.sheet().difference, rita.cash()) == (0, [("entries", 100_00, 100_00)])
    assert (rita.till().expected, rita.till().counted) == (200_00, 200_00)


def test_prizes_and_bounties_are_paid_out_of_the_till_and_come_back_when_voided() -> None:
    tournament, _entries = played_for_money()
    rita = Cashier(tournament)
    rita.open(700_00)
    prizes = Payout.objects.filter(tournament=tournament).order_by("entry__place_first")
    for prize in prizes:
        pay_out(payout_id=prize.pk, **rita.ids(10))
    void_payment(payout_id=prizes[2].pk, reason="Wrong player", **rita.ids(11))
    winner = BountyShare.objects.filter(undone_at=None).values_list("winner", flat=True)[0]
    pay_bounties(entry_id=winner, amount=40_00, **rita.ids(12))

    assert rita.cash() == [("prizes", 100_00, 500_00), ("bounties", 0, 40_00)]
    assert rita.sheet().expected == 700_00 + 100_00 - 500_00 - 40_00


def test_what_is_withheld_of_a_prize_stays_in_the_drawer() -> None:
    tournament, _entries = played_for_money()
    rita = Cashier(tournament)
    set_deductions(deductions=[Deduction(name="Staff", share=10 * PERCENT)], **rita.ids(0))
    rita.open(700_00)
    for prize in Payout.objects.filter(tournament=tournament):
        pay_out(payout_id=prize.pk, **rita.ids(10))
    assert rita.cash() == [("prizes", 0, 450_00)]
    assert rita.sheet().expected == 250_00


def test_a_bounty_that_nobody_collects_stays_in_the_drawer() -> None:
    tournament, entries = played_for_money()
    rita = Cashier(tournament)
    rita.open(100_00)

    line = close_uncollected(entry_id=entries[0].pk, amount=40_00, **rita.ids(10))
    assert (rita.cash(), rita.sheet().expected) == ([], 100_00)

    rita.undo(line)
    pay_bounties(entry_id=entries[0].pk, amount=40_00, **rita.ids(12))
    assert (rita.cash(), rita.sheet().expected) == ([("bounties", 0, 40_00)], 60_00)


def test_a_rebuy_that_is_owed_is_in_the_till_of_the_person_who_collects_it() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000, 10_000)
    rita = Cashier(felt.tournament)
    rita.open(0)
    sold = [
        sell_chips(entry_id=felt.entries[seat].pk, kind="rebuy", seed="s", is_owed=is_owed, **rita.ids(seat))
        for seat, is_owed in ((1, False), (2, True), (3, True), (4, True))
    ]
    sales = [ChipSale.objects.get(log_entry=line) for line in sold]
    assert rita.cash() == [("sales", 30_00, 0)]

    collected = [collect_sale(sale_id=sale.pk, **rita.ids(5)) for sale in sales[1:3]]
    assert rita.cash() == [("sales", 90_00, 0)]

    # The money of the second goes back to the player; the third was collected, and its sale is undone;
    # the fourth was never paid; the first was paid at once.
    rita.undo(collected[0])
    for line in (sold[0], sold[2], sold[3]):
        rita.undo(line)
    assert rita.cash() == [("sales", 90_00, 90_00)]


def test_a_no_show_who_is_taken_out_moves_no_cash_nor_does_the_undo() -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, late_registration_level=3)
    rita = Cashier(felt.tournament)
    rita.open()
    open_check_in(**rita.ids(2))
    for seat in (1, 2, 4):
        entry_id, table_id = felt.entries[seat].pk, felt.table.pk
        set_absence(entry_id=entry_id, table_id=table_id, absent=False, **rita.ids(2))
    (line,) = remove_no_shows(**rita.ids(50))
    refund = MoneyRow.objects.filter(log_entry=line).aggregate(all=Sum("amount"))["all"]
    # Out of the pool, and still at the desk.
    assert (refund, rita.cash(), rita.sheet().expected) == (0, [], 200_00)

    rita.undo(line)
    assert (rita.cash(), rita.sheet().expected) == ([], 200_00)


def test_a_difference_needs_a_reason_and_is_kept() -> None:
    rita = Cashier(make_tournament())
    rita.open()
    rita.register("Anna Verdi")

    with pytest.raises(Refused, match="count again, or give the reason") as refusal:
        rita.close(245_00)
    assert (refusal.value.code, refusal.value.field) == ("reason_missing", "reason")
    assert rita.till().closed_at is None

    line = rita.close(245_00, "A note of five was torn")

    assert said(line) == "Closed the till of rita: €245 counted, €5 short."
    assert (line.reason, rita.sheet().reason) == ("A note of five was torn", "A note of five was torn")
    assert (rita.sheet().expected, rita.sheet().counted, rita.sheet().difference) == (250_00, 245_00, -5_00)
    with pytest.raises(Refused, match="closed already"):
        rita.close(250_00)


def test_more_than_expected_is_said_too() -> None:
    rita = Cashier(make_tournament())
    rita.open()

    assert said(rita.close(201_50, "A tip")) == "Closed the till of rita: €201.50 counted, €1.50 over."


def test_a_till_closed_by_mistake_is_open_again_and_goes_on() -> None:
    rita = Cashier(make_tournament())
    rita.open()
    closing = rita.close(200_00)
    rita.register("Anna Verdi")
    rita.undo(closing)
    rita.register("Bruno Neri")

    assert (rita.till().closed_at, rita.till().counted, rita.till().expected) == (None, None, None)
    assert rita.sheet().expected == 300_00
    assert said(LogEntry.objects.get(undoes=closing)) == "Reopened the till of rita."
    assert rita.close(300_00).verb == "till_closed"


def test_a_till_is_not_reopened_once_its_person_has_another() -> None:
    rita = Cashier(make_tournament())
    rita.open()
    closing = rita.close(200_00)
    second = rita.open(50_00)

    assert not rita.can_undo(closing)
    rita.close(50_00)
    assert not rita.can_undo(closing)
    assert not rita.can_undo(second)


def test_the_opening_is_undone_until_money_has_moved() -> None:
    rita = Cashier(make_tournament())
    wrong = rita.open(20_00)
    rita.undo(wrong)
    assert till_sheets(rita.tournament) == ()

    right = rita.open(200_00)
    assert rita.can_undo(right)
    rita.register("Anna Verdi")
    assert not rita.can_undo(right)


def test_a_person_has_one_open_till_in_all_tournaments_of_a_currency() -> None:
    rita = Cashier(make_tournament())
    line = rita.open()
    assert said(line) == "rita opened a till with a float of €200."
    elsewhere = Cashier(make_tournament(name="Side Event"))
    with pytest.raises(Refused, match="rita already has an open till"):
        elsewhere.open()
    elsewhere.register("Anna Verdi")
    rita.register("Bruno Neri")
    Cashier(make_tournament(name="In dollars", currency="USD")).register("Carla Rossi")

    sheet = till_sheets(rita.tournament)[0]
    assert [(line.tournament, line.money_in) for line in sheet.cash] == [
        (rita.tournament.pk, 50_00),
        (elsewhere.tournament.pk, 50_00),
    ]
    assert till_sheets(elsewhere.tournament) == ()
    vera = make_account("vera")
    assert [name for name, _lines in cash_by_tournament(sheet.cash, account_id=vera.pk)] == [
        "Friday Fifty",
        "Side Event",
    ]
    assert [name for name, _lines in cash_by_tournament(sheet.cash, account_id=rita.account.pk)] == ["", ""]
    with pytest.raises(IntegrityError), transaction.atomic():
        Till.objects.create(
            account=rita.account,
            tournament=elsewhere.tournament,
            currency="EUR",
            opening_float=0,
            opened_at=NOW,
            opened_line=LogEntry.objects.latest("pk"),
        )


def test_tills_of_two_people_keep_their_cash_apart() -> None:
    tournament = make_tournament()
    rita, ugo = Cashier(tournament), Cashier(tournament, "ugo")
    rita.open(100_00)
    ugo.open(10_00)
    rita.register("Anna Verdi")
    ugo.register("Bruno Neri")
    ugo.register("Carla Rossi")
    enter(tournament, "Dario Conti")

    assert [(sheet.name, sheet.expected) for sheet in till_sheets(tournament)] == [
        ("ugo", 110_00),
        ("rita", 150_00),
    ]


def test_every_line_that_moves_cash_has_a_kind_of_its_own() -> None:
    kinds = [verbs for _label, verbs in CASH_KINDS.values()]

    assert len(frozenset[str]().union(*kinds)) == sum(map(len, kinds))


def test_added_money_is_in_the_till_only_where_it_is_handed_over() -> None:
    rita = Cashier(make_tournament())
    rita.open()
    given: dict[str, Any] = {"giver": Giver.SPONSOR, "reason": "Casa Verde"}
    by_transfer = add_money(amount=500_00, is_cash=False, **given, **rita.ids(2))
    in_cash = add_money(amount=70_00, is_cash=True, **given, **rita.ids(3))
    assert rita.cash() == [("added", 70_00, 0)]

    rita.undo(by_transfer)
    assert rita.cash() == [("added", 70_00, 0)]
    rita.undo(in_cash)
    assert rita.cash() == [("added", 70_00, 70_00)]
