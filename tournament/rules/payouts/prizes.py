"""Prizes: the ladder of a pool under a payout scheme, and the shares of tied places.

The ladder (`payouts`) is a tuple of amounts in minor units, first place first, never
rising, without zeros, that sums to the pool exactly. Rounding rule, stated to players:
every place is rounded down to the rounding unit and the remainder goes to first place.
A minimum cash is a promise, so that it is rounded up: with prizes in steps of 500 a
minimum of 1,050 pays 1,500.
In a satellite a prize is a seat at its whole value, unrounded; the rest of the pool is the cash of the next place.
With fewer entries than paid places the shares of the places that exist are scaled up
to the whole pool.
"""

from collections.abc import Sequence
from math import gcd, lcm

from tournament.rules.payouts.locked import fitting_ladder
from tournament.rules.payouts.schemes import (
    MAX_PLACES,
    WHOLE,
    CustomAmounts,
    FieldCurve,
    FixedShares,
    PayoutScheme,
    PrizeError,
    SatelliteSeats,
    percent_text,
)


def payouts(*, pool: int, entries: int, scheme: PayoutScheme, unit: int = 1) -> tuple[int, ...]:
    """The ladder for a pool, first place first; see the head of this file.

    `unit` is the rounding unit in minor units (100 = whole euros if minor units are
    cents). A pool of 0 pays nobody. Raises PrizeError if the scheme does not fit.
    """
    if pool < 0 or unit < 1:
        raise PrizeError("The prize pool is negative or the rounding unit is below 1.", code="bad_pool")
    if pool == 0:
        return ()
    if entries < 1:
        raise PrizeError("There is a prize pool but there are no entries.", code="no_entries")
    if isinstance(scheme, CustomAmounts):
        return _custom_ladder(scheme, pool=pool, entries=entries)
    if isinstance(scheme, SatelliteSeats):
        return _seats_and_cash(scheme, pool=pool, entries=entries)
    if isinstance(scheme, FieldCurve):
        min_cash = -(-scheme.min_cash // unit) * unit
        amounts = _curve_amounts(scheme, pool=pool, entries=entries, min_cash=min_cash)
        return _rounded(amounts, pool=pool, unit=unit)
    shares = scheme.shares if isinstance(scheme, FixedShares) else scheme.shares_for(entries)
    return _rounded(_split(pool, shares[:entries]), pool=pool, unit=unit)


def prize_shares(ladder: Sequence[int], *, first: int, last: int, unit: int = 1) -> tuple[int, ...]:
    """What each of the entries that share places `first` to `last` gets, in their order.

    The prizes of these places (0 below the ladder) are added up and split equally, down
    to `unit`. Odd units go one each to the first of the tied entries, in the order the
    caller has put them in (by draw, or by entry number); less than a unit that is left
    goes to the very first. Nobody gets less than the smallest of these prizes: where that
    is not a multiple of `unit` (a ladder by hand), the step is the largest both divide by.
    """
    if not 1 <= first <= last or unit < 1:
        raise PrizeError("These places do not exist.", code="bad_places")
    shared_by = last - first + 1
    total = sum(ladder[first - 1 : last])
    step = gcd(unit, ladder[last - 1] if last <= len(ladder) else 0)
    steps, loose = divmod(total, step)
    each, odd_steps = divmod(steps, shared_by)
    shares = [(each + (position < odd_steps)) * step for position in range(shared_by)]
    shares[0] += loose
    return tuple(shares)


def _custom_ladder(scheme: CustomAmounts, *, pool: int, entries: int) -> tuple[int, ...]:
    if scheme.total != pool:
        raise PrizeError(
            "The amounts add up to %(total)s, the prize pool is %(pool)s.",
            code="amounts_do_not_sum",
            total=scheme.total,
            pool=pool,
        )
    return fitting_ladder(scheme, entries=entries)


def _seats_and_cash(scheme: SatelliteSeats, *, pool: int, entries: int) -> tuple[int, ...]:
    """The seats, and the rest in cash for the next place; for the first on top of a seat where everybody has one."""
    seats = min(pool // scheme.value, entries)
    rest = pool - seats * scheme.value
    if seats < entries:
        return (scheme.value,) * seats + ((rest,) if rest else ())
    return (scheme.value + rest,) + (scheme.value,) * (seats - 1)


def _curve_amounts(scheme: FieldCurve, *, pool: int, entries: int, min_cash: int) -> list[int]:
    """The amounts before rounding; `min_cash` is the scheme's, rounded up to the unit."""
    places = min(entries, MAX_PLACES, max(1, -(-entries * scheme.paid // WHOLE)))
    if min_cash:
        places = max(1, min(places, pool // 2 // min_cash))
    if places == 1:
        return [pool]
    weights = _harmonic_weights(places, flatness=scheme.flatness)
    if not scheme.first_share:
        return [min_cash + extra for extra in _split(pool - min_cash * places, weights)]
    winner = pool * scheme.first_share // WHOLE
    rest = pool - winner - min_cash * (places - 1)
    others = [] if rest < 0 else [min_cash + extra for extra in _split(rest, weights[1:])]
    if not others or others[0] > winner:
        raise PrizeError(
            "A first prize of %(percent)s %% of the prize pool does not fit %(places)s places.",
            code="first_share_does_not_fit",
            percent=percent_text(scheme.first_share),
            places=places,
        )
    return [winner, *others]


def _harmonic_weights(places: int, *, flatness: int) -> list[int]:
    """1 / (place + flatness) for each place, scaled to whole numbers.

    Exact for ladders people check by hand: a third of 600 must not become 199 for want of
    a digit. The exact scale has a thousand digits at 2,500 places, so beyond it is cut.
    """
    divisors = range(1 + flatness, places + flatness + 1)
    scale = lcm(*divisors) if divisors[-1] <= 2500 else 10**15
    return [scale // divisor for divisor in divisors]


def _split(amount: int, weights: Sequence[int]) -> list[int]:
    """Parts of `amount` by weight, each rounded down."""
    whole = sum(weights)
    return [amount * weight // whole for weight in weights]


def _rounded(amounts: Sequence[int], *, pool: int, unit: int) -> tuple[int, ...]:
    rounded = [amount // unit * unit for amount in amounts]
    rounded[0] += pool - sum(rounded)
    return tuple(amount for amount in rounded if amount)
