"""A move is undone as if it had not been, and made again, while nothing later depends on it."""

from __future__ import annotations

import pytest

from tables.changes.moves import EntryMoved
from tables.models import Move, MoveKind, MoveStatus, Seat, Table, TableStatus
from tables.services.moves.moving import move_entry
from tests.factories import ACTOR, NOW, after
from tests.tables.services.undo.test_one_table import (
    can_undo,
    deal,
    move,
    newest,
    open_felt,
    refused,
    seat_of,
    second_table,
    undo,
)

pytestmark = pytest.mark.django_db


def test_an_undone_move_seats_the_player_where_he_was_as_if_nothing_had_been() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    deal(felt, felt.table, now=NOW)
    felt.play("f3", "f1")
    move(felt, 2, table, 7, now=after(1))
    line = newest("entry_moved")
    versions = felt.fresh().version, Table.objects.get(pk=table.pk).version

    undo(line, now=after(2))

    assert seat_of(felt.entries[2]) == (1, 2)
    chair = Seat.objects.get(entry=felt.entries[2])
    assert (chair.is_newcomer, chair.came_by_balancing, chair.told_to_wait) == (False, False, False)
    assert Seat.objects.get(table=table, number=7).entry is None
    assert newest("entry_moved").undoes == line
    assert (felt.fresh().version, Table.objects.get(pk=table.pk).version) == (
        versions[0] + 1,
        versions[1] + 1,
    )


def test_an_undone_move_can_be_made_again_from_the_log() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    move(felt, 2, table, 7)
    undo(newest("entry_moved"), now=after(1))

    undo(newest("entry_moved"), now=after(2))

    assert seat_of(felt.entries[2]) == (2, 7)


def test_who_was_away_for_a_hand_comes_back_as_one_whom_the_floor_sent() -> None:
    felt = open_felt(4)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    deal(felt, felt.table, now=NOW)
    felt.play("f3", "f4", "f1")
    move(felt, 2, table, 7, now=after(1))
    line = newest("entry_moved")
    deal(felt, felt.table, now=after(2))

    undo(line, now=after(3))

    chair = Seat.objects.get(entry=felt.entries[2])
    assert (chair.is_newcomer, chair.came_by_balancing) == (True, True)


def test_a_newcomer_who_is_moved_and_sent_back_is_a_newcomer_still() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    deal(felt, table, now=NOW)
    move(felt, 2, table, 7, now=after(1))
    move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        to_table_id=felt.table.pk,
        to_seat=8,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(after(2)),
    )

    undo(newest("entry_moved"), now=after(3))

    chair = Seat.objects.get(entry=felt.entries[2])
    assert (chair.table_id, chair.number, chair.is_newcomer, chair.came_by_balancing) == (
        table.pk,
        7,
        True,
        False,
    )


def test_a_move_stays_once_the_player_was_dealt_in_at_the_new_table() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    move(felt, 2, table, 3, now=after(1))
    deal(felt, table, now=after(2))

    assert refused(newest("entry_moved"))


def test_a_move_stays_once_somebody_sits_on_the_old_seat_or_is_sent_there() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    move(felt, 2, table, 3)
    line = newest("entry_moved")
    move(felt, 3, felt.table, 2)

    assert not can_undo(line)
    assert refused(line)


def test_a_move_stays_while_the_old_table_is_closed_or_the_seat_locked() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    move(felt, 2, table, 3)
    line = newest("entry_moved")

    Seat.objects.filter(table=felt.table, number=2).update(is_locked=True)
    assert not can_undo(line)
    Seat.objects.filter(table=felt.table, number=2).update(is_locked=False)
    assert can_undo(line)
    Table.objects.filter(pk=felt.table.pk).update(status=TableStatus.CLOSED)
    assert refused(line)


def test_who_was_to_wait_waits_again_after_an_undone_move() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    deal(felt, table, now=NOW)
    move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        to_table_id=table.pk,
        to_seat=7,
        kind=MoveKind.BALANCE,
        told_to_wait=True,
        by=ACTOR.at(after(1)),
    )
    move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[2].pk,
        to_table_id=table.pk,
        to_seat=8,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(after(2)),
    )

    undo(newest("entry_moved"), now=after(3))

    chair = Seat.objects.get(entry=felt.entries[2])
    assert (chair.number, chair.is_newcomer, chair.came_by_balancing, chair.told_to_wait) == (
        7,
        True,
        True,
        True,
    )


def test_an_undone_move_leaves_one_row_that_counts_for_nothing() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    made = move(felt, 2, table, 7, now=after(1))

    undo(newest("entry_moved"), now=after(2))
    made.refresh_from_db()
    assert (Move.objects.count(), made.status, made.undone_at) == (1, MoveStatus.UNDONE, after(2))

    undo(newest("entry_moved"), now=after(3))
    made.refresh_from_db()
    assert (Move.objects.count(), made.status, made.applied_at, made.undone_at) == (
        1,
        MoveStatus.APPLIED,
        after(3),
        None,
    )


def test_the_log_tells_the_way_back_from_seat_to_seat_and_without_the_reasons_of_the_move() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    move(felt, 2, table, 7)
    undo(newest("entry_moved"), now=after(1))

    line = newest("entry_moved")
    moved = EntryMoved.of(line)
    assert (moved.from_table, moved.from_seat, moved.to_table, moved.to_seat) == (2, 7, 1, 2)
    assert (line.reason, line.actor) == ("", ACTOR.label)
    assert line.undoes is not None
    assert line.undoes.verb == "entry_moved"
