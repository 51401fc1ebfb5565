"""What the room reads on a wall: who is called from the waiting list, and in which order the tables break."""

from __future__ import annotations

from dataclasses import dataclass

from tables.models import Table, TableStatus
from tables.queries.room.alternates import WaitingList, waiting_list
from tables.queries.room.orders import breaking_order
from tournament.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakingTable:
    """A table in the breaking order, `place` from 1; `zone` and `name` are "" for one without."""

    place: int
    number: int
    name: str
    zone: str
    is_breaking: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomBoard:
    """The waiting list, and the breaking order: empty before it is posted, which the end of registration does by
    itself (WSOP 66).
    """

    breaking: tuple[BreakingTable, ...]
    alternates: WaitingList


def room_board(tournament: Tournament) -> RoomBoard:
    """Two queries, whatever the number of tables."""
    alternates = waiting_list(tournament)
    tables = list(
        Table.objects.filter(tournament=tournament)
        .exclude(status=TableStatus.CLOSED)
        .select_related("zone")
        .only("number", "name", "status", "breaking_place", "zone__name")
    )
    is_posted = any(table.breaking_place is not None for table in tables)
    if not (is_posted or tournament.registration_closed_at):
        return RoomBoard(breaking=(), alternates=alternates)
    return RoomBoard(
        alternates=alternates,
        breaking=tuple(
            BreakingTable(
                place=place,
                number=table.number,
                name=table.name,
                zone=table.zone.name if table.zone else "",
                is_breaking=table.status == TableStatus.BREAKING,
            )
            for place, table in enumerate(breaking_order(tables), start=1)
        ),
    )
