"""Every service that moves money of the ledger: what players win is paid under the limits of the house.

A service that is in none of the two lists fails here, and so does one that pays without asking for the limits.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from tests.factories import ACTOR, after
from tests.factories.books import played_for_money
from tests.factories.seasons import RULES, season_with
from tournament.models import Entry, LogEntry, MoneyRow, Payout, Tournament, Voucher
from tournament.options.vouchers import VoucherTerms
from tournament.rules.payouts.schemes import WHOLE
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.payouts import pay_out
from tournament.services.cash.vouchers import cash_voucher
from tournament.services.errors import Refused
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize
from tournament.services.setup.season_money import pay_season_prize, set_season_share
from tournament.services.setup.seasons import freeze_season

ROOT: Final = Path(__file__).resolve().parents[3]
ROOMS: Final = ("tournament/services", "tables/services")


class Evening:
    """Over, with a prize of 250, bounties of 40, a side prize of 30 and a voucher worth as much for the
    winner, who leads a season that has collected 4."""

    def __init__(self) -> None:
        self.tournament, entries = played_for_money()
        self.winner: Entry = entries[0]
        about: dict[str, Any] = {"tournament_id": self.tournament.pk, "by": ACTOR.at(after(50))}
        side = add_side_prize(name="High hand", amount=30_00, is_from_pool=False, **about)
        award_side_prize(prize_id=side.pk, entry_id=self.winner.pk, **about)
        self.side_prize = side.pk
        voucher = Voucher.objects.create(
            tournament=self.tournament,
            entry=self.winner,
            event=self.tournament,
            value=30_00,
            terms=VoucherTerms.CASH,
            given_line=LogEntry.objects.latest("pk"),
        )
        self.voucher = voucher.pk
        self.season = season_with(self.tournament, rules=replace(RULES, split=(WHOLE,))).pk
        set_season_share(season_id=self.season, share=1_00, **about)
        freeze_season(season_id=self.season, **about)

    def limit(self, **limits: int) -> None:
        Tournament.objects.filter(pk=self.tournament.pk).update(**limits)

    @property
    def about(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": ACTOR.at(after(60))}


def _prize(evening: Evening, **more: Any) -> object:
    payout = Payout.objects.get(entry=evening.winner)
    return pay_out(payout_id=payout.pk, **evening.about, **more)


def _bounties(evening: Evening, **more: Any) -> object:
    return pay_bounties(entry_id=evening.winner.pk, amount=40_00, **evening.about, **more)


def _side_prize(evening: Evening, **more: Any) -> object:
    return pay_side_prize(prize_id=evening.side_prize, **evening.about, **more)


def _voucher(evening: Evening, **more: Any) -> object:
    return cash_voucher(voucher_id=evening.voucher, **evening.about, **more)


def _season(evening: Evening, **more: Any) -> object:
    return pay_season_prize(
        season_id=evening.season, player_id=evening.winner.player_id, **evening.about, **more
    )


# What players win, and how to pay it. A share of a chop and a bubble prize are prizes; what was in an envelope is a
# bounty.
PAYS: Final[Mapping[str, Callable[..., object]]] = {
    "cash.payouts.pay_out": _prize,
    "cash.bounties.pay_bounties": _bounties,
    "prizes.side_prizes.pay_side_prize": _side_prize,
    "cash.vouchers.cash_voucher": _voucher,
    "setup.season_money.pay_season_prize": _season,
}
# The other services that move money, and why no limit is theirs.
DOES_NOT_PAY: Final[Mapping[str, str]] = {
    "cash.bounties.void_bounty_payment": "money comes back to the desk",
    "cash.chip_sales.book_back": "what the player has paid for chips goes back",
    "cash.chip_sales.book_money_again": "the undo of it",
    "cash.chip_sales.book_money_back": "what the player has paid for chips goes back",
    "cash.chip_sales.book_sale": "money comes in",
    "cash.payouts.void_payment": "money comes back to the desk",
    "cash.uncollected.close_uncollected": "bounties that nobody collects are closed: no player gets them",
    "cash.uncollected.due_again": "the undo of it",
    "cash.vouchers.undo_cash": "money comes back to the desk",
    "cash.vouchers.use_voucher": "of a buy-in, which comes in as a seat and not as cash",
    "cash.withholding.take_back_withheld": "of a payment that is voided",
    "cash.withholding.withhold": "stays at the desk, of a payment that was asked for its limits",
    "field.entries.book_out": "a buy-in goes back",
    "field.entries.register_entries": "money comes in",
    "field.entries.register_entry": "money comes in",
    "field.entries.void_entry": "a buy-in goes back",
    "field.no_shows.put_back_no_show": "the undo of a removal",
    "field.no_shows.hand_back_no_show": "a buy-in goes back, by a decision of the floor",
    "field.no_shows.take_no_show_money_again": "the undo of it",
    "field.no_shows.take_out_no_show": "a buy-in leaves the pool, and stays at the desk",
    "field.refunds.bring_back": "the undo of a refund or a removal",
    "field.refunds.hand_back_cancelled": "a buy-in goes back: the event is cancelled",
    "field.refunds.take_cancelled_again": "the undo of it",
    "field.refunds.put_back_refund": "the undo of a refund",
    "field.refunds.refund_entry": "a buy-in goes back, by a decision of the floor with its reason",
    "field.refunds.take_out": "of an entry that is refunded, or removed as a no-show",
    "field.results.settle_results": "the part of the house, which no player gets",
    "prizes.added_money.add_money": "money comes in",
    "prizes.added_money.take_back_money": "back to its giver, as the undo of what was added",
    "prizes.side_prizes.add_side_prize": "money of the house comes in",
    "prizes.side_prizes.remove_side_prize": "money of the house goes back to it",
    "prizes.side_prizes.undo_side_prize": "the undo of the others",
    "prizes.side_prizes.void_side_prize": "money comes back to the desk",
}


def moves_money(source: str) -> Mapping[str, bool]:
    """The public functions of a module that write a row of money, and whether each asks for the limits."""
    functions = {each.name: each for each in ast.parse(source).body if isinstance(each, ast.FunctionDef)}
    calls = {name: _calls(each) for name, each in functions.items()}
    writers = {name for name, called in calls.items() if "MoneyRow" in called}
    while more := {name for name, called in calls.items() if called & writers} - writers:
        writers |= more
    return {name: "check_limits" in calls[name] for name in sorted(writers) if not name.startswith("_")}


def _calls(function: ast.FunctionDef) -> set[str]:
    """The names of what it calls; `MoneyRow` too where its manager makes the row."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            said = ast.unparse(node.func)
            is_made_by_manager = said in ("MoneyRow.objects.create", "MoneyRow.objects.bulk_create")
            found.add("MoneyRow" if is_made_by_manager else said)
    return found


def services() -> dict[str, bool]:
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT / room).with_suffix("").parts)
            for name, asks in moves_money(path.read_text(encoding="utf-8")).items():
                found[f"{module}.{name}"] = asks
    return found


def test_every_service_that_moves_money_is_known_and_those_that_pay_ask_for_the_limits() -> None:
    found = services()
    assert sorted(found) == sorted([*PAYS, *DOES_NOT_PAY])
    assert sorted(name for name, asks in found.items() if asks) == sorted(PAYS)


def test_a_new_service_that_pays_without_the_limits_is_found() -> None:
    planted = """
def pay_jackpot(tournament, entry, amount):
    _pay_cash(tournament, entry, amount)

def _pay_cash(tournament, entry, amount):
    MoneyRow.objects.create(tournament=tournament, entry=entry, amount=-amount)

def pay_last_longer(entry, amount):
    check_limits(entry.tournament, amount)
    MoneyRow.objects.bulk_create([MoneyRow(entry=entry, amount=-amount)])

def read_money(entry):
    return MoneyRow.objects.filter(entry=entry)
"""
    assert moves_money(planted) == {"pay_jackpot": False, "pay_last_longer": True}


@pytest.mark.django_db
@pytest.mark.parametrize("pays", PAYS.values(), ids=PAYS)
def test_above_the_limits_nothing_is_paid_by_one_person_or_without_papers(
    pays: Callable[..., object],
) -> None:
    evening = Evening()
    booked = MoneyRow.objects.count()
    for limits, code in (
        ({"two_people_from": 1_00}, "second_person"),
        ({"two_people_from": None, "id_from": 1_00}, "papers_not_seen"),
        ({"id_from": None, "tax_form_from": 1_00}, "papers_not_seen"),
    ):
        evening.limit(**limits)
        with pytest.raises(Refused) as refusal:
            pays(evening)
        assert (refusal.value.code, MoneyRow.objects.count()) == (code, booked)

    evening.limit(two_people_from=1_000_00)
    pays(evening, papers_seen=True)
    assert MoneyRow.objects.count() > booked
