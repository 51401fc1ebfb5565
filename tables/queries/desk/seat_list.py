"""Who sits where, by name: what the desk shows after the draw, and prints for the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tables.models import Seat
from tournament.models import Tournament

# A longer list has a page of its own and makes the desk no longer.
SHOWN_AT_THE_DESK: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A player by the name that public pages have, as everybody reads the list."""

    name: str
    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatList:
    """All who have a seat, by name."""

    lines: tuple[SeatLine, ...]
    tables: int

    @property
    def is_short(self) -> bool:
        return len(self.lines) <= SHOWN_AT_THE_DESK


def seat_list(tournament: Tournament) -> SeatList:
    """One query."""
    seats = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    rows = seats.select_related("table", "entry__player").order_by(
        "entry__player__search_shown_name", "entry__number"
    )
    lines = tuple(
        SeatLine(name=row.entry.player.shown_name, table=row.table.number, seat=row.number)
        for row in rows
        if row.entry is not None
    )
    return SeatList(lines=lines, tables=len({line.table for line in lines}))
