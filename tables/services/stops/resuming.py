"""One tap after any stop: every table deals on and the clock runs."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tables.services.stops.rounds import end_stop, reload_clock
from tables.services.table.holds import release_all_tables
from tournament.models import TournamentStatus
from tournament.rules.clock import is_waiting
from tournament.services.actor import Actor
from tournament.services.clock import resume_clock
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament


@transaction.atomic
def resume_room(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """End the stop in force, release every held table, let a paused clock run.

    Each is a line of the log of its own, and undone there. Raises Refused where nothing is stopped.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    has_stop = tournament.stop is not None
    if tournament.stop is not None:
        end_stop(tournament, tournament.stop, actor=actor, now=now)
    released = release_all_tables(tournament_id=tournament_id, actor=actor, now=now)
    reload_clock(tournament)
    is_paused = tournament.clock.state == "paused" or is_waiting(tournament.clock, now=now)
    if is_paused:
        resume_clock(tournament_id=tournament_id, actor=actor, now=now)
    if not has_stop and not released and not is_paused:
        raise Refused(_("Nothing is stopped."), code="nothing_stopped")
