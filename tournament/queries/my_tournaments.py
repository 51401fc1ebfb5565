"""The tournaments an account works in."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Account, EntryStatus, StaffMember, TournamentStatus
from tournament.queries.flights import LIVE
from tournament.queries.tournaments import TournamentLine


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTournament(TournamentLine):
    """One line of the list; money in minor units, `role` a value of Role."""

    role: str
    role_label: str


_ORDER = {
    TournamentStatus.RUNNING: 0,
    TournamentStatus.REGISTERING: 1,
    TournamentStatus.FINISHED: 2,
    TournamentStatus.CANCELLED: 3,
}


def my_tournaments(account: Account) -> tuple[MyTournament, ...]:
    """In play first, then to come by start, then the past; one query."""
    rows = (
        StaffMember.objects.filter(account=account)
        .select_related("tournament")
        .annotate(
            entries_count=Count(
                "tournament__entries", filter=~Q(tournament__entries__status=EntryStatus.VOID)
            ),
            left_count=Count("tournament__entries", filter=Q(tournament__entries__status__in=LIVE)),
        )
        .order_by("tournament__starts_at", "-tournament__created_at", "-pk")
    )
    lines = [
        MyTournament(
            code=row.tournament.code,
            name=row.tournament.name,
            status=row.tournament.status,
            role=row.role,
            role_label=row.get_role_display(),
            starts_at=row.tournament.starts_at,
            time_zone=row.tournament.time_zone,
            currency=row.tournament.currency,
            buy_in=row.tournament.buy_in_total,
            entries=row.entries_count,
            left=row.left_count,
            waits_for_flights=row.tournament.waits_for_flights,
        )
        for row in rows
    ]
    return tuple(sorted(lines, key=lambda line: _ORDER[TournamentStatus(line.status)]))
