"""Undoing a move: the player sits where they sat, as if it had never been made; and redoing it.

A way back, or the way there again, is open while the player sits where the move left them, has not been
dealt in since, and the other seat is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tables.changes.moves import EntryMoved, OfMove
from tables.models import (
    Hand,
    HandSeat,
    HandStatus,
    Move,
    MoveKind,
    MoveStatus,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.table.last_dealt import last_dealt
from tables.queries.table.next_hand import games_without_button
from tables.services.moves.moving import carry_out, close_if_broken_and_empty, record_move
from tables.services.table.halting import tell_short_tables
from tables.services.table.lease import bump_version, lock_tables
from tables.services.table.seats import vacate
from tables.services.table.totals import blur_totals
from tournament.models import EntryStatus, LogEntry, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.undo import Undoable, gone_on, register_undo

PLAYABLE = (TableStatus.OPEN, TableStatus.HELD)
# A move drawn for a whole table can only be redone with the whole draw.
MADE_ALONE = (MoveKind.BALANCE, MoveKind.FLOOR)

SeatAt = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WayBack:
    """From the seat where the player was put at `since` to the one before; seats by table id and seat."""

    entry_id: int
    here: SeatAt
    there: SeatAt
    since: datetime


def ways_open(
    tournament: Tournament, ways: Mapping[int, WayBack], *, into: Sequence[TableStatus] = PLAYABLE
) -> set[int]:
    """The keys of the ways that are still open, to tables with these states."""
    entries = [way.entry_id for way in ways.values()]
    tables = {way.there[0] for way in ways.values()}
    open_tables = set(Table.objects.filter(pk__in=tables, status__in=into).values_list("pk", flat=True))
    sits = {
        seat.entry_id: (seat.table_id, seat.number)
        for seat in Seat.objects.filter(entry_id__in=entries, entry__status=EntryStatus.PLAYING)
    }
    free = set(
        Seat.objects.filter(table_id__in=tables, entry__isnull=True, is_locked=False).values_list(
            "table_id", "number"
        )
    )
    free -= set(
        HandSeat.objects.filter(hand__table_id__in=tables, hand__status=HandStatus.OPEN).values_list(
            "hand__table_id", "seat_number"
        )
    )
    waiting = Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING)
    on_the_way = set()
    for entry_id, table_id, number in waiting.values_list("entry_id", "to_table_id", "to_seat"):
        free.discard((table_id, number))
        on_the_way.add(entry_id)
    dealt = last_dealt(entries)
    return {
        key
        for key, way in ways.items()
        if way.there[0] in open_tables
        and sits.get(way.entry_id) == way.here
        and way.there in free
        and way.entry_id not in on_the_way
        and not (way.entry_id in dealt and dealt[way.entry_id] >= way.since)
    }


def way_back(move: Move) -> WayBack | None:
    """Back from where the move has put the player; None while it waits or after it was undone."""
    if move.status != MoveStatus.APPLIED or move.applied_at is None:
        return None
    return WayBack(
        entry_id=move.entry_id,
        here=(move.to_table_id, move.to_seat),
        there=(move.from_table_id, move.from_seat),
        since=move.applied_at,
    )


def send_back(move: Move, line: LogEntry | None, by: By) -> None:
    """Back in the old seat, with the standing there that the player had. Both tables are locked."""
    is_newcomer, by_balancing, told_to_wait = _standing(move)
    vacate(Seat.objects.filter(table_id=move.to_table_id, number=move.to_seat, entry_id=move.entry_id))
    if move.from_table_id != move.to_table_id:
        blur_totals(move.entry_id, [move.from_table_id, move.to_table_id])
    taken = Seat.objects.filter(
        table_id=move.from_table_id, number=move.from_seat, entry__isnull=True
    ).update(
        entry_id=move.entry_id,
        is_newcomer=is_newcomer,
        came_by_balancing=by_balancing,
        told_to_wait=told_to_wait,
    )
    if taken != 1:
        raise Refused(_("The old seat is taken."), code="seat_taken")
    move.status, move.undone_at = MoveStatus.UNDONE, by.now
    move.save(update_fields=["status", "undone_at"])
    record_move(EntryMoved, move, by, undoes=line, is_way_back=True)


def _way_again(move: Move, line: LogEntry) -> WayBack | None:
    """Redo the move, from the line that undid it."""
    if move.status != MoveStatus.UNDONE or move.kind not in MADE_ALONE or move.undone_at != line.at:
        return None
    return WayBack(
        entry_id=move.entry_id,
        here=(move.from_table_id, move.from_seat),
        there=(move.to_table_id, move.to_seat),
        since=line.at,
    )


def _open_moves(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    ids = {line.pk: OfMove.of(line).move for line in lines}
    moves = Move.objects.filter(tournament=tournament).in_bulk(ids.values())
    ways: dict[int, WayBack] = {}
    for line in lines:
        move = moves.get(ids[line.pk])
        way = None if move is None else way_back(move) or _way_again(move, line)
        if way is not None:
            ways[line.pk] = way
    return ways_open(tournament, ways)


def _undo(line: LogEntry, by: By) -> None:
    move = Move.objects.select_related("tournament", "from_table", "to_table", "entry__player").get(
        pk=OfMove.of(line).move
    )
    tables = lock_tables(tournament_id=line.tournament_id, table_ids=[move.from_table_id, move.to_table_id])
    # A hand may have been dealt before the tables were locked.
    if line.pk not in _open_moves(move.tournament, [line]):
        raise gone_on()
    if move.status == MoveStatus.APPLIED:
        send_back(move, line, by)
    else:
        carry_out(move, by, undoes=line)
    for table in tables.values():
        close_if_broken_and_empty(table, by.now)
        bump_version(table)
    tell_short_tables(move.tournament, left=1)
    publish(
        move.tournament.code,
        [
            *("tables", "moves", "standings", "log", entry_topic(move.entry_id)),
            *(f"table-{each.number}" for each in tables.values()),
        ],
    )


def _standing(move: Move) -> tuple[bool, bool, bool]:
    """Whether the player is a new player in the old seat, one who came by balancing, one told to wait.

    Not, if the last hand with a button was dealt to them there or they waited in it. If such hands
    were dealt there since, they come back as one whom the floor has sent.
    """
    hands = Hand.objects.filter(table=move.from_table, number__gt=move.from_table.hands_before)
    hands = hands.exclude(status=HandStatus.VOID)
    hand = hands.exclude(game__in=games_without_button()).order_by("-number").first()
    if hand is None:
        return False, False, False
    positions = move.from_table.positions
    was_there = HandSeat.objects.filter(hand=hand, entry_id=move.entry_id).exists() or (
        positions is not None
        and move.from_seat in positions.waiting
        and move.applied_at is not None
        and hand.started_at < move.applied_at
    )
    if was_there:
        return False, False, False
    if move.applied_at is not None and hand.started_at >= move.applied_at:
        return True, True, False
    came = (
        Move.objects.filter(
            entry_id=move.entry_id,
            status=MoveStatus.APPLIED,
            to_table=move.from_table,
            to_seat=move.from_seat,
        )
        .order_by("-applied_at", "-pk")
        .first()
    )
    return True, came is not None and came.kind == MoveKind.BALANCE, came is not None and came.told_to_wait


register_undo([EntryMoved], Undoable(open_lines=_open_moves, undo=_undo, again=True))
