"""Seats of a satellite that stacks have won before its end."""

from __future__ import annotations

from tournament.models import Entry, EntryStatus, Tournament


def seats_won(tournament: Tournament) -> int:
    """How many players have left with a seat. They have the first places, and none of those left can have one of them.

    No query where prizes are money.
    """
    if tournament.satellite is None:
        return 0
    return Entry.objects.filter(tournament=tournament, status=EntryStatus.SEAT_WON).count()
