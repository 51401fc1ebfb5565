"""Rebuys and add-ons sold at the desk and on the floor, and announced at the table (REB-01)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db.models import Sum

from tables.models import HandSeat, Seat
from tables.services.chips.corrections import correct_stack
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.sale_refunds import refund_sale
from tables.services.desk.seating import register_and_seat, void_and_unseat
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.leaving import remove_player
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, NOW, after, make_player
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import REBUY, rebuy_felt, sell, selling
from tournament.changes.sales import ChipsSold
from tournament.models import (
    BountyShare,
    ChipSale,
    ChopMethod,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyRow,
    Tournament,
)
from tournament.queries.chip_count import chip_count
from tournament.queries.chip_sales import rebuys_until, sales_owed
from tournament.queries.payouts.bounties import heads_of
from tournament.queries.payouts.ladder import prize_pool
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.collecting import collect_sale
from tournament.services.clock import next_period
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def undo(line: LogEntry, now: datetime = NOW) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(now))


def books(felt: Felt) -> tuple[int, int, dict[str, int]]:
    """The chips of the ledger, those of the stacks, and the money held of each kind."""
    rows = MoneyRow.objects.filter(tournament=felt.tournament).values_list("kind").annotate(Sum("amount"))
    stacks = Entry.objects.filter(tournament=felt.tournament).aggregate(sum=Sum("stack"))["sum"]
    return chip_count(felt.tournament.pk).in_play, stacks, dict(rows)


def refused(felt: Felt, seat: int, *, now: datetime = NOW) -> tuple[str, str]:
    before = books(felt)
    with pytest.raises(Refused) as refusal:
        sell(felt, seat, now=now)
    assert books(felt) == before
    return refusal.value.code, refusal.value.message


def standing(felt: Felt, seat: int) -> tuple[str, int | None, int | None, int]:
    entry = Entry.objects.get(pk=felt.entries[seat].pk)
    return entry.status, entry.place_first, entry.place_last, entry.stack


def seat_of(felt: Felt, seat: int) -> tuple[int, int, bool]:
    found = Seat.objects.select_related("table").get(entry=felt.entries[seat])
    return found.table.number, found.number, found.is_newcomer


def bust(felt: Felt, *seats: int, by: int, now: datetime = NOW) -> LogEntry:
    out = Out(entries=[felt.entries[seat].pk for seat in seats], credited_to=[felt.entries[by].pk])
    return bust_players(tournament_id=felt.tournament.pk, table_id=felt.table.pk, out=out, by=ACTOR.at(now))


def test_a_rebuy_is_in_the_stack_the_pool_and_the_fees_at_once_and_undo_takes_all_of_it_back() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    before = books(felt)
    assert before == (30_000, 30_000, {"prize": 135_00, "fee": 9_00, "staff": 6_00})

    line = sell(felt, 2)

    assert books(felt) == (38_000, 38_000, {"prize": 163_00, "fee": 10_50, "staff": 6_50})
    assert prize_pool(felt.tournament).total == 163_00
    assert felt.stacks() == {1: 10_000, 2: 18_000, 3: 10_000}
    assert lines_to_undo(felt.tournament, [line]) == {line.pk}
    undo(line)
    assert books(felt) == before
    assert felt.stacks() == {1: 10_000, 2: 10_000, 3: 10_000}
    corrections = MoneyRow.objects.filter(corrects__isnull=False).order_by("pk")
    assert [(row.amount, row.corrects and row.corrects.amount) for row in corrections] == [
        (-28_00, 28_00),
        (-1_50, 1_50),
        (-50, 50),
    ]
    assert lines_to_undo(felt.tournament, [line]) == frozenset()


def test_nobody_is_left_in_a_seat_without_a_chip_by_an_undo() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    line = sell(felt, 2)
    entry = felt.entries[2]
    correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=entry.pk,
        stack=8_000,
        by=ACTOR.at(after(1)),
        reason="Counted",
    )

    with pytest.raises(Refused) as refusal:
        undo(line, after(2))

    assert refusal.value.code == "no_chips_left"
    assert standing(felt, 2) == (EntryStatus.PLAYING, None, None, 8_000)
    # What it names as the other way is open: the money goes back, the chips stay.
    sale = ChipSale.objects.get(log_entry=line)
    refund_sale(
        tournament_id=felt.tournament.pk, sale_id=sale.pk, reason="Paid by mistake", by=ACTOR.at(after(2))
    )
    assert felt.stacks() == {1: 10_000, 2: 8_000, 3: 10_000}


def test_who_may_buy_and_why_not() -> None:
    felt = rebuy_felt(10_000, 10_001, 10_000, per_player=1)
    assert refused(felt, 2) == (
        "too_many_chips",
        "Sold at 10,000 chips or fewer: this player has 10,001.",
    )
    sell(felt, 1)
    assert refused(felt, 1) == ("sale_limit", "This player has bought 1 of 1.")
    next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    sell(felt, 3)
    # The break after level 2 is the last chance; then entries are closed too.
    next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    felt.tournament.refresh_from_db()
    assert refused(felt, 3) == ("sale_limit", "This player has bought 1 of 1.")
    sell(felt, 2, "add_on")
    next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    assert refused(felt, 2) == ("registration_closed", "Registration is closed: the prize pool is final.")


def test_an_add_on_is_sold_in_its_break_only() -> None:
    felt = rebuy_felt(10_000, 10_000)
    with pytest.raises(Refused) as early:
        sell(felt, 1, "add_on")
    assert (early.value.code, early.value.message) == ("sale_not_open", "Sold in the break after level 2.")
    for _ in range(2):
        next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    line = sell(felt, 1, "add_on")
    assert felt.stack(1) == 22_000
    with pytest.raises(Refused, match="has bought 1 of 1"):
        sell(felt, 1, "add_on")
    undo(line)
    assert felt.stack(1) == 10_000
    assert ChipsSold.of(sell(felt, 1, "add_on")).paid == 20_00


def test_nothing_is_sold_where_nothing_is_offered_or_registration_was_closed_by_hand() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    close_registration(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    assert refused(felt, 1)[0] == "registration_closed"
    felt.tournament.rebuy_data = None
    felt.tournament.save()
    assert refused(felt, 1) == ("not_sold", "Not sold in this tournament.")


def all_in_and_lost(felt: Felt, *, now: datetime) -> None:
    """Seat 3 is all-in against the big blind, who wins it all; the hand was dealt before."""
    felt.play("r3:300", "f1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s2:AhAd", "s3:QhQd", now=now)


def undo_tap(felt: Felt, *, now: datetime) -> None:
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(now))


def test_chips_bought_during_a_hand_come_when_it_is_over_and_keep_a_player_in() -> None:
    felt = rebuy_felt(10_000, 10_000, 300)
    felt.deal(after(1))
    chips = books(felt)[0]

    line = sell(felt, 3, now=after(2))

    assert ChipsSold.of(line).hand == 1
    assert (felt.stack(3), books(felt)[0], books(felt)[2]["prize"]) == (300, chips, 163_00)
    all_in_and_lost(felt, now=after(3))
    assert standing(felt, 3) == (EntryStatus.PLAYING, None, None, 8_000)
    assert seat_of(felt, 3) == (1, 3, False)
    assert HandSeat.objects.get(entry=felt.entries[3]).finishing_stack == 0
    assert books(felt)[:2] == (chips + 8_000, 20_300 + 8_000)

    # The dealer takes the last tap back: the chips are still to come, and come again.
    undo_tap(felt, now=after(4))
    assert (felt.stack(3), books(felt)[0]) == (300, chips)
    felt.play("s3:QhQd", now=after(5))
    assert (felt.stack(3), books(felt)[0]) == (8_000, chips + 8_000)

    felt.deal(after(6))
    with pytest.raises(Refused, match="has played hand"):
        undo(line, after(7))


def test_chips_still_to_come_are_taken_back_without_a_trace_in_the_hand() -> None:
    felt = rebuy_felt(10_000, 10_000, 300)
    before = books(felt)
    felt.deal(after(1))
    line = sell(felt, 3, now=after(2))
    undo(line, after(3))
    assert books(felt) == before
    all_in_and_lost(felt, now=after(4))
    assert standing(felt, 3)[:2] == (EntryStatus.ELIMINATED, 3)


@pytest.mark.rule("REB-01")
def test_reb_01_a_player_who_announces_a_rebuy_before_the_hand_plays_with_it_and_owes_it() -> None:
    felt = rebuy_felt(10_000, 10_000, 300)
    felt.deal(after(1))
    all_in_and_lost(felt, now=after(2))
    assert standing(felt, 3)[:2] == (EntryStatus.ELIMINATED, 3)

    line = sell(felt, 3, now=after(3), is_owed=True)

    # Chips behind play, the same seat, and no hand is missed: no newcomer who would have to wait for the button.
    assert standing(felt, 3) == (EntryStatus.PLAYING, None, None, 8_000)
    assert seat_of(felt, 3) == (1, 3, False)
    assert ChipsSold.of(line).missed == 0
    hand = felt.deal(after(4))
    assert HandSeat.objects.get(hand=hand, entry=felt.entries[3]).starting_stack == 8_000
    # The pool has it, the desk is still to take it.
    assert books(felt)[2]["prize"] == 163_00
    assert [(each.name, each.price) for each in sales_owed(felt.tournament)] == [("Carla Rossi", 30_00)]
    sale = ChipSale.objects.get()
    paid = collect_sale(tournament_id=felt.tournament.pk, sale_id=sale.pk, by=ACTOR.at(after(5)))
    assert sales_owed(felt.tournament) == ()
    with pytest.raises(Refused, match="already been paid"):
        collect_sale(tournament_id=felt.tournament.pk, sale_id=sale.pk, by=ACTOR.at(after(5)))
    undo(paid, after(6))
    assert [each.name for each in sales_owed(felt.tournament)] == ["Carla Rossi"]


def test_a_player_who_is_out_comes_back_to_the_old_seat_and_those_out_since_are_one_place_lower() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000, 10_000)
    bust(felt, 4, by=1, now=after(1))
    bust(felt, 3, by=1, now=after(2))
    assert (standing(felt, 4)[1], standing(felt, 3)[1]) == (4, 3)

    line = sell(felt, 4, now=after(3))

    assert standing(felt, 4) == (EntryStatus.PLAYING, None, None, 8_000)
    assert standing(felt, 3)[1:3] == (4, 4)
    assert seat_of(felt, 4) == (1, 4, False)
    undo(line, after(4))
    assert standing(felt, 4) == (EntryStatus.ELIMINATED, 4, 4, 0)
    assert standing(felt, 3)[1:3] == (3, 3)
    assert not Seat.objects.filter(entry=felt.entries[4]).exists()
    # And may buy again after all.
    sell(felt, 4, now=after(5))
    assert standing(felt, 4)[0] == EntryStatus.PLAYING


@pytest.mark.parametrize("back", [3, 4])
def test_of_two_who_tied_one_comes_back_and_goes_again(back: int) -> None:
    felt = rebuy_felt(10_000, 10_000, 5_000, 5_000)
    other = 7 - back
    bust(felt, 3, 4, by=1)
    assert standing(felt, other)[1:3] == (3, 4)
    line = sell(felt, back, now=after(1))
    assert standing(felt, other)[1:3] == (4, 4)
    undo(line, after(2))
    assert standing(felt, back)[1:3] == (3, 4)
    assert standing(felt, other)[1:3] == (3, 4)


def test_a_seat_that_was_taken_meanwhile_is_drawn_anew_and_missed_hands_are_said() -> None:
    felt = rebuy_felt(10_000, 10_000, 300, seats=4)
    felt.deal(after(1))
    all_in_and_lost(felt, now=after(2))
    newcomer = make_player("Zoe Zanni")
    seated = register_and_seat(
        tournament_id=felt.tournament.pk, player_id=newcomer.pk, seed="a", by=ACTOR.at(after(3))
    )
    Seat.objects.filter(entry=seated.entry).update(entry=None)
    Seat.objects.filter(table=felt.table, number=3).update(entry=seated.entry)
    felt.deal(after(4))
    line = sell(felt, 3, now=after(5))
    assert ChipsSold.of(line).missed == 1
    assert seat_of(felt, 3) == (1, 4, True)


def test_a_player_who_left_with_chips_or_entered_again_buys_no_rebuy() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000, 10_000)
    felt.tournament.entries_per_player = 2
    felt.tournament.save()
    remove_player(
        tournament_id=felt.tournament.pk, entry_id=felt.entries[4].pk, why="walked_out", by=ACTOR.at(after(1))
    )
    assert refused(felt, 4, now=after(2))[0] == "left_with_chips"
    bust(felt, 3, by=1, now=after(3))
    register_and_seat(
        tournament_id=felt.tournament.pk, player_id=felt.entries[3].player_id, seed="a", by=ACTOR.at(after(4))
    )
    assert refused(felt, 3, now=after(5)) == (
        "entered_again",
        "Carla Rossi has entered again since, with entry 5.",
    )


def test_an_entry_is_voided_only_without_what_it_bought() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    line = sell(felt, 2)

    def void() -> None:
        void_and_unseat(
            tournament_id=felt.tournament.pk, entry_id=felt.entries[2].pk, by=ACTOR.at(NOW), reason="twice"
        )

    with pytest.raises(Refused, match="undo that in the log first"):
        void()
    undo(line)
    void()
    assert books(felt) == (20_000, 20_000, {"prize": 90_00, "fee": 6_00, "staff": 4_00})


def test_a_sale_stays_while_the_players_left_have_agreed_on_a_chop_of_its_money() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    line = sell(felt, 3)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk}
    close_registration(by=ACTOR.at(after(1)), **ids)
    chop = propose_chop(method=ChopMethod.EQUAL, played_for=0, by=ACTOR.at(after(2)), **ids).chop
    *_, agreed = [
        agree_to_chop(chop_id=chop.pk, entry_id=entry.pk, by=ACTOR.at(after(3)), **ids)
        for entry in felt.entries.values()
    ]
    before = books(felt)
    with pytest.raises(Refused, match="have agreed on a chop of the prizes; undo it in the log first") as no:
        undo(line, after(4))
    assert (no.value.code, books(felt)) == ("chop_agreed", before)

    undo(agreed, after(5))
    undo(line, after(6))
    assert books(felt)[0] == 30_000


def test_a_tournament_does_not_end_while_the_last_but_one_may_come_back() -> None:
    felt = rebuy_felt(10_000, 10_000)
    bust(felt, 2, by=1, now=after(1))
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == "running"
    sell(felt, 2, now=after(2))
    assert standing(felt, 2)[0] == EntryStatus.PLAYING


def test_chips_are_made_up_to_what_the_chips_in_play_can_make() -> None:
    felt = rebuy_felt(10_000, 10_000, chips=8_010, last_level=2)
    line = sell(felt, 1)
    assert ChipsSold.of(line).chips == 8_025
    assert REBUY.chips == 8_000


def test_the_desk_is_told_when_nothing_is_owed_any_more() -> None:
    felt = rebuy_felt(10_000, 10_000)
    line = sell(felt, 1, is_owed=True)
    sale = ChipSale.objects.get()
    undo(line)
    with pytest.raises(Refused, match="nothing is owed"):
        collect_sale(tournament_id=felt.tournament.pk, sale_id=sale.pk, by=ACTOR.at(NOW))
    with pytest.raises(Entry.DoesNotExist):
        sell_chips(tournament_id=felt.tournament.pk, entry_id=0, kind="rebuy", seed="", by=ACTOR.at(NOW))


def test_chips_bought_during_a_hand_come_when_its_deal_is_undone() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    felt.deal(after(1))
    sell(felt, 3, now=after(2))
    undo_tap(felt, now=after(3))
    assert felt.stack(3) == 18_000
    hand = felt.deal(after(4))
    assert HandSeat.objects.get(hand=hand, entry=felt.entries[3]).starting_stack == 18_000


def test_a_player_who_came_back_may_go_out_again_and_the_first_bust_stands_until_the_rebuy_is_undone() -> (
    None
):
    felt = rebuy_felt(10_000, 10_000, 10_000, 10_000)
    first = bust(felt, 4, by=1, now=after(1))
    line = sell(felt, 4, now=after(2))
    with pytest.raises(Refused, match="Dario Conti is back in play by a rebuy; undo that first"):
        undo(first, after(3))
    second = bust(felt, 4, by=2, now=after(4))
    assert standing(felt, 4)[:2] == (EntryStatus.ELIMINATED, 4)
    with pytest.raises(Refused, match="has gone out since"):
        undo(line, after(5))
    undo(second, after(6))
    undo(line, after(7))
    undo(first, after(8))
    assert standing(felt, 4) == (EntryStatus.PLAYING, None, None, 10_000)
    assert books(felt) == (40_000, 40_000, {"prize": 180_00, "fee": 12_00, "staff": 8_00})


def test_a_bounty_goes_back_on_the_head_of_a_player_who_comes_back_and_is_won_again_when_that_is_undone() -> (
    None
):
    felt = make_felt(
        10_000, 10_000, 10_000, buy_in_prize=40_00, buy_in_bounty=5_00, bounty_kind="fixed", **selling()
    )
    ids = [felt.entries[seat].pk for seat in (1, 2, 3)]
    bust(felt, 3, by=1, now=after(1))
    assert heads_of(felt.tournament.pk) == dict(zip(ids, (5_00, 5_00, 0), strict=True))
    line = sell(felt, 3, now=after(2))
    assert heads_of(felt.tournament.pk) == dict.fromkeys(ids, 5_00)
    undo(line, after(3))
    assert heads_of(felt.tournament.pk) == dict(zip(ids, (5_00, 5_00, 0), strict=True))
    won = BountyShare.objects.filter(undone_at=None).values_list("winner", "due")
    assert list(won) == [(ids[0], 5_00)]


def test_a_bounty_is_paid_once_nobody_can_come_back_by_a_rebuy_any_more() -> None:
    felt = make_felt(
        10_000, 10_000, 10_000, buy_in_prize=40_00, buy_in_bounty=5_00, bounty_kind="fixed", **selling()
    )
    tournament, winner = felt.tournament.pk, felt.entries[1].pk
    bust(felt, 3, by=1, now=after(1))
    with pytest.raises(Refused) as early:
        pay_bounties(tournament_id=tournament, entry_id=winner, amount=5_00, by=ACTOR.at(after(2)))
    assert (early.value.code, early.value.message) == (
        "rebuys_open",
        (
            "Bounties are paid once rebuys are over, after level 2 or when registration closes: until then a player "
            "who was knocked out may come back, with the bounty."
        ),
    )
    sell(felt, 3, now=after(3))
    bust(felt, 3, by=1, now=after(4))

    close_registration(tournament_id=tournament, by=ACTOR.at(after(5)))

    row = pay_bounties(tournament_id=tournament, entry_id=winner, amount=5_00, by=ACTOR.at(after(6)))
    assert row.amount == -5_00


@pytest.mark.parametrize(("periods", "until"), [(0, 2), (2, 2), (3, None)])
def test_rebuys_are_over_after_the_break_behind_their_last_level(periods: int, until: int | None) -> None:
    felt = rebuy_felt(10_000, 10_000)
    for _ in range(periods):
        next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    assert rebuys_until(Tournament.objects.get(), now=NOW) == until
