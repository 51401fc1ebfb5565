"""A table that broadcast software follows: the players who are out since, and the stacks of those who stay.

Nothing is half-written: one player or stack that is refused, and nothing has changed. The log has the busts, one after
the other as they came, and then the count; each is undone like one that was entered by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import Table
from tables.queries.table.seat_stacks import seat_stacks
from tables.services.chips.counting import count_stacks
from tables.services.hands.busting import Out, bust_players
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamedOut:
    """A player who is out, with how many chips before the hand; `at` orders the hands, `credited_to` is perhaps
    nobody.
    """

    entry_id: int
    name: str
    at: int
    start: int
    credited_to: Sequence[int] = ()


@transaction.atomic
def take_over(
    *,
    tournament_id: int,
    table_id: int,
    out: Sequence[StreamedOut],
    stacks: Mapping[int, int],
    by: By,
    reason: str = "",
) -> list[LogEntry]:
    """Put players out, then set the stacks of those who stay, both by entry; the lines of the log that say so.

    Raises Refused for what `bust_players` and `count_stacks` refuse, for a player who sits elsewhere, and for two who
    went out in one hand with equal stacks: that they tie is entered by hand.
    """
    lock_tournament(tournament_id)
    table = Table.objects.get(pk=table_id, tournament=tournament_id)
    here = {each.entry_id: each.seat for each in seat_stacks(table)}
    if not {*stacks, *[each.entry_id for each in out]} <= here.keys():
        raise Refused(
            _("The players at table %(table)d have changed: preview the file again.")
            % {"table": table.number},
            code="not_at_table",
        )
    lines = [
        bust_players(
            tournament_id=tournament_id,
            table_id=table_id,
            out=Out(entries=[each.entry_id], credited_to=each.credited_to),
            by=by,
        )
        for each in _as_they_went(out)
    ]
    # The last bust may have ended the tournament: then its winner has all chips.
    if Tournament.objects.get(pk=tournament_id).status == TournamentStatus.RUNNING:
        counts = {here[entry_id]: chips for entry_id, chips in stacks.items()}
        counted = count_stacks(
            tournament_id=tournament_id, table_id=table_id, counts=counts, by=by, reason=reason
        )
        lines += [counted] if counted else []
    return lines


def _as_they_went(out: Sequence[StreamedOut]) -> list[StreamedOut]:
    """Hand by hand; of two players in one hand the one with the smaller stack, who finishes lower, first (TDA 22)."""
    ordered = sorted(out, key=lambda each: (each.at, each.start))
    for one, other in pairwise(ordered):
        if (one.at, one.start) == (other.at, other.start):
            raise Refused(
                _("%(one)s and %(other)s went out in one hand with equal stacks: put them out by hand first.")
                % {"one": one.name, "other": other.name},
                code="tied",
            )
    return ordered
