"""Chance as an argument: every draw takes the source it draws from.

A source that is a `Witness` keeps what was shuffled and picked, step by step, as the file of a draw says it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from tournament.draws.check_draw import DrawNumbers

T = TypeVar("T")
P = TypeVar("P")

StepSaid: TypeAlias = dict[str, Any]
"""{"do": "shuffle" or "pick", "of": what it is drawn from, "gives": the order or the one}; a shuffle that is dealt out
has "onto" as well, one place for each that it gives."""


class Rng(Protocol):
    """A source of uniform integers; the standard library's Random has this method too."""

    def randrange(self, stop: int, /) -> int:
        """A uniform integer from 0 to stop - 1."""


def shuffled(items: Iterable[T], rng: Rng, *, code: Callable[[T], str] = str) -> list[T]:
    """The items in uniformly random order, by Durstenfeld's swaps from the last place down.

    The order of calls is part of the contract: n - 1 calls `randrange(n) ... randrange(2)`, so
    that anyone who has the same source can recompute the same order. `code` is what a file calls an item.
    """
    before = list(items)
    order = _in_random_order(before, rng)
    if isinstance(rng, Witness):
        rng.steps.append({"do": "shuffle", "of": list(map(code, before)), "gives": list(map(code, order))})
    return order


def dealt(
    items: Iterable[T],
    onto: Sequence[P],
    rng: Rng,
    *,
    code: Callable[[T], str] = str,
    place: Callable[[P], str] = str,
) -> list[tuple[T, P]]:
    """The items in random order, one to each of the places; those beyond the last place are not dealt."""
    before = list(items)
    order = _in_random_order(before, rng)[: len(onto)]
    if isinstance(rng, Witness):
        places = list(map(place, onto))
        gives = list(map(code, order))
        rng.steps.append({"do": "shuffle", "of": list(map(code, before)), "onto": places, "gives": gives})
    return list(zip(order, onto, strict=True))


def picked(items: Sequence[T], rng: Rng, *, code: Callable[[T], str] = str) -> T:
    """One of the items, each alike."""
    chosen = items[rng.randrange(len(items))]
    if isinstance(rng, Witness):
        rng.steps.append({"do": "pick", "of": list(map(code, items)), "gives": code(chosen)})
    return chosen


def _in_random_order(items: Sequence[T], rng: Rng) -> list[T]:
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = rng.randrange(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


class Witness(DrawNumbers):
    """The numbers of a draw in the room; `steps` are what was done with them."""

    def __init__(self, *, seed: bytes, public: str, draw: str, kind: str, listed: Sequence[str]) -> None:
        super().__init__(seed=seed, public=public, draw=draw, kind=kind, listed=listed)
        self.steps: list[StepSaid] = []


class SeededRng:
    """Uniform integers from SHA-256 in counter mode over a seed; satisfies `Rng`.

    Of rehearsals, and of what was drawn before draws were committed to. A value that would favour small remainders is
    thrown away, so every result is equally likely.
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
