"""The room of tests/bench/large_room is one that the services could have made: its figures mean something."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db.models import Count, Sum

from tables import engine
from tables.models import Device, Hand, HandOperation, HandSeat, HandStatus, Seat, Table, TableStatus
from tables.queries.table.hand import load_hand
from tests.bench.large_room.build import build
from tests.bench.large_room.rows import tablet_secret
from tests.bench.large_room.size import SMALL, Size
from tests.factories import NOW, make_account
from tests.worlds import kept
from tournament.models import ChipRow, Entry, EntryStatus, LogEntry, MoneyRow, Payout, Tournament
from tournament.models.tokens import hash_secret
from tournament.queries.ledger.reconciliation import reconciliation

pytestmark = pytest.mark.django_db

EVENINGS = {"first day": SMALL, "in the money": replace(SMALL, in_the_money=True)}


@kept
def large_room(size: Size) -> Tournament:
    return build(size, account=make_account(), now=NOW)


@pytest.fixture(params=EVENINGS)
def made(request: pytest.FixtureRequest) -> tuple[Size, Tournament]:
    size = EVENINGS[request.param]
    return size, large_room(size)


def test_every_hand_replays_to_the_stacks_that_are_stored(made: tuple[Size, Tournament]) -> None:
    wrong = []
    for hand in Hand.objects.select_related("table"):
        state = load_hand(hand).state
        seats = HandSeat.objects.filter(hand=hand)
        stored = {seat.seat_number: seat.finishing_stack for seat in seats}
        expected = dict.fromkeys(stored) if hand.status == HandStatus.OPEN else dict(state.results)
        if stored != expected or state.is_complete != (hand.status == HandStatus.COMPLETE):
            wrong.append(str(hand))

    assert wrong == []


def test_chips_are_conserved_and_places_are_each_given_once(made: tuple[Size, Tournament]) -> None:
    size, tournament = made
    out = Entry.objects.filter(status=EntryStatus.ELIMINATED)
    left = Entry.objects.filter(status=EntryStatus.PLAYING)

    assert left.aggregate(sum=Sum("stack")) == ChipRow.objects.aggregate(sum=Sum("amount"))
    places = out.order_by("place_first").values_list("place_first", flat=True)
    assert list(places) == [*range(left.count() + 1, size.entries + 1)]
    assert out.count() == HandSeat.objects.filter(finishing_stack=0).count()
    assert set(Seat.objects.filter(entry__isnull=False).values_list("entry", flat=True)) == set(
        left.values_list("pk", flat=True)
    )
    assert LogEntry.objects.filter(verb="entry_eliminated").count() == out.count()
    assert tournament.clock.state == "running"


def test_every_price_is_sold_and_the_books_balance(made: tuple[Size, Tournament]) -> None:
    size, tournament = made
    sold = dict(Entry.objects.values_list("price_name").annotate(count=Count("pk")))
    books = reconciliation(tournament)

    assert sold == {"": size.entries // 3, "Early": size.entries // 3, "Member": size.entries // 3}
    assert books.faults == 0
    assert books.balance == MoneyRow.objects.aggregate(sum=Sum("amount"))["sum"] > 0
    assert {line.kind for line in books.kinds if line.booked} >= {"prize", "fee", "other"}


def test_the_size_is_what_was_asked_for(made: tuple[Size, Tournament]) -> None:
    size, _ = made
    stated = (Entry.objects.count(), Table.objects.count())
    busiest = Seat.objects.filter(entry__isnull=False).values("table").annotate(count=Count("pk"))

    assert stated == (size.entries, size.tables)
    assert abs(HandOperation.objects.count() - size.operations) < 0.2 * size.operations
    assert max(row["count"] for row in busiest) <= size.seats


def test_in_the_money_every_other_prize_is_paid_and_the_empty_tables_are_closed() -> None:
    large_room(EVENINGS["in the money"])
    paid = Payout.objects.order_by("pk").values_list("paid_at", flat=True)

    # Sixteen of 105 places are paid; twelve players are left, at two tables.
    assert [moment is not None for moment in paid] == [True, False, True, False]
    assert Table.objects.filter(status=TableStatus.OPEN).count() == 2
    assert Table.objects.filter(status=TableStatus.CLOSED).count() == 10


def test_the_tablet_of_each_table_may_record_the_hand_in_play() -> None:
    tournament = large_room(SMALL)
    table = Table.objects.get(tournament=tournament, number=3)
    device = Device.objects.get(token_sha256=hash_secret(tablet_secret(tournament, 3)))
    state = load_hand(Hand.objects.get(table=table, status=HandStatus.OPEN)).state

    assert (device.table, device.epoch, device.revoked_at) == (table, table.lease_epoch, None)
    assert engine.legal(state).actor is not None
