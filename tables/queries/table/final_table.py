"""Which table is the final table: the only one left, once nobody can enter, as the wall has it."""

from __future__ import annotations

from tables.models import Seat, Table
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
