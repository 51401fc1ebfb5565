"""Money in: the parts of a buy-in and the prize pool they make.

All amounts are integers in minor units (cents). An entry keeps the parts it paid, so
the pool is a sum over entries and editing the price of the next one rewrites nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tournament.rules.errors import RulesError

MAX_MONEY: Final = 10**12
# Of a price, in the order in which they are shown.
PARTS: Final = ("prize", "fee", "staff", "bounty", "other")

# ISO 4217: currencies without a minor unit.
_WHOLE_CURRENCIES: Final = frozenset({"JPY", "KRW", "CLP", "ISK", "HUF"})


class MoneyError(RulesError):
    """An amount of money that is not possible; `params["field"]` names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn:
    """What one entry pays: to the prize pool, the house, the staff, for bounties, and for anything else that the house
    deducts (a league, a charity, a tax).
    """

    prize: int
    fee: int = 0
    staff: int = 0
    bounty: int = 0
    other: int = 0

    def __post_init__(self) -> None:
        for field in PARTS:
            require_money(getattr(self, field), field=field)

    @property
    def total(self) -> int:
        """The price of the entry."""
        return sum(self.to_dict().values())

    def to_dict(self) -> dict[str, int]:
        """JSON-safe; the parts are the keyword arguments of `BuyIn`."""
        return {part: getattr(self, part) for part in PARTS}


def check_buy_in(buy_in: BuyIn, *, price: int) -> None:
    """Raise MoneyError unless the parts add up to the price on the poster."""
    if buy_in.total != price:
        raise MoneyError(
            "The parts add up to %(total)s, the price is %(price)s: change a part by %(missing)s.",
            code="parts_do_not_sum",
            field="price",
            total=buy_in.total,
            price=price,
            missing=price - buy_in.total,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePool:
    """The money to be paid out: what players paid, what others have added, what the house guarantees.

    Money that is added counts before the guarantee does: the house pays only what is missing then.
    """

    collected: int
    added: int = 0
    guarantee: int = 0

    def __post_init__(self) -> None:
        for field in ("collected", "added", "guarantee"):
            # A pool sums many entries: its own limit is only that it is not negative.
            if getattr(self, field) < 0:
                raise MoneyError("%(field)s is negative.", code="negative", field=field)

    @property
    def overlay(self) -> int:
        """What the house pays to reach the guarantee."""
        return max(0, self.guarantee - self.collected - self.added)

    @property
    def total(self) -> int:
        return self.collected + self.added + self.overlay

    def entries_missing(self, *, share: int) -> int | None:
        """How many more entries, each with so much for the pool, end the overlay; None where none ever do."""
        if not self.overlay:
            return 0
        return -(-self.overlay // share) if share else None


def minor_units(currency: str) -> int:
    """How many minor units make one of the currency (ISO 4217 code): 100 cents a euro, 1 a yen."""
    return 1 if currency in _WHOLE_CURRENCIES else 100


def prize_pool(buy_ins: Iterable[BuyIn], *, added: int = 0, guarantee: int = 0) -> PrizePool:
    """The pool of the entries whose `buy_ins` these are (refunded ones left out)."""
    collected = sum(buy_in.prize for buy_in in buy_ins)
    return PrizePool(collected=collected, added=added, guarantee=guarantee)


def require_money(value: object, *, field: str) -> None:
    """Raise MoneyError unless `value` is an amount from 0 to the limit in minor units."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise MoneyError("%(field)s is not a whole number of cents.", code="not_whole", field=field)
    if not 0 <= value <= MAX_MONEY:
        raise MoneyError(
            "%(field)s is out of range: enter an amount from 0 to %(high)s.",
            code="out_of_range",
            field=field,
            high=MAX_MONEY,
        )
