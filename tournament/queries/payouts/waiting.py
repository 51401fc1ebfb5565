"""All that waits at the desk for a player: prize, bounties and side prizes of an entry, less what the player owes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F, Sum

from tournament.models import BountyShare, ChipSale, Payout, SidePrize, Tournament
from tournament.queries.payouts.withheld import withheld_now
from tournament.rules.payouts.limits import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What one entry has to get, in minor units of cash, and what its player `owes` for rebuys and add-ons.

    `papers` are due before so much is paid in one go; `is_offered`: it can be, without a second person.
    """

    prize: int = 0
    bounties: int = 0
    side_prizes: int = 0
    owes: int = 0
    papers: tuple[Paper, ...] = ()
    is_offered: bool = False

    @property
    def total(self) -> int:
        return self.prize + self.bounties + self.side_prizes

    @property
    def left(self) -> int:
        """What is handed over once the debt is set off."""
        return self.total - self.owes


NOTHING = Waiting()


def waiting_for(tournament: Tournament, players: Mapping[int, int]) -> dict[int, Waiting]:
    """By entry, of these entries given with their players. Two queries, one more of bounties and one of sales."""
    prizes = _prizes(tournament, players)
    side = _side_prizes(players)
    bounties = _bounties(tournament, players)
    debts = _debts(tournament)
    return {
        entry: _waiting(
            tournament, prizes.get(entry, 0), bounties.get(entry, 0), side.get(entry, 0), debts.get(player, 0)
        )
        for entry, player in players.items()
    }


def _waiting(tournament: Tournament, prize: int, bounties: int, side: int, owes: int) -> Waiting:
    total = prize + bounties + side
    limits = tournament.payment_limits
    is_more_than_one = bool(owes) or sum(map(bool, (prize, bounties, side))) > 1
    # A seat is handed over as itself, and what a second person confirms is asked for piece by piece.
    is_offered = tournament.satellite is None and not limits.needs_second(total)
    return Waiting(
        prize=prize,
        bounties=bounties,
        side_prizes=side,
        owes=owes,
        papers=limits.papers_due(total),
        is_offered=bool(total) and is_more_than_one and is_offered and owes <= total,
    )


def _prizes(tournament: Tournament, entries: Mapping[int, int]) -> dict[int, int]:
    rows = Payout.objects.filter(tournament=tournament, entry__in=entries, paid_at=None)
    return {
        entry: amount - sum(part.amount for part in withheld_now(tournament, amount))
        for entry, amount in rows.values_list("entry", "amount")
    }


def _side_prizes(entries: Mapping[int, int]) -> dict[int, int]:
    rows = SidePrize.objects.filter(entry__in=entries, removed_at=None, payment=None)
    return dict(rows.values_list("entry").annotate(all=Sum("amount")))


def _bounties(tournament: Tournament, entries: Mapping[int, int]) -> dict[int, int]:
    if not tournament.has_bounties:
        return {}
    rows = BountyShare.objects.filter(winner__in=entries, undone_at=None, payment=None, due__gt=0)
    return dict(rows.values_list("winner").annotate(all=Sum("due")))


def _debts(tournament: Tournament) -> dict[int, int]:
    """By player: a debt may be of an earlier entry."""
    owed: dict[int, int] = defaultdict(int)
    if tournament.sells_chips:
        price = F("paid_prize") + F("paid_fee") + F("paid_staff") + F("paid_bounty")
        rows = ChipSale.objects.filter(tournament=tournament, undone_at=None, collected_at=None)
        for player, amount in rows.values_list("entry__player").annotate(all=Sum(price)):
            owed[player] += amount
    return owed
