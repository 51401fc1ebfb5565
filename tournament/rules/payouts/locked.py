"""A ladder that was announced and locked: the pool may move afterwards, the amounts stay.

Its amounts are held against the pool it was locked for. They add up to it, or the director has said that the house
adds what they are above it, or withholds what they are below it. What the pool has moved by since is never absorbed:
it is shown to the cent until the ladder is locked again or unlocked.

What has been awarded stays (`require_awarded`): a ladder may replace another as long as every place that was decided
is paid what was decided.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from tournament.rules.payouts.schemes import (
    AmountTier,
    CustomAmounts,
    PrizeError,
    payout_scheme_from_dict,
    payout_scheme_to_dict,
)

# Who bears what the amounts are above or below the pool.
Difference: TypeAlias = Literal["none", "added", "withheld"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedLadder:
    """Amounts by place, and the prize pool in minor units that they were locked for."""

    amounts: CustomAmounts
    pool: int

    @property
    def added(self) -> int:
        """What the house adds to the pool, as was said when it was locked; below 0 what it withholds."""
        return self.amounts.total - self.pool

    def moved(self, pool: int) -> int:
        """By how much the pool has grown since; below 0 by how much it has shrunk."""
        return pool - self.pool

    def ladder(self, *, entries: int) -> tuple[int, ...]:
        """The amounts from place 1 down. Raises PrizeError where there are fewer entries than paid places."""
        return fitting_ladder(self.amounts, entries=entries)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe; read back by `locked_from_dict`."""
        return {"amounts": payout_scheme_to_dict(self.amounts), "pool": self.pool}


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """Places `first` to `last`, shared by a tie or one alone, have been awarded `amount` in all."""

    first: int
    last: int
    amount: int


def locked_from_dict(data: object) -> LockedLadder | None:
    """Read a locked ladder; None for nothing. Raises PrizeError."""
    if data is None:
        return None
    match data:
        case {"amounts": amounts, "pool": int(pool)}:
            scheme = payout_scheme_from_dict(amounts)
            if isinstance(scheme, CustomAmounts):
                return LockedLadder(amounts=scheme, pool=pool)
    raise PrizeError("This is not a locked ladder.", code="bad_locked_ladder")


def fitting_ladder(amounts: CustomAmounts, *, entries: int) -> tuple[int, ...]:
    """The amounts by hand from place 1 down. Raises PrizeError for more places than entries."""
    ladder = amounts.ladder()
    if len(ladder) > entries:
        raise PrizeError(
            "%(places)s places are paid but there are only %(entries)s entries.",
            code="more_places_than_entries",
            places=len(ladder),
            entries=entries,
        )
    return ladder


def tiers_of(ladder: Sequence[int]) -> CustomAmounts:
    """A ladder as amounts by hand, equal neighbours in one tier. Raises PrizeError for an empty one."""
    tiers, place = [], 1
    for amount, group in groupby(ladder):
        last = place + len(list(group)) - 1
        tiers.append(AmountTier(first=place, last=last, amount=amount))
        place = last + 1
    return CustomAmounts(tiers=tuple(tiers))


def require_said(amounts: CustomAmounts, *, pool: int, difference: Difference) -> None:
    """Raise PrizeError unless the amounts are the pool, or differ from it the way that was said."""
    left = pool - amounts.total
    if difference == "none" and left > 0:
        raise PrizeError(
            "The amounts add up to %(total)s, %(missing)s less than the prize pool. Raise them, or say that the house "
            "withholds it.",
            code="amounts_below_pool",
            total=amounts.total,
            missing=left,
        )
    if difference == "none" and left < 0:
        raise PrizeError(
            "The amounts add up to %(total)s, %(missing)s more than the prize pool. Lower them, or say that the house "
            "adds it.",
            code="amounts_above_pool",
            total=amounts.total,
            missing=-left,
        )
    if (difference == "added" and left >= 0) or (difference == "withheld" and left <= 0):
        raise PrizeError(
            "The amounts add up to %(total)s, the prize pool is %(pool)s: choose what fits this difference.",
            code="difference_not_so",
            total=amounts.total,
            pool=pool,
        )


def require_awarded(ladder: Sequence[int], awarded: Iterable[Awarded]) -> None:
    """Raise PrizeError, naming the best place, where this ladder would pay otherwise what has been awarded."""
    changed = (each for each in awarded if sum(ladder[each.first - 1 : each.last]) != each.amount)
    worst = min(changed, key=lambda each: each.first, default=None)
    if worst is None:
        return
    raise PrizeError(
        "Place %(first)s has been awarded %(total)s: keep that, and change only the places still open."
        if worst.first == worst.last
        else "Places %(first)s to %(last)s have been awarded %(total)s together: keep that, and change only the "
        "places still open.",
        code="awarded_changed",
        first=worst.first,
        last=worst.last,
        total=worst.amount,
    )
