"""The room as the floor sets it up: zones, tables with their numbers, names and sizes, and the two orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Q

from tables.models import Table, TableStatus, Zone
from tables.queries.room.orders import breaking_order, opening_order
from tournament.models import Tournament
from tournament.queries.level import seats_in_play


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTable:
    """One table as it stands in the room.

    `is_new`: it was never opened. `opens` and `breaks` are its places in the orders in force, from 1; None for a table
    that is open, or closed.
    """

    number: int
    name: str
    seats: int
    players: int
    locked: int
    zone: str
    status: str
    is_new: bool
    opens: int | None
    breaks: int | None

    @property
    def is_open(self) -> bool:
        return self.status != TableStatus.CLOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanZone:
    """A zone with its tables by number; `pk` is None for those in no zone."""

    pk: int | None
    name: str
    staff: str
    tables: tuple[PlanTable, ...]

    @property
    def players(self) -> int:
        return sum(table.players for table in self.tables)

    @property
    def seats(self) -> int:
        """The seats of its open tables."""
        return sum(table.seats for table in self.tables if table.is_open)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPlan:
    """The whole room. An order is in force whether it was posted or not."""

    zones: tuple[PlanZone, ...]
    opening: tuple[PlanTable, ...]
    breaking: tuple[PlanTable, ...]
    opening_is_posted: bool
    breaking_is_posted: bool
    seats_per_table: int

    @property
    def tables(self) -> tuple[PlanTable, ...]:
        return tuple(table for zone in self.zones for table in zone.tables)

    @property
    def open(self) -> int:
        return len(self.breaking)

    @property
    def players(self) -> int:
        return sum(zone.players for zone in self.zones)

    @property
    def seats(self) -> int:
        return sum(zone.seats for zone in self.zones)

    def table(self, number: int) -> PlanTable | None:
        return next((table for table in self.tables if table.number == number), None)


class _PlanRow(NamedTuple):
    number: int
    name: str
    seats_count: int
    status: str
    zone_id: int | None
    opened_at: datetime
    closed_at: datetime | None
    opening_place: int | None
    breaking_place: int | None
    players: int
    locked: int


def room_plan(tournament: Tournament) -> RoomPlan:
    """Two queries, whatever the number of tables."""
    counted = Table.objects.filter(tournament=tournament).annotate(
        players=Count("seats__entry"), locked=Count("seats", filter=Q(seats__is_locked=True))
    )
    rows = [_PlanRow(*row) for row in counted.order_by("number").values_list(*_PlanRow._fields)]
    zones = list(Zone.objects.filter(tournament=tournament).order_by("name"))
    names = {zone.pk: zone.name for zone in zones}
    opens = {row.number: place for place, row in enumerate(opening_order(rows), start=1)}
    breaks = {row.number: place for place, row in enumerate(breaking_order(rows), start=1)}
    tables = {
        row: PlanTable(
            number=row.number,
            name=row.name,
            seats=row.seats_count,
            players=row.players,
            locked=row.locked,
            zone=names.get(row.zone_id or 0, ""),
            status=row.status,
            is_new=row.status == TableStatus.CLOSED and row.closed_at is None,
            opens=opens.get(row.number),
            breaks=breaks.get(row.number),
        )
        for row in rows
    }
    return RoomPlan(
        zones=_zones(zones, tables),
        opening=tuple(tables[row] for row in rows_in(opens, rows)),
        breaking=tuple(tables[row] for row in rows_in(breaks, rows)),
        opening_is_posted=any(r.opening_place is not None for r in rows if r.number in opens),
        breaking_is_posted=any(r.breaking_place is not None for r in rows if r.number in breaks),
        seats_per_table=seats_in_play(tournament),
    )


def rows_in(places: dict[int, int], rows: Sequence[_PlanRow]) -> list[_PlanRow]:
    """The rows that have a place, in that order."""
    return sorted((row for row in rows if row.number in places), key=lambda row: places[row.number])


def _zones(zones: Sequence[Zone], tables: dict[_PlanRow, PlanTable]) -> tuple[PlanZone, ...]:
    """The zones by name, and at the end the tables that are in none, where there are some."""

    def of(zone_id: int | None) -> tuple[PlanTable, ...]:
        return tuple(table for row, table in tables.items() if row.zone_id == zone_id)

    found = [PlanZone(pk=zone.pk, name=zone.name, staff=zone.staff, tables=of(zone.pk)) for zone in zones]
    if loose := of(None):
        found.append(PlanZone(pk=None, name="", staff="", tables=loose))
    return tuple(found)
