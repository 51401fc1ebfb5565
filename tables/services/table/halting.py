"""The floor lets a short table play on (TDA 11-D: the director decides), or has it wait for the balance again."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import Seat, Table
from tables.queries.room.halted import MOST_OUT_AT_ONCE, tables_that_may_be_short
from tables.services.table.lease import bump_version, lock_table
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log
from tournament.services.over import check_not_over


@transaction.atomic
def waive_halt(*, tournament_id: int, table_id: int, by: By) -> LogEntry:
    """Let a table deal with the players it has now; with fewer it halts again.

    Raises Refused for a table without players.
    """
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    check_not_over(table.tournament)
    players = Seat.objects.filter(table=table, entry__isnull=False).count()
    if not players:
        raise Refused(_("Table %(table)d is empty.") % {"table": table.number}, code="table_empty")
    return set_waiver(table, players, by=by)


def set_waiver(table: Table, players: int | None, *, by: By, undoes: LogEntry | None = None) -> LogEntry:
    """Play on with so many players, None for the rule. The caller has locked the table."""
    before = table.plays_on_with
    table.plays_on_with = players
    table.save(update_fields=["plays_on_with"])
    bump_version(table)
    line = write_log(
        tournament_id=table.tournament_id,
        by=by,
        verb="halt_waived" if players is not None else "halt_restored",
        data={
            "table": table.number,
            "table_id": table.pk,
            "players": players if players is not None else before,
            "before": before,
            "after": players,
        },
        undoes=undoes,
    )
    publish(table.tournament.code, ["tables", "moves", "log", f"table-{table.number}"])
    return line


def tell_short_tables(tournament: Tournament, *, left: int = MOST_OUT_AT_ONCE) -> None:
    """So many players have left a table, out or to another: where play may have halted because of it, or may go on,
    the tablet looks again.
    """
    numbers = tables_that_may_be_short(tournament, left=left)
    if numbers:
        publish(tournament.code, [f"table-{number}" for number in numbers])
