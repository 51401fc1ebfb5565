"""What an entry costs now, as the desk sells it and as players read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.rules.names import fold_name
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
    first_entries: int | None = None


def desk_prices(tournament: Tournament, *, now: datetime) -> DeskPrices:
    """No query; one where there is an early bird."""
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
            first_entries=price.first_entries,
        )
        for price in (tournament.buy_in, *shown)
        if (price.ends_at is None or price.ends_at > now) and (price.first_entries is None or price == to_pay)
    )


def prices_to_say(tournament: Tournament, *, now: datetime) -> tuple[PriceTag, ...]:
    """What a player may say is theirs: the price to pay now first, then those without dates that players are told. The
    desk decides. No query.
    """
    to_pay = tournament.price_to_pay(now)
    others = [
        price for price in tournament.prices if price.is_public and not price.is_dated and price != to_pay
    ]
    return (_tag(to_pay, is_by_date=True), *(_tag(price, is_by_date=False) for price in others))


def prices_meant(prices: DeskPrices, *, said: str, amount: int | None) -> tuple[PriceTag, ...]:
    """What a list means by the name of a price or by an amount: several where they cost the same, none where there is
    no such price.
    """
    folded = fold_name(said)
    named = tuple(tag for tag in prices.all if folded in _names_of(tag))
    return named or tuple(tag for tag in prices.all if amount is not None and tag.total == amount)


def _names_of(tag: PriceTag) -> frozenset[str]:
    """Folded; the buy-in is called so in every language."""
    return frozenset(map(fold_name, (tag.name,) if tag.name else ("buy-in", "buyin", _("Buy-in"))))


def _tag(price: PriceProfile, *, is_by_date: bool) -> PriceTag:
    total = price.price.total
    return PriceTag(
        name=price.name,
        total=total,
        quote=str(PriceQuote(name=price.name, total=total, is_by_date=is_by_date)),
    )
