"""What the list of players says of money beside each entry: rebuys, add-ons, bounty, and what can be sold now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from tables.queries.room.sale_offers import Buyer, buyers
from tournament.models import BountyShare, ChipSale, Entry, Tournament
from tournament.queries.payouts.bounties import heads_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSales:
    """Of one entry: how many of each it has bought, the bounties it has won and what lies on its own head, in minor
    units; `buyer` where something can be sold now, to the latest entry of a player.
    """

    rebuys: int = 0
    add_ons: int = 0
    bounties: int = 0
    on_head: int = 0
    buyer: Buyer | None = None


def row_sales(tournament: Tournament, entries: Mapping[int, int], *, now: datetime) -> Mapping[int, RowSales]:
    """By entry, of these given with their players; empty where nothing is sold and no bounty is played for.

    Twelve queries at most, however many entries.
    """
    if not tournament.sells_chips and not tournament.has_bounties:
        return {}
    ids = list(entries)
    bought = _bought(tournament, ids)
    may = _buyers(tournament, set(entries.values()), now)
    won = _won(tournament, ids)
    heads = heads_of(tournament.pk, ids) if tournament.has_heads and ids else {}
    return {
        pk: RowSales(
            rebuys=bought[pk, "rebuy"],
            add_ons=bought[pk, "add_on"],
            bounties=won.get(pk, 0),
            on_head=heads.get(pk, 0),
            buyer=may.get(pk),
        )
        for pk in ids
    }


def _bought(tournament: Tournament, ids: Sequence[int]) -> Counter[tuple[int, str]]:
    if not tournament.sells_chips:
        return Counter()
    rows = ChipSale.objects.filter(entry__in=ids, undone_at=None)
    return Counter(rows.values_list("entry_id", "kind"))


def _buyers(tournament: Tournament, players: Collection[int], now: datetime) -> dict[int, Buyer]:
    """By entry: of a player who has entered again the latest alone may buy."""
    if not tournament.sells_chips:
        return {}
    entries = Entry.objects.filter(tournament=tournament, player__in=players).select_related("player")
    return {buyer.entry_id: buyer for buyer in buyers(tournament, list(entries), now=now).values()}


def _won(tournament: Tournament, ids: Sequence[int]) -> dict[int, int]:
    if not tournament.has_bounties:
        return {}
    rows = BountyShare.objects.filter(winner__in=ids, undone_at=None)
    return dict(rows.values_list("winner").annotate(all=Sum("due")))
