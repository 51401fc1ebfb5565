"""Who sits where, by name or by table: what the desk shows after the draw and prints for the door; who signs in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tables.models import Seat
from tournament.models import Entry, EntryStatus, Tournament

# A longer list has a page of its own and makes the desk no longer.
SHOWN_AT_THE_DESK: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A player by the name that public pages have, as everybody reads the list."""

    name: str
    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLines:
    """Who sits at one table, by seat."""

    table: int
    lines: tuple[SeatLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInLine:
    """An entry under the player's own name; the seat is None before the draw."""

    number: int
    name: str
    club_number: str
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatList:
    """All who have a seat, by name."""

    lines: tuple[SeatLine, ...]
    tables: int

    @property
    def by_table(self) -> tuple[TableLines, ...]:
        """The same table by table."""
        lines = sorted(self.lines, key=lambda line: (line.table, line.seat))
        return tuple(
            TableLines(table=table, lines=tuple(group))
            for table, group in groupby(lines, key=lambda line: line.table)
        )

    @property
    def is_short(self) -> bool:
        return len(self.lines) <= SHOWN_AT_THE_DESK


def seat_list(tournament: Tournament) -> SeatList:
    """One query."""
    seats = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    rows = seats.order_by("entry__player__search_shown_name", "entry__number")
    # Ten thousand of a Main Event: no objects are made of them.
    columns = ("entry__player__public_name", "entry__player__name", "table__number", "number")
    lines = tuple(
        SeatLine(name=public_name or name, table=table, seat=seat)
        for public_name, name, table, seat in rows.values_list(*columns)
    )
    return SeatList(lines=lines, tables=len({line.table for line in lines}))


def sign_in_lines(tournament: Tournament) -> tuple[SignInLine, ...]:
    """Every entry that counts, by name. One query."""
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    rows = entries.select_related("player", "seat__table").order_by("player__search_name", "number")
    return tuple(_sign_in(row) for row in rows)


def _sign_in(entry: Entry) -> SignInLine:
    seat = getattr(entry, "seat", None)
    return SignInLine(
        number=entry.number,
        name=entry.player.name,
        club_number=entry.player.club_number,
        table=None if seat is None else seat.table.number,
        seat=None if seat is None else seat.number,
    )
