"""The floor's console: every table in a few figures, floor calls, and what the rules advise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from django.db.models import Count, F, Min

from tables import engine
from tables.engine.games.rotations import Turn
from tables.floor.moves.halting import halts
from tables.floor.moves.move import ProposedMove
from tables.floor.room import TableView, seats_per_table
from tables.floor.rules import FloorRules
from tables.models import (
    Device,
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
from tables.queries.room.advice import advice
from tables.queries.room.next_table import number_of_new_table, table_to_reopen
from tables.queries.room.tables import room
from tables.queries.table.last_hand import OutShown, out_by_table
from tables.queries.table.next_game import games_of_next_hands, turn_with
from tables.queries.table.proposed_rulings import note_text, proposed_ruling
from tables.queries.table.rules import floor_rules
from tables.queries.words.reasons import Names, say_reason, say_reasons
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.level import level_now
from tournament.queries.words.log import Writer

Mark = Literal["called", "halted", "held", "breaking", "short", "long", "no_tablet", "moving"]

PACE_WINDOW = timedelta(hours=1)
# Too few hands to judge the pace.
PACE_HANDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """One table in the grid. `hands_per_hour` is None until there were enough hands to tell.

    `is_level_behind`: the hand in play began at an earlier level than hands begin at now. `turn` is
    set in a mixed level: the game in play or next, the hands of it still to come, what follows. `out`
    are those who went out in the last hand, until the next one is dealt.
    """

    number: int
    players: int
    seats: int
    status: str
    hold_reason: str
    hand_number: int
    is_in_hand: bool
    level_number: int | None
    is_level_behind: bool
    turn: Turn | None
    hands_per_hour: int | None
    out: tuple[OutShown, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMessage:
    """An open message between floor and table; `coming` is the person on the way, `proposed` the ruling to confirm."""

    pk: int
    table: int
    text: str
    author: str
    created_at: datetime
    coming: str
    is_call: bool
    proposed: engine.Ruling | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvisedMove:
    """A move the rules propose, with the player's name and each reason as a sentence.

    While a high card has yet to decide who moves, `from_seat` is None and `drawing` are the seats
    and names of those who are dealt one.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceShown:
    """What to do next in the room. `busy` are the tables whose hand a redraw would have to await."""

    redraw_to: int | None
    break_table: int | None
    why_break: str
    players_left: int
    busy: tuple[int, ...]
    moves: tuple[AdvisedMove, ...]
    halts: tuple[str, ...]
    waiting_moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Every table that is open, and the numbers of those that are closed."""

    cards: tuple[TableCard, ...]
    closed: tuple[int, ...]


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


def table_grid(tournament: Tournament, *, now: datetime, views: Sequence[TableView] | None = None) -> Grid:
    """A fixed number of queries, whatever the number of tables; fewer with `views`, the room as it is now."""
    rows = Table.objects.filter(tournament=tournament).defer("positions_data")
    tables = list(rows.order_by("number"))
    return Grid(
        cards=_cards(
            tournament,
            [table for table in tables if table.status != TableStatus.CLOSED],
            room(tournament) if views is None else views,
            now,
        ),
        closed=tuple(table.number for table in tables if table.status == TableStatus.CLOSED),
    )


def room_tools(tournament: Tournament) -> RoomTools:
    """What is done to the room as a whole. One query."""
    rows = Table.objects.filter(tournament=tournament)
    tables = list(rows.only("number", "status", "opened_at", "closed_at"))
    again = table_to_reopen(tables)
    return RoomTools(
        open=sum(table.status != TableStatus.CLOSED for table in tables),
        held=sum(table.status == TableStatus.HELD for table in tables),
        next_again=again.number if again else None,
        next_new=number_of_new_table(tables),
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
            )
            for move in advised.moves
        ),
        halts=tuple(say_reason(halt.reason, writer) for halt in advised.halts),
        waiting_moves=Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING).count(),
    )


def _cards(
    tournament: Tournament, tables: Sequence[Table], views: Sequence[TableView], now: datetime
) -> tuple[TableCard, ...]:
    rules = floor_rules(tournament)
    hands = _last_hands(tournament)
    out = out_by_table(
        {hand.pk: table for table, hand in hands.items() if hand.status == HandStatus.COMPLETE}
    )
    players = dict(
        Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
        .values("table_id")
        .annotate(count=Count("pk"))
        .values_list("table_id", "count")
    )
    with_tablet = set(
        Device.objects.filter(tournament=tournament, revoked_at__isnull=True, expires_at__gt=now).values_list(
            "table_id", flat=True
        )
    )
    moving = set(
        Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING).values_list(
            "from_table_id", flat=True
        )
    )
    pace = _pace(tournament, now)
    sizes = _sizes(views, rules)
    calling = {message.table for message in open_messages(tournament).calls}
    halted = {halt.table for halt in halts(views, rules) if halt.is_now}
    level = level_now(tournament, now=now)
    coming = games_of_next_hands(tables, level)

    def marks(table: Table) -> tuple[Mark, ...]:
        holds: dict[Mark, bool] = {
            "called": table.number in calling,
            "halted": table.number in halted,
            "held": table.status == TableStatus.HELD,
            "breaking": table.status == TableStatus.BREAKING,
            "short": sizes.get(table.number) == "short",
            "long": sizes.get(table.number) == "long",
            "moving": table.pk in moving,
            "no_tablet": table.pk not in with_tablet,
        }
        return tuple(mark for mark, is_set in holds.items() if is_set)

    return tuple(
        TableCard(
            number=table.number,
            players=players.get(table.pk, 0),
            seats=table.seats_count,
            status=table.status,
            hold_reason=table.hold_reason,
            hand_number=table.hands_dealt,
            is_in_hand=_is_open(hands.get(table.pk)),
            level_number=hands[table.pk].level_number if table.pk in hands else None,
            is_level_behind=_is_open(hands.get(table.pk)) and hands[table.pk].level_index < level.index,
            turn=turn_with(coming[table.pk], hands[table.pk].game if _is_open(hands.get(table.pk)) else ""),
            hands_per_hour=pace.get(table.pk),
            out=out.get(table.pk, ()),
            marks=marks(table),
        )
        for table in tables
    )


def _is_open(hand: _LastHand | None) -> bool:
    return hand is not None and hand.status == HandStatus.OPEN


class _LastHand(NamedTuple):
    """What a card tells of a table's last hand."""

    pk: int
    status: str
    level_index: int
    level_number: int
    game: str


def _last_hands(tournament: Tournament) -> dict[int, _LastHand]:
    """By table the last hand that was dealt and not undone."""
    rows = Hand.objects.filter(
        table__tournament=tournament,
        number=F("table__hands_dealt"),
        number__gt=F("table__hands_before"),
    ).exclude(status=HandStatus.VOID)
    return {row[0]: _LastHand(*row[1:]) for row in rows.values_list("table_id", *_LastHand._fields)}


def _pace(tournament: Tournament, now: datetime) -> dict[int, int]:
    """Hands an hour over the last hour, or since the table's first hand in it."""
    rows = (
        Hand.objects.filter(
            table__tournament=tournament,
            status=HandStatus.COMPLETE,
            ended_at__gt=now - PACE_WINDOW,
            ended_at__lte=now,
        )
        .values("table_id")
        .annotate(count=Count("pk"), since=Min("started_at"))
    )
    pace = {}
    for row in rows:
        span = now - max(row["since"], now - PACE_WINDOW)
        if row["count"] >= PACE_HANDS and span:
            pace[row["table_id"]] = round(row["count"] * PACE_WINDOW / span)
    return pace


def _sizes(rooms: Sequence[TableView], rules: FloorRules) -> dict[int, Literal["short", "long"]]:
    """The tables that are further apart than the rules allow, once the moves that wait are made."""
    if not rooms:
        return {}
    tolerance = rules.tolerance(len(rooms), seats_per_table(rooms))
    fullest, emptiest = max(v.players for v in rooms), min(v.players for v in rooms)
    sizes: dict[int, Literal["short", "long"]] = {}
    for view in rooms:
        if fullest - view.players > tolerance:
            sizes[view.table] = "short"
        elif view.players - emptiest > tolerance:
            sizes[view.table] = "long"
    return sizes


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
    ).select_related("entry__player", "table")
    return {(s.table.number, s.number): s.entry.player.name for s in rows if s.entry}
