"""Payout schemes as data: a scheme says how a pool is divided, prizes.py divides it.

A share of a scheme is a whole number of millionths of the pool (1 % = 10,000), so that
"1.04 %" is exact. A scheme checks itself when it is made: percentages that add up to
99.1 never get as far as a tournament.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any, Final, Self, TypeAlias

from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import MAX_MONEY, require_money

WHOLE: Final = 1_000_000  # millionths of the pool
PERCENT: Final = WHOLE // 100
MAX_PLACES: Final = 20_000


class PrizeError(RulesError):
    """A scheme that is not valid, or does not fit this pool and field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedShares:
    """The same shares whatever the field, for example 50 / 30 / 20 %."""

    shares: tuple[int, ...]

    def __post_init__(self) -> None:
        _require_shares(self.shares, column="")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumn:
    """Shares for fields of `min_entries` to `max_entries` (None: and more)."""

    min_entries: int
    max_entries: int | None
    shares: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.min_entries < 1 or (self.max_entries is not None and self.max_entries < self.min_entries):
            raise PrizeError(
                "Column %(column)s: the numbers of entries must increase.",
                code="bad_column",
                column=self.heading,
            )
        _require_shares(self.shares, column=self.heading)

    @property
    def heading(self) -> str:
        return f"{self.min_entries}-{self.max_entries or ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareTable:
    """A payout table by field size; a field below the first column uses the first."""

    columns: tuple[TableColumn, ...]

    def __post_init__(self) -> None:
        if not self.columns:
            raise PrizeError("The payout table has no columns.", code="empty_table")
        for before, after in pairwise(self.columns):
            if before.max_entries is None or after.min_entries != before.max_entries + 1:
                raise PrizeError(
                    "Column %(column)s does not continue from column %(before)s.",
                    code="columns_do_not_follow",
                    column=after.heading,
                    before=before.heading,
                )

    def shares_for(self, entries: int) -> tuple[int, ...]:
        """The column for a field. Raises PrizeError if the table ends below it."""
        for column in self.columns:
            if column.max_entries is None or entries <= column.max_entries:
                return column.shares
        raise PrizeError(
            "The payout table ends at %(last)s entries; there are %(entries)s.",
            code="field_too_large",
            last=self.columns[-1].max_entries,
            entries=entries,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldCurve:
    """A part of the field is paid, on a curve that falls like 1 / place.

    `paid` is the paid part of the field in millionths, rounded up to a whole place.
    Every paid place gets `min_cash` minor units, rounded up to the unit of the prizes;
    as long as these would take more than half of the pool, fewer places are paid. What is
    left after them is split by weights 1 / (place + flatness): a higher `flatness` makes
    a flatter ladder. `first_share` (millionths, 0 for none) fixes the part of the winner
    and the curve splits the rest.
    """

    paid: int = 15 * PERCENT
    min_cash: int = 0
    flatness: int = 0
    first_share: int = 0

    def __post_init__(self) -> None:
        _require_range(self.paid, field="paid", low=1, high=WHOLE)
        _require_range(self.min_cash, field="min_cash", low=0, high=MAX_MONEY)
        _require_range(self.flatness, field="flatness", low=0, high=1000)
        _require_range(self.first_share, field="first_share", low=0, high=WHOLE)

    def for_places(self, places: int, *, entries: int) -> Self:
        """The same curve over so many of the places of a field, 1 to `entries`."""
        return replace(self, paid=max(1, places * WHOLE // entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountTier:
    """Places `first` to `last` are paid `amount` minor units each."""

    first: int
    last: int
    amount: int

    def __post_init__(self) -> None:
        _require_range(self.first, field="first", low=1, high=MAX_PLACES)
        _require_range(self.last, field="last", low=self.first, high=MAX_PLACES)
        require_money(self.amount, field="amount")


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomAmounts:
    """A ladder written by hand; it must add up to the pool it is used for."""

    tiers: tuple[AmountTier, ...]

    def __post_init__(self) -> None:
        expected = 1
        for tier in self.tiers:
            if tier.first != expected:
                raise PrizeError(
                    "Place %(place)s is missing or listed twice.", code="place_gap", place=expected
                )
            expected = tier.last + 1
        amounts = [tier.amount for tier in self.tiers]
        if not amounts or amounts[-1] == 0 or any(b > a for a, b in pairwise(amounts)):
            raise PrizeError(
                "Amounts must not increase from one place to the next, and each must be above 0.",
                code="amounts_rise",
            )

    @property
    def total(self) -> int:
        return sum(tier.amount * (tier.last - tier.first + 1) for tier in self.tiers)

    def ladder(self) -> tuple[int, ...]:
        return tuple(tier.amount for tier in self.tiers for _ in range(tier.first, tier.last + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class SatelliteSeats:
    """A satellite: seats in another event, or tickets, worth `value` minor units each, as many as the pool pays.

    What is left below the value of one more seat is paid in cash to the next place. Play stops as soon as everybody
    left has a seat, and they all tie.
    """

    value: int

    def __post_init__(self) -> None:
        _require_range(self.value, field="value", low=1, high=MAX_MONEY)

    def seats(self, ladder: Sequence[int]) -> int:
        """How many places of a ladder are seats: those that are paid one, and nothing less."""
        return sum(amount >= self.value for amount in ladder)

    def seat_of(self, amount: int) -> int:
        """What of a prize is given as a seat: its value, or 0 where the prize is less and all of it is cash."""
        return self.value if amount >= self.value else 0


PayoutScheme: TypeAlias = FixedShares | ShareTable | FieldCurve | CustomAmounts | SatelliteSeats

_KINDS: Final[Mapping[type[PayoutScheme], str]] = {
    FixedShares: "fixed",
    ShareTable: "table",
    FieldCurve: "curve",
    CustomAmounts: "amounts",
    SatelliteSeats: "seats",
}


def payout_scheme_to_dict(scheme: PayoutScheme) -> dict[str, object]:
    """JSON-safe form, equal to itself after a journey through JSON; read back by `payout_scheme_from_dict`."""
    return {"kind": _KINDS[type(scheme)], **{name: _listed(value) for name, value in asdict(scheme).items()}}


def _listed(value: object) -> object:
    """Tuples as lists, all the way down."""
    if isinstance(value, tuple):
        return [_listed(item) for item in value]
    if isinstance(value, dict):
        return {name: _listed(item) for name, item in value.items()}
    return value


def payout_scheme_from_dict(data: object) -> PayoutScheme:
    """Read a scheme; raises PrizeError that names what is wrong."""
    if not isinstance(data, Mapping):
        raise PrizeError("This is not a payout structure.", code="not_a_scheme")
    fields = {name: value for name, value in data.items() if name != "kind"}
    try:
        match data.get("kind"):
            case "fixed":
                return FixedShares(**_with_tuple(fields, "shares"))
            case "table":
                columns = (TableColumn(**_with_tuple(row, "shares")) for row in _rows(fields, "columns"))
                return ShareTable(columns=tuple(columns))
            case "curve":
                return FieldCurve(**fields)
            case "seats":
                return SatelliteSeats(**fields)
            case "amounts":
                return CustomAmounts(tiers=tuple(AmountTier(**row) for row in _rows(fields, "tiers")))
    except TypeError:  # a field too many, too few, or of the wrong kind
        raise PrizeError("The fields of this payout structure are wrong.", code="bad_scheme") from None
    raise PrizeError("This kind of payout structure does not exist.", code="unknown_scheme")


def percent_text(share: int) -> str:
    """Millionths as a percentage without needless zeros: 991000 -> "99.1"."""
    whole, rest = divmod(share, PERCENT)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".")


def _rows(fields: Mapping[str, object], name: str) -> list[dict[str, Any]]:
    rows = fields.get(name)
    if set(fields) != {name} or not isinstance(rows, list | tuple) or len(rows) > MAX_PLACES:
        raise TypeError(name)
    if not all(isinstance(row, Mapping) for row in rows):
        raise TypeError(name)
    return [dict(row) for row in rows]


def _with_tuple(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = fields.get(name)
    if not isinstance(value, list | tuple) or len(value) > MAX_PLACES:
        raise TypeError(name)
    return {**fields, name: tuple(value)}


def _require_shares(shares: tuple[int, ...], *, column: str) -> None:
    if not shares or any(type(share) is not int or share <= 0 for share in shares):
        raise PrizeError(
            "Column %(column)s: the percentages must be above 0."
            if column
            else "The percentages must be above 0.",
            code="bad_share",
            column=column,
        )
    if any(after > before for before, after in pairwise(shares)):
        raise PrizeError(
            "Column %(column)s: the percentages must not increase from one place to the next."
            if column
            else "The percentages must not increase from one place to the next.",
            code="shares_rise",
            column=column,
        )
    if sum(shares) != WHOLE:
        raise PrizeError(
            "Column %(column)s: the percentages add up to %(percent)s %%, not 100 %%."
            if column
            else "The percentages add up to %(percent)s %%, not 100 %%.",
            code="shares_do_not_sum",
            column=column,
            percent=percent_text(sum(shares)),
        )


def _require_range(value: object, *, field: str, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PrizeError(
            "%(field)s must be a whole number from %(low)s to %(high)s.",
            code="out_of_range",
            field=field,
            low=low,
            high=high,
        )
