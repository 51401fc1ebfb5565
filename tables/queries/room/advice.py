"""What the floor rules advise for the room as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Q, Subquery

from tables.floor.moves.balancing import HANDS_BEFORE_ANOTHER_MOVE, propose_moves
from tables.floor.moves.breaking import fewer_tables_due, most_at_a_table
from tables.floor.moves.halting import Halt, halts
from tables.floor.moves.move import ProposedMove
from tables.floor.moves.redraws import RedrawMark, redraw_due, redraw_marks, redraws_to_come
from tables.floor.moves.why_balancing import too_many
from tables.floor.reasons import Reason
from tables.floor.room import TableSeat, TableView, posted_breaking_order
from tables.floor.rules import FloorRules
from tables.models import Hand, HandStatus, Move, MoveKind, MoveStatus, SeatDraw
from tables.models.rules import floor_rules
from tables.queries.room.tables import room
from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus

# So many hands at a new table before a player is moved again, unless nobody else can.


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The next thing to do in the room; at most one of the first two is set.

    `redraw_to` is the number of tables to which Every player is redrawn (1: the final table),
    `break_table` the number of the table to break and `why_break` the reason, `moves` the balancing
    moves otherwise due, `halts` the tables too short to deal on. `too_full` says at which tables more sit than can be
    dealt a game to come, while nobody of them can be moved: a table is to be opened.
    """

    redraw_to: int | None
    break_table: int | None
    why_break: Reason | None = None
    moves: tuple[ProposedMove, ...]
    halts: tuple[Halt, ...]
    too_full: tuple[Reason, ...] = ()


def advice(tournament: Tournament, views: Sequence[TableView] | None = None) -> Advice:
    """What the room needs next, by the rules of the floor; `views` are its tables where they are known already."""
    if tournament.stop is not None and tournament.stop.moves_nobody:
        return Advice(redraw_to=None, break_table=None, moves=(), halts=())
    rules = floor_rules(tournament)
    views = room(tournament) if views is None else views
    halted = halts(views, rules)
    due = fewer_tables_due(
        views,
        rules,
        is_registration_open=tournament.registration_closed_at is None,
        redraw_to=lambda: _redraw_to(tournament, views),
    )
    if due is not None:
        return Advice(
            redraw_to=due.redraw_to,
            break_table=due.break_table,
            why_break=due.why_break,
            moves=(),
            halts=halted,
        )
    moves = _balancing(tournament, views, rules)
    full = () if moves else tuple(too_many(view) for view in views if view.players > view.places)
    return Advice(redraw_to=None, break_table=None, moves=moves, halts=halted, too_full=full)


def proposed_moves(tournament: Tournament) -> tuple[ProposedMove, ...]:
    """The fewest moves that bring the tables within the profile's tolerance, with reasons."""
    if tournament.stop is not None and tournament.stop.moves_nobody:
        return ()
    return _balancing(tournament, room(tournament), floor_rules(tournament))


def _balancing(
    tournament: Tournament, views: Sequence[TableView], rules: FloorRules
) -> tuple[ProposedMove, ...]:
    by_number = rules.source_by_number_above is not None
    return propose_moves(
        views,
        rules,
        breaking_order=posted_breaking_order(views),
        recently_moved=_moved_lately(tournament),
        last_source=_last_source(tournament) if by_number else None,
        seed="" if any(view.has_button for view in views) else _seed(tournament),
    )


def _seed(tournament: Tournament) -> str:
    """Of the last draw of all seats: what is drawn later follows from it, and can be drawn again. One query."""
    draws = SeatDraw.objects.filter(tournament=tournament, kind__in=("seating", "redraw")).order_by("-pk")
    return draws.values_list("seed", flat=True).first() or tournament.code


def _moved_lately(tournament: Tournament) -> frozenset[TableSeat]:
    """Seats of players sent there who have not seen two hands dealt since.

    A redraw moves everybody, so it spares nobody. One query.
    """
    dealt = Hand.objects.filter(table=OuterRef("to_table")).exclude(status=HandStatus.VOID)
    before_last = dealt.order_by("-number").values("started_at")[
        HANDS_BEFORE_ANOTHER_MOVE - 1 : HANDS_BEFORE_ANOTHER_MOVE
    ]
    moves = (
        Move.objects.filter(
            tournament=tournament,
            status=MoveStatus.APPLIED,
            entry__seat__table=F("to_table"),
            entry__seat__number=F("to_seat"),
        )
        .exclude(kind=MoveKind.REDRAW)
        .annotate(before_last=Subquery(before_last))
        .filter(Q(before_last=None) | Q(applied_at__gt=F("before_last")))
    )
    return frozenset(
        TableSeat(table=table, seat=seat) for table, seat in moves.values_list("to_table__number", "to_seat")
    )


def _last_source(tournament: Tournament) -> int | None:
    """The table that gave a player to balance last: a large room continues from there (WSOP 67)."""
    standing = (MoveStatus.WAITING, MoveStatus.APPLIED)
    moves = Move.objects.filter(tournament=tournament, kind=MoveKind.BALANCE, status__in=standing)
    return moves.order_by("-pk").values_list("from_table__number", flat=True).first()


def _redraw_to(tournament: Tournament, views: Sequence[TableView]) -> int | None:
    """A player who may still come back by a rebuy counts as one of those left."""
    deciding = sum(len(view.deciding) for view in views)
    return redraw_due(
        _marks(tournament, views),
        players_left=_players_left(tournament) + deciding,
        tables_left=len(views),
        made=_made(tournament),
    )


def next_redraw(tournament: Tournament, views: Sequence[TableView]) -> RedrawMark | None:
    """The redraw that comes next; None once the last was reached, and while registration is open. Two queries."""
    if tournament.registration_closed_at is None or tournament.status != TournamentStatus.RUNNING:
        return None
    marks, left = _marks(tournament, views), _players_left(tournament)
    return next(redraws_to_come(marks, players_left=left, tables_left=len(views)), None)


def _marks(tournament: Tournament, views: Sequence[TableView]) -> tuple[RedrawMark, ...]:
    most, seats = most_at_a_table(views), tournament.seats_per_table
    return redraw_marks(
        entries=Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID).count(),
        seats_per_table=min(seats, most or seats),
        rules=floor_rules(tournament),
        counts=tournament.options.redraw_counts,
        most_players=most,
    )


def _players_left(tournament: Tournament) -> int:
    return Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).count()


def _made(tournament: Tournament) -> list[RedrawMark]:
    """The redraws that stand; of their lines only the number of players is read, and not who sat where."""
    draws = SeatDraw.objects.filter(tournament=tournament, kind="redraw", log_entry__undone_by__isnull=True)
    known = draws.filter(tables_left__gt=0, log_entry__isnull=False).order_by("pk")
    return [
        RedrawMark(players=players or 0, tables=tables or 0)
        for tables, players in known.values_list("tables_left", "log_entry__data__players")
    ]
