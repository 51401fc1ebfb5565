"""What an entry costs now, as the desk sells it and as players read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Tournament
from tournament.rules.payouts.prices import PriceProfile, PriceQuote, next_change


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceTag:
    """One price on a button: its name ("" for the buy-in), its total in minor units, and what the button sends."""

    name: str
    total: int
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPrices:
    """The price to pay now, until when as far as dates say, and the others that the desk may choose."""

    to_pay: PriceTag
    until: datetime | None
    others: tuple[PriceTag, ...]

    @property
    def all(self) -> tuple[PriceTag, ...]:
        return (self.to_pay, *self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPrice:
    """One price that players are told, with its dates; `is_to_pay` now."""

    name: str
    total: int
    starts_at: datetime | None
    ends_at: datetime | None
    is_to_pay: bool


def desk_prices(tournament: Tournament, *, now: datetime) -> DeskPrices:
    """No query."""
    prices = tournament.prices
    to_pay = tournament.price_to_pay(now)
    others = [price for price in (tournament.buy_in, *prices) if price != to_pay]
    return DeskPrices(
        to_pay=_tag(to_pay, is_by_date=True),
        until=next_change(prices, now=now),
        others=tuple(_tag(price, is_by_date=False) for price in others),
    )


def public_prices(tournament: Tournament, *, now: datetime) -> tuple[PublicPrice, ...]:
    """The buy-in first, then the other prices that players are told and that are not over; no query."""
    to_pay = tournament.price_to_pay(now)
    shown = [price for price in tournament.prices if price.is_public or price == to_pay]
    return tuple(
        PublicPrice(
            name=price.name,
            total=price.price.total,
            starts_at=price.starts_at,
            ends_at=price.ends_at,
            is_to_pay=price == to_pay,
        )
        for price in (tournament.buy_in, *shown)
        if price.ends_at is None or price.ends_at > now
    )


def _tag(price: PriceProfile, *, is_by_date: bool) -> PriceTag:
    total = price.price.total
    return PriceTag(
        name=price.name,
        total=total,
        quote=str(PriceQuote(name=price.name, total=total, is_by_date=is_by_date)),
    )
