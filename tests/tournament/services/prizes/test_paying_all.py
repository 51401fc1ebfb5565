"""One payment for prize, bounties and side prizes of a player, less what the player owes."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Sum

from tests.factories import ACTOR, NOW, after
from tests.factories.books import played_for_money
from tests.factories.sales import REBUY
from tournament.models import ChipSale, Entry, LogEntry, MoneyRow, Payout, SidePrize, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.waiting import waiting_for
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.chip_sales import book_sale
from tournament.services.errors import Refused
from tournament.services.log import write_log
from tournament.services.prizes.paying_all import pay_all
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def evening(**changes: Any) -> tuple[Tournament, Entry]:
    """Over: the winner has a prize of 250, bounties of 40 and a side prize of 25."""
    tournament, entries = played_for_money(**changes)
    winner = entries[0]
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "actor": ACTOR, "now": after(9)}
    prize = add_side_prize(name="High hand", amount=25_00, is_from_pool=False, **ids)
    award_side_prize(prize_id=prize.pk, entry_id=winner.pk, **ids)
    return tournament, winner


def owe(tournament: Tournament, entry: Entry) -> None:
    """A rebuy for 30 that was announced at the table and that nobody has paid."""
    Tournament.objects.update(rebuy_data=REBUY.to_dict())
    data = {
        "entry": entry.pk,
        "number": entry.number,
        "name": entry.player.name,
        "paid": 30_00,
        "is_owed": True,
    }
    line = write_log(tournament_id=tournament.pk, actor=ACTOR, verb="rebuy_sold", data=data, now=NOW)
    book_sale(entry=entry, kind="rebuy", offer=REBUY, chips=1, line=line, waits=True, is_owed=True, now=NOW)


def pay(tournament: Tournament, entry: Entry, amount: int, *, set_off: bool = False) -> LogEntry:
    return pay_all(
        tournament_id=tournament.pk,
        entry_id=entry.pk,
        amount=amount,
        set_off=set_off,
        actor=ACTOR,
        now=after(20),
    )


def unpaid(tournament: Tournament, entry: Entry) -> tuple[int, int, int, int]:
    found = waiting_for(Tournament.objects.get(pk=tournament.pk), {entry.pk: entry.player_id})[entry.pk]
    return found.prize, found.bounties, found.side_prizes, found.owes


def test_prize_bounties_and_side_prizes_are_one_payment_and_one_undo() -> None:
    tournament, winner = evening()
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 0)

    line = pay(tournament, winner, 315_00)

    assert unpaid(tournament, winner) == (0, 0, 0, 0)
    out = MoneyRow.objects.filter(entry=winner, amount__lt=0).values_list("kind").annotate(Sum("amount"))
    assert dict(out) == {"payout": -250_00, "bounty_paid": -40_00, "side_paid": -25_00}
    assert reconciliation(Tournament.objects.get()).faults == 0
    assert lines_to_undo(tournament, [line]) == {line.pk}
    undo_line(tournament_id=tournament.pk, line_id=line.pk, actor=ACTOR, now=after(21))
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 0)
    assert reconciliation(Tournament.objects.get()).faults == 0


def test_what_the_player_owes_is_set_off() -> None:
    tournament, winner = evening()
    owe(tournament, winner)
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 30_00)

    line = pay(tournament, winner, 285_00, set_off=True)

    assert ChipSale.objects.get().collected_at == after(20)
    assert unpaid(tournament, winner) == (0, 0, 0, 0)
    undo_line(tournament_id=tournament.pk, line_id=line.pk, actor=ACTOR, now=after(21))
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 30_00)


def test_what_has_changed_since_the_desk_looked_is_refused_and_nothing_is_paid() -> None:
    tournament, winner = evening()
    pay_bounties(tournament_id=tournament.pk, entry_id=winner.pk, amount=40_00, actor=ACTOR, now=after(10))
    with pytest.raises(Refused) as changed:
        pay(tournament, winner, 315_00)
    assert changed.value.code == "amount_changed"
    pay(tournament, winner, 275_00)
    with pytest.raises(Refused) as gone:
        pay(tournament, winner, 275_00)
    assert gone.value.code == "already_paid"


def test_so_much_as_a_second_person_confirms_is_paid_piece_by_piece() -> None:
    tournament, winner = evening(two_people_from=300_00)
    with pytest.raises(Refused, match="one by one") as refusal:
        pay(tournament, winner, 315_00)
    assert refusal.value.code == "one_by_one"
    assert not Payout.objects.exclude(paid_at=None).exists()


def test_the_papers_are_asked_for_by_the_sum() -> None:
    tournament, winner = evening(id_from=300_00)
    found = waiting_for(tournament, {winner.pk: winner.player_id})[winner.pk]
    assert (found.papers, found.is_offered) == (("id",), True)
    with pytest.raises(Refused) as refusal:
        pay(tournament, winner, 315_00)
    assert refusal.value.code == "papers_not_seen"
    assert not SidePrize.objects.exclude(payment=None).exists()
