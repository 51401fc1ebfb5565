"""Chance as an argument: every draw takes the source it draws from.

In the room the source is made from a seed that is written down: the same seed gives the same draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Rng(Protocol):
    """A source of uniform integers; the standard library's Random has this method too."""

    def randrange(self, stop: int, /) -> int:
        """A uniform integer from 0 to stop - 1."""


def shuffled(items: Iterable[T], rng: Rng) -> list[T]:
    """The items in uniformly random order, by Durstenfeld's swaps from the last place down.

    The order of calls is part of the contract: n - 1 calls `randrange(n) ... randrange(2)`, so
    that anyone who has the same source can recompute the same order.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = rng.randrange(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


class SeededRng:
    """Uniform integers from SHA-256 in counter mode over a seed; satisfies `Rng`.

    A value that would favour small remainders is thrown away, so every result is equally likely.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._counter = 0

    def randrange(self, stop: int, /) -> int:
        """A uniform integer from 0 to `stop` - 1; `stop` up to 2**64."""
        limit = (1 << 64) - (1 << 64) % stop
        while True:
            block = hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            value = int.from_bytes(block[:8], "big")
            if value < limit:
                return value % stop
