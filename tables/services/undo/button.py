"""Undoing a button that the floor has set: as long as no hand followed from it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from tables.models import Hand, HandStatus, Table
from tables.queries.table.hand import look_at_table
from tables.queries.table.set_button import button_now
from tables.services.hands.button import BUTTON_VERBS, check_may_set, put_button
from tables.services.table.lease import lock_table
from tables.services.undo.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.services.actor import By
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(BUTTON_VERBS, Undoable(open_lines=_open_buttons, undo=_undo_button, lock=lock_table_of))


def _open_buttons(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table still has what the line has set, its newest hand is the one that was the newest then, and a
    hand that was corrected is still in play."""
    ids = {line.data["table_id"] for line in lines}
    tables = {table.pk: table for table in Table.objects.filter(tournament=tournament, pk__in=ids)}
    hands = Hand.objects.filter(table__in=ids).exclude(status=HandStatus.VOID)
    newest = dict(hands.values("table_id").annotate(last=Max("pk")).values_list("table_id", "last"))
    in_play = set(hands.filter(status=HandStatus.OPEN).values_list("pk", flat=True))
    return {
        line.pk
        for line in lines
        if line.data["table_id"] in tables
        and newest.get(line.data["table_id"], 0) == line.data["last_hand"]
        and (line.data["last_hand"] in in_play) == (line.verb == "button_corrected")
        and _is_as_set(tables[line.data["table_id"]], line)
    }


def _is_as_set(table: Table, line: LogEntry) -> bool:
    """The positions of a hand in play are its own: those that it follows from are not compared."""
    after = line.data["after"]
    if table.first_button != after["first_button"]:
        return False
    return line.verb == "button_corrected" or table.positions_data == after["positions"]


def _undo_button(line: LogEntry, by: By) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    stands = button_now(look_at_table(tournament_id=line.tournament_id, table_id=table.pk))
    if stands.hand is not None:
        check_may_set(stands)
    put_button(table=table, kept=line.data["before"], by=by)
    write_log(
        tournament_id=line.tournament_id,
        by=by,
        verb="button_put_back",
        data={"table": table.number, "table_id": table.pk},
        undoes=line,
    )
