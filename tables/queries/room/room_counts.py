"""A count of all tables at once: what each has counted, beside its chips by the ledger."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Sum

from tables.changes.room_counts import RoomCountAsked, RoomCountEnded, TableTotalCounted
from tables.models import Table, TableStatus
from tournament.changes.change import verbs
from tournament.models import LogEntry, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedTable:
    """One table: counted is None before it is, expected where nobody followed its chips."""

    number: int
    players: int
    counted: int | None
    expected: int | None
    is_held: bool

    @property
    def difference(self) -> int:
        """Chips beyond the ledger, below 0 for chips that are missing."""
        if self.counted is None or self.expected is None:
            return 0
        return self.counted - self.expected

    @property
    def missing(self) -> int:
        return -self.difference

    @property
    def is_right(self) -> bool:
        return self.counted is not None and not self.difference


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomCount:
    """asked: the line that asked for it. pieces: by value those of the tables that were counted by the piece."""

    asked: int
    tables: tuple[CountedTable, ...]
    pieces: tuple[tuple[int, int], ...]

    @property
    def counted(self) -> int:
        return sum(table.counted or 0 for table in self.tables)

    @property
    def done(self) -> int:
        """How many tables have been counted."""
        return sum(table.counted is not None for table in self.tables)

    @property
    def wrong(self) -> tuple[CountedTable, ...]:
        return tuple(table for table in self.tables if table.difference)

    @property
    def is_complete(self) -> bool:
        return all(table.is_right for table in self.tables)


def room_count(tournament: Tournament) -> RoomCount | None:
    """The count that goes on; None where none does. Four queries, one without a count."""
    asked = open_count(tournament)
    if asked is None:
        return None
    lines = LogEntry.objects.filter(
        tournament=tournament, verb=TableTotalCounted.verb, pk__gt=asked.pk, undone_by__isnull=True
    )
    counts = {told.table_id: told for told in map(TableTotalCounted.of, lines.order_by("pk"))}
    playing = Table.objects.filter(tournament=tournament, seats__entry__isnull=False)
    rows = playing.annotate(players=Count("seats__entry"), chips=Sum("seats__entry__stack")).order_by(
        "number"
    )
    tables = tuple(
        CountedTable(
            number=row.number,
            players=row.players,
            counted=counts[row.pk].counted if row.pk in counts else None,
            expected=row.chips if row.is_total_known else None,
            is_held=row.status == TableStatus.HELD,
        )
        for row in rows
    )
    pieces: Counter[int] = Counter()
    for told in counts.values():
        pieces.update(dict(told.pieces))
    return RoomCount(asked=asked.pk, tables=tables, pieces=tuple(sorted(pieces.items())))


def open_count(tournament: Tournament) -> LogEntry | None:
    """The line that asked for the count that goes on. One query."""
    lines = LogEntry.objects.filter(
        tournament=tournament, verb__in=verbs(RoomCountAsked, RoomCountEnded), undone_by__isnull=True
    )
    newest = lines.order_by("-pk").first()
    return newest if newest is not None and newest.verb == RoomCountAsked.verb else None
