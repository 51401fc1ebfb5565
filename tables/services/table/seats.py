"""Single seats: locked, reserved, or emptied."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tables.changes.seats import SeatLock, SeatLockChanged, SeatLocked, SeatUnlocked
from tables.floor.draws.seats import SeatDrawn
from tables.models import Alternate, Hand, Seat, SeatReservation, Table
from tables.queries.room.places import too_many_reserved
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.many_rows import save_many
from tables.services.table.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo
from tournament.words.games import words_of_tightest


def fill_seats(tables: Collection[Table], drawn: Collection[SeatDrawn[int]]) -> None:
    """Seat each entry where it was drawn: an empty seat of one of these locked tables. Two queries, however many."""
    numbers = {table.pk: table.number for table in tables}
    places = {(place.table, place.seat): place.entry for place in drawn}
    filled = []
    for seat in Seat.objects.filter(table__in=tables):
        entry = places.get((numbers[seat.table_id], seat.number))
        if entry is not None:
            seat.entry_id = entry
            filled.append(seat)
    save_many(filled, fields=["entry"])


def vacate(seats: QuerySet[Seat]) -> None:
    """Empty these seats, with everything that was recorded about the player who sat there."""
    seats.update(entry=None, is_newcomer=False, came_by_balancing=False, told_to_wait=False)


def restore_newcomers(hand: Hand, *, seats: Collection[int]) -> None:
    """A player who had sat down in one of these seats before the hand is a new player there again."""
    for number, came_by_balancing, told_to_wait in hand.arrivals_before:
        if number in seats:
            Seat.objects.filter(table=hand.table_id, number=number).update(
                is_newcomer=True, came_by_balancing=came_by_balancing, told_to_wait=told_to_wait
            )


UNLOCKED: Final = SeatLock(locked=False)


def check_not_called(table: Table, numbers: Collection[int]) -> None:
    """Raise Refused, with the cure, for a seat that is held for somebody who was called from the waiting list."""
    called = Alternate.objects.filter(table=table, seat_number__in=numbers, called_at__isnull=False)
    if (row := called.select_related("entry__player").first()) is not None:
        raise Refused(
            _(
                "Seat %(seat)d at table %(table)d is held for %(name)s, who was called: undo the call in the log first."
            )
            % {"seat": row.seat_number, "table": table.number, "name": row.entry.player.name},
            code="seat_called",
        )


@transaction.atomic
def lock_seat(
    *,
    tournament_id: int,
    table_id: int,
    number: int,
    locked: bool,
    by: By,
    name: str = "",
    reason: str = "",
    player_id: int | None = None,
    undoes: LogEntry | None = None,
) -> LogEntry | None:
    """Lock or unlock a seat; None if it is so already.

    Nobody is sent to a locked seat but the player it is reserved for (`player_id`), who gets it in every draw; and a
    player on one is not moved to balance (TDA 9). Raises Refused for a seat that is locked for somebody else, and for
    one more reserved at a table than a game still to come is for.
    """
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if locked:
        check_not_over(table.tournament)
    seat = Seat.objects.filter(table=table, number=number).select_related("reservation").first()
    if seat is None:
        raise Refused(
            _("Table %(table)d has no seat %(seat)d.") % {"table": table.number, "seat": number},
            code="no_such_seat",
        )
    if not locked:
        check_not_called(table, [number])
    before = lock_of(seat)
    after = SeatLock(locked=True, name=name, reason=reason, player=player_id) if locked else UNLOCKED
    if before == after:
        return None
    if before.locked and locked and undoes is None:
        raise Refused(
            _("Seat %(seat)d at table %(table)d is already locked: %(name)s. Unlock it first.")
            % {"table": table.number, "seat": number, "name": _words_of(before)},
            code="already_locked",
        )
    if player_id is not None:
        _check_can_be_reserved(table, number)
    _put_lock(seat, after)
    bump_version(table)
    change = (SeatLocked if locked else SeatUnlocked)(
        table=table.number, table_id=table.pk, seat=number, name=name, before=before, after=after
    )
    line = record(change, tournament_id=tournament_id, by=by, reason=reason, undoes=undoes)
    publish(table.tournament.code, ["tables", f"table-{table.number}", "log"])
    return line


def lock_of(seat: Seat) -> SeatLock:
    """How a seat is locked; its reservation is loaded, or read."""
    found: SeatReservation | None = getattr(seat, "reservation", None)
    if found is None:
        return SeatLock(locked=seat.is_locked)
    return SeatLock(locked=seat.is_locked, name=found.name, reason=found.reason, player=found.player_id)


def _check_can_be_reserved(table: Table, number: int) -> None:
    """Raises Refused where as many have a seat reserved as play a game still to come: a draw seats all of them."""
    full = too_many_reserved(table.tournament, table, seat=number)
    if full is not None:
        raise Refused(
            _(
                "%(most)d seats at table %(table)d are reserved already, and %(game)s, played in level %(level)d, "
                "takes %(most)d players at most. Reserve a seat at another table, or unlock one here first."
            )
            % {"table": table.number, **words_of_tightest(full)},
            code="too_many_reserved",
        )


def _words_of(lock: SeatLock) -> str:
    return lock.name or lock.reason or _("no player is sent there")


def forget_reservations(seats: QuerySet[Seat]) -> None:
    """Before these seats are deleted."""
    SeatReservation.objects.filter(seat__in=seats).delete()


def _put_lock(seat: Seat, lock: SeatLock) -> None:
    seat.is_locked = lock.locked
    seat.save(update_fields=["is_locked"])
    if not (lock.name or lock.reason or lock.player):
        SeatReservation.objects.filter(seat=seat).delete()
        return
    words = {"name": lock.name, "reason": lock.reason, "player_id": lock.player}
    SeatReservation.objects.update_or_create(seat=seat, defaults=words)


def _open_locks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the seat still is as the line says."""
    changes = {line.pk: _lock_change(line) for line in lines}
    seats = Seat.objects.filter(
        table__tournament=tournament, table_id__in=[change.table_id for change in changes.values()]
    )
    locks = {(seat.table_id, seat.number): lock_of(seat) for seat in seats.select_related("reservation")}
    return {pk for pk, change in changes.items() if locks.get((change.table_id, change.seat)) == change.after}


def _undo_lock(line: LogEntry, by: By) -> None:
    change = _lock_change(line)
    lock_seat(
        tournament_id=line.tournament_id,
        table_id=change.table_id,
        number=change.seat,
        locked=change.before.locked,
        name=change.before.name,
        reason=change.before.reason,
        player_id=change.before.player,
        by=by,
        undoes=line,
    )


def _lock_change(line: LogEntry) -> SeatLockChanged:
    return SeatLocked.of(line) if line.verb == SeatLocked.verb else SeatUnlocked.of(line)


register_undo(
    [SeatLocked, SeatUnlocked],
    Undoable(open_lines=_open_locks, undo=_undo_lock, lock=lock_table_of, again=True),
)
