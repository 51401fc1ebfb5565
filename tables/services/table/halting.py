"""The floor lets a short table play on (TDA 11-D: the director decides), or has it wait for the balance again."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.shaping import HaltRestored, HaltWaived, WaiverSet
from tables.models import Seat, Table
from tables.queries.room.halted import MOST_OUT_AT_ONCE, tables_that_may_be_short
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo


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
    change: HaltWaived | HaltRestored
    if players is not None:
        change = HaltWaived(
            table=table.number, table_id=table.pk, players=players, before=before, after=players
        )
    else:
        change = HaltRestored(
            table=table.number, table_id=table.pk, players=before, before=before, after=None
        )
    line = record(change, tournament_id=table.tournament_id, by=by, undoes=undoes)
    publish(table.tournament.code, ["tables", "moves", "log", f"table-{table.number}"])
    return line


def tell_short_tables(tournament: Tournament, *, left: int = MOST_OUT_AT_ONCE) -> None:
    """So many players have left a table, out or to another: where play may have halted because of it, or may go on,
    the tablet looks again.
    """
    numbers = tables_that_may_be_short(tournament, left=left)
    if numbers:
        publish(tournament.code, [f"table-{number}" for number in numbers])


def _open_waivers(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table still plays on as the line says."""
    now = dict(Table.objects.filter(tournament=tournament).values_list("pk", "plays_on_with"))
    changes = {line.pk: WaiverSet.of(line) for line in lines}
    return {
        pk
        for pk, change in changes.items()
        if change.table_id in now and now[change.table_id] == change.after
    }


def _undo_waiver(line: LogEntry, by: By) -> None:
    change = WaiverSet.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=change.table_id)
    set_waiver(table, change.before, by=by, undoes=line)


register_undo(
    [HaltWaived, HaltRestored],
    Undoable(open_lines=_open_waivers, undo=_undo_waiver, lock=lock_table_of, again=True),
)
