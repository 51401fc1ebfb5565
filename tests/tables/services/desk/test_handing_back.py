"""A cancelled event hands every buy-in back: money, chips and seat, one by one, with the undo of each."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Sum

from tables.models import Seat
from tables.services.desk.handing_back import hand_back_buy_in
from tables.services.desk.seating import make_seat_draw, void_and_unseat
from tests.factories import ACTOR, after, make_tournament
from tests.factories.field import entered
from tests.tournament.services.cash.test_tills import Cashier
from tournament.changes.change import sentence_of
from tournament.models import ChipRow, Entry, EntryStatus, LogEntry, MoneyRow, Tournament
from tournament.queries.ledger.handing_back import hand_back_page, to_hand_back
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.services.errors import Refused
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize
from tournament.services.setup.tournaments import cancel_tournament
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

BUY_IN = 61_00


class Cancelled:
    """Three entries of 61, drawn to their seats where asked, and the event is cancelled."""

    def __init__(self, count: int = 3, *, draw: bool = True, cancel: bool = True) -> None:
        parts = {"buy_in_bounty": 10_00, "buy_in_other": 1_00, "bounty_kind": "fixed"}
        self.tournament, self.entries = entered(count, **parts)
        if draw:
            make_seat_draw(seed="1", **self.ids())
        if cancel:
            cancel_tournament(reason="Storm", **self.ids(1))

    def ids(self, minutes: float = 0) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": ACTOR.at(after(minutes))}

    def hand_back(self, at: int = 0, minutes: float = 5) -> LogEntry:
        return hand_back_buy_in(entry_id=self.entries[at].pk, **self.ids(minutes))

    def undo(self, line: LogEntry, minutes: float = 6) -> None:
        undo_line(line_id=line.pk, **self.ids(minutes))

    def fresh(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament.pk)

    def left(self) -> tuple[int, int]:
        """How many buy-ins are to hand back and their sum, which the books hold too; everything adds up."""
        found, books = to_hand_back(self.fresh()), reconciliation(self.fresh())
        assert (books.faults, books.to_hand_back, books.cash) == (0, found, found.amount)
        assert found.is_cancelled
        return found.count, found.amount

    def everything(self) -> dict[str, object]:
        entries = Entry.objects.filter(tournament=self.tournament).order_by("pk")
        rows = MoneyRow.objects.filter(tournament=self.tournament)
        return {
            "money": dict(rows.values_list("kind").annotate(all=Sum("amount"))),
            "chips": ChipRow.objects.filter(tournament=self.tournament).aggregate(all=Sum("amount")),
            "entries": list(entries.values_list("pk", "status", "stack")),
            "seats": list(Seat.objects.order_by("pk").values_list("pk", "entry")),
        }


def said(line: LogEntry) -> str:
    return sentence_of(line, PageWriter.of(line.tournament))


@pytest.mark.parametrize("draw", [True, False])
def test_the_queue_is_worked_off_to_nothing_and_every_tap_is_undone(*, draw: bool) -> None:
    event = Cancelled(draw=draw)
    before = event.everything()
    assert event.left() == (3, 3 * BUY_IN)
    lines = [event.hand_back(at, 5 + at) for at in range(3)]
    name = event.entries[0].player.name
    assert said(lines[0]) == f"Handed €61 back to {name}: the event is cancelled."
    assert event.left() == (0, 0)
    assert set(
        MoneyRow.objects.values_list("kind").annotate(all=Sum("amount")).values_list("all", flat=True)
    ) == {0}
    assert not Entry.objects.exclude(status=EntryStatus.VOID).exists()
    assert not Seat.objects.exclude(entry=None).exists()

    assert lines_to_undo(event.fresh(), list(LogEntry.objects.filter(verb="buy_in_handed_back"))) == {
        line.pk for line in lines
    }
    event.undo(lines[1])
    assert said(LogEntry.objects.get(undoes=lines[1])) == (
        f"Undid handing €61 back to {event.entries[1].player.name}: the money is at the desk again."
    )
    assert event.left() == (1, BUY_IN)
    for line in (lines[0], lines[2]):
        event.undo(line)
    assert event.everything() == before
    event.hand_back(1, 9)
    assert event.left() == (2, 2 * BUY_IN)


def test_nobody_gets_it_twice_whoever_hands_it_back_or_voids_it() -> None:
    event = Cancelled()
    event.hand_back()
    with pytest.raises(Refused, match="has been handed back already") as refusal:
        event.hand_back()
    assert refusal.value.code == "already_paid"
    void_and_unseat(entry_id=event.entries[1].pk, reason="At the desk", **event.ids(6))
    with pytest.raises(Refused, match="has been handed back already"):
        event.hand_back(1)
    assert event.left() == (1, BUY_IN)


def test_in_an_event_that_is_not_cancelled_the_ways_of_the_desk_are_named() -> None:
    event = Cancelled(cancel=False)
    with pytest.raises(Refused, match="The event is not cancelled: void the entry, or refund it") as refusal:
        event.hand_back()
    assert refusal.value.code == "not_cancelled"
    assert to_hand_back(event.fresh()).count == 0


def test_it_leaves_the_till_of_who_hands_it_back() -> None:
    event = Cancelled()
    rita = Cashier(event.tournament)
    rita.open()
    line = hand_back_buy_in(entry_id=event.entries[0].pk, **rita.ids(5))
    assert (rita.cash(), rita.sheet().expected) == ([("entries", 0, BUY_IN)], 200_00 - BUY_IN)
    rita.undo(line)
    assert rita.sheet().expected == 200_00


def test_a_side_prize_is_taken_back_first() -> None:
    event = Cancelled(cancel=False)
    prize = add_side_prize(name="Best hat", amount=5_00, is_from_pool=False, **event.ids())
    award_side_prize(prize_id=prize.pk, entry_id=event.entries[0].pk, **event.ids())
    cancel_tournament(reason="Storm", **event.ids(1))
    with pytest.raises(Refused, match="has been awarded a side prize"):
        event.hand_back()


def test_the_list_is_by_name_and_its_queries_do_not_grow(django_assert_num_queries: Any) -> None:
    event = Cancelled(4, draw=False)
    tournament = event.fresh()
    with django_assert_num_queries(2):
        lines = hand_back_page(tournament).lines
    assert [line.name for line in lines] == sorted(entry.player.name for entry in event.entries)
    other = make_tournament()
    with pytest.raises(Entry.DoesNotExist):
        hand_back_buy_in(entry_id=event.entries[0].pk, **event.ids() | {"tournament_id": other.pk})
