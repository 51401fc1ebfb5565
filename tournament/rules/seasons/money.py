"""What the money of a season gives each player, by the rank.

The shares are percentages of the whole, first rank first. Players who share a rank share what their ranks get, as
tied places of an event do; an odd cent goes to the first of them. No book rules it: leagues are the house's.
"""

from collections.abc import Mapping, Sequence

from tournament.rules.payouts.prizes import payouts, prize_shares
from tournament.rules.payouts.schemes import FixedShares
from tournament.rules.seasons.standings import SeasonLine


def season_prizes(
    lines: Sequence[SeasonLine], *, pool: int, split: tuple[int, ...], unit: int = 1
) -> Mapping[int, int]:
    """By player what is due, in minor units; nothing without shares or without a player who has a rank.

    `split` is in millionths. With fewer ranks than shares those there are share the whole.
    """
    ranked = [line for line in lines if line.rank]
    if not (split and ranked):
        return {}
    ladder = payouts(pool=pool, entries=len(ranked), scheme=FixedShares(shares=split), unit=unit)
    found: dict[int, int] = {}
    at = 0
    while at < len(ranked) and at < len(ladder):
        alike = [line for line in ranked[at:] if line.rank == ranked[at].rank]
        shares = prize_shares(ladder, first=at + 1, last=at + len(alike), unit=unit)
        found |= {line.player: share for line, share in zip(alike, shares, strict=True) if share}
        at += len(alike)
    return found
