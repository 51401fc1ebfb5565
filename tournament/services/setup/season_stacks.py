"""Stacks from points: the finale of a season begins with chips by its standings.

The list is a line of the log, and the event names the line that holds. Players with an entry when the list is
made get their stacks at once; others get them with their first entry. A list is made, and undone,
before the clock starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.seasons import StacksFromPoints, StacksFromPointsUndone
from tournament.models import ChipKind, ChipRow, ChipSale, Entry, LogEntry, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.seasons.board import season_board
from tournament.queries.seasons.stacks import stacks_given
from tournament.realtime import publish
from tournament.rules.seasons.stacks import StackTerms, stacks_from_points
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.entries import stack_of_entry
from tournament.services.locks import lock_season, lock_tournament
from tournament.services.log import record
from tournament.services.setup.seasons import counted_in, lock_event
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def load_stacks(*, tournament_id: int, season_id: int, terms: StackTerms, by: By) -> LogEntry:
    """From now on these hold, in the place of a list that was loaded before.

    Raises Refused once the clock has started, for an event with flights, and where nobody has a rank.
    """
    tournament = lock_event(tournament_id)
    season = lock_season(season_id)
    counted_in(tournament, season)
    why = why_no_stacks(tournament)
    if why:
        raise Refused(why, code="no_stacks")
    stacks = stacks_from_points(season_board(season).lines, terms)
    if not stacks:
        raise Refused(_("Nobody has a rank in this season yet."), code="nobody")
    chips = [chips for _player, chips in stacks]
    change = StacksFromPoints(
        season=season.pk,
        name=str(season),
        stacks=stacks,
        least=min(chips),
        most=max(chips),
        before=tournament.stacks_line_id or 0,
    )
    line = record(change, tournament_id=tournament.pk, by=by)
    _hold(tournament, line, told_by=line)
    return line


def why_no_stacks(tournament: Tournament) -> str:
    """Why no list can be loaded or undone now; "" where one can."""
    if tournament.flight_of_id is not None or tournament.has_flights:
        return _("The players of this event come with the stacks of their flights.")
    if tournament.clock_state != "not_started" or tournament.is_over:
        return _("The clock has started: the stacks are as they are.")
    if tournament.satellite is not None:
        return _("In a satellite everybody begins with the same stack.")
    if ChipSale.objects.filter(tournament=tournament, undone_at=None).exists():
        return _("A rebuy or an add-on is sold already: undo that in the log first.")
    return ""


def _hold(tournament: Tournament, line: LogEntry | None, *, told_by: LogEntry) -> None:
    """The list of `line` holds, none without. Entries that are live have its chips, booked under `told_by`."""
    before = stacks_given(tournament)
    tournament.stacks_line = line
    tournament.save(update_fields=["stacks_line"])
    wanted = _chips_of_entries(tournament, before=before, now=told_by.at)
    moved = [entry for entry in wanted if wanted[entry] != entry.stack]
    ChipRow.objects.bulk_create(
        ChipRow(
            tournament=tournament, entry=entry, kind=kind, amount=amount, at=told_by.at, log_entry=told_by
        )
        for entry in moved
        # The whole stack comes back over the desk, and another one goes out.
        for kind, amount in ((ChipKind.REMOVED, -entry.stack), (ChipKind.ISSUED, wanted[entry]))
    )
    for entry in moved:
        entry.stack = wanted[entry]
    Entry.objects.bulk_update(moved, ["stack"])
    publish(tournament.code, ["players", "standings", "clock", "log"])


def _chips_of_entries(
    tournament: Tournament, *, before: Mapping[int, int], now: datetime
) -> Mapping[Entry, int]:
    """What live entries begin with whose players are on the list that holds, or were on the one `before`."""
    given = stacks_given(tournament)
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE, player__in={*given, *before})
    full = tournament.starting_stack
    return {
        entry: stack_of_entry(tournament, given.get(entry.player_id, full), now)
        for entry in live.order_by("number")
    }


def _open_stacks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The one that holds, as long as nothing was played with it."""
    holding = {line.pk for line in lines if line.pk == tournament.stacks_line_id}
    return set() if holding and why_no_stacks(tournament) else holding


def _undo_stacks(line: LogEntry, by: By) -> None:
    tournament = lock_tournament(line.tournament_id)
    told = StacksFromPoints.of(line)
    undone = StacksFromPointsUndone(
        season=told.season,
        name=told.name,
        stacks=told.stacks,
        least=told.least,
        most=told.most,
        before=told.before,
    )
    back = record(undone, tournament_id=tournament.pk, by=by, undoes=line)
    before = LogEntry.objects.filter(pk=told.before).first()
    _hold(tournament, before, told_by=back)


register_undo([StacksFromPoints], Undoable(open_lines=_open_stacks, undo=_undo_stacks))
