"""Undoing the seat draw and the opening of a table, also of one that had been closed, before anybody has
played on it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, F, OuterRef, QuerySet

from tables.changes.tables import DrawUndone, OpeningUndone, SeatsDrawn, TableOpened, TableReopened
from tables.models import Alternate, Move, MoveStatus, Seat, SeatDraw, Table, TableStatus
from tables.services.table.drawing import check_may_void
from tables.services.table.lease import lock_table, lock_tables
from tables.services.table.many_rows import bump_versions
from tables.services.table.of_table import table_of
from tables.services.table.opening import close_again
from tables.services.table.planning import delete_tables, unused_tables
from tables.services.table.seats import vacate
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

STANDING = (MoveStatus.WAITING, MoveStatus.APPLIED)


# --- The seat draw ------------------------------------------------------------------------------------------


def _open_draws(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The draw in force, until the clock is started or somebody has been moved."""
    if tournament.status != TournamentStatus.REGISTERING or tournament.draw_made_at is None:
        return set()
    if Move.objects.filter(tournament=tournament, status__in=STANDING).exists():
        return set()
    standing = SeatDraw.objects.filter(tournament=tournament, kind="seating", made_at=tournament.draw_made_at)
    drawn = set(standing.values_list("log_entry_id", flat=True))
    return {line.pk for line in lines if line.pk in drawn}


def _undo_draw(line: LogEntry, by: By) -> None:
    """Everybody waits for a draw again, also who was seated after it; tables that it opened are gone."""
    tournament = Tournament.objects.get(pk=line.tournament_id)
    ids = Table.objects.filter(tournament=tournament).values_list("pk", flat=True)
    tables = lock_tables(tournament_id=tournament.pk, table_ids=list(ids))
    vacate(Seat.objects.filter(table__in=tables))
    Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).update(
        status=EntryStatus.REGISTERED
    )
    tournament.draw_made_at = None
    tournament.save(update_fields=["draw_made_at"])
    reopened = LogEntry.objects.filter(tournament=tournament, verb=TableReopened.verb, at=line.at)
    new = unused_tables(tournament).filter(opened_at=line.at)
    for each in reopened:
        new = new.exclude(**table_of(each))
    delete_tables(new)
    Table.objects.filter(tournament=tournament).update(first_button=None)
    bump_versions(tables.values())
    undone = DrawUndone(entries=SeatsDrawn.of(line).entries)
    record(undone, tournament_id=tournament.pk, by=by, undoes=line)
    publish(
        tournament.code,
        [
            "tables",
            "players",
            "standings",
            "log",
            "field",
            *(f"table-{each.number}" for each in tables.values()),
        ],
    )


# --- An opened table ----------------------------------------------------------------------------------------


def _open_tables(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While it is empty, no hand was dealt and no tablet is paired with it."""
    rows = unused_tables(tournament).values_list("pk", "number", "opened_at")
    unused = {(name, key, at) for pk, number, at in rows for name, key in (("pk", pk), ("number", number))}
    return {
        line.pk for line in lines for name, key in table_of(line).items() if (name, key, line.at) in unused
    }


def _undo_table(line: LogEntry, by: By) -> None:
    table = unused_tables(line.tournament).get(**table_of(line))
    delete_tables(Table.objects.filter(pk=table.pk))
    record(OpeningUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, ["tables", "log", f"table-{table.number}"])


# --- A table opened again -----------------------------------------------------------------------------------


def _open_again(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While it is empty, nobody is on the way, and no hand was dealt since."""
    return {
        line.pk
        for line in lines
        if _empty_since_opened(tournament).filter(**table_of(line), opened_at=line.at).exists()
    }


def _close_again(line: LogEntry, by: By) -> None:
    found = _empty_since_opened(line.tournament).get(**table_of(line))
    table = lock_table(tournament_id=line.tournament_id, table_id=found.pk)
    close_again(table, TableReopened.of(line).before)
    record(OpeningUndone(table=table.number), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, ["tables", "moves", "log", f"table-{table.number}"])


def _empty_since_opened(tournament: Tournament) -> QuerySet[Table]:
    here = OuterRef("pk")
    waiting = Move.objects.filter(to_table=here, status=MoveStatus.WAITING)
    return (
        Table.objects.filter(
            tournament=tournament,
            status__in=(TableStatus.OPEN, TableStatus.HELD),
            hands_dealt=F("hands_before"),
        )
        .exclude(Exists(Seat.objects.filter(table=here, entry__isnull=False)))
        .exclude(Exists(waiting))
        .exclude(Exists(Alternate.objects.filter(table=here)))
    )


register_undo([SeatsDrawn], Undoable(open_lines=_open_draws, undo=_undo_draw, may=check_may_void))
register_undo([TableOpened], Undoable(open_lines=_open_tables, undo=_undo_table))
register_undo([TableReopened], Undoable(open_lines=_open_again, undo=_close_again))
