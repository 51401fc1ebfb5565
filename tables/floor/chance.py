"""Chance from a seed that is written down: the same seed gives the same draw."""

from __future__ import annotations

import hashlib


class SeededRng:
    """Uniform integers from SHA-256 in counter mode over a seed; satisfies `tables.floor.rng.Rng`.

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
