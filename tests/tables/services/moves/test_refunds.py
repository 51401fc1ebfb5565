"""An entry that has played is refunded: all of it goes back, and comes back with the undo."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Sum

from tables.models import Seat
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.seating import register_and_seat
from tables.services.hands.busting import Out, bust_players
from tables.services.moves.refunds import refund_and_unseat
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import sell, selling
from tournament.changes.change import sentence_of
from tournament.models import ChipRow, ChipSale, Entry, EntryStatus, LogEntry, MoneyRow
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.ladder import prize_pool
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

THREE = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
# 45 + 3 + 2 + 10 + 1 for an entry, 28 + 1.50 + 0.50 for a rebuy.
SOLD: dict[str, Any] = {
    "buy_in_bounty": 10_00,
    "buy_in_other": 1_00,
    "bounty_kind": "progressive",
    **selling(holding="any"),
}


def felt_of(count: int = 4, **changes: Any) -> Felt:
    return make_felt(*(10_000,) * count, **SOLD | changes)


def ids(felt: Felt, minutes: float) -> dict[str, Any]:
    return {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(minutes))}


def refund(felt: Felt, seat: int, minutes: float = 5) -> LogEntry:
    return refund_and_unseat(entry_id=felt.entries[seat].pk, reason="Not of age", **ids(felt, minutes))


def knock_out(felt: Felt, seat: int, *, by: int, minutes: float = 3) -> None:
    out = Out(entries=[felt.entries[seat].pk], credited_to=[felt.entries[by].pk])
    bust_players(table_id=felt.table.pk, out=out, **ids(felt, minutes))


def undo(felt: Felt, line: LogEntry, minutes: float = 6) -> None:
    undo_line(line_id=line.pk, **ids(felt, minutes))


def can_undo(line: LogEntry) -> bool:
    line = LogEntry.objects.select_related("undone_by", "tournament").get(pk=line.pk)
    return line.pk in lines_to_undo(line.tournament, [line])


def balances() -> dict[str, int]:
    return dict(MoneyRow.objects.values_list("kind").annotate(all=Sum("amount")))


def everything(felt: Felt) -> dict[str, object]:
    """Every balance: money by kind, the pool, chips in play, stacks, places, seats."""
    felt.tournament.refresh_from_db()
    entries = Entry.objects.filter(tournament=felt.tournament).order_by("pk")
    return {
        "money": balances(),
        "pool": prize_pool(felt.tournament).total,
        "chips": ChipRow.objects.filter(tournament=felt.tournament).aggregate(all=Sum("amount"))["all"],
        "entries": list(entries.values_list("pk", "status", "stack", "place_first", "place_last")),
        "sales": list(ChipSale.objects.order_by("pk").values_list("pk", "undone_at", "collected_at")),
        "seats": list(Seat.objects.order_by("pk").values_list("pk", "entry")),
        "books": reconciliation(felt.tournament).faults,
    }


def test_a_refund_and_its_undo_restore_every_balance() -> None:
    felt = felt_of()
    sell(felt, 2, now=after(2))
    knock_out(felt, 4, by=1)
    before = everything(felt)

    line = refund(felt, 2)

    assert sentence_of(line, PageWriter.of(felt.tournament)) == (
        "Refunded the entry of Bruno Neri, number 2: €91; 18,000 left play."
    )
    entry = Entry.objects.get(pk=felt.entries[2].pk)
    assert (entry.status, entry.stack, line.reason) == (EntryStatus.VOID, 0, "Not of age")
    assert balances() == {
        "prize": 3 * 45_00,
        "fee": 3 * 3_00,
        "staff": 3 * 2_00,
        "bounty": 3 * 10_00,
        "other": 3 * 1_00,
    }
    # The player who was out in fourth place is third of three.
    assert Entry.objects.get(pk=felt.entries[4].pk).place_first == 3
    assert not Seat.objects.filter(entry=entry).exists()
    after_it = everything(felt)
    assert (after_it["books"], after_it["pool"]) == (0, 3 * 45_00)
    assert after_it["chips"] == sum(stack for _pk, _status, stack, *_places in after_it["entries"])  # type: ignore[attr-defined]  # a list

    undo(felt, line)

    assert everything(felt) == before
    assert not can_undo(line)


def test_the_rows_of_a_refund_name_those_they_correct_and_so_do_those_that_put_them_back() -> None:
    felt = felt_of()
    line = refund(felt, 2)
    back = MoneyRow.objects.filter(log_entry=line)
    assert all(row.corrects is not None and row.corrects.amount == -row.amount for row in back)

    undo(felt, line)
    rows = MoneyRow.objects.filter(log_entry__verb="refund_undone")
    assert {row.corrects_id for row in rows} == {row.pk for row in back}


def test_what_was_put_back_is_refunded_and_undone_again() -> None:
    felt = felt_of()
    sale = sell(felt, 2, now=after(2))
    before = everything(felt)
    for minutes in (5, 7, 9):
        line = refund(felt, 2, minutes)
        assert balances()["prize"] == 3 * 45_00
        undo(felt, line, minutes + 1)
        assert everything(felt) == before

    # The rebuy is undone as if it had never been refunded.
    undo(felt, sale, 20)
    assert balances()["prize"] == 4 * 45_00
    refund(felt, 2, 21)
    assert (balances()["prize"], everything(felt)["books"]) == (3 * 45_00, 0)


def test_a_player_who_enters_again_keeps_that_entry() -> None:
    felt = felt_of(entries_per_player=2)
    line = refund(felt, 2)
    register_and_seat(player_id=felt.entries[2].player_id, seed="again", **ids(felt, 6))
    assert not can_undo(line)


def test_another_player_may_have_the_seat_by_then() -> None:
    felt = felt_of(4)
    line = refund(felt, 2)
    seat = Seat.objects.get(table=felt.table, number=2)
    Seat.objects.filter(pk=seat.pk).update(is_locked=True)
    undo(felt, line)
    assert Seat.objects.get(entry=felt.entries[2].pk).number != 2


def refused(felt: Felt, seat: int, match: str) -> str:
    before = everything(felt)
    with pytest.raises(Refused, match=match) as refusal:
        refund(felt, seat)
    assert everything(felt) == before
    return str(refusal.value.code)


def test_nobody_is_refunded_in_a_hand() -> None:
    felt = felt_of()
    felt.deal()
    assert refused(felt, 2, "is in hand 1 at table 1: refund the entry when it is over") == "in_hand"


def test_owed_money_is_collected_first() -> None:
    felt = felt_of()
    sell_chips(entry_id=felt.entries[2].pk, kind="rebuy", seed="s", is_owed=True, **ids(felt, 2))
    assert refused(felt, 2, "still owes a rebuy or an add-on") == "owes"


def test_who_has_won_bounties_keeps_the_entry_until_they_are_credited_to_another() -> None:
    felt = felt_of()
    knock_out(felt, 4, by=2)
    assert refused(felt, 2, "has won bounties: change who knocked those players out") == "won_bounties"


def test_after_the_first_prize_the_player_leaves_without_a_refund() -> None:
    felt = felt_of()
    close_registration(**ids(felt, 2))
    for loser in (4, 3):
        knock_out(felt, loser, by=1)
    felt.tournament.refresh_from_db()
    code = refused(felt, 2, "instead, as a walk-out")
    assert code in ("prizes_decided", "decides_prizes")


def test_a_refund_does_not_decide_prizes_by_itself() -> None:
    """Three prizes, four entries and one player out: with one entry fewer that one would be in the money."""
    felt = felt_of(4, payout_scheme_data=THREE)
    close_registration(**ids(felt, 2))
    knock_out(felt, 4, by=1)
    assert refused(felt, 2, "Without this entry prizes would be awarded at once") == "decides_prizes"


def test_the_last_player_and_one_without_a_seat_are_not_refunded() -> None:
    felt = felt_of(2)
    knock_out(felt, 2, by=1)
    assert refused(felt, 1, "last player") == "last_player"
    with pytest.raises(Refused):
        refund(felt, 2)
