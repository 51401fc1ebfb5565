"""Whether one more can play at a table: its chairs are one thing, the games that are still to come another."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tables.floor.room import TableSeat, TableView, view_of
from tables.models import Seat, Table
from tables.queries.room.kept_seats import reserved_seats, seats_kept_in_draws
from tables.queries.room.tables import room
from tournament.models import Tournament
from tournament.queries.level import tightest_to_come
from tournament.rules.structure.game_sizes import TightestGame


def full_for(tournament: Tournament, table: Table, *, seat: int) -> TightestGame | None:
    """The game still to come that is not for one more at this table, who would sit down in `seat`; None where there is
    none. No query at a table without more seats than that; otherwise those of the room.
    """
    tightest = tightest_to_come(tournament)
    if table.seats_count <= tightest.most:
        return None
    return None if view_of(room(tournament), table.number).has_place_at(seat) else tightest


def too_many_reserved(tournament: Tournament, table: Table, *, seat: int) -> TightestGame | None:
    """The game still to come that is not for as many as keep or get their seat at this table in a draw, once `seat` is
    reserved too; None where there is none. No query at a table without more seats than that; otherwise one.
    """
    tightest = tightest_to_come(tournament)
    if table.seats_count <= tightest.most:
        return None
    kept = seats_kept_in_draws(table).exclude(number=seat).count()
    return None if kept < tightest.most else tightest


def reserved_in_draw(
    tournament: Tournament, *, players: Collection[int], staying: Mapping[int, int]
) -> dict[int, Seat]:
    """By player the reserved seat that a draw of whole tables gives them: at no table to more than its games are for,
    beside as many as are `staying` there, by the table's key. Where more were reserved before the games changed, the
    last of `players` draw a seat like everybody else. One query.
    """
    most = tightest_to_come(tournament).most
    found = reserved_seats(tournament, players=players)
    at = dict(staying)
    given = {}
    for player in players:
        seat = found.get(player)
        if seat is not None and at.get(seat.table_id, 0) < most:
            at[seat.table_id] = at.get(seat.table_id, 0) + 1
            given[player] = seat
    return given


def places_reserved(tournament: Tournament, *, players: Collection[int]) -> dict[int, TableSeat]:
    """By player the seat that is reserved for them at a table with a place for one more (TDA 9). One query where none
    is reserved.
    """
    wanted = reserved_seats(tournament, players=players)
    return with_place(room(tournament), wanted) if wanted else {}


def with_place(
    views: Sequence[TableView], wanted: Mapping[int, Seat], *, beside: int | None = None
) -> dict[int, TableSeat]:
    """Of the seats that are reserved, by player, those whose table has a place for one more, each taking one; none at
    the table `beside`.
    """
    by_number = {view.table: view for view in views if view.table != beside}
    found = {}
    for player, seat in wanted.items():
        view = by_number.get(seat.table.number)
        if view is not None and view.has_place_at(seat.number):
            by_number[view.table] = view.with_newcomer(seat.number)
            found[player] = TableSeat(table=view.table, seat=seat.number)
    return found
