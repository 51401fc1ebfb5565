"""Undoing a colour-up: every stack and the chips in play as they were, until cards are dealt on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tables.models import Seat
from tables.queries.table.last_dealt import last_dealt
from tables.services.chips.colour_up import book_difference, check_between_hands
from tables.services.table.lease import lock_table
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["table_coloured_up"], Undoable(open_lines=_open_colour_ups, undo=_undo))


def _open_colour_ups(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While every player of it sits at the table with exactly that stack and was not dealt in since."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    entries = {each["entry"] for line in lines for each in line.data["stacks"]}
    seated = Seat.objects.filter(entry_id__in=entries, entry__status=EntryStatus.PLAYING)
    now_there = {
        entry_id: (table_id, stack)
        for entry_id, table_id, stack in seated.values_list("entry_id", "table_id", "entry__stack")
    }
    dealt = last_dealt(entries)
    return {
        line.pk
        for line in lines
        if all(
            now_there.get(each["entry"]) == (line.data["table_id"], each["after"])
            and not (each["entry"] in dealt and dealt[each["entry"]] >= line.at)
            for each in line.data["stacks"]
        )
    }


def _undo(line: LogEntry, actor: Actor, now: datetime) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    # A hand may have been dealt before the table was locked.
    check_between_hands(table)
    for each in line.data["stacks"]:
        restored = Entry.objects.filter(pk=each["entry"], stack=each["after"]).update(
            stack=each["before"], is_stack_known=each.get("was_known", True)
        )
        if restored != 1:
            raise Refused(
                _("The stack of seat %(seat)d has just changed.") % {"seat": each["seat"]},
                code="cannot_undo",
            )
    back = write_log(
        tournament_id=line.tournament_id,
        actor=actor,
        verb="colour_up_undone",
        data={"table": table.number, "difference": -line.data["difference"]},
        now=now,
        undoes=line,
    )
    book_difference(table, -line.data["difference"], back, now)
