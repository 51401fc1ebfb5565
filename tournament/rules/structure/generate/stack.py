"""Of which chips a starting stack is made: enough small ones to play with, and no more pieces than that needs."""

from collections.abc import Sequence
from functools import cache
from math import gcd
from typing import Final

# A printed club sheet gives 8 × 25, 8 × 100, 8 × 500 and 5 × 1,000: a player can post and make change for an hour.
_PIECES: Final = 8
_MOST_PIECES: Final = 30


def pieces_of_stack(stack: int, chip_values: Sequence[int]) -> dict[int, int] | None:
    """By value, rising, the pieces of one stack; about eight of each small value. None where no pieces come to it."""
    values = tuple(sorted(chip_values))

    @cache
    def made(rest: int, index: int) -> dict[int, int] | None:
        """Pieces of the values from `index` on that come to `rest`."""
        if not rest:
            return {}
        if index == len(values) or rest % gcd(*values[index:]):
            return None
        for count in _counts(rest, values[index], is_largest=index + 1 == len(values)):
            if (above := made(rest - count * values[index], index + 1)) is not None:
                return {values[index]: count, **above}
        return None

    found = made(stack, 0)
    return None if found is None else {value: count for value, count in found.items() if count}


def _counts(rest: int, value: int, *, is_largest: bool) -> list[int]:
    """How many pieces of a value may be in a stack, the likeliest first."""
    most = rest // value
    return (
        [most]
        if is_largest
        else sorted(range(min(most, _MOST_PIECES) + 1), key=lambda each: abs(each - _PIECES))
    )
