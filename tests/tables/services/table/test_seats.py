"""A seat is locked with a name and a reason, or reserved for a player, who alone gets it: in every draw and move."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables.changes.seats import SeatLock
from tables.models import Move, MoveKind, Seat, SeatDraw, Table
from tables.queries.room.advice import proposed_moves
from tables.services.desk.seating import make_seat_draw, open_table, register_and_seat
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import move_entry
from tables.services.table.seats import UNLOCKED, lock_of, lock_seat
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament, names
from tests.factories.floor import Floor, said
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import can_undo, newest, undo
from tournament.models import Entry, EntryStatus, Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def seat(table: int, number: int) -> Seat:
    return Seat.objects.select_related("table", "entry").get(table__number=table, number=number)


def reserve(table: int, number: int, player_id: int | None, *, name: str = "Bruno", reason: str = "") -> None:
    found = seat(table, number)
    lock_seat(
        tournament_id=found.table.tournament_id,
        table_id=found.table_id,
        number=number,
        locked=True,
        name=name,
        reason=reason,
        player_id=player_id,
        by=ACTOR.at(NOW),
    )


def unlock(table: int, number: int) -> None:
    found = seat(table, number)
    lock_seat(
        tournament_id=found.table.tournament_id,
        table_id=found.table_id,
        number=number,
        locked=False,
        by=ACTOR.at(NOW),
    )


def sits(entry: Entry) -> tuple[int, int]:
    found = Seat.objects.select_related("table").get(entry=entry)
    return found.table.number, found.number


def players_at(table: int) -> list[Entry]:
    rows = Seat.objects.filter(table__number=table, entry__isnull=False).order_by("number")
    return [row.entry for row in rows.select_related("entry__player") if row.entry]


@pytest.fixture
def drawing() -> tuple[Tournament, list[Entry]]:
    """Twenty players before the draw, tables 1 to 3 open; seat 5 of table 2 is reserved for the eighth."""
    tournament = make_tournament(seats_per_table=9, late_registration_level=3)
    for _ in range(3):
        open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    entries = enter(tournament, *names(20))
    reserve(2, 5, entries[7].player_id, reason="Wheelchair")
    return tournament, entries


@pytest.mark.rule("SEAT-01")
@pytest.mark.parametrize("seed", ["00" * 16, "01" * 16, "02" * 16])
def test_the_draw_gives_a_reserved_seat_to_its_player_and_sizes_stay_even(
    drawing: tuple[Tournament, list[Entry]], seed: str
) -> None:
    tournament, entries = drawing

    draw = make_seat_draw(tournament_id=tournament.pk, seed=seed, by=ACTOR.at(after(1)))

    assert sits(entries[7]) == (2, 5)
    assert sorted(len(players_at(table)) for table in (1, 2, 3)) == [6, 7, 7]
    assert len({(table, number) for _entry, table, number in draw.result}) == 20


def test_nobody_is_drawn_to_a_seat_whose_player_does_not_come(
    drawing: tuple[Tournament, list[Entry]],
) -> None:
    tournament, entries = drawing
    Entry.objects.filter(pk=entries[7].pk).update(status=EntryStatus.VOID)

    make_seat_draw(tournament_id=tournament.pk, seed="00" * 16, by=ACTOR.at(after(1)))

    assert seat(2, 5).entry_id is None


def test_a_late_player_gets_the_reserved_seat_without_a_draw() -> None:
    tournament = make_room(4, 4, closed=False)
    Tournament.objects.update(late_registration_level=3)
    late = make_player("Bruno Neri")
    reserve(2, 8, late.pk)

    seated = register_and_seat(
        tournament_id=tournament.pk, player_id=late.pk, seed="s", by=ACTOR.at(after(1))
    )

    assert seated.seat is not None
    assert sits(seated.entry) == (2, 8)
    assert not SeatDraw.objects.filter(kind="late-seat").exists()


def test_a_redraw_sends_a_player_to_the_reserved_seat() -> None:
    tournament = make_room(4, 4, 4)
    special = players_at(3)[1]
    reserve(1, 9, special.player_id)

    redraw_tables(tournament_id=tournament.pk, tables_left=2, seed="s", by=ACTOR.at(after(1)))

    assert sits(special) == (1, 9)
    assert [len(players_at(table)) for table in (1, 2)] == [6, 6]
    undo(newest("tables_redrawn"))
    assert sits(special) == (3, 2)


def test_a_final_table_counts_the_reserved_seat_once() -> None:
    tournament = make_room(5, 5, seats=9)
    special = players_at(2)[0]
    reserve(1, 9, special.player_id)

    redraw_tables(tournament_id=tournament.pk, tables_left=1, seed="s", by=ACTOR.at(after(1)))

    assert Table.objects.get(number=1).seats_count == 10
    assert sits(special) == (1, 9)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_player_of_a_broken_table_goes_to_the_reserved_seat(seed: str) -> None:
    tournament = make_room(5, 5, 3)
    special = players_at(3)[2]
    reserve(1, 9, special.player_id)

    break_table(
        tournament_id=tournament.pk, table_id=Table.objects.get(number=3).pk, seed=seed, by=ACTOR.at(after(1))
    )

    assert sits(special) == (1, 9)
    codes = [why["code"] for why in Move.objects.get(entry=special).reasons]
    assert codes == ["table_breaks", "seat_reserved"]
    assert sorted(len(players_at(table)) for table in (1, 2)) == [6, 7]


def test_the_floor_sends_only_its_player_to_a_reserved_seat() -> None:
    tournament = make_room(5, 5)
    special, other = players_at(1)[:2]
    reserve(2, 9, special.player_id, name="Anna Verdi")

    def send(entry: Entry) -> Move:
        return move_entry(
            tournament_id=tournament.pk,
            entry_id=entry.pk,
            to_table_id=Table.objects.get(number=2).pk,
            to_seat=9,
            kind=MoveKind.FLOOR,
            by=ACTOR.at(after(1)),
        )

    with pytest.raises(Refused, match="Seat 9 at table 2 is locked: Anna Verdi"):
        send(other)
    send(special)
    assert sits(special) == (2, 9)


def test_balancing_neither_fills_a_reserved_seat_nor_moves_its_player() -> None:
    tournament = make_room(8, 5)
    Seat.objects.filter(table__number=2, number__gte=6).update(is_locked=True)
    assert proposed_moves(tournament) == ()

    Seat.objects.filter(table__number=2, number=7).update(is_locked=False)
    Seat.objects.filter(table__number=1).update(is_locked=True)
    Seat.objects.filter(table__number=1, number=4).update(is_locked=False)
    (move,) = proposed_moves(tournament)
    assert (move.from_seat, move.to_seat) == (4, 7)


def test_a_lock_is_undone_with_its_name_and_its_player(drawing: tuple[Tournament, list[Entry]]) -> None:
    _tournament, entries = drawing
    first = newest("seat_locked")
    unlock(2, 5)
    assert not can_undo(first)

    undo(newest("seat_unlocked"))
    assert lock_of(seat(2, 5)) == SeatLock(
        locked=True, name="Bruno", reason="Wheelchair", player=entries[7].player_id
    )
    undo(first)
    assert lock_of(seat(2, 5)) == UNLOCKED


def test_a_locked_seat_is_not_given_to_somebody_else_but_by_unlocking_it(
    drawing: tuple[Tournament, list[Entry]],
) -> None:
    before = lock_of(seat(2, 5))

    with pytest.raises(Refused) as refused:
        reserve(2, 5, None, name="TV crew", reason="Cameras")

    assert refused.value.message == "Seat 5 at table 2 is already locked: Bruno. Unlock it first."
    assert lock_of(seat(2, 5)) == before
    unlock(2, 5)
    reserve(2, 5, None, name="TV crew", reason="Cameras")
    assert lock_of(seat(2, 5)).name == "TV crew"


def test_the_floor_reserves_a_seat_by_name_or_entry_number_with_a_reason(client: Client) -> None:
    floor = Floor(client, 4, 4)
    anna = floor.seats[1, 1]
    page: Any = {"seat": "9", "locked": "1"}

    assert said(floor.post("tables/2/lock/", **page, name="anna verdi", reason="Wheelchair")) == [
        "Seat 9 is reserved for Anna Verdi, who gets it in every draw."
    ]
    assert lock_of(seat(2, 9)) == SeatLock(
        locked=True, name="Anna Verdi", reason="Wheelchair", player=anna.player_id
    )
    shown = floor.get("tables/2/", seat="9").content.decode()
    assert "Wheelchair" in shown
    assert "Anna Verdi" in shown
    assert 'value="2-9"' in floor.get("tables/1/", seat="1").content.decode()
    assert 'value="2-9"' not in floor.get("tables/1/", seat="2").content.decode()

    floor.post("tables/2/lock/", seat="9", locked="0")
    assert said(floor.post("tables/2/lock/", **page, name="#2")) == [
        f"Seat 9 is reserved for {floor.seats[1, 2].player.name}, who gets it in every draw."
    ]
    floor.post("tables/2/lock/", seat="9", locked="0")
    assert said(floor.post("tables/2/lock/", **page, name="TV crew")) == ["Seat 9 is locked: TV crew."]
    assert said(floor.post("tables/2/lock/", **page, name="#99")) == ["There is no entry #99 in play."]
    assert said(floor.post("tables/2/lock/", seat="9", locked="0")) == ["Seat 9 can be used again."]
    assert lock_of(seat(2, 9)) == UNLOCKED


def test_two_of_one_name_are_told_apart_by_their_entries(client: Client) -> None:
    floor = Floor(client, 4)
    enter(floor.tournament, "Anna Verdi")

    answer = floor.post("tables/1/lock/", seat="9", locked="1", name="Anna Verdi")

    assert said(answer) == ["Several players are called Anna Verdi. Enter the entry number: #12."]
