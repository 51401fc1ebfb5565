"""Every event of the house that is on or comes, with its clock."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Tournament, TournamentStatus
from tournament.queries.clock import ClockBoard, clock_board
from tournament.queries.tournaments import tournaments_shown


def boards_shown(*, now: datetime) -> tuple[tuple[Tournament, ClockBoard], ...]:
    """The events in play and those to come with their clocks, in the order of `tournaments_shown`.

    Two queries, and those of `clock_board` for each of them: as many as a house has at a time.
    """
    lines = [line for line in tournaments_shown(now=now) if line.status != TournamentStatus.FINISHED]
    events = Tournament.objects.in_bulk([line.code for line in lines], field_name="code")
    return tuple((events[line.code], clock_board(events[line.code], now=now)) for line in lines)
