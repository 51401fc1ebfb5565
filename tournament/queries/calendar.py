"""The events of the house as a calendar keeps them: from when until when, and how often they have changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Q, QuerySet

from tournament.changes.change import verbs
from tournament.changes.setup import TournamentCancelled, TournamentEdited
from tournament.models import Tournament, TournamentStatus
from tournament.rules.structure.periods import Structure

# So long an event stays in the calendar after its day; in a phone that knows it, it stays for ever.
KEPT: Final = timedelta(days=60)
CHANGE_IT: Final = verbs(TournamentEdited, TournamentCancelled)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    """One event: `ends_at` is the end of its structure, `changes` how often its settings were changed."""

    code: str
    name: str
    begins_at: datetime
    ends_at: datetime
    time_zone: str
    is_cancelled: bool
    changes: int
    where: str = ""


def calendar_of_house(*, now: datetime) -> tuple[CalendarEvent, ...]:
    """Every event whose day is known, those that were cancelled too, in their order. One query."""
    return _events(Tournament.objects.filter(starts_at__gte=now - KEPT))


def calendar_of_event(code: str) -> tuple[CalendarEvent, ...]:
    """The same of one event; empty where there is none or its day is not known. One query."""
    return _events(Tournament.objects.filter(code=code, starts_at__isnull=False))


def calendar_of_festival(code: str) -> tuple[CalendarEvent, ...]:
    """The same of all events of a festival. One query."""
    return _events(Tournament.objects.filter(festival__code=code, starts_at__isnull=False))


def _events(rows: QuerySet[Tournament]) -> tuple[CalendarEvent, ...]:
    changed = rows.annotate(changes=Count("log", filter=Q(log__verb__in=CHANGE_IT)))
    return tuple(
        CalendarEvent(
            code=row.code,
            name=row.name,
            begins_at=row.starts_at,
            ends_at=row.starts_at + length_of(row.structure),
            time_zone=row.time_zone,
            is_cancelled=row.status == TournamentStatus.CANCELLED,
            changes=row.changes,
            where=row.options.where,
        )
        for row in changed.order_by("starts_at", "pk")
        if row.starts_at is not None
    )


def length_of(structure: Structure) -> timedelta:
    """Of the whole structure, with its breaks."""
    return timedelta(seconds=sum(period.duration_seconds for period in structure.periods))
