"""Side prizes: from the pool or the house, awarded, paid and taken back; the books balance after every step."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import ACTOR, after, make_tournament
from tests.factories.field import bust, entered, started
from tests.tournament.services.cash.test_tills import Cashier, said
from tests.tournament.services.prizes.test_locked_ladder import can_undo, ladder, lock, newest, undo
from tournament.models import Entry, LogEntry, MoneyKind, MoneyRow, SidePrize, Tournament
from tournament.queries.ledger.reconciliation import Reconciliation, reconciliation
from tournament.queries.payouts.side_prizes import SideMoney, candidates
from tournament.rules.payouts.money import MAX_MONEY
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.errors import Refused
from tournament.services.field.entries import void_entry
from tournament.services.prizes.side_prizes import (
    MOST,
    add_side_prize,
    award_side_prize,
    pay_side_prize,
    remove_side_prize,
    take_side_prize_back,
    void_side_prize,
)
from tournament.services.setup.tournaments import cancel_tournament

pytestmark = pytest.mark.django_db

TWO = payout_scheme_to_dict(FixedShares(shares=(600_000, 400_000)))


def add(
    tournament: Tournament, amount: int = 25_00, *, pool: bool = False, name: str = "Last woman"
) -> SidePrize:
    return add_side_prize(
        tournament_id=tournament.pk, name=name, amount=amount, is_from_pool=pool, by=ACTOR.at(after(1))
    )


def of(prize: SidePrize, minute: float = 5) -> dict[str, Any]:
    return {
        "tournament_id": prize.tournament_id,
        "prize_id": prize.pk,
        "by": ACTOR.at(after(minute)),
    }


def award(prize: SidePrize, entry: Entry) -> SidePrize:
    return award_side_prize(entry_id=entry.pk, **of(prize))


def books(tournament: Tournament) -> Reconciliation:
    """The reconciliation, on which everything adds up."""
    found = reconciliation(Tournament.objects.get(pk=tournament.pk))
    assert (found.faults, [line.differences for line in found.kinds if line.differences]) == (0, [])
    return found


def rows(kind: MoneyKind) -> list[int]:
    return list(MoneyRow.objects.filter(kind=kind).order_by("pk").values_list("amount", flat=True))


def test_one_from_the_pool_makes_the_ladder_smaller_until_it_is_removed() -> None:
    tournament, _ = entered(4, payout_scheme_data=TWO)  # 180
    prize = add(tournament, 30_00, pool=True)
    tournament.refresh_from_db()
    assert (ladder(tournament), rows(MoneyKind.SIDE_MONEY)) == ([90_00, 60_00], [])
    remove_side_prize(**of(prize))
    assert ladder(tournament) == [108_00, 72_00]
    assert said(newest(tournament, "side_prize_removed")) == (
        "Removed the side prize “Last woman”: €30 go back to the prize pool."
    )
    assert books(tournament).side is None

    removed = newest(tournament, "side_prize_removed")
    assert can_undo(removed)
    undo(removed)
    assert (ladder(tournament), can_undo(newest(tournament, "side_prize_added"))) == ([90_00, 60_00], True)
    assert not can_undo(removed)


def test_one_of_the_house_brings_its_money_and_takes_it_out_again() -> None:
    tournament, _ = entered(4, payout_scheme_data=TWO)
    prize = add(tournament, 30_00)
    assert (ladder(tournament), rows(MoneyKind.SIDE_MONEY)) == ([108_00, 72_00], [30_00])
    assert books(tournament).side == SideMoney(
        from_pool=0, from_house=30_00, paid=0, due=0, open=30_00, open_from_pool=0
    )
    remove_side_prize(**of(prize))
    assert rows(MoneyKind.SIDE_MONEY) == [30_00, -30_00]
    row = MoneyRow.objects.get(amount=-30_00)
    assert row.corrects is not None
    assert row.corrects.amount == 30_00
    assert books(tournament).side is None
    undo(newest(tournament, "side_prize_removed"))
    assert rows(MoneyKind.SIDE_MONEY) == [30_00, -30_00, 30_00]
    assert books(tournament).balance == 4 * 50_00 + 30_00


def test_awarded_paid_voided_taken_back_and_each_step_is_undone_in_the_log() -> None:
    tournament, entries = started(4, payout_scheme_data=TWO)
    prize = add(tournament)
    added = newest(tournament, "side_prize_added")
    assert can_undo(added)
    award(prize, entries[2])
    awarded = newest(tournament, "side_prize_awarded")
    assert (can_undo(added), can_undo(awarded)) == (False, True)
    assert said(awarded) == "Awarded the side prize “Last woman”, €25, to Carla Rossi."

    pay_side_prize(**of(prize))
    paid = newest(tournament, "side_prize_paid")
    assert (can_undo(awarded), can_undo(paid), rows(MoneyKind.SIDE_PAID)) == (False, True, [-25_00])
    assert books(tournament).side == SideMoney(
        from_pool=0, from_house=25_00, paid=25_00, due=0, open=0, open_from_pool=0
    )
    with pytest.raises(Refused, match="already been paid"):
        pay_side_prize(**of(prize))
    with pytest.raises(Refused, match="void the payment first"):
        take_side_prize_back(**of(prize))

    undo(paid)
    assert rows(MoneyKind.SIDE_PAID) == [-25_00, 25_00]
    undo(awarded)
    prize.refresh_from_db()
    assert (prize.entry, prize.payment) == (None, None)
    undo(LogEntry.objects.get(pk=added.pk))
    assert books(tournament).side is None
    with pytest.raises(SidePrize.DoesNotExist):
        award(prize, entries[2])


def test_what_undoes_a_step_is_not_undone_itself() -> None:
    """Removed by hand it comes back by an undo; where the removal undoes the naming it is named again."""
    tournament, entries = started(4, payout_scheme_data=TWO)
    prize = add(tournament)
    pay_side_prize(**of(award(prize, entries[2])))
    for verb in ("side_prize_paid", "side_prize_awarded", "side_prize_added"):
        line = newest(tournament, verb)
        undo(line)
        assert not can_undo(LogEntry.objects.get(undoes=line))
    assert newest(tournament, "side_prize_removed").undoes == newest(tournament, "side_prize_added")
    with pytest.raises(Refused, match="can no longer be undone"):
        undo(newest(tournament, "side_prize_removed"))


def test_a_payment_is_voided_and_made_again() -> None:
    tournament, entries = started(4)
    prize = award(add(tournament), entries[1])
    with pytest.raises(Refused, match="has not been paid"):
        void_side_prize(**of(prize))
    pay_side_prize(**of(prize))
    void_side_prize(**of(prize))
    pay_side_prize(**of(prize))
    assert rows(MoneyKind.SIDE_PAID) == [-25_00, 25_00, -25_00]
    assert books(tournament).cash == books(tournament).balance == 4 * 50_00


def test_a_prize_has_one_player_and_an_entry_that_has_one_is_not_voided() -> None:
    tournament, entries = entered(4)
    prize = award(add(tournament), entries[1])
    with pytest.raises(Refused, match="awarded to Bruno Neri"):
        award(prize, entries[2])
    with pytest.raises(Refused, match="awarded to Bruno Neri"):
        remove_side_prize(**of(prize))
    with pytest.raises(Refused) as refusal:
        void_entry(tournament_id=tournament.pk, entry_id=entries[1].pk, by=ACTOR.at(after(6)), reason="Error")
    assert refusal.value.code == "has_side_prize"
    take_side_prize_back(**of(prize))
    void_entry(tournament_id=tournament.pk, entry_id=entries[1].pk, by=ACTOR.at(after(6)), reason="Error")
    with pytest.raises(Refused, match="void"):
        award(prize, Entry.objects.get(pk=entries[1].pk))


def test_an_award_that_cannot_be_is_refused_with_what_is_wrong() -> None:
    tournament, _ = started(3, payout_scheme_data=TWO)
    for amount in (0, -1, MAX_MONEY + 1):
        with pytest.raises(Refused, match="Enter an amount above 0"):
            add(tournament, amount)
    prize = add(tournament)
    for step in (pay_side_prize, take_side_prize_back):
        with pytest.raises(Refused, match="Last woman is awarded to nobody"):
            step(**of(prize))
    for _ in range(MOST - 1):
        add(tournament, 1)
    with pytest.raises(Refused, match=f"Add at most {MOST} side prizes"):
        add(tournament, 1)


def test_once_the_pool_is_divided_only_the_house_adds_one() -> None:
    tournament, entries = started(4, payout_scheme_data=TWO)
    before = add(tournament, 10_00, pool=True)
    line = newest(tournament, "side_prize_added")
    lock(tournament)
    with pytest.raises(Refused) as refusal:
        add(tournament, pool=True)
    assert refusal.value.code == "pool_divided"
    assert not can_undo(line)
    assert ladder(tournament) == [102_00, 68_00]
    add(tournament)
    for loser in (3, 2, 1):
        bust(Tournament.objects.get(), entries[loser], winner=entries[0], now=after(2))
    with pytest.raises(Refused, match="divided"):
        remove_side_prize(**of(before))


def test_one_that_the_pool_cannot_pay_is_refused() -> None:
    tournament, _ = started(4, payout_scheme_data=TWO)
    with pytest.raises(Refused) as refusal:
        add(tournament, 180_01, pool=True)
    assert refusal.value.code == "side_prizes_above_pool"
    assert not SidePrize.objects.exists()


def test_what_nobody_was_awarded_is_open_at_the_end_and_goes_to_first_place_or_to_the_house() -> None:
    tournament, entries = started(4, payout_scheme_data=TWO)
    of_pool, of_house = add(tournament, 30_00, pool=True), add(tournament, 20_00, name="First out")
    for loser in (3, 2, 1):
        bust(Tournament.objects.get(), entries[loser], winner=entries[0], now=after(2))
    seen = books(tournament)
    assert seen.side is not None
    assert (seen.side.open, seen.pool.not_awarded, seen.pool.difference) == (50_00, 30_00, 0)

    remove_side_prize(**of(of_house))
    (first, *_others), _is_cut = candidates(tournament)
    assert (first.id, first.place_first) == (entries[0].pk, 1)
    award(of_pool, entries[0])
    of_pool.refresh_from_db()
    assert of_pool.entry == entries[0]
    assert (books(tournament).pool.not_awarded, books(tournament).side) == (
        0,
        SideMoney(from_pool=30_00, from_house=0, paid=0, due=30_00, open=0, open_from_pool=0),
    )


def test_one_of_a_guaranteed_pool_may_be_promised_and_won_before_the_money_is_there() -> None:
    tournament, entries = started(4, payout_scheme_data=TWO, guarantee=500_00)
    prize = add(tournament, 200_00, pool=True)
    promised = books(tournament).pool
    award(prize, entries[0])
    won = books(tournament).pool
    for loser in (3, 2, 1):
        bust(Tournament.objects.get(), entries[loser], winner=entries[0], now=after(2))
    over = books(tournament).pool

    assert (promised.collected, promised.overlay, promised.side_open) == (180_00, 0, 200_00)
    assert (won.not_awarded, won.to_come, won.difference) == (-20_00, 320_00, 0)
    assert (over.not_awarded, over.overlay, over.to_come, over.difference) == (0, 320_00, 0, 0)


def test_a_till_pays_it_out_and_never_sees_the_money_of_the_house() -> None:
    tournament, entries = started(4)
    desk = Cashier(tournament)
    desk.open(100_00)
    prize = add_side_prize(name="High hand", amount=20_00, is_from_pool=False, **desk.ids(5))
    award_side_prize(prize_id=prize.pk, entry_id=entries[0].pk, **desk.ids(6))
    assert desk.cash() == []
    pay_side_prize(prize_id=prize.pk, **desk.ids(7))
    assert desk.cash() == [("side_prizes", 0, 20_00)]


def test_of_another_tournament_there_is_neither_prize_nor_entry() -> None:
    tournament, _ = started(2)
    other = make_tournament(name="Other")
    prize = add(other)
    with pytest.raises(SidePrize.DoesNotExist):
        pay_side_prize(tournament_id=tournament.pk, prize_id=prize.pk, by=ACTOR.at(after(5)))
    with pytest.raises(Entry.DoesNotExist):
        award(prize, Entry.objects.filter(tournament=tournament)[0])


def test_nothing_is_paid_once_the_event_is_called_off() -> None:
    """The buy-ins go back whole."""
    tournament, entries = entered(2)
    prize = award(add(tournament, pool=True), entries[0])
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(after(2)), reason="Storm")

    with pytest.raises(Refused, match="The tournament is cancelled: no prizes are paid"):
        pay_side_prize(**of(prize))
    remove_side_prize(**of(take_side_prize_back(**of(prize))))

    assert books(tournament).cash == 100_00
