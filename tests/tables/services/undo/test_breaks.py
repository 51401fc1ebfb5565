"""A broken table is open again with everybody in the old seat, while nobody was dealt in elsewhere."""

from __future__ import annotations

from datetime import datetime

import pytest

from tables.models import Move, MoveStatus, Seat, Table, TableStatus
from tables.services.moves.breaking import break_table
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_table
from tests.tables.services.undo.test_one_table import (
    can_undo,
    deal,
    newest,
    open_felt,
    refused,
    seat_of,
    second_table,
    undo,
)
from tournament.models import LogEntry

pytestmark = pytest.mark.django_db


def broken(felt: Felt, table: Table, *, now: datetime) -> LogEntry:
    break_table(tournament_id=felt.tournament.pk, table_id=table.pk, seed="7", by=ACTOR.at(now))
    return newest("table_broken")


def test_an_undone_break_opens_the_table_and_seats_everybody_again() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    line = broken(felt, felt.table, now=after(1))
    assert felt.fresh().status == TableStatus.CLOSED

    undo(line, now=after(2))

    assert (felt.fresh().status, felt.table.closed_at) == (TableStatus.OPEN, None)
    assert [seat_of(felt.entries[seat]) for seat in (1, 2, 3)] == [(1, 1), (1, 2), (1, 3)]
    assert Seat.objects.filter(table=table, entry__isnull=False).count() == 2
    assert newest("break_undone").undoes == line
    # The lines of the players' moves are undone with it, so none of them can be undone alone.
    moved = LogEntry.objects.filter(verb="entry_moved", undoes__isnull=True)
    assert [hasattr(each, "undone_by") for each in moved] == [True, True, True]


def test_of_two_tables_broken_in_the_same_instant_one_is_undone_alone() -> None:
    felt = open_felt(2)
    second = second_table(felt, "Nina Sala", "Otto Valle")
    add_table(felt.tournament, number=3)
    first_line = broken(felt, felt.table, now=after(1))
    broken(felt, second, now=after(1))

    undo(first_line, now=after(2))

    statuses = dict(Table.objects.values_list("number", "status"))
    assert statuses == {1: TableStatus.OPEN, 2: TableStatus.CLOSED, 3: TableStatus.OPEN}
    assert [seat_of(felt.entries[seat]) for seat in (1, 2)] == [(1, 1), (1, 2)]
    assert Seat.objects.filter(table=second, entry__isnull=False).count() == 0
    assert Seat.objects.filter(table__number=3, entry__isnull=False).count() == 2


def test_a_table_closed_without_players_is_opened_again() -> None:
    felt = open_felt(3)
    empty = add_table(felt.tournament, number=2)
    line = broken(felt, empty, now=after(1))
    empty.refresh_from_db()
    assert empty.status == TableStatus.CLOSED

    undo(line, now=after(2))

    empty.refresh_from_db()
    assert (empty.status, empty.closed_at) == (TableStatus.OPEN, None)


def test_an_undone_break_drops_the_moves_that_still_waited_for_the_hand() -> None:
    felt = open_felt(3)
    second_table(felt, "Nina Sala", "Otto Valle")
    deal(felt, felt.table, now=NOW)
    line = broken(felt, felt.table, now=after(1))
    assert felt.fresh().status == TableStatus.BREAKING

    undo(line, now=after(2))

    assert felt.fresh().status == TableStatus.OPEN
    assert set(Move.objects.values_list("status", flat=True)) == {MoveStatus.DROPPED}
    felt.play("f3", "f1", now=after(3))
    assert seat_of(felt.entries[2]) == (1, 2)


def test_a_break_stays_once_one_of_its_players_was_dealt_in_elsewhere() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    line = broken(felt, felt.table, now=after(1))
    deal(felt, table, now=after(2))

    assert not can_undo(line)
    assert refused(line)
    assert felt.fresh().status == TableStatus.CLOSED


def test_the_moves_of_an_undone_break_are_not_made_again_one_by_one() -> None:
    felt = open_felt(3)
    second_table(felt, "Nina Sala", "Otto Valle")
    broken(felt, felt.table, now=after(1))

    undo(newest("table_broken"), now=after(2))

    back = LogEntry.objects.filter(verb="entry_moved", undoes__isnull=False)
    assert [can_undo(line) for line in back] == [False, False, False]
