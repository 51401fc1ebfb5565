"""Undoing what shaped the room: tables set up or taken away, their numbers and sizes, zones, orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from tables.models import Table, TableStatus, Zone
from tables.services.table.halting import set_waiver
from tables.services.table.lease import lock_table
from tables.services.table.orders import VERBS, post_order
from tables.services.table.planning import delete_tables, put_back, unused_tables
from tables.services.table.shaping import TableShape, shape_of, shape_table
from tables.services.table.zones import put_back_zone
from tables.services.undo.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo

WAIVERS = ("halt_waived", "halt_restored")
ORDERS = {verb: order for order, verb in VERBS.items()}


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["tables_planned"], Undoable(open_lines=_open_plans, undo=_undo_plan))
    register_undo(["table_removed"], Undoable(open_lines=_open_removals, undo=_undo_removal))
    register_undo(["table_shaped"], Undoable(open_lines=_open_shapes, undo=_undo_shape, again=True))
    register_undo(["zone_changed"], Undoable(open_lines=_open_zones, undo=_undo_zone, again=True))
    register_undo(
        WAIVERS, Undoable(open_lines=_open_waivers, undo=_undo_waiver, lock=lock_table_of, again=True)
    )
    register_undo(list(ORDERS), Undoable(open_lines=_open_orders, undo=_undo_order, again=True))


# --- Tables set up, and taken away --------------------------------------------------------------------------


def _open_plans(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While none of the tables was opened or used."""
    closed = unused_tables(tournament).filter(status=TableStatus.CLOSED, closed_at=None)
    unused = set(closed.values_list("pk", flat=True))
    return {line.pk for line in lines if unused.issuperset(line.data["table_ids"])}


def _undo_plan(line: LogEntry, by: By) -> None:
    delete_tables(Table.objects.filter(tournament=line.tournament, pk__in=line.data["table_ids"]))
    _log(line, {"tables": line.data["tables"]}, "plan_undone", by)


def _open_removals(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While no other table has the number."""
    numbers = set(Table.objects.filter(tournament=tournament).values_list("number", flat=True))
    return {line.pk for line in lines if line.data["table"] not in numbers}


def _undo_removal(line: LogEntry, by: By) -> None:
    put_back(line.tournament, line.data["record"], by.now)
    _log(line, {"table": line.data["table"]}, "removal_undone", by)


# --- Numbers, names, sizes, zones of tables -----------------------------------------------------------------


def _open_shapes(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table still is as the line says, the old number is free and the old zone there."""
    tables = {table.pk: table for table in Table.objects.filter(tournament=tournament).select_related("zone")}
    numbers = {table.number for table in tables.values()}
    zones = {"", *Zone.objects.filter(tournament=tournament).values_list("name", flat=True)}
    found = set()
    for line in lines:
        table = tables.get(line.data["table_id"])
        before, after = line.data["before"], line.data["after"]
        is_free = before["number"] == after["number"] or before["number"] not in numbers
        if table is not None and asdict(shape_of(table)) == after and is_free and before["zone"] in zones:
            found.add(line.pk)
    return found


def _undo_shape(line: LogEntry, by: By) -> None:
    shape_table(
        tournament_id=line.tournament_id,
        table_id=line.data["table_id"],
        shape=TableShape(**line.data["before"]),
        by=by,
        undoes=line,
    )


# --- Zones --------------------------------------------------------------------------------------------------


def _open_zones(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the zone still is as the line says, and its old name is free."""
    zones = {zone.name: zone.staff for zone in Zone.objects.filter(tournament=tournament)}
    found = set()
    for line in lines:
        before, after = line.data["before"], line.data["after"]
        stands = after is None or zones.get(after["name"]) == after["staff"]
        renamed = before is not None and (after is None or before["name"] != after["name"])
        if stands and not (renamed and before["name"] in zones):
            found.add(line.pk)
    return found


def _undo_zone(line: LogEntry, by: By) -> None:
    put_back_zone(line, by=by)


# --- Orders -------------------------------------------------------------------------------------------------


def _open_orders(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The order that is posted, while all the tables of the one before are there."""
    tables = list(Table.objects.filter(tournament=tournament))
    ids = {table.pk for table in tables}
    found = set()
    for line in lines:
        order = ORDERS[line.verb]
        places = [(getattr(table, f"{order}_place"), table.pk) for table in tables]
        posted = [pk for place, pk in sorted(each for each in places if each[0] is not None)]
        if posted == line.data["table_ids"] and ids.issuperset(line.data["before"]):
            found.add(line.pk)
    return found


def _undo_order(line: LogEntry, by: By) -> None:
    numbers = dict(Table.objects.filter(tournament=line.tournament).values_list("pk", "number"))
    post_order(
        tournament_id=line.tournament_id,
        order=ORDERS[line.verb],
        numbers=[numbers[pk] for pk in line.data["before"]],
        by=by,
        undoes=line,
    )


# --- Short tables that play on ------------------------------------------------------------------------------


def _open_waivers(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table still plays on as the line says."""
    now = dict(Table.objects.filter(tournament=tournament).values_list("pk", "plays_on_with"))
    return {
        line.pk
        for line in lines
        if line.data["table_id"] in now and now[line.data["table_id"]] == line.data["after"]
    }


def _undo_waiver(line: LogEntry, by: By) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    set_waiver(table, line.data["before"], by=by, undoes=line)


def _log(line: LogEntry, data: dict[str, object], verb: str, by: By) -> None:
    write_log(tournament_id=line.tournament_id, by=by, verb=verb, data=data, undoes=line)
    publish(line.tournament.code, ["tables", "log"])
