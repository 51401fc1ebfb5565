"""What a television shows of the seats: everybody by name, the tables with their players, who has just been moved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Max, Q
from django.db.models.functions import Coalesce

from tables.models import Move, MoveKind, MoveStatus, Seat
from tables.queries.room.alternates import AlternateShown, waiting_list
from tables.queries.room.seating import JUST_MOVED
from tournament.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOnScreen:
    """A seat that is taken, and by whom."""

    name: str
    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOnScreen:
    """A table with those who sit there, by seat."""

    table: int
    seats: tuple[SeatOnScreen, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOnScreen:
    """A player who goes to another seat: after the hand (`waits`), or a moment ago."""

    name: str
    from_table: int
    from_seat: int
    table: int
    seat: int
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesOnScreen:
    """Those who go, the last first, and the alternates who are called to a seat."""

    moves: tuple[MoveOnScreen, ...]
    called: tuple[AlternateShown, ...]


def seats_on_screen(tournament: Tournament) -> tuple[SeatOnScreen, ...]:
    """Everybody who has a seat, by name. One query."""
    return _seats(tournament, "entry__player__search_shown_name", "entry__number")


def tables_on_screen(tournament: Tournament) -> tuple[TableOnScreen, ...]:
    """The tables at which somebody sits, by number. One query."""
    by_table = groupby(_seats(tournament, "table__number", "number"), key=lambda seat: seat.table)
    return tuple(TableOnScreen(table=table, seats=tuple(seats)) for table, seats in by_table)


def _seats(tournament: Tournament, *order: str) -> tuple[SeatOnScreen, ...]:
    taken = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    return tuple(
        SeatOnScreen(name=seat.entry.player.shown_name, table=seat.table.number, seat=seat.number)
        for seat in taken.select_related("table", "entry__player").order_by(*order)
        if seat.entry is not None
    )


def moves_on_screen(tournament: Tournament, *, now: datetime) -> MovesOnScreen:
    """Moves that wait or were made in the last ten minutes, none once the event is over. Two queries."""
    if tournament.is_over:
        return MovesOnScreen(moves=(), called=())
    wanted = Q(status=MoveStatus.WAITING) | Q(status=MoveStatus.APPLIED, applied_at__gte=now - JUST_MOVED)
    rows = Move.objects.filter(wanted, tournament=tournament).select_related(
        "entry__player", "from_table", "to_table"
    )
    return MovesOnScreen(
        moves=tuple(
            MoveOnScreen(
                name=row.entry.player.shown_name,
                from_table=row.from_table.number,
                from_seat=row.from_seat,
                table=row.to_table.number,
                seat=row.to_seat,
                waits=row.status == MoveStatus.WAITING,
            )
            for row in rows.order_by("-created_at", "-pk")
        ),
        called=waiting_list(tournament).called,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SentAway:
    """Players were sent to other seats at that moment: those of `tables` that break, or everybody by a redraw."""

    at: datetime
    tables: tuple[int, ...]


def sent_away(tournament: Tournament, *, since: datetime) -> SentAway | None:
    """The last time that players were sent to other seats together, None where that was before `since`. One query."""
    sent = Move.objects.filter(
        tournament=tournament,
        kind__in=(MoveKind.BREAK, MoveKind.REDRAW),
        status__in=(MoveStatus.WAITING, MoveStatus.APPLIED),
        created_at__gt=since,
    )
    rows = list(sent.values_list("created_at", "kind", "from_table__number"))
    if not rows:
        return None
    at = max(created_at for created_at, _kind, _table in rows)
    broken = {table for created_at, kind, table in rows if created_at == at and kind == MoveKind.BREAK}
    return SentAway(at=at, tables=tuple(sorted(broken)))


def last_break(tournament: Tournament, *, since: datetime) -> datetime | None:
    """When players of a table that breaks, or of a redraw, were last sent to other seats, or moved there; None where
    that was before `since`. One query.
    """
    if tournament.is_over:
        return None
    sent = Move.objects.filter(tournament=tournament, kind__in=(MoveKind.BREAK, MoveKind.REDRAW))
    sent = sent.filter(status__in=(MoveStatus.WAITING, MoveStatus.APPLIED))
    last: datetime | None = sent.aggregate(last=Max(Coalesce("applied_at", "created_at")))["last"]
    return last if last is not None and last > since else None
