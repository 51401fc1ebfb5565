"""Dealers change at a table: marked on its tablet, because the level of the next hand may depend on it (TDA 23)."""

from __future__ import annotations

import copy
from dataclasses import replace
from datetime import timedelta

from django.utils.translation import gettext as _

from tables.floor.push import Push, too_close
from tables.models import Table
from tables.queries.table.hand import Look
from tables.queries.table.push import level_ends_at
from tables.services.table.lease import Change, bump_version, lock_table
from tournament.models import LogEntry, TournamentStatus
from tournament.queries.level import level_now
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import write_log


def think_push(look: Look, *, by: By) -> Change:
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

    def write() -> None:
        Table.objects.filter(pk=table.pk).update(push_data=table.push_data)
        write_log(
            tournament_id=tournament.pk,
            by=by,
            verb="dealer_pushed",
            data={
                "table": table.number,
                "table_id": table.pk,
                "push": table.push_data,
                "seconds": None if late is None else late // timedelta(seconds=1),
            },
        )

    recorded = None if look.recorded is None else replace(look.recorded, table=table)
    return Change(
        before=look,
        write=write,
        hand=recorded,
        after=replace(look, table=table, recorded=recorded),
        is_booked=True,
        topics=("log",),
    )


def forget_push(line: LogEntry, by: By) -> None:
    """Undo the mark: the next hand has the level of the clock. The caller holds the tournament's lock."""
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    Table.objects.filter(pk=table.pk).update(push_data=None)
    bump_version(table)
    write_log(
        tournament_id=line.tournament_id, by=by, verb="push_undone", data={"table": table.number}, undoes=line
    )
    publish(table.tournament.code, [f"table-{table.number}", "log"])
