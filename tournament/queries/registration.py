from __future__ import annotations

from datetime import datetime

from tournament.models import Tournament, TournamentStatus
from tournament.rules.entries import is_registration_open


def registration_is_open(tournament: Tournament, *, now: datetime) -> bool:
    """Whether entries are taken at `now`: by the deadline, and not once registration was closed."""
    if tournament.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED):
        return False
    return tournament.registration_closed_at is None and is_registration_open(
        tournament.structure,
        tournament.clock,
        last_level=tournament.late_registration_level,
        now=now,
        through_break=tournament.event_rules.registration_through_break,
    )
