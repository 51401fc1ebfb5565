"""Row locks, always taken in the same order: tournament, then tables by id, then hands.

On SQLite `select_for_update` does nothing; there a write transaction begins IMMEDIATE and so holds
the only write lock from its start.

The locks are FOR NO KEY UPDATE: a row that is only referred to by a foreign key (a log line, an
operation, a stored reply) takes FOR KEY SHARE when its transaction commits. A plain FOR UPDATE
would let a tap at one table, holding that table, wait for a hand that is being booked at another,
which may want the first table for a player it sends there: a deadlock.
"""

from __future__ import annotations

from tournament.models import Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock and read a tournament for the rest of the transaction."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
