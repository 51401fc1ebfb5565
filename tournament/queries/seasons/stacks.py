"""With how many chips a player begins to whom a season has given a stack of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tournament.changes.seasons import StacksFromPoints
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.names import as_merged


def own_stacks(tournament: Tournament, players: Collection[int]) -> Mapping[int, int]:
    """By player the chips of an entry that is made now, for those who have a stack of their own and no entry yet.

    No query for an event without such stacks, otherwise three.
    """
    given = {player: chips for player, chips in stacks_given(tournament).items() if player in players}
    if not given:
        return {}
    entered = Entry.objects.filter(tournament=tournament, player__in=given).exclude(status=EntryStatus.VOID)
    before = set(entered.values_list("player", flat=True))
    return {player: chips for player, chips in given.items() if player not in before}


def stacks_given(tournament: Tournament) -> Mapping[int, int]:
    """By player the chips of the first entry, in the order of the standings; of two who were merged the larger stack.

    No query for an event without such stacks, otherwise two.
    """
    line = tournament.stacks_line
    if line is None:
        return {}
    told = StacksFromPoints.of(line).stacks
    players = as_merged(player for player, _chips in told)
    found: dict[int, int] = {}
    for player, chips in told:
        found[players[player]] = max(chips, found.get(players[player], 0))
    return found
