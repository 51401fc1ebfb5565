"""One tap after any stop: every table deals on and the clock runs."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.stops import AllTablesReleased, RoomResumed, StopEnded
from tables.changes.tables import TableReleased
from tables.services.stops.rounds import end_stop
from tables.services.table.holds import release_all_tables
from tournament.changes.clock import ClockResumed
from tournament.models import LogEntry, TournamentStatus
from tournament.rules.clock import is_waiting
from tournament.services.actor import By
from tournament.services.clock import resume_clock
from tournament.services.clock_claim import reload_clock
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import lines_of_one_tap, newest_line_id, record
from tournament.services.undo import register_together


@transaction.atomic
def resume_room(*, tournament_id: int, by: By) -> None:
    """End the stop in force, release every held table, let a paused clock run.

    Each is a line of the log of its own; where there is more than one, a further line undoes them together. Raises
    Refused where nothing is stopped.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    since = newest_line_id(tournament_id)
    has_stop = tournament.stop is not None
    if tournament.stop is not None:
        end_stop(tournament, tournament.stop, by=by)
    released = release_all_tables(tournament_id=tournament_id, by=by)
    reload_clock(tournament)
    is_paused = tournament.clock.state == "paused" or is_waiting(tournament.clock, now=by.now)
    if is_paused:
        resume_clock(tournament_id=tournament_id, by=by)
    if not has_stop and not released and not is_paused:
        raise Refused(_("Nothing is stopped."), code="nothing_stopped")
    _say_together(tournament_id, since, is_paused, by)


def _say_together(tournament_id: int, since: int, is_paused: bool, by: By) -> None:
    """The clock that a stop itself has resumed is a part of its end."""
    verbs = [StopEnded.verb, AllTablesReleased.verb, *([ClockResumed.verb] if is_paused else [])]
    of_tap = partial(lines_of_one_tap, tournament_id=tournament_id, since=since, by=by)
    parts = of_tap(verbs=verbs)
    if not LogEntry.objects.filter(pk__in=parts, verb=AllTablesReleased.verb).exists():
        parts = sorted([*parts, *of_tap(verbs=[TableReleased.verb])])
    if len(parts) > 1:
        record(RoomResumed(parts=tuple(parts)), tournament_id=tournament_id, by=by)


register_together([RoomResumed])
