"""The list of tournaments on the front page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from tournament.models import EntryStatus, Tournament, TournamentStatus
from tournament.queries.flights import LIVE

# A finished tournament stays on the front page this long; its own address works for ever.
SHOWN_AFTER_END = timedelta(days=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """One tournament in the list; money in minor units."""

    code: str
    name: str
    status: str
    starts_at: datetime | None
    time_zone: str
    currency: str
    buy_in: int
    entries: int
    left: int
    # Entries are taken in its flights.
    waits_for_flights: bool = False


def tournaments_shown(*, now: datetime) -> tuple[TournamentLine, ...]:
    """In play first, then those to come, then those just finished; one query."""
    rows = (
        Tournament.objects.exclude(status=TournamentStatus.CANCELLED)
        .exclude(status=TournamentStatus.FINISHED, finished_at__lt=now - SHOWN_AFTER_END)
        .annotate(
            entries_count=Count("entries", filter=~Q(entries__status=EntryStatus.VOID)),
            left_count=Count("entries", filter=Q(entries__status__in=LIVE)),
        )
        .order_by("starts_at", "created_at", "pk")
    )
    lines = [
        TournamentLine(
            code=row.code,
            name=row.name,
            status=row.status,
            starts_at=row.starts_at,
            time_zone=row.time_zone,
            currency=row.currency,
            buy_in=row.price_to_pay(now).price.total,
            entries=row.entries_count,
            left=row.left_count,
            waits_for_flights=row.waits_for_flights,
        )
        for row in rows
    ]
    order = [TournamentStatus.RUNNING, TournamentStatus.REGISTERING, TournamentStatus.FINISHED]
    return tuple(sorted(lines, key=lambda line: order.index(TournamentStatus(line.status))))
