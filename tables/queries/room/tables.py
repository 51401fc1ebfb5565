"""The room as the pure floor rules see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q

from tables.floor.room import TableView
from tables.models import Hand, HandSeat, HandStatus, Move, MoveStatus, Seat, Table, TableStatus
from tables.queries.table.next_hand import is_stud_only
from tournament.models import EntryStatus, Tournament

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)


def room(tournament: Tournament) -> list[TableView]:
    """Every table that players may be sent to, by number, as it will be after the waiting moves.

    Somebody who waits to leave no longer counts at the old table, and counts at the new one. The
    seats of a hand in play stay closed: a player who busts in it may be brought back by an undo.
    Four queries, in stud five, however many tables.
    """
    tables = list(
        Table.objects.filter(tournament=tournament, status__in=PLAYABLE)
        .only("number", "seats_count", "positions_data", "first_button")
        .order_by("number")
    )
    seats = _seats(tournament.pk)
    waiting = list(Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING))
    leaving = {move.entry_id for move in waiting}
    coming: dict[int, list[Move]] = defaultdict(list)
    for move in waiting:
        coming[move.to_table_id].append(move)
    in_hand, gone = _hands(tournament.pk)
    is_stud = is_stud_only(tournament.structure)
    if is_stud:
        _add_moves(gone, tournament.pk)
    return [
        _view(
            table,
            gone[table.pk],
            not is_stud,
            seats[table.pk],
            leaving,
            coming[table.pk],
            in_hand[table.pk],
        )
        for table in tables
    ]


def seats_on_offer(tables: Sequence[Table]) -> dict[int, tuple[int, ...]]:
    """By table the seats that a draw of the whole table may give out: all but the locked ones (TDA 9). One query."""
    offered: dict[int, list[int]] = {table.pk: [] for table in tables}
    seats = Seat.objects.filter(table__in=tables, is_locked=False).order_by("table", "number")
    for table_id, number in seats.values_list("table_id", "number"):
        offered[table_id].append(number)
    return {table_id: tuple(numbers) for table_id, numbers in offered.items()}


def tables_in_hand(*, tournament_id: int) -> int:
    """How many tables are playing a hand now."""
    return Hand.objects.filter(table__tournament_id=tournament_id, status=HandStatus.OPEN).count()


class _Seat(NamedTuple):
    """A seat that is taken or locked."""

    table_id: int
    number: int
    entry_id: int | None
    is_newcomer: bool
    came_by_balancing: bool
    told_to_wait: bool
    is_locked: bool


def _seats(tournament_id: int) -> dict[int, list[_Seat]]:
    """By table the seats that are taken or locked. One query."""
    rows = Seat.objects.filter(
        Q(entry__isnull=False) | Q(is_locked=True),
        table__tournament_id=tournament_id,
        table__status__in=PLAYABLE,
    )
    seats: dict[int, list[_Seat]] = defaultdict(list)
    for row in rows.values_list(*_Seat._fields):
        seats[row[0]].append(_Seat(*row))
    return seats


@dataclass(slots=True)
class _Gone:
    """Who is no longer at a table: how many were eliminated, and when which seat was left."""

    eliminated: int = 0
    seats: dict[int, datetime] = field(default_factory=dict)

    def leave(self, seat: int, at: datetime | None) -> None:
        if at is not None:
            self.seats[seat] = max(at, self.seats.get(seat, at))

    def in_order(self) -> tuple[int, ...]:
        """The seats in the order in which they were left; of several at once the lowest first."""
        return tuple(sorted(self.seats, key=lambda seat: (self.seats[seat], seat)))


def _hands(tournament_id: int) -> tuple[dict[int, set[int]], dict[int, _Gone]]:
    """By table the seats in the hand in play, and who went out in the hands before. One query.

    A player brought back by an undo was never out; a table that was opened again has lost nobody yet.
    """
    in_hand: dict[int, set[int]] = defaultdict(set)
    gone: dict[int, _Gone] = defaultdict(_Gone)
    columns = ("hand__table_id", "seat_number", "hand__status", "hand__ended_at")
    here = HandSeat.objects.filter(
        hand__table__tournament_id=tournament_id, hand__table__status__in=PLAYABLE
    ).values_list(*columns)
    # Two questions in one, each by its own index: an OR of them would read every hand of the event.
    playing = here.filter(hand__status=HandStatus.OPEN)
    went_out = here.filter(
        entry__tournament_id=tournament_id,
        entry__status=EntryStatus.ELIMINATED,
        hand__status=HandStatus.COMPLETE,
        hand__number__gt=F("hand__table__hands_before"),
        finishing_stack=0,
    )
    for table_id, seat, status, at in playing.union(went_out, all=True):
        if status == HandStatus.OPEN:
            in_hand[table_id].add(seat)
        else:
            gone[table_id].eliminated += 1
            gone[table_id].leave(seat, at)
    return in_hand, gone


def _add_moves(gone: dict[int, _Gone], tournament_id: int) -> None:
    """The seats that players were moved away from. One that an undo gave back is taken again."""
    made = Move.objects.filter(
        tournament_id=tournament_id,
        from_table__status__in=PLAYABLE,
        status=MoveStatus.APPLIED,
        applied_at__gte=F("from_table__opened_at"),
    )
    for table_id, seat, at in made.values_list("from_table_id", "from_seat", "applied_at"):
        gone[table_id].leave(seat, at)


def _view(
    table: Table,
    gone: _Gone,
    has_button: bool,
    seats: Sequence[_Seat],
    leaving: set[int],
    coming: Sequence[Move],
    in_hand: set[int],
) -> TableView:
    staying = [seat for seat in seats if seat.entry_id is not None and seat.entry_id not in leaving]
    arriving = {move.to_seat: move for move in coming}
    occupied = frozenset([seat.number for seat in staying]).union(arriving)
    # Somebody still on the way here is not sent on before they have sat down.
    closed = {seat.number for seat in seats if seat.is_locked} | (in_hand - occupied) | set(arriving)
    return TableView(
        table=table.number,
        capacity=table.seats_count,
        seats=occupied,
        positions=table.positions,
        in_hand=bool(in_hand),
        locked_seats=frozenset(closed),
        newcomers=frozenset([seat.number for seat in staying if seat.is_newcomer]).union(arriving),
        moved_by_balancing=frozenset([seat.number for seat in staying if seat.came_by_balancing]).union(
            [number for number, move in arriving.items() if move.kind == "balance"]
        ),
        told_to_wait=frozenset([seat.number for seat in staying if seat.told_to_wait]).union(
            [number for number, move in arriving.items() if move.told_to_wait]
        ),
        first_button=table.first_button,
        has_button=has_button,
        eliminated=gone.eliminated,
        left=gone.in_order(),
    )
