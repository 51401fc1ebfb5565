"""The room as the pure floor rules see it."""

from __future__ import annotations

from collections import defaultdict

from tables.floor.room import TableView
from tables.models import Hand, HandSeat, HandStatus, Move, MoveStatus, Seat, Table, TableStatus

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)


def room(*, tournament_id: int) -> list[TableView]:
    """Every table that players may be sent to, by number, as it will be after the waiting moves.

    Somebody who waits to leave no longer counts at the old table, and counts at the new one. The
    chairs of a hand in play stay closed: who busts in it may be called back by an undo.
    Six queries, however many tables.
    """
    tables = list(Table.objects.filter(tournament_id=tournament_id, status__in=PLAYABLE).order_by("number"))
    ids = [table.pk for table in tables]
    seats: dict[int, dict[int, Seat]] = defaultdict(dict)
    for seat in Seat.objects.filter(table_id__in=ids):
        seats[seat.table_id][seat.number] = seat
    waiting = list(Move.objects.filter(tournament_id=tournament_id, status=MoveStatus.WAITING))
    leaving = {move.entry_id for move in waiting}
    in_hand: dict[int, set[int]] = defaultdict(set)
    for table_id, number in HandSeat.objects.filter(
        hand__table_id__in=ids, hand__status=HandStatus.OPEN
    ).values_list("hand__table_id", "seat_number"):
        in_hand[table_id].add(number)
    return [
        _view(
            table,
            seats[table.pk],
            leaving,
            [move for move in waiting if move.to_table_id == table.pk],
            in_hand[table.pk],
        )
        for table in tables
    ]


def seats_on_offer(table: Table) -> tuple[int, ...]:
    """The seats that a draw of the whole table may give out: all but the locked ones (TDA 9)."""
    seats = Seat.objects.filter(table=table, is_locked=False).order_by("number")
    return tuple(seats.values_list("number", flat=True))


def tables_in_hand(*, tournament_id: int) -> int:
    """How many tables are playing a hand now."""
    return Hand.objects.filter(table__tournament_id=tournament_id, status=HandStatus.OPEN).count()


def _view(
    table: Table,
    seats: dict[int, Seat],
    leaving: set[int],
    coming: list[Move],
    in_hand: set[int],
) -> TableView:
    staying = {n: s for n, s in seats.items() if s.entry_id is not None and s.entry_id not in leaving}
    arriving = {move.to_seat: move for move in coming}
    occupied = frozenset(staying) | frozenset(arriving)
    # Somebody still on the way here is not sent on before he has sat down.
    closed = {n for n, s in seats.items() if s.is_locked} | (in_hand - occupied) | set(arriving)
    return TableView(
        table=table.number,
        capacity=table.seats_count,
        seats=occupied,
        positions=table.positions,
        in_hand=bool(in_hand),
        locked_seats=frozenset(closed),
        newcomers=frozenset(n for n, s in staying.items() if s.is_newcomer) | frozenset(arriving),
        moved_by_balancing=frozenset(n for n, s in staying.items() if s.came_by_balancing)
        | frozenset(n for n, move in arriving.items() if move.kind == "balance"),
        told_to_wait=frozenset(n for n, s in staying.items() if s.told_to_wait)
        | frozenset(n for n, move in arriving.items() if move.told_to_wait),
    )
