"""A redraw, the final table's too, is undone as one action until the next hand is dealt."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Move, MoveStatus, Seat, SeatDraw, Table, TableStatus
from tables.queries.room.advice import advice
from tables.services.desk.seating import register_and_seat
from tables.services.hands.dealing import start_hand
from tables.services.moves.breaking import redraw_tables
from tables.services.table.messages import hold_table
from tables.services.table.planning import remove_table
from tests.factories import ACTOR, after, make_player
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import can_undo, newest, refused, undo
from tournament.models import LogEntry, Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db

SEATS = ("table__number", "number", "entry", "is_newcomer", "came_by_balancing", "told_to_wait", "is_locked")
TABLES = ("number", "status", "hold_reason", "seats_count", "positions_data", "first_button", "closed_at")


def as_it_stands() -> tuple[list[Any], list[Any]]:
    """Every seat and every table of the room."""
    seats = Seat.objects.order_by("table__number", "number").values_list(*SEATS)
    return list(seats), list(Table.objects.order_by("number").values_list(*TABLES))


def draw(tournament: Tournament, *, tables_left: int = 1, minutes: float = 1) -> LogEntry:
    redraw_tables(
        tournament_id=tournament.pk, tables_left=tables_left, seed="final", by=ACTOR.at(after(minutes))
    )
    return newest("tables_redrawn")


def played_room(*counts: int, seats: int = 9) -> Tournament:
    """A room in which a hand was dealt at each table and taken for over, all but the first table on hold."""
    tournament = make_room(*counts, seats=seats)
    for table in Table.objects.filter(tournament=tournament):
        hand = start_hand(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(after(0.1)))
        type(hand).objects.filter(pk=hand.pk).update(status="complete", ended_at=after(0.2))
        if table.number > 1:
            hold_table(
                tournament_id=tournament.pk, table_id=table.pk, reason="Redraw", by=ACTOR.at(after(0.3))
            )
    return tournament


def test_an_undone_final_table_puts_every_player_table_and_button_back() -> None:
    tournament = played_room(5, 3, 2)
    newcomer = Seat.objects.get(table__number=2, number=3)
    Seat.objects.filter(pk=newcomer.pk).update(is_newcomer=True, came_by_balancing=True, told_to_wait=True)
    before = as_it_stands()
    versions = list(Table.objects.order_by("number").values_list("version", flat=True))

    # Ten players at a table of nine: it is made wider.
    line = draw(tournament)
    assert [table.status for table in Table.objects.order_by("number")] == ["open", "closed", "closed"]
    assert Table.objects.get(number=1).seats_count == 10
    undo(line, now=after(2))

    assert as_it_stands() == before
    assert set(Move.objects.values_list("status", flat=True)) == {MoveStatus.UNDONE}
    assert newest("redraw_undone").undoes == line
    assert list(Table.objects.order_by("number").values_list("version", flat=True)) == [
        version + 2 for version in versions
    ]


def test_the_final_table_is_due_again_and_can_be_drawn_again() -> None:
    tournament = played_room(5, 4)
    undo(draw(tournament), now=after(2))
    assert advice(tournament).redraw_to == 1

    line = draw(tournament, minutes=3)

    assert Seat.objects.filter(table__number=1, entry__isnull=False).count() == 9
    assert can_undo(line)
    assert SeatDraw.objects.filter(kind="redraw").count() == 2


def test_an_undone_redraw_to_several_tables_is_due_again() -> None:
    # WSOP 67c: Every player is redrawn to configured numbers of tables, once to each.
    steps = [{"entries_at_least": 0, "tables": [2, 1]}]
    tournament = make_room(6, 6, 5)
    Tournament.objects.update(rule_overrides={"floor": {"redraw_steps": steps}})
    tournament.refresh_from_db()
    assert advice(tournament).redraw_to == 2

    line = draw(tournament, tables_left=2)
    assert advice(tournament).redraw_to is None
    undo(line, now=after(2))

    assert advice(tournament).redraw_to == 2


def test_a_redraw_stands_once_a_hand_was_dealt() -> None:
    tournament = played_room(5, 4)
    line = draw(tournament)
    final = Table.objects.get(number=1)
    start_hand(tournament_id=tournament.pk, table_id=final.pk, by=ACTOR.at(after(2)))

    assert not can_undo(line)
    assert refused(line)


def test_a_redraw_stands_once_somebody_has_sat_down() -> None:
    tournament = make_room(4, 3, closed=False)
    Tournament.objects.update(late_registration_level=3)
    line = draw(tournament)
    assert can_undo(line)
    register_and_seat(
        tournament_id=tournament.pk, player_id=make_player("Late One").pk, seed="1", by=ACTOR.at(after(2))
    )
    assert refused(line)


def test_a_table_that_a_redraw_has_closed_stays_for_its_undo() -> None:
    tournament = make_room(3, 3)
    second = Table.objects.get(number=2)
    Table.objects.filter(pk=second.pk).update(opened_at=after(0))
    line = draw(tournament)
    ids: dict[str, Any] = {"tournament_id": tournament.pk}

    with pytest.raises(Refused, match="it stays in the record"):
        remove_table(table_id=second.pk, by=ACTOR.at(after(2)), **ids)
    undo(line, now=after(3))

    assert Table.objects.get(pk=second.pk).status == TableStatus.OPEN


def test_a_redraw_whose_table_is_gone_stands_and_the_log_can_be_read() -> None:
    """In databases of earlier releases such a table could be taken away."""
    tournament = make_room(3, 3)
    line = draw(tournament)
    Move.objects.all().delete()
    Table.objects.get(number=2).delete()

    assert not can_undo(line)


def test_a_redraw_before_the_start_is_undone_too() -> None:
    tournament = make_room(3, 3)
    Tournament.objects.filter(pk=tournament.pk).update(status="registering", started_at=None)
    seats = list(Seat.objects.order_by("pk").values_list("entry", flat=True))
    line = draw(tournament)
    assert can_undo(line)

    undo(line, now=after(3))

    assert list(Seat.objects.order_by("pk").values_list("entry", flat=True)) == seats
    assert not can_undo(line)


def test_only_the_last_redraw_can_be_undone() -> None:
    tournament = make_room(3, 3, 3)
    first = draw(tournament, tables_left=2)
    second = draw(tournament, minutes=2)

    assert (can_undo(first), can_undo(second)) == (False, True)
    undo(second, now=after(3))
    assert can_undo(first)


def test_a_hold_of_the_final_table_outlives_the_undo() -> None:
    tournament = make_room(3, 3)
    line = draw(tournament)
    final = Table.objects.get(number=1)
    hold_table(tournament_id=tournament.pk, table_id=final.pk, reason="Photo", by=ACTOR.at(after(2)))

    undo(line, now=after(3))

    assert list(Table.objects.order_by("number").values_list("status", "hold_reason")) == [
        (TableStatus.HELD, "Photo"),
        (TableStatus.OPEN, ""),
    ]
