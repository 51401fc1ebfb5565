"""Which table is the final table: the only one left, once nobody can enter, as the wall has it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Max, Q

from tables.models import Seat, Table, TableStatus
from tournament.models import Tournament, TournamentStatus


def may_have_final_table(tournament: Tournament) -> bool:
    """Whether the last table of this tournament would be called so now; not of a flight. No query."""
    is_field_known = tournament.registration_closed_at is not None and tournament.flight_of_id is None
    return tournament.status == TournamentStatus.RUNNING and is_field_known


def is_final_table(table: Table) -> bool:
    """Whether everybody who is left sits here. One query at most."""
    if not may_have_final_table(table.tournament):
        return False
    taken = Seat.objects.filter(table__tournament=table.tournament_id, entry__isnull=False)
    return set(taken.values_list("table", flat=True).distinct()) == {table.pk}


def final_table_since(tournament: Tournament) -> datetime | None:
    """Since when everybody who was left has sat at one table, also of an event that is over; None before, and where
    there was never another table to come from. One query.
    """
    is_played = tournament.status in (TournamentStatus.RUNNING, TournamentStatus.FINISHED)
    known_since = tournament.registration_closed_at
    if not is_played or known_since is None or tournament.flight_of_id is not None:
        return None
    tables = Table.objects.filter(tournament=tournament)
    counts = tables.aggregate(
        still_open=Count("pk", filter=~Q(status=TableStatus.CLOSED)), closed=Max("closed_at")
    )
    closed: datetime | None = counts["closed"]
    return max(known_since, closed) if closed is not None and counts["still_open"] == 1 else None
