"""The pace of the room: hands an hour of an event’s tables, for levels that last hands."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min

from tournament.models import Tournament
from tournament.queries.forecast.evenings import PlayedTime
from tournament.rules.structure.levels import HANDS_AN_HOUR

WINDOW: Final = timedelta(hours=1)
FEWEST_HANDS: Final = 10
"""Of all tables: fewer say nothing."""

_SHORTEST: Final = 5.0  # played minutes of a table


def hands_an_hour(tournament: Tournament, time: PlayedTime, *, now: datetime) -> float:
    """Hands an hour at a table, over the last hour of play without its breaks and pauses; what is usual, where too few
    are recorded. One query.
    """
    since, played = now - WINDOW, time.at(now)
    recorded = Tournament.objects.filter(
        pk=tournament.pk,
        tables__hands__status="complete",
        tables__hands__ended_at__gt=since,
        tables__hands__ended_at__lte=now,
    )
    of_tables = recorded.values("tables").annotate(
        count=Count("tables__hands"), first=Min("tables__hands__started_at")
    )
    tables = [(each["count"], played - time.at(max(since, each["first"]))) for each in of_tables]
    known = [(count, minutes) for count, minutes in tables if minutes >= _SHORTEST]
    hands = sum(count for count, _ in known)
    return hands / sum(minutes for _, minutes in known) * 60 if hands >= FEWEST_HANDS else HANDS_AN_HOUR
