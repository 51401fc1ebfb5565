"""What an event gave in its seasons when it was over: whatever is corrected later is shown beside it."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.models import SeasonEvent, Tournament, TournamentStatus
from tournament.queries.seasons.board import points_in_season


def keep_points_at_end(rows: Iterable[SeasonEvent]) -> None:
    """Keep what these events give now, of those that are over. A dozen queries each."""
    for row in rows:
        if row.tournament.status == TournamentStatus.FINISHED:
            row.points_at_end = points_in_season(row).as_text
            row.save(update_fields=["points_at_end"])


def keep_points_of_event(tournament: Tournament) -> None:
    """The same in each season in which this event counts; where it ended before, what it gave then stays."""
    rows = SeasonEvent.objects.filter(tournament=tournament, left_line=None, points_at_end=None)
    keep_points_at_end(rows.select_related("season", "tournament"))
