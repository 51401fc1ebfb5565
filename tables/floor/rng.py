"""Chance as an argument: every draw takes the source it draws from."""

from __future__ import annotations

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
