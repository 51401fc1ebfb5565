"""What is said of a hand that no tablet records: its result, or nothing but who is out.

Used where scripted players play at tables of every way of recording, side by side.
"""

from __future__ import annotations

from contextlib import suppress

from tables.models import Recording, Table
from tables.queries.table.seat_stacks import seat_stacks
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.counted import Result, count_hand
from tables.services.stops.announcing import mark_table_done
from tournament.draws.chance import Rng
from tournament.models import Tournament
from tournament.services.actor import By
from tournament.services.errors import Refused

# Of so many hands one sends a player home.
HANDS_PER_BUST = 3


def say_result(table: Table, rng: Rng, *, by: By) -> None:
    """Say what there is to say of the hand that is over. Raises Refused where it could not be played."""
    out = _somebody_out(table, rng)
    if table.recording == Recording.RESULTS:
        count_hand(tournament_id=table.tournament_id, table_id=table.pk, result=Result(out=out), by=by)
        return
    if out.entries:
        bust_players(tournament_id=table.tournament_id, table_id=table.pk, out=out, by=by)
    _mark_done(table, by)


def _somebody_out(table: Table, rng: Rng) -> Out:
    """Perhaps a player, knocked out by the next one."""
    seats = seat_stacks(table)
    if len(seats) < 2 or rng.randrange(HANDS_PER_BUST):
        return Out(entries=())
    loser = rng.randrange(len(seats))
    winner = (loser + 1) % len(seats)
    return Out(entries=(seats[loser].entry_id,), credited_to=(seats[winner].entry_id,))


def _mark_done(table: Table, by: By) -> None:
    """In hand-for-hand the floor says so for a table that enters no hands."""
    if Tournament.objects.get(pk=table.tournament_id).stop is None:
        return
    # It has been marked for this round, or has broken meanwhile.
    with suppress(Refused):
        mark_table_done(tournament_id=table.tournament_id, table_id=table.pk, by=by)
