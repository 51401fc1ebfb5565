"""Holding and releasing every table at once: before a redraw, at the end of the day, for an announcement.

Each table has its line of the log, and a further one names them all, so that one tap undoes what one tap has done.
"""

from __future__ import annotations

from django.db import transaction

from tables.changes.stops import AllTablesHeld, AllTablesReleased
from tables.changes.tables import TableHeld, TableReleased
from tables.models import Table, TableStatus
from tables.services.table.lease import lock_tables
from tables.services.table.messages import hold_table, release_table
from tournament.services.actor import By
from tournament.services.locks import lock_tournament
from tournament.services.log import lines_of_one_tap, newest_line_id, record
from tournament.services.over import check_not_over
from tournament.services.undo import register_together


@transaction.atomic
def hold_all_tables(*, tournament_id: int, reason: str, by: By) -> int:
    """Hold every open table; hands in play continue. Returns how many; Refused once the tournament is over."""
    check_not_over(lock_tournament(tournament_id))
    tables, since = _lock(tournament_id, TableStatus.OPEN), newest_line_id(tournament_id)
    for table in tables:
        hold_table(tournament_id=tournament_id, table_id=table.pk, reason=reason, by=by)
    parts = lines_of_one_tap(tournament_id=tournament_id, since=since, verbs=[TableHeld.verb], by=by)
    if len(parts) > 1:
        held = AllTablesHeld(parts=tuple(parts), count=len(parts))
        record(held, tournament_id=tournament_id, by=by, reason=reason)
    return len(tables)


@transaction.atomic
def release_all_tables(*, tournament_id: int, by: By) -> int:
    """Release every held table; returns how many there were."""
    tables, since = _lock(tournament_id, TableStatus.HELD), newest_line_id(tournament_id)
    for table in tables:
        release_table(tournament_id=tournament_id, table_id=table.pk, by=by)
    parts = lines_of_one_tap(tournament_id=tournament_id, since=since, verbs=[TableReleased.verb], by=by)
    if len(parts) > 1:
        released = AllTablesReleased(parts=tuple(parts), count=len(parts))
        record(released, tournament_id=tournament_id, by=by)
    return len(tables)


def _lock(tournament_id: int, status: TableStatus) -> list[Table]:
    lock_tournament(tournament_id)
    ids = Table.objects.filter(tournament_id=tournament_id, status=status).values_list("pk", flat=True)
    return list(lock_tables(tournament_id=tournament_id, table_ids=ids).values())


register_together([AllTablesHeld, AllTablesReleased])
