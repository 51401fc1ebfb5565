"""The room as the pure floor rules see it.

A large room is read for every console that looks at it: ten thousand seats and as many players in hands. The database
counts them into one row a table, and the seats of a table come as one number, the sum of 1 << seat. A table at which
nothing has changed since it was read last is the same value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import (
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce

from tables.floor.room import TableView
from tables.models import (
    Bust,
    Hand,
    HandSeat,
    HandStatus,
    Move,
    MoveStatus,
    Recording,
    Seat,
    Table,
    TableStatus,
)
from tables.models.table import positions_of
from tables.queries.room.kept_for_rebuys import seats_kept
from tables.queries.table.next_hand import has_stud, is_stud_only
from tournament.models import Entry, EntryStatus, Tournament
from tournament.models.built_query import BuiltQuery
from tournament.options.seats import in_fill_order
from tournament.queries.flights import LIVE
from tournament.rules.structure.game_sizes import tightest_game

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)
NOBODY_KEPT: Mapping[int, int] = MappingProxyType({})


def room(tournament: Tournament) -> list[TableView]:
    """Every table that players may be sent to, by number, as it will be after the waiting moves.

    Somebody who waits to leave no longer counts at the old table, and counts at the new one. The
    seats of a hand in play stay closed: a player who busts in it may be brought back by an undo. So does the seat of
    one who may still come back by a rebuy.
    Four queries, in stud five, however many tables; up to three more while rebuys are sold, and one where an empty seat
    is locked at a table of more seats than its games are for.
    """
    rows = _rows(tournament.pk)
    seats = _seats(tournament.pk)
    leaving, coming = _waiting(tournament.pk)
    gone = _gone(tournament.pk)
    deciding = _deciding(tournament)
    structure = tournament.structure
    is_stud, with_stud = is_stud_only(structure), has_stud(structure)
    most = tightest_game(structure, tournament.event_rules, since=tournament.clock.index).most
    if is_stud:
        _add_moves(gone, tournament.pk)
    has_promised = any(row.seats_count > most and _locked_empty(seats.get(pk, NO_SEATS)) for pk, row in rows)
    promised = _promised(tournament) if has_promised else NOBODY_KEPT
    views = []
    for pk, row in rows:
        now, moved = seats.get(pk, NO_SEATS), coming.get(pk, NO_SEATS)
        out = gone.get(pk, NOBODY)
        then = _after_moves(
            now, leaving.get(pk, 0), moved, row.in_hand or 0, deciding.get(pk, 0), promised.get(pk, 0)
        )
        eliminated = out.eliminated - then.deciding.bit_count()
        views.append(_view(row, then, not is_stud, with_stud, most, max(0, eliminated), out.in_order()))
    return views


def seats_on_offer(
    tournament: Tournament,
    tables: Sequence[Table],
    *,
    most: int,
    kept: Mapping[int, int] = NOBODY_KEPT,
) -> dict[int, tuple[int, ...]]:
    """By table the seats that a draw of the whole table may give out, in the order in which the house fills them: all
    but the locked ones (TDA 9), and no more than there can be players at a table (`most`), beside those who keep their
    seats. One query.
    """
    offered: dict[int, list[int]] = {table.pk: [] for table in tables}
    seats = Seat.objects.filter(table__in=tables, is_locked=False).order_by("table", "number")
    for table_id, number in seats.values_list("table_id", "number"):
        offered[table_id].append(number)
    order = tournament.options.seats_in_order
    return {
        table: tuple(in_fill_order(numbers, order)[: max(0, most - kept.get(table, 0))])
        for table, numbers in offered.items()
    }


def tables_in_hand(*, tournament_id: int) -> int:
    """How many tables are playing a hand now."""
    return Hand.objects.filter(table__tournament_id=tournament_id, status=HandStatus.OPEN).count()


class _Seats(NamedTuple):
    """Seats of one table by what is true of them, each as the sum of 1 << seat."""

    taken: int = 0
    newcomers: int = 0
    moved_by_balancing: int = 0
    told_to_wait: int = 0
    locked: int = 0
    deciding: int = 0
    promised: int = 0


class _TableRow(NamedTuple):
    """A table: `positions_text` is what its column holds, `in_hand` the sum of the seats in the hand in play."""

    number: int
    seats_count: int
    first_button: int | None
    breaking_place: int | None
    plays_on_with: int | None
    recording: str
    positions_text: str | None
    in_hand: int | None

    @property
    def is_button_known(self) -> bool:
        """Whether somebody follows it, or it was set for a move."""
        is_followed = self.recording != Recording.BUSTS
        return is_followed or self.positions_text is not None or self.first_button is not None


NO_SEATS = _Seats()


def _sum_of(column: str, *, where: Q | None = None) -> Coalesce:
    """The seats in a column as the sum of 1 << seat."""
    # The stubs know a shift by a number only.
    shift: Callable[[F], Combinable] = Value(1).bitleftshift  # type: ignore[assignment]
    bit = ExpressionWrapper(shift(F(column)), output_field=IntegerField())
    return Coalesce(Sum(bit, filter=where), 0)


def _rows(tournament_id: int) -> list[tuple[int, _TableRow]]:
    """The tables by number, each with its key. One query."""
    return [(row[0], _TableRow(*row[1:])) for row in _TABLE_ROWS.all(tournament_id)]


def _table_rows(tournament_id: int) -> QuerySet[Table, tuple[Any, ...]]:
    in_play = HandSeat.objects.filter(hand__table=OuterRef("pk"), hand__status=HandStatus.OPEN)
    return (
        Table.objects.filter(tournament_id=tournament_id, status__in=PLAYABLE)
        .annotate(
            positions_text=Cast("positions_data", TextField()),
            in_hand=Subquery(in_play.values("hand").annotate(seats=_sum_of("seat_number")).values("seats")),
        )
        .order_by("number")
        .values_list("pk", *_TableRow._fields)
    )


_TABLE_ROWS = BuiltQuery(_table_rows, int)


def _seats(tournament_id: int) -> dict[int, _Seats]:
    """By table the seats that are taken or locked. One query."""
    return {row[0]: _Seats(*row[1:]) for row in _SEATS.all(tournament_id)}


def _seat_sums(tournament_id: int) -> QuerySet[Seat, tuple[Any, ...]]:
    taken = Q(entry__isnull=False)
    return (
        Seat.objects.filter(
            taken | Q(is_locked=True), table__tournament_id=tournament_id, table__status__in=PLAYABLE
        )
        .values("table_id")
        .annotate(
            taken=_sum_of("number", where=taken),
            newcomers=_sum_of("number", where=taken & Q(is_newcomer=True)),
            moved_by_balancing=_sum_of("number", where=taken & Q(came_by_balancing=True)),
            waiting=_sum_of("number", where=taken & Q(told_to_wait=True)),
            locked=_sum_of("number", where=Q(is_locked=True)),
        )
        .values_list("table_id", "taken", "newcomers", "moved_by_balancing", "waiting", "locked")
    )


_SEATS = BuiltQuery(_seat_sums, int)


def _waiting(tournament_id: int) -> tuple[dict[int, int], dict[int, _Seats]]:
    """The moves that wait, by table: the seats that are left, and those that are taken. One query."""
    leaving: dict[int, int] = defaultdict(int)
    coming: dict[int, _Seats] = {}
    waiting = Move.objects.filter(tournament_id=tournament_id, status=MoveStatus.WAITING)
    sits = ("entry__seat__table_id", "entry__seat__number")
    for table, seat, to_table, to_seat, kind, told in waiting.values_list(
        *sits, "to_table_id", "to_seat", "kind", "told_to_wait"
    ):
        if seat is not None:
            leaving[table] |= 1 << seat
        bit = 1 << to_seat
        before = coming.get(to_table, NO_SEATS)
        coming[to_table] = _Seats(
            taken=before.taken | bit,
            newcomers=before.newcomers | bit,
            moved_by_balancing=before.moved_by_balancing | (bit if kind == "balance" else 0),
            told_to_wait=before.told_to_wait | (bit if told else 0),
            # Somebody still on the way here is not sent on before they have sat down.
            locked=before.locked | bit,
        )
    return leaving, coming


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


NOBODY = _Gone()


def _gone(tournament_id: int) -> dict[int, _Gone]:
    """By table who went out in the hands before, and who was put out by hand between them. One query.

    A player brought back by an undo was never out; a table that was opened again has lost nobody yet.
    """
    gone: dict[int, _Gone] = defaultdict(_Gone)
    for table_id, seat, at in _SEATS_LEFT.all(tournament_id):
        gone[table_id].eliminated += 1
        gone[table_id].leave(seat, at)
    return gone


def _seats_left(tournament_id: int) -> QuerySet[HandSeat, tuple[Any, ...]]:
    went_out = HandSeat.objects.filter(
        hand__table__tournament_id=tournament_id,
        hand__table__status__in=PLAYABLE,
        entry__tournament_id=tournament_id,
        entry__status=EntryStatus.ELIMINATED,
        hand__status=HandStatus.COMPLETE,
        hand__number__gt=F("hand__table__hands_before"),
        finishing_stack=0,
    )
    by_hand = Bust.objects.filter(
        table__tournament=tournament_id,
        table__status__in=PLAYABLE,
        at__gte=F("table__opened_at"),
        hand__isnull=True,
        undone_at__isnull=True,
    )
    return went_out.values_list("hand__table_id", "seat_number", "hand__ended_at").union(
        by_hand.values_list("table_id", "seat_number", "at"), all=True
    )


_SEATS_LEFT = BuiltQuery(_seats_left, int)


def _deciding(tournament: Tournament) -> dict[int, int]:
    """By table the seats that are kept for players who may buy back."""
    kept: dict[int, int] = defaultdict(int)
    for each in seats_kept(tournament):
        kept[each.table_id] |= 1 << each.seat
    return kept


def _locked_empty(seats: _Seats) -> int:
    return seats.locked & ~seats.taken


def _promised(tournament: Tournament) -> dict[int, int]:
    """By table the empty seats that are reserved for players of the event. One query."""
    promised: dict[int, int] = defaultdict(int)
    live = Entry.objects.filter(
        tournament=tournament, player=OuterRef("reservation__player"), status__in=LIVE
    )
    seats = Seat.objects.filter(
        Exists(live), table__tournament=tournament, table__status__in=PLAYABLE, is_locked=True, entry=None
    )
    for table_id, number in seats.values_list("table_id", "number"):
        promised[table_id] |= 1 << number
    return promised


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


def _after_moves(
    now: _Seats, leaving: int, coming: _Seats, in_hand: int, deciding: int, promised: int
) -> _Seats:
    """A table's seats once the waiting moves are made; `locked` are all that nobody else may take or leave."""
    staying = now.taken & ~leaving
    occupied = staying | coming.taken
    return _Seats(
        taken=occupied,
        newcomers=now.newcomers & staying | coming.newcomers,
        moved_by_balancing=now.moved_by_balancing & staying | coming.moved_by_balancing,
        told_to_wait=now.told_to_wait & staying | coming.told_to_wait,
        locked=now.locked | in_hand & ~occupied | coming.locked,
        deciding=deciding & ~occupied,
        promised=promised & ~occupied,
    )


# Every table of the largest rooms of an evening.
@lru_cache(maxsize=4096)
def _view(
    row: _TableRow,
    seats: _Seats,
    has_button: bool,
    with_stud: bool,
    most: int,
    eliminated: int,
    left: tuple[int, ...],
) -> TableView:
    return TableView(
        table=row.number,
        capacity=row.seats_count,
        seats=_numbers(seats.taken),
        positions=None if row.positions_text is None else positions_of(row.positions_text),
        in_hand=bool(row.in_hand),
        locked_seats=_numbers(seats.locked),
        newcomers=_numbers(seats.newcomers),
        moved_by_balancing=_numbers(seats.moved_by_balancing),
        told_to_wait=_numbers(seats.told_to_wait),
        deciding=_numbers(seats.deciding),
        promised=_numbers(seats.promised),
        first_button=row.first_button,
        has_button=has_button,
        has_stud=with_stud,
        is_button_known=row.is_button_known,
        eliminated=eliminated,
        left=left,
        breaking_place=row.breaking_place,
        plays_on_with=row.plays_on_with,
        most_players=most,
    )


@lru_cache(maxsize=2048)
def _numbers(seats: int) -> frozenset[int]:
    """The seats of a sum."""
    return frozenset([seat for seat in range(seats.bit_length()) if seats >> seat & 1])
