from __future__ import annotations

from django.db.models import F

from tournament.models import Tournament
from tournament.models.states import note_lock
from tournament.rules.clock import Clock

_COLUMNS = (
    "clock_state",
    "clock_index",
    "clock_elapsed_ms",
    "clock_added_ms",
    "clock_running_since",
    "clock_hands",
    "clock_version",
)


def claim_clock(tournament: Tournament, clock: Clock) -> bool:
    """Write `clock` if nobody has changed it since `tournament` was read; say who won.

    One conditional update: of any number of workers that see the same transition due, exactly
    one gets True. Then `tournament` carries the new columns.
    """
    # The winner holds the row from the update on, the loser writes nothing.
    note_lock(tournament.pk)
    won = Tournament.objects.filter(pk=tournament.pk, clock_version=tournament.clock_version).update(
        clock_state=clock.state,
        clock_index=clock.index,
        clock_elapsed_ms=clock.elapsed_ms,
        clock_added_ms=clock.added_ms,
        clock_running_since=clock.running_since,
        clock_hands=clock.hands,
        clock_version=F("clock_version") + 1,
    )
    if won:
        tournament.refresh_from_db(fields=list(_COLUMNS))
    return won == 1


def reload_clock(tournament: Tournament) -> None:
    """Another row of the same tournament has changed the clock."""
    tournament.refresh_from_db(fields=list(_COLUMNS))
