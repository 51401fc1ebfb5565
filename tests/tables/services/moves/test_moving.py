"""A player changes seats: now, after the hand, or not at all."""

from __future__ import annotations

import pytest

from tables.models import Move, MoveKind, MoveStatus, Seat, Table, TableStatus
from tables.services.moves.moving import drop_move, move_entry
from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.felt import Felt, add_felt, add_table, make_felt
from tournament.models import Entry, LogEntry
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def move(felt: Felt, seat: int, *, to_table: Table, to_seat: int, kind: MoveKind = MoveKind.FLOOR) -> Move:
    return move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        to_table_id=to_table.pk,
        to_seat=to_seat,
        kind=kind,
        by=ACTOR.at(NOW),
    )


def seat_of(entry: Entry) -> tuple[int, int]:
    seat = Seat.objects.select_related("table").get(entry=entry)
    return seat.table.number, seat.number


def test_between_hands_a_player_moves_at_once_and_is_a_newcomer_there() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    other = add_table(felt.tournament, number=2)

    moved = move(felt, 3, to_table=other, to_seat=4, kind=MoveKind.BALANCE)

    assert moved.status == MoveStatus.APPLIED
    assert seat_of(felt.entries[3]) == (2, 4)
    arrived = Seat.objects.get(entry=felt.entries[3])
    assert (arrived.is_newcomer, arrived.came_by_balancing) == (True, True)
    assert not Seat.objects.filter(table=felt.table, number=3, entry__isnull=False).exists()


@pytest.mark.rule("SEAT-02")
def test_seat_02_from_the_wrong_seat_a_player_goes_to_the_right_one_with_the_stack_of_now() -> None:
    """The player of table 2 seat 4 has a card for table 2 seat 7, and 18,000 now."""
    one = make_felt(20_000, 20_000, late_registration_level=3)
    felt = add_felt(one.tournament, 20_000, 20_000, 20_000, 18_000, number=2)

    move(felt, 4, to_table=felt.table, to_seat=7)

    assert seat_of(felt.entries[4]) == (2, 7)
    assert felt.stack(4) == 18_000
    assert not Seat.objects.filter(table=felt.table, number=4, entry__isnull=False).exists()


@pytest.mark.rule("BAL-01..08")
def test_bal_07_a_player_with_cards_stays_until_the_hand_is_over_and_moves_then() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    other = add_table(felt.tournament, number=2)
    felt.deal()

    waiting = move(felt, 2, to_table=other, to_seat=1)
    assert waiting.status == MoveStatus.WAITING
    assert seat_of(felt.entries[2]) == (1, 2)

    felt.play("f3", "f1")

    waiting.refresh_from_db()
    assert waiting.status == MoveStatus.APPLIED
    assert seat_of(felt.entries[2]) == (2, 1)


def test_a_waiting_move_holds_its_seat() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    move(felt, 2, to_table=other, to_seat=1)

    with pytest.raises(Refused) as refusal:
        move(felt, 3, to_table=other, to_seat=1)

    assert refusal.value.code == "seat_taken"


def test_a_player_is_sent_one_way_at_a_time() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    move(felt, 2, to_table=other, to_seat=1)

    with pytest.raises(Refused) as refusal:
        move(felt, 2, to_table=other, to_seat=2)

    assert refusal.value.code == "already_moving"


def test_a_dropped_move_leaves_the_player_where_he_is() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    waiting = move(felt, 2, to_table=other, to_seat=1)

    drop_move(tournament_id=felt.tournament.pk, move_id=waiting.pk, by=ACTOR.at(NOW))
    felt.play("f3", "f1")

    assert seat_of(felt.entries[2]) == (1, 2)
    assert LogEntry.objects.filter(verb="move_dropped").count() == 1


def test_a_player_who_busts_takes_his_waiting_move_with_him() -> None:
    felt = make_felt(5_000, 500, 5_000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    waiting = move(felt, 2, to_table=other, to_seat=1)

    # Button 3, small blind 1, big blind 2: everybody in, seat 3 wins.
    felt.play("r3:5000", "f1", "c2", "b:2c7d9h", "b:Js", "b:3c", "s3:AsAd", "s2:KsQd")

    waiting.refresh_from_db()
    assert waiting.status == MoveStatus.DROPPED
    assert not Seat.objects.filter(entry=felt.entries[2]).exists()


@pytest.mark.parametrize(("to_seat", "code"), [(1, "seat_taken"), (10, "no_such_seat"), (0, "no_such_seat")])
def test_a_seat_that_is_not_free_is_refused(to_seat: int, code: str) -> None:
    felt = make_felt(5_000, 5_000, 5_000)

    with pytest.raises(Refused) as refusal:
        move(felt, 2, to_table=felt.table, to_seat=to_seat)

    assert refusal.value.code == code
    assert not Move.objects.exists()


def test_nobody_is_sent_to_a_closed_table_or_another_tournament() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    closed = add_table(felt.tournament, number=2)
    Table.objects.filter(pk=closed.pk).update(status=TableStatus.CLOSED)
    elsewhere = add_table(make_tournament(name="Another"), number=1)

    for table, code in ((closed, "no_such_seat"), (elsewhere, "unknown_table")):
        with pytest.raises(Refused) as refusal:
            move(felt, 2, to_table=table, to_seat=1)
        assert refusal.value.code == code


def test_a_table_being_broken_closes_when_its_last_player_is_sent_away_by_hand() -> None:
    felt = make_felt(5_000, 5_000)
    other = add_table(felt.tournament, number=2)
    Table.objects.filter(pk=felt.table.pk).update(status=TableStatus.BREAKING)

    move(felt, 1, to_table=other, to_seat=1)
    assert felt.fresh().status == TableStatus.BREAKING

    move(felt, 2, to_table=other, to_seat=2)
    assert (felt.fresh().status, felt.table.closed_at) == (TableStatus.CLOSED, NOW)


def test_every_move_grows_the_version_of_both_tables_by_one() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    other = add_table(felt.tournament, number=2)

    move(felt, 3, to_table=other, to_seat=4)

    assert felt.fresh().version == 1
    assert Table.objects.get(pk=other.pk).version == 1
