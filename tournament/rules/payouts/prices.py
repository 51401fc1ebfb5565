"""What an entry costs: the buy-in of the event and its other prices, early, late, for members, for staff.

A price with dates is the one to pay between them; without dates it is chosen at the desk only. The desk may choose any
of them by hand. Pure: the caller says what time it is. No book rules prices; they are the event's announcement.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self

from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import BuyIn

MAX_PRICES: Final = 8
LONGEST_NAME: Final = 30
MOST_ENTRIES: Final = 20_000
# How a quote begins: the price to pay at that time, or one that the desk chose.
_BY_DATE: Final = "now"
_BY_HAND: Final = "hand"


class PriceError(RulesError):
    """A price that is not possible; `params["field"]` names what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceProfile:
    """One price of an event with its split; the buy-in of the settings has the name "".

    With dates it is the price to pay from `starts_at`, until just before `ends_at`; None means no limit on that side.
    `first_entries`: an early bird, the price to pay for so many entries made before the clock starts. `is_public`:
    shown to players.
    """

    name: str
    price: BuyIn
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    is_public: bool = True
    first_entries: int | None = None

    def __post_init__(self) -> None:
        if self.starts_at is not None and self.ends_at is not None and self.starts_at >= self.ends_at:
            raise PriceError("The price ends before it begins.", code="ends_first", field="ends_at")
        if self.first_entries is not None and not 1 <= self.first_entries <= MOST_ENTRIES:
            raise PriceError(
                "Enter a whole number from %(low)s to %(high)s.",
                code="out_of_range",
                field="first_entries",
                low=1,
                high=MOST_ENTRIES,
            )

    @property
    def is_dated(self) -> bool:
        """Whether it is to be paid at some time without anybody choosing it."""
        return (self.starts_at, self.ends_at, self.first_entries) != (None, None, None)

    def holds_at(self, now: datetime, *, taken: int = 0, has_started: bool = False) -> bool:
        """Whether it is the price to pay at `now` without anybody choosing it, `taken` entries having been made."""
        begun = self.starts_at is None or self.starts_at <= now
        is_early = self.first_entries is None or (taken < self.first_entries and not has_started)
        return self.is_dated and is_early and begun and (self.ends_at is None or now < self.ends_at)

    def overlaps(self, other: Self) -> bool:
        """Whether the dates of both hold at some moment; an early bird goes before the others."""
        one_is_early = (self.first_entries is None) != (other.first_entries is None)
        if one_is_early or not (self.is_dated and other.is_dated):
            return False
        return _before(self.starts_at, other.ends_at) and _before(other.starts_at, self.ends_at)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, as stored with a tournament."""
        return {
            "name": self.name,
            "price": self.price.to_dict(),
            "starts_at": None if self.starts_at is None else self.starts_at.isoformat(),
            "ends_at": None if self.ends_at is None else self.ends_at.isoformat(),
            "is_public": self.is_public,
            # Only where there is one: lines of the log are compared with what is stored.
            **({} if self.first_entries is None else {"first_entries": self.first_entries}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceQuote:
    """The price that the desk has shown: its name, its total in minor units, and whether it was the one to pay then."""

    name: str
    total: int
    is_by_date: bool

    def __str__(self) -> str:
        return f"{_BY_DATE if self.is_by_date else _BY_HAND}:{self.total}:{self.name}"


def read_quote(text: str) -> PriceQuote | None:
    """The quote that `str` wrote, or None."""
    how, _colon, rest = text.partition(":")
    digits, colon, name = rest.partition(":")
    if how not in (_BY_DATE, _BY_HAND) or not colon:
        return None
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 15):
        return None
    return PriceQuote(name=name, total=int(digits), is_by_date=how == _BY_DATE)


def price_from_dict(data: Mapping[str, object]) -> PriceProfile:
    """The price that `to_dict` wrote."""
    price: Mapping[str, int] = data["price"]  # type: ignore[assignment]  # written by to_dict
    return PriceProfile(
        name=str(data["name"]),
        price=BuyIn(**price),
        starts_at=_moment(data["starts_at"]),
        ends_at=_moment(data["ends_at"]),
        is_public=bool(data["is_public"]),
        first_entries=_number(data.get("first_entries")),
    )


def check_prices(prices: Sequence[PriceProfile]) -> None:
    """Raise PriceError unless these can be the prices of one event, besides its buy-in."""
    if len(prices) > MAX_PRICES:
        raise PriceError(
            "An event has at most %(most)s prices.", code="too_many", field="name", most=MAX_PRICES
        )
    for at, price in enumerate(prices):
        if not price.name:
            raise PriceError("A price needs a name.", code="no_name", field="name")
        if len(price.name) > LONGEST_NAME:
            raise PriceError(
                "A name has at most %(most)s letters.", code="long_name", field="name", most=LONGEST_NAME
            )
        for other in prices[:at]:
            if other.name.casefold() == price.name.casefold():
                raise PriceError("There is a price of this name already.", code="same_name", field="name")
            if other.overlaps(price):
                raise PriceError(
                    "“%(one)s” and “%(other)s” would both be the price to pay at the same time: change a date of one.",
                    code="overlap",
                    field="starts_at",
                    one=other.name,
                    other=price.name,
                )


def price_to_pay(
    standard: PriceProfile,
    prices: Sequence[PriceProfile],
    *,
    now: datetime,
    taken: int = 0,
    has_started: bool = False,
) -> PriceProfile:
    """The price of an entry at `now` that nobody chooses another one for; an early bird before the others.

    `taken` are the entries made before, `has_started` the clock.
    """
    early_first = sorted(prices, key=lambda price: price.first_entries is None)
    holding = (p for p in early_first if p.holds_at(now, taken=taken, has_started=has_started))
    return next(holding, standard)


def next_change(prices: Sequence[PriceProfile], *, now: datetime) -> datetime | None:
    """When another price will be the one to pay, as far as dates say."""
    moments = [
        at for price in prices for at in (price.starts_at, price.ends_at) if at is not None and at > now
    ]
    return min(moments, default=None)


def without_dates(prices: Sequence[PriceProfile]) -> tuple[PriceProfile, ...]:
    """The same for another day: whose dates are over may only be chosen by hand."""
    return tuple(replace(price, starts_at=None, ends_at=None) for price in prices)


def _before(start: datetime | None, end: datetime | None) -> bool:
    return start is None or end is None or start < end


def _number(value: object) -> int | None:
    return None if value is None else int(str(value))


def _moment(text: object) -> datetime | None:
    return None if text is None else datetime.fromisoformat(str(text))
