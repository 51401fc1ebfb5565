"""Opening a table: a closed one is reopened under its number, or a new one is added."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tables.changes.tables import ClosedTable, TableOpened, TableReopened
from tables.models import Seat, Table, TableStatus
from tables.queries.room.next_table import number_of_new_table, number_plan, table_to_reopen
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.many_rows import save_many
from tables.services.table.seats import forget_reservations
from tournament.models import LogEntry, Tournament
from tournament.queries.level import seats_in_play, tightest_to_come
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_festival
from tournament.services.log import record
from tournament.words.games import words_of_tightest

# What opening a closed table changes.
REOPENED = (
    "seats_count",
    "status",
    "hold_reason",
    "positions_data",
    "first_button",
    "hands_before",
    "is_total_known",
    "opened_at",
    "closed_at",
)


def open_next_table(
    tournament: Tournament, *, by: By, seats: int | None = None, number: int | None = None
) -> tuple[Table, LogEntry]:
    """An empty table and its log line. The caller holds the tournament's lock.

    Without a number the next in the opening order comes, or the table that was closed last, with the seats it had
    unless told otherwise; where none is closed a new one is added, with as many seats as can be played at. Raises
    Refused for a table that is open, and for more seats than a game still to come is for.
    """
    if seats is not None:
        check_seats_can_play(tournament, seats)
    tables = list(Table.objects.filter(tournament=tournament))
    lock_festival(tournament)
    plan = number_plan(tournament, now=by.now)
    if number is not None and number in plan.taken:
        raise Refused(
            _("Table %(table)d is in play in “%(event)s”: open another one.")
            % {"table": number, "event": plan.taken[number]},
            code="table_elsewhere",
        )
    found = next((t for t in tables if t.number == number), None) if number else table_to_reopen(tables, plan)
    if found is not None and found.status != TableStatus.CLOSED:
        raise Refused(_("Table %(table)d is already open.") % {"table": found.number}, code="open_already")
    if found is not None:
        return _reopen(tournament, found.pk, seats, by)
    [table] = add_tables(
        tournament, [number or number_of_new_table(tables, plan)], seats or seats_in_play(tournament), by.now
    )
    _put_first_to_break(tournament, table, tables)
    opened = TableOpened(table=table.number, table_id=table.pk, seats=table.seats_count)
    line = record(opened, tournament_id=tournament.pk, by=by)
    publish(tournament.code, ["tables", "log", f"table-{table.number}"])
    return table, line


def check_seats_can_play(tournament: Tournament, seats: int) -> None:
    """Raises Refused for more seats than players can be dealt into one of the games that are still to come."""
    tightest = tightest_to_come(tournament)
    if seats > tightest.most:
        raise Refused(
            _(
                "%(game)s, played in level %(level)d, takes %(most)d players at most: enter %(most)d seats "
                "or fewer."
            )
            % words_of_tightest(tightest),
            code="too_many_seats",
            field="seats",
        )


def add_tables(tournament: Tournament, numbers: Sequence[int], seats: int, now: datetime) -> list[Table]:
    """New tables with these numbers, of so many seats each. Without a line of the log: the caller says why they
    were opened.
    """
    tables = Table.objects.bulk_create(
        Table(
            tournament=tournament,
            number=number,
            seats_count=seats,
            recording=tournament.recording,
            opened_at=now,
        )
        for number in numbers
    )
    Seat.objects.bulk_create(Seat(table=table, number=n) for table in tables for n in range(1, seats + 1))
    return tables


def _put_first_to_break(tournament: Tournament, added: Table, others: Sequence[Table]) -> None:
    """A table added for more players than were expected is the first to break (WSOP 35), before those posted.

    Without a posted order it is anyway: the highest number breaks first.
    """
    posted = [table for table in others if table.breaking_place is not None]
    if tournament.draw_made_at is None or not posted:
        return
    for table in posted:
        table.breaking_place = (table.breaking_place or 0) + 1
    added.breaking_place = 1
    save_many([added, *posted], fields=["breaking_place"])


def _reopen(tournament: Tournament, table_id: int, seats: int | None, by: By) -> tuple[Table, LogEntry]:
    table = lock_table(tournament_id=tournament.pk, table_id=table_id)
    before = ClosedTable(
        seats=table.seats_count,
        positions=table.positions_data,
        first_button=table.first_button,
        hands_before=table.hands_before,
        opened_at=table.opened_at.isoformat(),
        closed_at=table.closed_at.isoformat() if table.closed_at else None,
    )
    set_seats(table, seats or table.seats_count)
    table.status, table.hold_reason = TableStatus.OPEN, ""
    table.positions_data, table.first_button = None, None
    table.hands_before = table.hands_dealt
    table.is_total_known = True
    table.opened_at, table.closed_at = by.now, None
    table.save(update_fields=[*REOPENED])
    bump_version(table)
    reopened = TableReopened(table=table.number, table_id=table.pk, seats=table.seats_count, before=before)
    line = record(reopened, tournament_id=tournament.pk, by=by)
    publish(tournament.code, ["tables", "moves", "log", f"table-{table.number}"])
    return table, line


def close_again(table: Table, before: ClosedTable) -> None:
    """Close a reopened table as it was before. The caller has locked it and checked that it is unused."""
    set_seats(table, before.seats)
    table.status, table.hold_reason = TableStatus.CLOSED, ""
    table.positions_data, table.first_button = before.positions, before.first_button
    table.hands_before = before.hands_before
    table.opened_at = datetime.fromisoformat(before.opened_at)
    table.closed_at = datetime.fromisoformat(before.closed_at) if before.closed_at else None
    table.save(update_fields=[*REOPENED])
    bump_version(table)


def set_seats(table: Table, seats: int) -> None:
    """So many seats at an empty table."""
    gone = Seat.objects.filter(table=table, number__gt=seats)
    forget_reservations(gone)
    gone.delete()
    Seat.objects.bulk_create(
        Seat(table=table, number=number) for number in range(table.seats_count + 1, seats + 1)
    )
    table.seats_count = seats
