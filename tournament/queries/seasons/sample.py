"""The event of a season whose figures its formula is tried with."""

from __future__ import annotations

from tournament.models import SeasonEvent, Tournament, TournamentStatus
from tournament.queries.seasons.board import events_in


def event_to_try_with(row: SeasonEvent) -> Tournament:
    """The newest that is over, else the newest that has begun, else that of the row. One query, two at most."""
    rows = events_in(row.season).select_related("tournament").order_by("-tournament__started_at", "-pk")
    for status in (TournamentStatus.FINISHED, TournamentStatus.RUNNING):
        newest = rows.filter(tournament__status=status).first()
        if newest is not None:
            return newest.tournament
    return row.tournament
