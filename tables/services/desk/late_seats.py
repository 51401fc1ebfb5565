"""Seats for entries made after the draw: drawn one after the other, written at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tables.changes.tables import LateSeatDrawn
from tables.floor.draws.listed import late_seat_at
from tables.floor.draws.seats import draw_late_seat
from tables.floor.room import TableSeat, TableView
from tables.models import Move, MoveStatus, Seat, Table, TableStatus
from tables.queries.room.places import full_for, places_reserved
from tables.queries.room.tables import room
from tables.services.table.drawing import DrawBook, Drawing
from tables.services.table.lease import bump_version, lock_tables
from tables.services.table.many_rows import bump_versions, save_many
from tables.services.table.opening import open_next_table
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.log import record_each


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryToSeat:
    """An entry without a seat. `seed`: of a rehearsal."""

    entry: Entry
    seed: str = ""


def draw_late_seats(tournament: Tournament, to_seat: Sequence[EntryToSeat], *, by: By) -> list[Seat]:
    """A seat for each, at a table with the fewest players as those before have left it; tables are opened as needed.

    The caller holds the tournament's lock. The room is read once, and again whenever a table was opened.
    """
    reserved = _reserved(tournament, to_seat)
    drawing = [each for each in to_seat if each.entry.pk not in reserved]
    draws = DrawBook(tournament, by=by)
    made = dict(zip([each.entry.pk for each in drawing], _draw(tournament, drawing, draws, by), strict=True))
    drawn = {entry: place for entry, (place, _drawing) in made.items()}
    places = [(reserved | drawn)[each.entry.pk] for each in to_seat]
    seats = _sit_down(tournament, [each.entry for each in to_seat], places)
    seeds = {entry: one.seed for entry, (_place, one) in made.items()}
    lines = _log(tournament, to_seat, places, seeds, by)
    draws.write(
        [
            draws.row(made[each.entry.pk][1], result=[[each.entry.pk, place.table, place.seat]], line=line)
            for each, place, line in zip(to_seat, places, lines, strict=True)
            if each.entry.pk in made
        ]
    )
    publish(
        tournament.code,
        [
            "tables",
            *(f"table-{number}" for number in {place.table for place in places}),
            *(entry_topic(each.entry.pk) for each in to_seat),
        ],
    )
    return seats


def seat_again(
    tournament: Tournament,
    table: Table,
    *,
    entry_id: int,
    number: int,
    by: By,
    seed: str = "",
    is_newcomer: bool = False,
    is_late: bool = False,
) -> None:
    """The old seat of a player who is back in play, or one that is drawn if it is taken; or, for one who `is_late`, if
    the table has no place for one more. The caller has locked the tournament and the table.
    """
    if _is_free(table, number) and not (is_late and full_for(tournament, table, seat=number)):
        Seat.objects.filter(table=table, number=number).update(entry=entry_id, is_newcomer=is_newcomer)
        bump_version(table)
    else:
        entry = Entry.objects.select_related("player").get(pk=entry_id)
        draw_late_seats(tournament, [EntryToSeat(entry=entry, seed=seed)], by=by)


def _is_free(table: Table, number: int) -> bool:
    """Whether an old seat can be taken again: nobody in it or on the way, at a table that is played."""
    if table.status not in (TableStatus.OPEN, TableStatus.HELD):
        return False
    promised = Move.objects.filter(to_table=table, to_seat=number, status=MoveStatus.WAITING)
    seats = Seat.objects.filter(table=table, number=number, entry=None, is_locked=False)
    return seats.exists() and not promised.exists()


def _reserved(tournament: Tournament, to_seat: Sequence[EntryToSeat]) -> dict[int, TableSeat]:
    """By entry the seat that the floor has reserved for the player (TDA 9), at a table with a place for one more. One
    query where none is.
    """
    entries = {each.entry.player_id: each.entry.pk for each in to_seat}
    places = places_reserved(tournament, players=entries)
    return {entries[player]: place for player, place in places.items()}


def _draw(
    tournament: Tournament, to_seat: Sequence[EntryToSeat], draws: DrawBook, by: By
) -> list[tuple[TableSeat, Drawing]]:
    drawn: list[TableSeat] = []
    drawings = []
    views = _room_with(tournament, drawn)
    for each in to_seat:
        while not any(view.free_seats for view in views.values()):
            open_next_table(tournament, by=by)
            views = _room_with(tournament, drawn)
        room_now = list(views.values())
        drawing = draws.begin("late-seat", late_seat_at(room_now), seed=each.seed)
        place = draw_late_seat(room_now, drawing.rng)
        views[place.table] = views[place.table].with_newcomer(place.seat)
        drawn.append(place)
        drawings.append(drawing)
    return list(zip(drawn, drawings, strict=True))


def _room_with(tournament: Tournament, drawn: Sequence[TableSeat]) -> dict[int, TableView]:
    """The room by table, with those who have drawn a seat and do not sit there yet."""
    views = {view.table: view for view in room(tournament)}
    for place in drawn:
        views[place.table] = views[place.table].with_newcomer(place.seat)
    return views


def _sit_down(tournament: Tournament, entries: Sequence[Entry], places: Sequence[TableSeat]) -> list[Seat]:
    numbers = {place.table for place in places}
    ids = Table.objects.filter(tournament=tournament, number__in=numbers).values_list("pk", flat=True)
    tables = lock_tables(tournament_id=tournament.pk, table_ids=list(ids))
    found = {
        (tables[seat.table_id].number, seat.number): seat for seat in Seat.objects.filter(table__in=tables)
    }
    seats = [found[place.table, place.seat] for place in places]
    for seat, entry in zip(seats, entries, strict=True):
        seat.table = tables[seat.table_id]
        seat.entry, seat.is_newcomer = entry, True
        entry.status = EntryStatus.PLAYING
    save_many(seats, fields=["entry", "is_newcomer"])
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(status=EntryStatus.PLAYING)
    bump_versions(tables.values())
    return seats


def _log(
    tournament: Tournament,
    to_seat: Sequence[EntryToSeat],
    places: Sequence[TableSeat],
    seeds: Mapping[int, str],
    by: By,
) -> list[LogEntry]:
    """`seeds` are of those whose seat was drawn and not reserved."""
    drawn = [
        LateSeatDrawn(
            entry=each.entry.pk,
            name=each.entry.player.name,
            table=place.table,
            seat=place.seat,
            seed=seeds.get(each.entry.pk, ""),
        )
        for each, place in zip(to_seat, places, strict=True)
    ]
    return record_each(drawn, tournament_id=tournament.pk, by=by)
