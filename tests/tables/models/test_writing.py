"""What a tap writes is written whole or not at all, by one statement on PostgreSQL and by several on SQLite."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

from tables.models import Hand, HandOperation, HandSeat, Table
from tables.models.writing import Deal, write_if_unchanged
from tests.factories import NOW, after
from tests.factories.felt import Felt, make_felt
from tournament.models import StoredReply
from tournament.services.replies import is_key_taken

pytestmark = pytest.mark.django_db

KEY = UUID(int=7)
POSITIONS = {"button": 3, "words": "così\\"}


@pytest.fixture
def felt() -> Felt:
    felt = make_felt(1000, 900, 800)
    felt.deal()
    felt.play("c3")
    felt.fresh()
    return felt


def operation_of(felt: Felt, *, number: int = 2) -> HandOperation:
    device, _secret = felt.pair()
    return HandOperation(
        hand=Hand.objects.get(), number=number, code="c1", at=after(1), device=device, account_id=None
    )


def deal_of(felt: Felt) -> Deal:
    Hand.objects.update(status="void")
    table = copy.copy(felt.table)
    table.hands_dealt, table.positions_data = 2, POSITIONS
    hand = Hand(
        table=table,
        number=2,
        level_index=0,
        level_number=1,
        game="nlhe",
        setup_data={"seats": [1, 2]},
        positions_before=None,
        arrivals_before=[[1, True, False]],
        started_at=NOW,
    )
    seats = [
        HandSeat(seat_number=number, entry=felt.entries[number], starting_stack=chips)
        for number, chips in ((1, 10**10), (2, 900))
    ]
    return Deal(hand=hand, seats=seats, table=table)


def reply_of(felt: Felt) -> StoredReply:
    return StoredReply(
        tournament=felt.tournament,
        key=KEY,
        body_sha256="a" * 64,
        status=200,
        packed_body=b"\x00\xff'",
        created_at=NOW,
    )


def shape(rows: Any) -> list[tuple[Any, ...]]:
    return [
        tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
        for row in rows.order_by("pk").values_list()
    ]


def everything() -> object:
    return [shape(model.objects) for model in (Table, Hand, HandSeat, HandOperation, StoredReply)]


def test_an_operation_is_stored_with_its_reply_and_counted(felt: Felt) -> None:
    operation, reply = operation_of(felt), reply_of(felt)
    table = felt.fresh()
    assert write_if_unchanged(table, operation=operation, reply=reply) is True
    first, stored = HandOperation.objects.order_by("pk")
    assert (first.code, stored.hand_id, stored.number, stored.code) == ("c3", operation.hand_id, 2, "c1")
    assert (stored.at, stored.device_id, stored.account_id) == (after(1), operation.device_id, None)
    kept = StoredReply.objects.get()
    assert (kept.tournament_id, kept.key, kept.body_sha256) == (felt.tournament.pk, KEY, "a" * 64)
    assert (kept.status, bytes(kept.packed_body), kept.created_at) == (200, b"\x00\xff'", NOW)
    assert Table.objects.get().version == table.version + 1


def test_a_deal_is_stored_with_its_players_and_its_hand_is_known(felt: Felt) -> None:
    table, deal = felt.table, deal_of(felt)
    assert write_if_unchanged(table, deal=deal, reply=reply_of(felt)) is True
    hand = Hand.objects.get(number=2)
    assert (deal.hand.pk, deal.hand._state.adding) == (hand.pk, False)
    assert (hand.status, hand.setup_data, hand.positions_before) == ("open", {"seats": [1, 2]}, None)
    assert (hand.arrivals_before, hand.started_at, hand.ended_at) == ([[1, True, False]], NOW, None)
    players = HandSeat.objects.filter(hand=hand).order_by("seat_number")
    assert list(players.values_list("seat_number", "entry", "starting_stack", "finishing_stack")) == [
        (1, felt.entries[1].pk, 10**10, None),
        (2, felt.entries[2].pk, 900, None),
    ]
    now = Table.objects.get()
    assert (now.version, now.hands_dealt, now.positions_data) == (table.version + 1, 2, POSITIONS)
    assert StoredReply.objects.count() == 1


def test_a_deal_leaves_no_positions_where_there_are_none(felt: Felt) -> None:
    deal = deal_of(felt)
    deal.table.positions_data = None
    assert write_if_unchanged(felt.table, deal=deal) is True
    assert Table.objects.filter(positions_data__isnull=True).count() == 1


ROWS: dict[str, Callable[[Felt], dict[str, Any]]] = {
    "operation": lambda felt: {"operation": operation_of(felt), "reply": reply_of(felt)},
    "deal": lambda felt: {"deal": deal_of(felt), "reply": reply_of(felt)},
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("field", ["version", "lease_epoch"])
def test_nothing_is_stored_at_a_table_that_is_not_what_was_seen(
    felt: Felt, rows: Callable[[Felt], dict[str, Any]], field: str
) -> None:
    given = rows(felt)
    before = everything()
    table = felt.fresh()
    setattr(table, field, getattr(table, field) + 1)
    assert write_if_unchanged(table, **given) is False
    assert everything() == before


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_nothing_is_stored_for_a_key_that_was_answered(
    felt: Felt, rows: Callable[[Felt], dict[str, Any]]
) -> None:
    reply_of(felt).save()
    given = rows(felt)
    before = everything()
    with pytest.raises(IntegrityError) as raised, transaction.atomic():
        write_if_unchanged(felt.fresh(), **given)
    assert is_key_taken(raised.value)
    assert everything() == before


def test_a_number_that_is_taken_is_not_a_key_that_was_answered(felt: Felt) -> None:
    operation = operation_of(felt, number=1)
    before = everything()
    with pytest.raises(IntegrityError) as raised, transaction.atomic():
        write_if_unchanged(felt.fresh(), operation=operation, reply=reply_of(felt))
    assert not is_key_taken(raised.value)
    assert everything() == before


def test_postgresql_is_asked_once_and_sqlite_for_each_part(
    felt: Felt, django_assert_num_queries: Any
) -> None:
    is_postgresql = connection.vendor == "postgresql"
    operation, reply, table = operation_of(felt), reply_of(felt), felt.fresh()
    with django_assert_num_queries(1 if is_postgresql else 3):
        write_if_unchanged(table, operation=operation, reply=reply)
    StoredReply.objects.all().delete()
    deal, reply, table = deal_of(felt), reply_of(felt), felt.fresh()
    with django_assert_num_queries(1 if is_postgresql else 4):
        write_if_unchanged(table, deal=deal, reply=reply)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_without_a_transaction_around_it_nothing_stays_of_what_failed(
    felt: Felt, rows: Callable[[Felt], dict[str, Any]]
) -> None:
    reply_of(felt).save()
    given = rows(felt)
    before = everything()
    with pytest.raises(IntegrityError):
        write_if_unchanged(felt.fresh(), **given)
    assert (everything(), connection.in_atomic_block) == (before, False)
