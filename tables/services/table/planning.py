"""Tables that stand in the room before they are opened, and those taken away that nobody has used."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from tables.changes.breaks import TablesRedrawn
from tables.changes.departures import PlayerLeft
from tables.changes.shaping import PlannedTable, PlanUndone, RemovalUndone, TableRemoved, TablesPlanned
from tables.models import (
    Alternate,
    Bust,
    Device,
    FloorMessage,
    Hand,
    Move,
    PairingCode,
    Seat,
    Table,
    TableStatus,
    Zone,
)
from tables.services.table.lease import lock_table
from tables.services.table.opening import check_seats_can_play
from tables.services.table.seats import forget_reservations
from tournament.changes.change import Change, verbs
from tournament.changes.refunds import BuyInHandedBack, EntryRefunded, NoShowRemoved
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

# Lines whose undo seats a player again where they sat.
TAKEN_OUT = verbs(EntryRefunded, NoShowRemoved, BuyInHandedBack, PlayerLeft)


@transaction.atomic
def plan_tables(*, tournament_id: int, numbers: Sequence[int], seats: int, zone: str, by: By) -> LogEntry:
    """Tables that stand in the room and are not opened yet: draws and late entries open them when they are needed.

    Raises Refused for a number that another table has, and for more seats than a game still to come is for.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    check_seats_can_play(tournament, seats)
    wanted = list(dict.fromkeys(numbers))
    check_numbers_free(tournament, wanted)
    place = zone_called(tournament, zone)
    tables = Table.objects.bulk_create(
        Table(
            tournament=tournament,
            number=number,
            seats_count=seats,
            status=TableStatus.CLOSED,
            recording=tournament.recording,
            zone=place,
            opened_at=by.now,
        )
        for number in wanted
    )
    Seat.objects.bulk_create(Seat(table=table, number=n) for table in tables for n in range(1, seats + 1))
    planned = TablesPlanned(tables=tuple(wanted), table_ids=tuple(table.pk for table in tables), seats=seats)
    line = record(planned, tournament_id=tournament.pk, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


@transaction.atomic
def remove_table(*, tournament_id: int, table_id: int, by: By) -> LogEntry:
    """Take away a closed table. Raises Refused for one that is open, or at which something has happened."""
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    closed = unused_tables(tournament).filter(status=TableStatus.CLOSED)
    if not closed.filter(pk=table.pk).exists():
        raise Refused(
            _("Table %(table)d is open or was played at; it stays in the record.") % {"table": table.number},
            code="table_used",
        )
    removed = TableRemoved(table=table.number, record=_record_of(table))
    line = record(removed, tournament_id=tournament.pk, by=by)
    delete_tables(Table.objects.filter(pk=table.pk))
    publish(tournament.code, ["tables", "log"])
    return line


def _record_of(table: Table) -> PlannedTable:
    return PlannedTable(
        id=table.pk,
        number=table.number,
        name=table.name,
        seats=table.seats_count,
        zone=table.zone.name if table.zone else "",
        opening_place=table.opening_place,
        breaking_place=table.breaking_place,
    )


def _put_back(tournament: Tournament, planned: PlannedTable, now: datetime) -> Table:
    """A removed table again under its own id, closed. The caller holds the tournament's lock; the number is free."""
    table = Table.objects.create(
        pk=planned.id,
        tournament=tournament,
        number=planned.number,
        name=planned.name,
        seats_count=planned.seats,
        status=TableStatus.CLOSED,
        zone=Zone.objects.filter(tournament=tournament, name=planned.zone).first(),
        opening_place=planned.opening_place,
        breaking_place=planned.breaking_place,
        opened_at=now,
    )
    Seat.objects.bulk_create(Seat(table=table, number=n) for n in range(1, planned.seats + 1))
    return table


def delete_tables(tables: QuerySet[Table]) -> None:
    """Tables where nothing has ever happened, with their seats."""
    seats = Seat.objects.filter(table__in=tables)
    forget_reservations(seats)
    seats.delete()
    tables.delete()


def unused_tables(tournament: Tournament) -> QuerySet[Table]:
    """Tables where nothing has ever happened: they may be deleted."""
    here = OuterRef("pk")
    return (
        Table.objects.filter(tournament=tournament)
        .exclude(Exists(Seat.objects.filter(table=here, entry__isnull=False)))
        .exclude(Exists(Hand.objects.filter(table=here)))
        .exclude(Exists(Device.objects.filter(table=here)))
        .exclude(Exists(PairingCode.objects.filter(table=here)))
        .exclude(Exists(FloorMessage.objects.filter(table=here)))
        .exclude(Exists(Move.objects.filter(from_table=here)))
        .exclude(Exists(Move.objects.filter(to_table=here)))
        .exclude(Exists(Bust.objects.filter(table=here)))
        .exclude(Exists(Alternate.objects.filter(table=here)))
        .exclude(pk__in=_wanted_back(tournament))
    )


def _wanted_back(tournament: Tournament) -> set[int]:
    """Tables that an undo asks for: of a player who was taken out there, of a redraw. Two queries."""
    lines = LogEntry.objects.filter(tournament=tournament, undone_by=None)
    out = lines.filter(verb__in=TAKEN_OUT).values_list("data__table_id", flat=True)
    redrawn = lines.filter(verb=TablesRedrawn.verb).values_list("data", flat=True)
    records = (each for data in redrawn for each in TablesRedrawn.from_data(data).before)
    return {pk for pk in out if pk} | {each.table for each in records}


def check_numbers_free(tournament: Tournament, numbers: Sequence[int]) -> None:
    """Raises Refused for a number that one of the tournament's tables has."""
    found = Table.objects.filter(tournament=tournament, number__in=numbers).order_by("number")
    taken = list(found.values_list("number", flat=True))
    if taken:
        raise Refused(
            _("There is a table %(table)s already.") % {"table": ", ".join(map(str, taken))},
            code="number_taken",
            field="number",
        )


def zone_called(tournament: Tournament, name: str) -> Zone | None:
    """The zone called so, None for no name; raises Refused for one that does not exist."""
    if not name:
        return None
    zone = Zone.objects.filter(tournament=tournament, name=name).first()
    if zone is None:
        raise Refused(_("There is no zone called “%(name)s”.") % {"name": name}, code="no_such_zone")
    return zone


# --- Undo of tables set up, or taken away -------------------------------------------------------------------


def _open_plans(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While none of the tables was opened or used."""
    closed = unused_tables(tournament).filter(status=TableStatus.CLOSED, closed_at=None)
    unused = set(closed.values_list("pk", flat=True))
    return {line.pk for line in lines if unused.issuperset(TablesPlanned.of(line).table_ids)}


def _undo_plan(line: LogEntry, by: By) -> None:
    planned = TablesPlanned.of(line)
    delete_tables(Table.objects.filter(tournament=line.tournament, pk__in=planned.table_ids))
    _record_undo(PlanUndone(tables=planned.tables), line, by)


def _open_removals(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While no other table has the number."""
    numbers = set(Table.objects.filter(tournament=tournament).values_list("number", flat=True))
    return {line.pk for line in lines if TableRemoved.of(line).table not in numbers}


def _undo_removal(line: LogEntry, by: By) -> None:
    removed = TableRemoved.of(line)
    _put_back(line.tournament, removed.record, by.now)
    _record_undo(RemovalUndone(table=removed.table), line, by)


def _record_undo(change: Change, line: LogEntry, by: By) -> None:
    record(change, tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, ["tables", "log"])


register_undo([TablesPlanned], Undoable(open_lines=_open_plans, undo=_undo_plan))
register_undo([TableRemoved], Undoable(open_lines=_open_removals, undo=_undo_removal))
