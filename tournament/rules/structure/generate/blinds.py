"""The amounts that chips can pay: a ladder of small blinds, and from which of them on a chip may leave.

A value of chips may leave once the small blind is two of the next, and no level needs it where it is three: with 25,
100, 500 the 25s leave before 200/400, or stay for 250/500, and 300/600 does without them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import gcd
from typing import Final

# What small blinds of printed sheets begin with; twice each is a big blind.
_DIGITS: Final = (100, 120, 150, 200, 250, 300, 400, 500, 600, 800)
# And those that long sheets of many levels put between them.
_RARE_DIGITS: Final = (125, 175, 225, 350, 450, 700, 900)
# Three of a chip, where three of it are no such amount: 75/150 of chips of 25.
_MULTIPLES: Final = (1, 2, 3, 4, 5, 6, 8)
# So many of the next chip make a small blind that may do without the one below, and one that does.
_MAY_LEAVE: Final = 2
_HAS_LEFT: Final = 3


def rungs_of(chip_values: Sequence[int], *, top: int) -> tuple[int, ...]:
    """Every small blind of the ladder up to `top`, rising; neighbours are at most twice each other."""
    return _ladder(chip_values, top, _DIGITS)


def rare_rungs_of(chip_values: Sequence[int], *, top: int) -> frozenset[int]:
    """What may stand between the rungs: amounts that a sheet has only where it needs them."""
    every = _ladder(chip_values, top, (*_DIGITS, *_RARE_DIGITS))
    return frozenset(every) - frozenset(rungs_of(chip_values, top=top))


def chips_needed(chip_values: Sequence[int], smalls: Sequence[int]) -> tuple[int, ...]:
    """The chips that levels of these small blinds, the next and all later ones, cannot do without; rising."""
    values = sorted(chip_values)
    while len(values) > 1:
        rest = values[1:]
        if smalls[0] < _MAY_LEAVE * rest[0] or any(small % gcd(*rest) for small in smalls):
            break
        values = rest
    return tuple(values)


def _ladder(chip_values: Sequence[int], top: int, digits: Sequence[int]) -> tuple[int, ...]:
    values = sorted(chip_values)
    ends = [_HAS_LEFT * value for value in values[1:]] + [top + 1]
    rungs: list[int] = []
    low = values[0]
    for kept, end in enumerate(ends):
        rungs += _between(low, min(end, top + 1), unit=gcd(*values[kept:]), digits=digits)
        low = max(low, end)
    return tuple(rungs)


def _between(low: int, end: int, *, unit: int, digits: Sequence[int]) -> list[int]:
    """The small blinds from `low` to below `end` that are multiples of `unit`: printed ones, else few of the unit."""
    printed = [amount for amount in _printed(end, digits) if amount >= low and not amount % unit]
    few = [unit * times for times in _MULTIPLES if low <= unit * times < min(end, 4 * unit + 1)]
    first = -(-low // unit) * unit
    amounts = sorted({*printed, *few, *({first} if first < end else ())})
    if not _leaps([*amounts, end]):
        return amounts
    return sorted(
        {
            *amounts,
            *(unit * amount for amount in _printed(-(-end // unit), digits) if low <= unit * amount < end),
        }
    )


def _printed(end: int, digits: Sequence[int]) -> Iterator[int]:
    """1, 2, 3, … 10, 12, 15, 20, 25, … below `end`."""
    power = 1
    while power < end:
        amounts = (divmod(each * power, 100) for each in digits)
        yield from (amount for amount, rest in amounts if not rest and amount < end)
        power *= 10


def _leaps(amounts: Sequence[int]) -> bool:
    return any(after > 2 * before for before, after in pairwise(amounts))
