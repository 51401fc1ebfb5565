"""Row locks, always taken in the same order: tournament, then tables by id, then hands.

On SQLite `select_for_update` does nothing; there a write transaction begins IMMEDIATE and so holds
the only write lock from its start.
"""

from __future__ import annotations

from tournament.models import Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock and read a tournament for the rest of the transaction."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)
