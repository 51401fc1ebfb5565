"""The floor's console beside its grid: calls and notes, what the rules advise, what is done to the whole room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tables import engine
from tables.floor.moves.move import ProposedMove, buttons_unknown
from tables.floor.moves.redraws import RedrawMark
from tables.floor.room import TableView
from tables.models import (
    FloorMessage,
    Hand,
    HandStatus,
    MessageKind,
    Move,
    MoveStatus,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.console.table import MessageLine
from tables.queries.room.advice import advice, next_redraw
from tables.queries.room.next_table import number_of_new_table, number_plan, table_to_reopen
from tables.queries.room.tables import room
from tables.queries.table.proposed_rulings import note_text, proposed_ruling
from tables.words.reasons import Names, say_reason, say_reasons
from tournament.models import Entry, EntryStatus, Tournament
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMessage(MessageLine):
    """An open message between floor and table; `coming` is the person on the way, `proposed` the ruling to confirm."""

    table: int
    proposed: engine.Ruling | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvisedMove:
    """A move the rules propose, with the player's name and each reason as a sentence.

    While a high card has yet to decide who moves, `from_seat` is None and `drawing` are the seats
    and names of those who are dealt one. `buttons_unknown` are the tables whose button would have to be set
    for the right player and seat.
    """

    from_table: int
    from_seat: int | None
    to_table: int
    to_seat: int
    name: str
    reasons: tuple[str, ...]
    drawing: tuple[tuple[int, str], ...]
    waits: bool
    is_after_hand: bool
    buttons_unknown: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltShown:
    """A table that waits for the balance, or will soon (`is_now` False), and why."""

    table: int
    is_now: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceShown:
    """What to do next in the room. `busy` are the tables whose hand a redraw would have to await; `too_full` says
    which tables have more players than a game to come is for. `next_redraw` is known once registration is over.
    """

    redraw_to: int | None
    break_table: int | None
    why_break: str
    players_left: int
    busy: tuple[int, ...]
    moves: tuple[AdvisedMove, ...]
    halts: tuple[HaltShown, ...]
    too_full: tuple[str, ...]
    waiting_moves: int
    next_redraw: RedrawMark | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomTools:
    """How many tables are open, and of these on hold.

    `next_again` is the closed table that would be opened again, None without one; `next_new` the number
    that a further table would have.
    """

    open: int
    held: int
    next_again: int | None
    next_new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMessages:
    calls: tuple[OpenMessage, ...]
    notes: tuple[OpenMessage, ...]


class _Opened(NamedTuple):
    """A table, and since when it is open or closed."""

    number: int
    status: str
    opened_at: datetime
    closed_at: datetime | None
    opening_place: int | None


def room_tools(tournament: Tournament, *, now: datetime) -> RoomTools:
    """What is done to the room as a whole. One query, three in a festival."""
    rows = Table.objects.filter(tournament=tournament).values_list(*_Opened._fields)
    tables = [_Opened(*row) for row in rows]
    plan = number_plan(tournament, now=now)
    again = table_to_reopen(tables, plan)
    return RoomTools(
        open=sum(table.status != TableStatus.CLOSED for table in tables),
        held=sum(table.status == TableStatus.HELD for table in tables),
        next_again=again.number if again else None,
        next_new=number_of_new_table(tables, plan),
    )


def open_messages(tournament: Tournament) -> OpenMessages:
    """Calls and notes that nobody has closed, the longest waiting first. One query."""
    rows = FloorMessage.objects.filter(
        table__tournament=tournament,
        done_at__isnull=True,
        kind__in=[MessageKind.CALL, MessageKind.NOTE],
    ).select_related("table")
    found = [_open_message(row) for row in rows.order_by("created_at", "pk")]
    return OpenMessages(
        calls=tuple(message for message in found if message.is_call),
        notes=tuple(message for message in found if not message.is_call),
    )


def advice_shown(
    tournament: Tournament, *, writer: Writer, views: Sequence[TableView] | None = None
) -> AdviceShown:
    """What the rules advise now. A fixed number of queries, whatever the number of tables."""
    views = room(tournament) if views is None else views
    advised = advice(tournament, views)
    busy = Hand.objects.filter(table__tournament=tournament, status=HandStatus.OPEN)
    names = _names(tournament, advised.moves)
    return AdviceShown(
        redraw_to=advised.redraw_to,
        break_table=advised.break_table,
        why_break=say_reason(advised.why_break, writer) if advised.why_break else "",
        players_left=Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).count(),
        busy=tuple(busy.order_by("table__number").values_list("table__number", flat=True)),
        moves=tuple(
            AdvisedMove(
                from_table=move.from_table,
                from_seat=move.from_seat,
                to_table=move.to_table,
                to_seat=move.to_seat,
                name=names.get((move.from_table, move.from_seat or 0), ""),
                reasons=say_reasons(move.reasons, writer, names),
                drawing=tuple((seat, names.get((move.from_table, seat), "")) for seat in move.drawing),
                waits=move.waits,
                is_after_hand=move.from_table in move.wait_for,
                buttons_unknown=buttons_unknown(move),
            )
            for move in advised.moves
        ),
        halts=tuple(
            HaltShown(table=halt.table, is_now=halt.is_now, text=say_reason(halt.reason, writer))
            for halt in advised.halts
        ),
        too_full=tuple(say_reason(why, writer) for why in advised.too_full),
        waiting_moves=Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING).count(),
        next_redraw=next_redraw(tournament, views),
    )


def _open_message(row: FloorMessage) -> OpenMessage:
    return OpenMessage(
        pk=row.pk,
        table=row.table.number,
        text=note_text(row),
        author=row.author,
        created_at=row.created_at,
        coming=str(row.data.get("coming", "")),
        is_call=row.kind == MessageKind.CALL,
        proposed=proposed_ruling(row),
    )


def _names(tournament: Tournament, moves: Sequence[ProposedMove]) -> Names:
    """Everybody at the tables that give a player, by table and seat."""
    rows = Seat.objects.filter(
        table__tournament=tournament,
        table__number__in={move.from_table for move in moves},
        entry__isnull=False,
    ).values_list("table__number", "number", "entry__player__name")
    return {(table, seat): name for table, seat, name in rows}
