"""A rebuy that carries a bounty: the knock-out is paid though the player buys back (BTY-08)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables.models import Bust
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.sale_refunds import refund_sale
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.knock_outs import credit_knock_out
from tables.services.moves.refunds import refund_and_unseat
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import ADD_ON, REBUY, sell, selling
from tests.tables.services.desk.test_chip_sales import bust, undo
from tournament.models import BountyShare, ChipSale, Entry, LogEntry, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.bounties import bounty_money, heads_of
from tournament.rules.payouts.money import BuyIn
from tournament.services.cash.bounties import pay_bounties
from tournament.services.clock import next_period
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db

PRICE = BuyIn(prize=20_00, bounty=8_00)


def bounty_felt(kind: str = "fixed", players: int = 4) -> Felt:
    """5 on each head; a rebuy puts 8 on it, and so does an add-on."""
    offers = selling(price=PRICE) | {"add_on_data": replace(ADD_ON, price=PRICE).to_dict()}
    return make_felt(*[10_000] * players, buy_in_prize=40_00, buy_in_bounty=5_00, bounty_kind=kind, **offers)


def heads(felt: Felt) -> dict[int, int]:
    found = heads_of(felt.tournament.pk)
    return {seat: found[entry.pk] for seat, entry in felt.entries.items()}


def won(felt: Felt) -> dict[int, int]:
    """By seat what is due of bounties."""
    seats = {entry.pk: seat for seat, entry in felt.entries.items()}
    found: dict[int, int] = {}
    for share in BountyShare.objects.filter(undone_at=None):
        found[seats[share.winner_id]] = found.get(seats[share.winner_id], 0) + share.due
    return found


def adds_up(felt: Felt) -> bool:
    tournament = Tournament.objects.get(pk=felt.tournament.pk)
    return not bounty_money(tournament).difference and not reconciliation(tournament).faults


@pytest.mark.rule("BTY-08")
def test_bty_08_the_knock_out_stays_won_and_a_new_bounty_lies_on_the_head() -> None:
    felt = bounty_felt()
    bust(felt, 4, by=1, now=after(1))
    line = sell(felt, 4, now=after(2))
    assert (heads(felt), won(felt)) == ({1: 5_00, 2: 5_00, 3: 5_00, 4: 8_00}, {1: 5_00})

    again = bust(felt, 4, by=2, now=after(3))

    assert (heads(felt)[4], won(felt)) == (0, {1: 5_00, 2: 8_00})
    assert adds_up(felt)
    # The second knock-out is undone alone.
    undo(again, after(4))
    assert (heads(felt)[4], won(felt)) == (8_00, {1: 5_00})
    undo(line, after(5))
    assert (heads(felt)[4], won(felt)) == (0, {1: 5_00})
    assert adds_up(felt)


def test_a_second_bust_that_nobody_is_credited_with_leaves_the_first_bounty_where_it_is() -> None:
    felt = bounty_felt()
    bust(felt, 4, by=1, now=after(1))
    sell(felt, 4, now=after(2))
    nobody = bust_by_nobody(felt, 4)
    undo(nobody, after(4))
    assert (heads(felt)[4], won(felt)) == (8_00, {1: 5_00})


def bust_by_nobody(felt: Felt, seat: int) -> LogEntry:
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}
    return bust_players(out=Out(entries=[felt.entries[seat].pk]), by=ACTOR.at(after(3)), **ids)


@pytest.mark.rule("BTY-08")
def test_bty_08_it_is_paid_at_once_while_rebuys_are_sold() -> None:
    felt = bounty_felt()
    bust(felt, 4, by=1, now=after(1))
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk}
    row = pay_bounties(entry_id=felt.entries[1].pk, amount=5_00, by=ACTOR.at(after(2)), **ids)
    assert row.amount == -5_00
    sell(felt, 4, now=after(3))
    assert heads(felt)[4] == 8_00
    assert adds_up(felt)


def test_a_progressive_bounty_stays_on_the_head_of_who_won_it() -> None:
    felt = bounty_felt("progressive")
    bust(felt, 4, by=1, now=after(1))
    sell(felt, 4, now=after(2))
    assert heads(felt) == {1: 7_50, 2: 5_00, 3: 5_00, 4: 8_00}
    assert adds_up(felt)


def test_an_add_on_adds_to_the_bounty_on_the_head() -> None:
    felt = bounty_felt()
    for _ in range(2):
        next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    sell_chips(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        kind="add_on",
        seed="",
        by=ACTOR.at(after(1)),
    )
    assert heads(felt)[2] == 13_00
    assert adds_up(felt)


def test_who_knocked_out_a_player_who_has_bought_back_is_credited_before_the_rebuy() -> None:
    felt = bounty_felt()
    bust_by_nobody(felt, 4)
    sale = sell(felt, 4, now=after(4))
    credit: dict[str, Any] = {
        "tournament_id": felt.tournament.pk,
        "bust_id": Bust.objects.get().pk,
        "credited_to": [felt.entries[1].pk],
        "seen": [],
    }
    with pytest.raises(Refused, match="has taken a rebuy since, with a new bounty"):
        credit_knock_out(by=ACTOR.at(after(5)), **credit)
    undo(sale, after(6))
    credit_knock_out(by=ACTOR.at(after(7)), **credit)
    sell(felt, 4, now=after(8))
    assert (heads(felt)[4], won(felt)) == (8_00, {1: 5_00})


def test_a_rebuy_or_an_entry_whose_bounty_was_won_is_not_refunded() -> None:
    felt = bounty_felt()
    bust(felt, 4, by=1, now=after(1))
    sell(felt, 4, now=after(2))
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "reason": "favour"}
    with pytest.raises(Refused, match="was won before the rebuy"):
        refund_and_unseat(entry_id=felt.entries[4].pk, by=ACTOR.at(after(3)), **ids)
    bust(felt, 4, by=2, now=after(4))
    with pytest.raises(Refused, match="The bounty of this sale has been won"):
        refund_sale(sale_id=ChipSale.objects.get().pk, by=ACTOR.at(after(5)), **ids)
    assert Entry.objects.get(pk=felt.entries[4].pk).place_first == 4


def test_a_rebuy_without_a_bounty_puts_the_old_one_back_on_the_head() -> None:
    felt = make_felt(
        *[10_000] * 3,
        buy_in_prize=40_00,
        buy_in_bounty=5_00,
        bounty_kind="fixed",
        **selling(price=REBUY.price),
    )
    bust(felt, 3, by=1, now=after(1))
    sell(felt, 3, now=after(2))
    assert (heads(felt)[3], won(felt)) == (5_00, {})
