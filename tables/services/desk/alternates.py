"""Alternates: entries on the waiting list of a full room get the next free seat by themselves (TDA 8, WSOP 13).

A seat that opens is drawn for the first of the list and held for the player, who is called: at the desk, on the wall
and on the player's own page. The player sits down, or does not come and lets the next one by. The end of registration
stops no call: who waits has bought in before it, and the buy-in is in the prize pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.alternates import (
    AlternateCalled,
    AlternateListed,
    AlternateMissed,
    AlternateRecalled,
    AlternateSeated,
    AlternateUncalled,
)
from tables.changes.at_table import PlayerAtTable
from tables.floor.draws.listed import late_seat_at
from tables.floor.draws.seats import draw_late_seat
from tables.models import (
    Alternate,
    HandSeat,
    HandStatus,
    Move,
    MoveStatus,
    Seat,
    SeatReservation,
    Table,
    TableStatus,
)
from tables.queries.room.alternates import alternates_in_order
from tables.queries.room.tables import room
from tables.services.table.drawing import DrawBook
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.of_table import lock_table_of
from tables.services.table.seats import vacate
from tournament.changes.people import whose
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)

# What tells of a player, called from the list, and the seat.
_Placed: TypeAlias = type[AlternateUncalled | AlternateRecalled | AlternateSeated | AlternateMissed]


def seats_left(tournament: Tournament) -> int:
    """The free seats that no alternate is about to get."""
    free = sum(view.places_left for view in room(tournament))
    return free - alternates_in_order(tournament).filter(called_at=None, is_held_back=False).count()


def put_on_list(entry: Entry, *, by: By) -> LogEntry:
    """Put an entry at the end of the list. The caller holds the tournament's lock."""
    Alternate.objects.create(entry=entry, waits_since=by.now)
    line = record(AlternateListed(**whose(entry)), tournament_id=entry.tournament_id, by=by)
    _publish(entry)
    return line


@transaction.atomic
def call_alternates(*, tournament_id: int, by: By, seed: str = "") -> int:
    """Call as many from the top of the list as there are free seats; how many were called.

    Each seat is drawn as a late entry's; in a rehearsal from `seed` and the entry's number.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.is_over or not tournament.draw_made_at:
        return 0
    rows = alternates_in_order(tournament).filter(called_at=None, is_held_back=False)
    called = 0
    for row in rows.select_related("entry__player", "entry__tournament"):
        if not _call(row, seed and f"{seed}-{row.entry.number}", by):
            break
        called += 1
    return called


@transaction.atomic
def call_alternate(*, tournament_id: int, entry_id: int, by: By, seed: str = "") -> LogEntry:
    """Call this one out of turn, by the floor's decision. Raises Refused where no seat is free."""
    check_not_over(lock_tournament(tournament_id))
    row = _on_list(tournament_id, entry_id)
    if row.called_at is not None:
        raise Refused(_("%(name)s has been called already.") % _names(row), code="called_already")
    line = _call(row, seed, by)
    if line is None:
        raise Refused(_("No seat is free."), code="no_free_seat")
    return line


@transaction.atomic
def seat_alternate(*, tournament_id: int, entry_id: int, by: By) -> LogEntry:
    """The player who was called has come and sits down. Raises Refused for one who was not called."""
    check_not_over(lock_tournament(tournament_id))
    row = _called(tournament_id, entry_id)
    table, seat = _free_held_seat(row)
    if seat.entry_id is not None:
        raise Refused(
            _("Somebody sits in the seat that %(name)s was called to: undo the call in the log.")
            % _names(row),
            code="seat_taken",
        )
    seat.entry, seat.is_newcomer = row.entry, True
    seat.save(update_fields=["entry", "is_newcomer"])
    Entry.objects.filter(pk=row.entry_id).update(status=EntryStatus.PLAYING)
    Alternate.objects.filter(pk=row.pk).delete()
    bump_version(table)
    line = _record(AlternateSeated, row.entry, table, seat.number, by)
    _publish(row.entry, table)
    return line


@transaction.atomic
def pass_alternate(*, tournament_id: int, entry_id: int, by: By, seed: str = "") -> LogEntry:
    """The player who was called does not come: to the end of the list, held back, and the next one is called."""
    check_not_over(lock_tournament(tournament_id))
    row = _called(tournament_id, entry_id)
    table, seat = _free_held_seat(row)
    line = _record(AlternateMissed, row.entry, table, seat.number, by)
    _wait_again(row, since=by.now)
    bump_version(table)
    _publish(row.entry, table)
    call_alternates(tournament_id=tournament_id, seed=seed, by=by)
    return line


def take_off_list(entry: Entry) -> None:
    """The entry is void: a seat that was held for it is free. The caller holds the tournament's lock."""
    row = Alternate.objects.filter(entry=entry).first()
    if row is None:
        return
    if row.called_at is not None:
        table, _seat = _free_held_seat(row)
        bump_version(table)
        _publish(entry, table)
    Alternate.objects.filter(pk=row.pk).delete()


def _call(row: Alternate, seed: str, by: By) -> LogEntry | None:
    """Draw a seat and hold it for the player; None where none is free."""
    tournament = row.entry.tournament
    views = room(tournament)
    if not any(view.free_seats for view in views):
        return None
    draws = DrawBook(tournament, by=by)
    drawing = draws.begin("late-seat", late_seat_at(views), seed=seed)
    place = draw_late_seat(views, drawing.rng)
    found = Table.objects.get(tournament=tournament, number=place.table)
    table = lock_table(tournament_id=tournament.pk, table_id=found.pk)
    _hold(row, table, place.seat, by.now)
    bump_version(table)
    called = AlternateCalled(
        **whose(row.entry), table=table.number, table_id=table.pk, seat=place.seat, seed=drawing.seed
    )
    line = record(called, tournament_id=tournament.pk, by=by)
    draws.keep(drawing, result=[[row.entry_id, place.table, place.seat]], line=line)
    _publish(row.entry, table)
    return line


def _hold(row: Alternate, table: Table, number: int, now: datetime) -> None:
    seat = Seat.objects.get(table=table, number=number)
    seat.entry, seat.is_newcomer, seat.is_locked = None, False, True
    seat.save(update_fields=["entry", "is_newcomer", "is_locked"])
    words = {"name": row.entry.player.name, "reason": _("Called from the waiting list")}
    SeatReservation.objects.update_or_create(seat=seat, defaults={**words, "player_id": row.entry.player_id})
    row.called_at, row.table, row.seat_number, row.is_held_back = now, table, number, False
    row.save()


def _free_held_seat(row: Alternate) -> tuple[Table, Seat]:
    """The seat held for this one, now released, with its table locked."""
    table = lock_table(tournament_id=row.entry.tournament_id, table_id=row.table_id or 0)
    seat = Seat.objects.get(table=table, number=row.seat_number or 0)
    SeatReservation.objects.filter(seat=seat).delete()
    seat.is_locked = False
    seat.save(update_fields=["is_locked"])
    return table, seat


def _wait_again(row: Alternate, *, since: datetime) -> None:
    row.waits_since, row.is_held_back = since, True
    row.called_at, row.table, row.seat_number = None, None, None
    row.save()


def _on_list(tournament_id: int, entry_id: int) -> Alternate:
    rows = Alternate.objects.filter(entry__tournament=tournament_id, entry__status=EntryStatus.REGISTERED)
    row = rows.select_related("entry__player", "entry__tournament").filter(entry=entry_id).first()
    if row is None:
        raise Refused(_("This player is not on the waiting list any more."), code="not_on_list")
    return row


def _called(tournament_id: int, entry_id: int) -> Alternate:
    row = _on_list(tournament_id, entry_id)
    if row.called_at is None:
        raise Refused(_("%(name)s has not been called.") % _names(row), code="not_called")
    if row.table is None or row.table.status not in PLAYABLE:
        raise Refused(
            _("The table that %(name)s was called to is not open any more: undo the call in the log.")
            % _names(row),
            code="not_open",
        )
    return row


def _names(row: Alternate) -> dict[str, str]:
    return {"name": row.entry.player.name}


def _record(
    change: _Placed, entry: Entry, table: Table, seat: int, by: By, *, undoes: LogEntry | None = None
) -> LogEntry:
    return record(
        change(**whose(entry), table=table.number, table_id=table.pk, seat=seat),
        tournament_id=entry.tournament_id,
        by=by,
        undoes=undoes,
    )


def _publish(entry: Entry, table: Table | None = None) -> None:
    tables = [] if table is None else ["tables", f"table-{table.number}"]
    publish(entry.tournament.code, ["players", "moves", "standings", "log", entry_topic(entry.pk), *tables])


# --- Undo: a call, a player sitting down, a no-show ---------------------------------------------------------


def _open_calls(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the seat is still held for the player by this call."""
    rows = Alternate.objects.filter(entry__tournament=tournament, called_at__isnull=False)
    held = {(row.entry_id, row.table_id, row.seat_number, row.called_at) for row in rows}
    return {line.pk for line in lines if (*_where(line), line.at) in held}


def _undo_call(line: LogEntry, by: By) -> None:
    rows = Alternate.objects.select_related("entry__player", "entry__tournament")
    _uncall(rows.get(entry=PlayerAtTable.of(line).entry), line, by)


def _uncall(row: Alternate, line: LogEntry, by: By) -> None:
    """Undo a call: the seat is free again, and the player keeps the place in the list but is called by hand only."""
    table, seat = _free_held_seat(row)
    _record(AlternateUncalled, row.entry, table, seat.number, by, undoes=line)
    _wait_again(row, since=row.waits_since)
    bump_version(table)
    _publish(row.entry, table)


def _open_seated(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player sits there and was not dealt in."""
    sitting = set(
        Seat.objects.filter(table__tournament=tournament, entry__isnull=False).values_list(
            "entry", "table", "number"
        )
    )
    seated = {line.pk: _where(line) for line in lines}
    dealt = set(
        HandSeat.objects.filter(entry__in=[entry for entry, _table, _seat in seated.values()])
        .exclude(hand__status=HandStatus.VOID)
        .values_list("entry", flat=True)
    )
    return {pk for pk, where in seated.items() if where in sitting and where[0] not in dealt}


def _undo_seated(line: LogEntry, by: By) -> None:
    seated = PlayerAtTable.of(line)
    lock_table(tournament_id=line.tournament_id, table_id=seated.table_id)
    vacate(Seat.objects.filter(entry=seated.entry))
    _hold_again(line, by)


def _open_missed(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player waits again and the seat is still free, and promised to nobody."""
    on_list = Alternate.objects.filter(entry__tournament=tournament, called_at=None)
    waiting = set(on_list.filter(entry__status=EntryStatus.REGISTERED).values_list("entry", flat=True))
    free = set(
        Seat.objects.filter(
            table__tournament=tournament, table__status__in=PLAYABLE, entry=None, is_locked=False
        ).values_list("table", "number")
    )
    promised = set(
        Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING).values_list(
            "to_table", "to_seat"
        )
    )
    missed = {line.pk: _where(line) for line in lines}
    return {pk for pk, where in missed.items() if where[0] in waiting and where[1:] in free - promised}


def _hold_again(line: LogEntry, by: By) -> None:
    """Undo a no-show, or a player's sitting down: called to that seat again, which the caller knows to be free."""
    was = PlayerAtTable.of(line)
    entry = Entry.objects.select_related("player", "tournament").get(pk=was.entry)
    table = lock_table(tournament_id=line.tournament_id, table_id=was.table_id)
    row = Alternate.objects.filter(entry=entry).first() or Alternate(entry=entry, waits_since=line.at)
    Entry.objects.filter(pk=entry.pk).update(status=EntryStatus.REGISTERED)
    _hold(row, table, was.seat, by.now)
    _record(AlternateRecalled, entry, table, was.seat, by, undoes=line)
    bump_version(table)
    _publish(entry, table)


def _where(line: LogEntry) -> tuple[int, int, int]:
    was = PlayerAtTable.of(line)
    return was.entry, was.table_id, was.seat


register_undo([AlternateCalled], Undoable(open_lines=_open_calls, undo=_undo_call))
register_undo([AlternateSeated], Undoable(open_lines=_open_seated, undo=_undo_seated, lock=lock_table_of))
register_undo([AlternateMissed], Undoable(open_lines=_open_missed, undo=_hold_again))
