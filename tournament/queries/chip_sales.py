"""Who may buy a rebuy or an add-on now, at what price, and why not; what was bought, and what is owed for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count

from tournament.models import ChipSale, Entry, EntryStatus, Tournament, TournamentStatus
from tournament.queries.registration import registration_is_open
from tournament.rules.chip_sales import (
    SALE_KINDS,
    ChipOffer,
    SaleKind,
    SaleRefused,
    check_sale,
    is_sale_over,
    is_sold_in,
)

# A double rebuy, as it is announced before the first hand.
MOST_AT_ONCE: Final = 2
# How many of a kind each player has bought: what was undone does not count.
Bought = Mapping[tuple[int, str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleOffer:
    """What one entry may buy now, and `most` of it in one sale. Money in minor units."""

    kind: SaleKind
    price: int
    chips: int
    most: int = 1

    @property
    def price_of_most(self) -> int:
        return self.price * self.most

    @property
    def chips_of_most(self) -> int:
        return self.chips * self.most


def bought_by(tournament: Tournament, players: Collection[int]) -> Bought:
    """One query, none where nothing is sold."""
    if not tournament.sells_chips or not players:
        return {}
    standing = ChipSale.objects.filter(tournament=tournament, entry__player__in=players, undone_at=None)
    rows = standing.values_list("entry__player", "kind").annotate(count=Count("pk"))
    return {(player, kind): count for player, kind, count in rows}


def offers_now(
    tournament: Tournament, entry: Entry, *, bought: Bought, now: datetime
) -> tuple[SaleOffer, ...]:
    """What this entry may buy now; it is the latest of its player. No query."""
    offers = []
    for kind in SALE_KINDS:
        offer = tournament.offer(kind)
        if offer is None or sale_refusal(tournament, entry, kind, bought=bought, now=now) is not None:
            continue
        twice = sale_refusal(tournament, entry, kind, bought=bought, now=now, count=MOST_AT_ONCE)
        most = MOST_AT_ONCE if kind == "rebuy" and twice is None else 1
        offers.append(SaleOffer(kind=kind, price=offer.price.total, chips=offer.chips, most=most))
    return tuple(offers)


def sale_refusal(
    tournament: Tournament, entry: Entry, kind: SaleKind, *, bought: Bought, now: datetime, count: int = 1
) -> SaleRefused | None:
    """Why this entry may not buy it now, `count` of it in one sale; None if it may. No query.

    Sold only while entries are taken: afterwards the prize pool is known and prizes are decided by it. A player who is
    out may come back by a rebuy; an add-on is for those who are in.
    """
    offer = tournament.offer(kind)
    try:
        if offer is None:
            raise SaleRefused("Not sold in this tournament.", code="not_sold")
        _check_entry(tournament, entry, kind, now)
        before = bought.get((entry.player_id, kind), 0) + count - 1
        _check(tournament, offer, entry, before, now)
    except SaleRefused as refusal:
        return refusal
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnSale:
    """What is sold in a period, to be read by the room: chips and price, in minor units."""

    kind: SaleKind
    chips: int
    price: int


def on_sale_in(tournament: Tournament, index: int, *, now: datetime) -> tuple[OnSale, ...]:
    """What is sold in the period with this index, while entries are taken. No query."""
    if not tournament.sells_chips or not registration_is_open(tournament, now=now):
        return ()
    offers = ((kind, tournament.offer(kind)) for kind in SALE_KINDS)
    return tuple(
        OnSale(kind=kind, chips=offer.chips, price=offer.price.total)
        for kind, offer in offers
        if offer is not None and is_sold_in(offer, tournament.structure, index)
    )


def rebuys_until(tournament: Tournament, *, now: datetime) -> int | None:
    """The last level in which a player who is out may buy a rebuy; None where nobody may now. No query."""
    offer = tournament.offer("rebuy")
    if (
        offer is None
        or tournament.status != TournamentStatus.RUNNING
        or not registration_is_open(tournament, now=now)
        or is_sale_over(offer, structure=tournament.structure, clock=tournament.clock, now=now)
    ):
        return None
    return offer.last_level


def bounties_wait_until(tournament: Tournament, *, now: datetime) -> int | None:
    """The last level in which a player who was knocked out may come back with the bounty that was won; None where
    bounties can be paid: rebuys are over, or each carries a bounty of its own. No query.
    """
    offer = tournament.offer("rebuy")
    return None if offer is None or offer.price.bounty else rebuys_until(tournament, now=now)


def _check_entry(tournament: Tournament, entry: Entry, kind: SaleKind, now: datetime) -> None:
    if tournament.status != TournamentStatus.RUNNING:
        raise SaleRefused("The tournament is not in play.", code="not_in_play")
    if not registration_is_open(tournament, now=now):
        raise SaleRefused("Registration is closed: the prize pool is final.", code="registration_closed")
    sellable = {EntryStatus.PLAYING, EntryStatus.ELIMINATED} if kind == "rebuy" else {EntryStatus.PLAYING}
    if entry.status not in sellable:
        raise SaleRefused("This entry is not in play.", code="entry_not_live")


def _check(tournament: Tournament, offer: ChipOffer, entry: Entry, bought: int, now: datetime) -> None:
    check_sale(
        offer,
        structure=tournament.structure,
        clock=tournament.clock,
        bought=bought,
        chips=entry.stack + entry.chips_to_come if entry.is_stack_known else None,
        starting_stack=tournament.starting_stack,
        now=now,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SalesOfKind:
    """What one entry has bought of a kind: how many, and for how much in all; of it `owed` is not paid yet."""

    kind: str
    count: int
    price: int
    owed: int


def sales_of(tournament: Tournament, entry_id: int) -> tuple[SalesOfKind, ...]:
    """The rebuys before the add-ons. One query, none where nothing is sold."""
    if not tournament.sells_chips:
        return ()
    rows = list(ChipSale.objects.filter(tournament=tournament, entry=entry_id, undone_at=None))
    return tuple(
        SalesOfKind(
            kind=kind,
            count=len(own),
            price=sum(sale.paid_total for sale in own),
            owed=sum(sale.paid_total for sale in own if sale.collected_at is None),
        )
        for kind in SALE_KINDS
        if (own := [sale for sale in rows if sale.kind == kind])
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleLine:
    """A sale that stands; `is_owed`: the desk has not taken its money yet."""

    id: int
    kind: str
    entry_id: int
    player_id: int
    name: str
    entry_number: int
    price: int
    sold_at: datetime
    is_owed: bool


def sales_owed(tournament: Tournament) -> tuple[SaleLine, ...]:
    """Those whose money the desk has not taken yet, the oldest first. One query, none where nothing is sold."""
    return _lines(tournament, collected_at=None)


def sales_to(tournament: Tournament, *, player_id: int) -> tuple[SaleLine, ...]:
    """What a player has bought here, the oldest first. One query, none where nothing is sold."""
    return _lines(tournament, entry__player=player_id)


def sale_line(tournament: Tournament, *, sale_id: int) -> SaleLine | None:
    """One that stands. One query."""
    return next(iter(_read(tournament, pk=sale_id)), None)


def standing_sales(tournament: Tournament) -> tuple[tuple[int, str], ...]:
    """Entry and kind of each that stands. One query, none where nothing is sold."""
    if not tournament.sells_chips:
        return ()
    rows = ChipSale.objects.filter(tournament=tournament, undone_at=None)
    return tuple(rows.values_list("entry_id", "kind"))


def _lines(tournament: Tournament, **which: object) -> tuple[SaleLine, ...]:
    return _read(tournament, **which) if tournament.sells_chips else ()


def _read(tournament: Tournament, **which: object) -> tuple[SaleLine, ...]:
    rows = ChipSale.objects.filter(tournament=tournament, undone_at=None, **which)
    return tuple(
        SaleLine(
            id=sale.pk,
            kind=sale.kind,
            entry_id=sale.entry_id,
            player_id=sale.entry.player_id,
            name=sale.entry.player.name,
            entry_number=sale.entry.number,
            price=sale.paid_total,
            sold_at=sale.sold_at,
            is_owed=sale.collected_at is None,
        )
        for sale in rows.select_related("entry__player").order_by("pk")
    )
