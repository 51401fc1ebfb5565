"""The chop as the board of the room shows it, while the floor has put it there."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Tournament
from tournament.queries.payouts.chops import ChopTable, StandingChop, chop_table, prizes_left, standing_chop
from tournament.rules.payouts.schemes import PrizeError


@dataclass(frozen=True, slots=True, kw_only=True)
class ChopOnWall:
    """The proposal that stands, or else the methods side by side."""

    standing: StandingChop | None
    table: ChopTable | None

    @property
    def played_for(self) -> StandingChop | ChopTable | None:
        """Which of them says what is left to play for."""
        return self.table or self.standing


def chop_on_wall(tournament: Tournament) -> ChopOnWall | None:
    """None unless it is shown, and where a chop can no longer be made. No query while it is not."""
    left = tournament.chop_on_wall
    if left is None:
        return None
    standing = standing_chop(tournament)
    if standing is not None and standing.agreed_at is None:
        return None if standing.is_stale else ChopOnWall(standing=standing, table=None)
    try:
        first, second = left
        prizes = prizes_left(tournament)
        table = chop_table(tournament, left=prizes, played_for=first, second_for=second)
    except PrizeError:
        return None
    return ChopOnWall(standing=None, table=table)
