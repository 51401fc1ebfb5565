"""Which amounts the chips in play can make: a stack or a bet that they cannot make is not a valid amount."""

from collections.abc import Collection, Iterable
from math import gcd


def values_left(values: Iterable[int], removed: Collection[int]) -> list[int]:
    """The values of a chip set without those that have left play, in the order given."""
    return [value for value in values if value not in removed]


def smallest_chip(values: Collection[int], removed: Collection[int]) -> int | None:
    """The smallest chip left once some have left play; None while all are in play, or none is left."""
    return min(values_left(values, removed), default=None) if removed else None


def unit_of(values: Iterable[int]) -> int:
    """What every amount is a multiple of that these chips make; 0 without chips."""
    return gcd(*values)


def nearest_amounts(amount: int, *, unit: int) -> tuple[int, int] | None:
    """The nearest amounts below and above that can be made; None for one that can be made itself.

    Without a unit, or with one of 1, every amount can.
    """
    if unit < 2 or not amount % unit:
        return None
    below = amount - amount % unit
    return below, below + unit
