"""A record of tables as they are, so that a redraw, which changes all of them, can be undone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import F
from msgspec import UNSET

from tables.changes.breaks import SeatRecord, TableRecord
from tables.models import Seat, Table, TableStatus
from tables.services.table.many_rows import save_many
from tables.services.table.seats import forget_reservations, vacate

# What a record puts back.
RESTORED = (
    "status",
    "hold_reason",
    "seats_count",
    "positions_data",
    "first_button",
    "closed_at",
    "is_total_known",
)


def record_tables(tables: Sequence[Table]) -> list[TableRecord]:
    """The tables in this order. One query."""
    taken: dict[int, list[SeatRecord]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables, entry__isnull=False).order_by("number"):
        taken[seat.table_id].append(
            SeatRecord(
                number=seat.number,
                entry=seat.entry_id or 0,
                is_newcomer=seat.is_newcomer,
                came_by_balancing=seat.came_by_balancing,
                told_to_wait=seat.told_to_wait,
            )
        )
    return [
        TableRecord(
            table=table.pk,
            status=TableStatus(table.status),
            hold_reason=table.hold_reason,
            seats=table.seats_count,
            positions=table.positions_data,
            first_button=table.first_button,
            is_total_known=table.is_total_known,
            chairs=tuple(taken[table.pk]),
        )
        for table in tables
    ]


def restore_tables(tables: Mapping[int, Table], records: Sequence[TableRecord]) -> None:
    """Put every table back as its record says; a hold set since then stays. The caller has locked them.

    As many queries for a thousand tables as for one.
    """
    vacate(Seat.objects.filter(table__in=tables))
    for record in records:
        _put_back(tables[record.table], record)
    save_many(list(tables.values()), fields=[*RESTORED])
    beyond = Seat.objects.filter(table__in=tables, number__gt=F("table__seats_count"))
    forget_reservations(beyond)
    beyond.delete()
    standing = {(record.table, seat.number): seat for record in records for seat in record.chairs}
    taken = []
    for seat in Seat.objects.filter(table__in=tables):
        if before := standing.get((seat.table_id, seat.number)):
            seat.entry_id = before.entry
            seat.is_newcomer = before.is_newcomer
            seat.came_by_balancing = before.came_by_balancing
            seat.told_to_wait = before.told_to_wait
            taken.append(seat)
    save_many(taken, fields=["entry", "is_newcomer", "came_by_balancing", "told_to_wait"])


def _put_back(table: Table, record: TableRecord) -> None:
    if table.status != TableStatus.HELD:
        table.status, table.hold_reason = record.status, record.hold_reason
    table.seats_count = record.seats
    table.positions_data, table.first_button = record.positions, record.first_button
    if record.is_total_known is not UNSET:
        table.is_total_known = record.is_total_known
    table.closed_at = None
