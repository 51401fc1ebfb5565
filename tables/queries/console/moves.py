"""Players on the move: moves waiting for the end of a hand, and completed ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from tables.models import Move, MoveStatus
from tables.queries.room.departures import players_on_the_way
from tables.words.reasons import say_reasons
from tournament.models import Tournament
from tournament.words.writer import Writer

APPLIED_SHOWN = 40
# How long a completed move is announced.
ANNOUNCED_FOR = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLine:
    """One relocation; `at` is when it was made, or when it was decided while it waits."""

    pk: int
    name: str
    kind: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    is_waiting: bool
    waits_for_button: bool
    reasons: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveList:
    waiting: tuple[MoveLine, ...]
    applied: tuple[MoveLine, ...]


def move_list(tournament: Tournament, *, writer: Writer) -> MoveList:
    """All that wait, oldest first, and the last ones that were made, newest first. Two queries."""
    rows = _rows(tournament)
    return MoveList(
        waiting=_lines(rows.filter(status=MoveStatus.WAITING).order_by("pk"), writer),
        applied=_lines(
            rows.filter(status=MoveStatus.APPLIED).order_by("-applied_at", "-pk")[:APPLIED_SHOWN], writer
        ),
    )


def moves_to_announce(tournament: Tournament, *, writer: Writer, now: datetime) -> tuple[MoveLine, ...]:
    """The moves to announce, by table and seat left: those that wait, and those just made until a hand is
    dealt at the new table. The room can read this, so players are named as on the public pages. One query.
    """
    wanted = Q(status=MoveStatus.WAITING) | Q(status=MoveStatus.APPLIED, applied_at__gt=now - ANNOUNCED_FOR)
    rows = Move.objects.filter(wanted, tournament=tournament)
    ways = players_on_the_way(rows.order_by("from_table__number", "from_seat", "pk"))
    # For a player who has moved again, only the last move is announced.
    last = [
        way.move
        for way in ways
        if way.is_to_go and way.goes_to == (way.move.to_table.number, way.move.to_seat)
    ]
    return _lines(last, writer, is_public=True)


def _rows(tournament: Tournament) -> QuerySet[Move]:
    return Move.objects.filter(tournament=tournament).select_related(
        "entry__player", "from_table", "to_table"
    )


def _lines(rows: Iterable[Move], writer: Writer, *, is_public: bool = False) -> tuple[MoveLine, ...]:
    return tuple(
        MoveLine(
            pk=row.pk,
            name=row.entry.player.shown_name if is_public else row.entry.player.name,
            kind=row.kind,
            from_table=row.from_table.number,
            from_seat=row.from_seat,
            to_table=row.to_table.number,
            to_seat=row.to_seat,
            is_waiting=row.status == MoveStatus.WAITING,
            waits_for_button=row.told_to_wait,
            reasons=say_reasons(
                row.reasons,
                writer,
                # Not on the page for the room, where nobody reads them.
                {} if is_public else {(row.from_table.number, row.from_seat): row.entry.player.name},
            ),
            at=row.applied_at or row.created_at,
        )
        for row in rows
    )
