"""The buy-in of a no-show who was removed: kept apart, handed back by the floor, and every way back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db.models import Sum

from tables.services.desk.check_in import open_check_in, remove_no_shows
from tables.services.moves.refunds import refund_and_unseat
from tests.factories import ACTOR, after, make_tournament
from tests.factories.felt import make_felt
from tests.factories.field import bust, started
from tests.factories.sales import REBUY, sell, selling
from tests.tampering import past_the_triggers
from tests.tournament.services.cash.test_tills import Cashier
from tournament.changes.change import sentence_of
from tournament.changes.entries import NoShowHandedBack
from tournament.models import (
    Arrival,
    ChopMethod,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
)
from tournament.queries.chip_count import chip_count
from tournament.queries.ledger.handing_back import hand_back_of, hand_back_page, to_hand_back
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.bounties import bounty_money
from tournament.queries.payouts.ladder import prize_pool
from tournament.queries.payouts.mystery import mystery_proposal
from tournament.services.cash.mystery import begin_mystery
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.field.no_shows import hand_back_no_show
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

BUY_IN = 50_00


class Evening:
    """Four at a table; the last has not come and was removed."""

    def __init__(self, **changes: Any) -> None:
        rules = {"event": {"no_show_level": 1}}
        self.tournament, self.entries = started(4, rule_overrides=rules, **changes)
        self.absent = self.entries[-1]
        open_check_in(**self.ids())
        came = [entry.pk for entry in self.entries[:-1]]
        Entry.objects.filter(pk__in=came).update(arrival=Arrival.ARRIVED, is_absent=False)
        (self.removal,) = remove_no_shows(**self.ids(1))

    def ids(self, minutes: float = 0) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": ACTOR.at(after(minutes))}

    def hand_back(self, entry: Entry | None = None, minutes: float = 5) -> LogEntry:
        return hand_back_no_show(entry_id=(entry or self.absent).pk, **self.ids(minutes))

    def undo(self, line: LogEntry, minutes: float = 6) -> None:
        undo_line(line_id=line.pk, **self.ids(minutes))

    def can_undo(self, line: LogEntry) -> bool:
        line = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
        return line.pk in lines_to_undo(self.fresh(), [line])

    def fresh(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament.pk)

    def money(self) -> tuple[int, int, int]:
        """At the desk in all and for this no-show, and in the prize pool; everything adds up."""
        books = reconciliation(self.fresh())
        assert (books.faults, [line.differences for line in books.kinds if line.differences]) == (0, [])
        rows = MoneyRow.objects.filter(tournament=self.tournament, kind=MoneyKind.NO_SHOW)
        held = rows.aggregate(all=Sum("amount", default=0))["all"]
        assert (books.to_hand_back.amount, books.to_hand_back.count) == (held, 1 if held else 0)
        return books.cash, held, prize_pool(self.fresh()).total

    def play_out(self) -> None:
        for loser in self.entries[2:0:-1]:
            bust(self.tournament, loser, winner=self.entries[0], now=after(30))


def said(line: LogEntry) -> str:
    return sentence_of(line, PageWriter.of(line.tournament))


def test_the_buy_in_stays_at_the_desk_out_of_the_pool_until_it_is_handed_back() -> None:
    evening = Evening()
    assert evening.money() == (4 * BUY_IN, BUY_IN, 3 * 45_00)
    line = evening.hand_back()
    name = evening.absent.player.name
    assert said(line) == f"Handed the buy-in of {name}, a no-show, back: €50."
    assert evening.money() == (3 * BUY_IN, 0, 3 * 45_00)
    with pytest.raises(Refused, match="has been handed back already") as refusal:
        evening.hand_back()
    assert refusal.value.code == "already_paid"

    # The removal is not undone over it: the player would be in without a buy-in.
    assert (evening.can_undo(evening.removal), evening.can_undo(line)) == (False, True)
    evening.undo(line)
    undone = LogEntry.objects.get(undoes=line)
    assert said(undone) == f"Undid handing the buy-in of {name} back: €50 is at the desk again."
    assert evening.money() == (4 * BUY_IN, BUY_IN, 3 * 45_00)

    again = evening.hand_back(minutes=7)
    assert (evening.money()[1], evening.can_undo(line), evening.can_undo(again)) == (0, False, True)
    evening.undo(again, 8)
    evening.undo(evening.removal, 9)
    assert evening.money() == (4 * BUY_IN, 0, 4 * 45_00)
    assert Entry.objects.get(pk=evening.absent.pk).status == EntryStatus.PLAYING
    assert len(remove_no_shows(**evening.ids(10))) == 1
    assert evening.money() == (4 * BUY_IN, BUY_IN, 3 * 45_00)


def test_it_is_handed_back_when_the_event_is_over_and_paid_and_no_prize_changes() -> None:
    evening = Evening()
    evening.play_out()
    for payout in Payout.objects.filter(tournament=evening.tournament):
        pay_out(payout_id=payout.pk, **evening.ids(40))
    prizes = list(Payout.objects.order_by("pk").values_list("entry", "amount"))
    before = evening.money()

    line = evening.hand_back(minutes=50)

    assert evening.money() == (before[0] - BUY_IN, 0, before[2])
    assert list(Payout.objects.order_by("pk").values_list("entry", "amount")) == prizes
    assert sum(amount for _entry, amount in prizes) == before[2] == 3 * 45_00
    evening.undo(line, 51)
    assert evening.money() == before


def test_a_no_show_stays_out_while_the_players_left_have_agreed_on_a_chop() -> None:
    evening = Evening()
    chop = propose_chop(method=ChopMethod.EQUAL, played_for=0, **evening.ids(3)).chop
    *_, agreed = [
        agree_to_chop(chop_id=chop.pk, entry_id=entry.pk, **evening.ids(4)) for entry in evening.entries[:3]
    ]
    with pytest.raises(Refused, match="have agreed on a chop of the prizes; undo it in the log first") as no:
        evening.undo(evening.removal)
    assert (no.value.code, evening.money()) == ("chop_agreed", (4 * BUY_IN, BUY_IN, 3 * 45_00))

    evening.undo(agreed, 7)
    evening.undo(evening.removal, 8)
    assert evening.money() == (4 * BUY_IN, 0, 4 * 45_00)


@pytest.mark.parametrize(("owed", "held"), [(False, BUY_IN + 30_00), (True, BUY_IN)])
def test_what_a_no_show_has_bought_leaves_and_comes_back_with_the_buy_in(owed: bool, held: int) -> None:
    # As an add-on of the first level: who buys a rebuy is there.
    offers = selling() | {"add_on_data": replace(REBUY, holding="any").to_dict()}
    felt = make_felt(10_000, 10_000, 10_000, rule_overrides={"event": {"no_show_level": 1}}, **offers)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk}
    open_check_in(by=ACTOR.at(after(0)), **ids)
    came = [felt.entries[seat].pk for seat in (1, 2)]
    Entry.objects.filter(pk__in=came).update(arrival=Arrival.ARRIVED, is_absent=False)
    sold = sell(felt, 3, kind="add_on", now=after(1), is_owed=owed)
    absent = felt.entries[3]

    def books() -> tuple[dict[str, int], int, list[str]]:
        """The ledger by kind, the chips, and the kinds in which it is not what it has to be."""
        rows = MoneyRow.objects.filter(tournament=felt.tournament, amount__gt=0, corrected_by=None)
        found = reconciliation(Tournament.objects.get(pk=felt.tournament.pk))
        wrong = [line.kind for line in found.kinds if line.differences]
        balances = dict(rows.values_list("kind").annotate(Sum("amount")))
        return balances, chip_count(felt.tournament.pk).in_play, wrong

    before = books()
    of_two = {"prize": 2 * 45_00, "fee": 2 * 3_00, "staff": 2 * 2_00}
    (removal,) = remove_no_shows(by=ACTOR.at(after(2)), **ids)
    assert books() == (of_two | {"no_show": held}, 20_000, [])
    assert said(removal) == (
        f"Removed {absent.player.name} as a no-show at level 1: 18,000 chips, the buy-in and all rebuys and add-ons "
        "are out (WSOP 16)."
    )
    line = hand_back_no_show(entry_id=absent.pk, by=ACTOR.at(after(3)), **ids)
    assert (NoShowHandedBack.of(line).amount, books()) == (held, (of_two, 20_000, []))

    undo_line(line_id=line.pk, by=ACTOR.at(after(4)), **ids)
    undo_line(line_id=removal.pk, by=ACTOR.at(after(5)), **ids)
    assert books() == before
    again = remove_no_shows(by=ACTOR.at(after(6)), **ids)[0]
    undo_line(line_id=again.pk, by=ACTOR.at(after(7)), **ids)
    undo_line(line_id=sold.pk, by=ACTOR.at(after(8)), **ids)
    assert books() == ({"prize": 3 * 45_00, "fee": 3 * 3_00, "staff": 3 * 2_00}, 30_000, [])


def test_a_no_show_is_neither_removed_nor_put_back_while_the_bounty_money_is_in_envelopes() -> None:
    evening = Evening(buy_in_bounty=10_00, bounty_kind="mystery")

    def fill_envelopes(minutes: float) -> LogEntry:
        proposal = mystery_proposal(evening.fresh())
        assert proposal
        lines = proposal.suggested
        pot = begin_mystery(lines=lines, seed="a" * 64, reserve="b" * 64, **evening.ids(minutes))
        return pot.log_entry

    begun = fill_envelopes(2)
    match = "The bounty money is in envelopes: it can no longer change. Undo their start in the log first"
    with pytest.raises(Refused, match=match):
        evening.undo(evening.removal)
    evening.undo(begun, 7)
    evening.undo(evening.removal, 8)
    money = evening.money()

    fill_envelopes(9)
    with pytest.raises(Refused, match=match):
        remove_no_shows(**evening.ids(10))
    assert (evening.money(), bounty_money(evening.fresh()).difference) == (money, 0)


def test_it_leaves_the_till_of_who_hands_it_back() -> None:
    evening = Evening()
    rita = Cashier(evening.tournament)
    rita.open()
    line = hand_back_no_show(entry_id=evening.absent.pk, **rita.ids(5))
    assert (rita.cash(), rita.sheet().expected) == ([("entries", 0, BUY_IN)], 200_00 - BUY_IN)
    rita.undo(line)
    assert rita.sheet().expected == 200_00


def test_who_is_in_or_out_or_void_is_refused_with_the_way_round() -> None:
    evening = Evening()
    with pytest.raises(Refused, match="is still in: remove the no-show at check-in first") as refusal:
        evening.hand_back(evening.entries[0])
    assert refusal.value.code == "still_in"
    bust(evening.tournament, evening.entries[2], winner=evening.entries[0], now=after(3))
    stays = "went out in play: the buy-in stays in the prize pool"
    with pytest.raises(Refused, match=stays):
        evening.hand_back(evening.entries[2])
    with pytest.raises(Refused, match=stays) as refusal:
        refund_and_unseat(entry_id=evening.entries[2].pk, reason="Kind", **evening.ids(6))
    assert refusal.value.code == "went_out"
    Entry.objects.filter(pk=evening.entries[1].pk).update(status=EntryStatus.VOID)
    with pytest.raises(Refused, match="This entry is void") as refusal:
        evening.hand_back(evening.entries[1])
    assert refusal.value.code == "entry_void"


def test_a_row_of_the_ledger_that_is_missing_is_a_difference_of_that_entry() -> None:
    evening = Evening()
    row = MoneyRow.objects.get(kind=MoneyKind.NO_SHOW)
    with past_the_triggers():
        MoneyRow.objects.filter(pk=row.pk).update(tournament=make_tournament(name="Another one"))
    (line,) = [line for line in reconciliation(evening.fresh()).kinds if line.kind == MoneyKind.NO_SHOW]
    assert [(each.number, each.booked, each.expected) for each in line.differences] == [
        (evening.absent.number, 0, BUY_IN)
    ]


def test_an_entry_that_cost_nothing_is_put_back_too() -> None:
    evening = Evening(buy_in_prize=0, buy_in_fee=0, buy_in_staff=0)
    assert evening.money() == (0, 0, 0)
    with pytest.raises(Refused, match="is void"):
        evening.hand_back()
    assert evening.can_undo(evening.removal)
    evening.undo(evening.removal)


def test_of_another_tournament_nothing_is_found_or_listed() -> None:
    evening, other = Evening(), make_tournament()
    with pytest.raises(Entry.DoesNotExist):
        hand_back_no_show(entry_id=evening.absent.pk, **evening.ids(5) | {"tournament_id": other.pk})
    assert to_hand_back(other).count == 0
    assert hand_back_of(other, player_id=evening.absent.player_id) == ()
    (line,) = hand_back_page(evening.fresh(), typed=evening.absent.player.name[:4]).lines
    assert (line.entry, line.amount) == (evening.absent.pk, BUY_IN)
    assert hand_back_page(evening.fresh(), typed="nobody").lines == ()
