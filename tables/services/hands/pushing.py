"""Dealers change at a table: marked on its tablet, because the level of the next hand may depend on it (TDA 23).

The mark can be undone until a hand is dealt on it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from django.utils.translation import gettext as _

from tables.changes.pushes import DealerPushed, PushUndone
from tables.floor.push import Push, too_close
from tables.models import Table
from tables.queries.table.hand import Look
from tables.queries.table.push import level_ends_at
from tables.services.table.lease import TableChange, bump_version, lock_table
from tables.services.table.of_table import lock_table_of
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def think_push(look: Look, *, by: By) -> TableChange:
    """The dealer leaves and another one comes. Within 90 seconds of a break or a new level the log says so (TDA RP-7):
    it is marked all the same, because then the next hand is one of the old level.

    Raises Refused during a hand, in a break, and while the tournament is not in play.
    """
    table = copy.copy(look.table)
    tournament = table.tournament
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if look.open_hand is not None:
        raise Refused(_("Dealers change between two hands."), code="hand_open")
    level = level_now(tournament, now=by.now)
    if level.is_break:
        raise Refused(_("In a break dealers change without a mark."), code="in_break")
    late = too_close(ends_at=level_ends_at(tournament, now=by.now), now=by.now)
    push = Push(hands=table.hands_dealt, index=level.index, at=by.now)
    table.version += 1
    table.push_data = push.to_dict()
    pushed = DealerPushed(
        table=table.number,
        table_id=table.pk,
        push=push.to_dict(),
        seconds=None if late is None else late // timedelta(seconds=1),
    )

    def write() -> None:
        Table.objects.filter(pk=table.pk).update(push_data=table.push_data)
        record(pushed, tournament_id=tournament.pk, by=by)

    recorded = None if look.recorded is None else replace(look.recorded, table=table)
    return TableChange(
        before=look,
        write=write,
        hand=recorded,
        after=replace(look, table=table, recorded=recorded),
        is_booked=True,
        topics=("log",),
    )


def _open_pushes(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The mark that the table has, while no hand was dealt since."""
    pushed = {line.pk: DealerPushed.of(line) for line in lines}
    ids = [each.table_id for each in pushed.values()]
    rows = Table.objects.filter(tournament=tournament, pk__in=ids).values_list(
        "pk", "push_data", "hands_dealt"
    )
    now_there = {pk: (push, hands) for pk, push, hands in rows}
    return {
        line
        for line, each in pushed.items()
        if now_there.get(each.table_id) == (each.push, each.push["hands"])
    }


def _forget(line: LogEntry, by: By) -> None:
    """The next hand has the level of the clock."""
    table = lock_table(tournament_id=line.tournament_id, table_id=DealerPushed.of(line).table_id)
    Table.objects.filter(pk=table.pk).update(push_data=None)
    bump_version(table)
    record(PushUndone(table=table.number), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(table.tournament.code, [f"table-{table.number}", "log"])


register_undo([DealerPushed], Undoable(open_lines=_open_pushes, undo=_forget, lock=lock_table_of))
