"""An event with its flights: which tournaments share its pool, and how many entries count for its prizes."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus

LIVE: Final = (EntryStatus.REGISTERED, EntryStatus.PLAYING)


def sharing_a_pool(tournament: Tournament) -> list[int]:
    """The event of this tournament and its flights, by id. No query where there are no flights.

    The buy-ins of a flight that was cancelled are handed back.
    """
    event = tournament.event
    return [event.pk, *flights_of(event)]


def flights_of(event: Tournament) -> list[int]:
    """The flights that pay into the pool of this event, by id. No query where there are none."""
    if not event.has_flights:
        return []
    standing = event.flights.exclude(status=TournamentStatus.CANCELLED)
    return list(standing.order_by("pk").values_list("pk", flat=True))


def entries_of_event(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that were bought in the event or one of its flights, without the void ones. One query at most."""
    rows = Entry.objects.filter(tournament__in=sharing_a_pool(tournament), brought_line=None)
    return rows.exclude(status=EntryStatus.VOID)


def entries_counted(tournament: Tournament) -> int:
    """Entries that count for the field: all but the void ones, each once over all flights."""
    if tournament.flight_of_id is None and not tournament.has_flights:
        return Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID).count()
    return entries_of_event(tournament).count()
