"""How many moves make tables even: the exact minimum, from the counts alone.

For each floor L let every table end with L to L + d players (d the tolerance; never more than it
has seats for). Each move removes at most one surplus and fills at most one deficit, and both can
always be reached, so the moves needed for L are the larger of the two sums, and the minimum is
the smallest of these over all L.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Size(NamedTuple):
    """A table as arithmetic sees it: players now, and the most it can have."""

    players: int
    room: int


class MovesLeft:
    """The fewest moves after which no two tables are further apart than `tolerance`; also while they are made.

    A table too small for the level of the others only has to be full. A move changes no table's room and nobody leaves,
    so the floors L that can be reached stay the same, and with them what each size has too many or too few: the room is
    counted once.
    """

    def __init__(self, sizes: Iterable[Size], *, tolerance: int) -> None:
        counted = Counter(sizes)
        self._tolerance = tolerance
        self._floors = [floor for floor in range(_most_room(counted) + 1) if self._fits(counted, floor)]
        self._surplus = [sum(self._over(s, floor) * n for s, n in counted.items()) for floor in self._floors]
        self._deficit = [sum(self._under(s, floor) * n for s, n in counted.items()) for floor in self._floors]
        self._changes: dict[tuple[Size, Size], list[tuple[int, int]]] = {}

    @property
    def needed(self) -> int:
        """The moves still needed."""
        return min(map(max, self._surplus, self._deficit), default=0)

    def after(self, source: Size, destination: Size) -> int:
        """The moves still needed when a table of the first size has given a player to one of the second."""
        changes = self._changed(source, destination)
        return min(
            (
                max(surplus + more, deficit + fewer)
                for surplus, deficit, (more, fewer) in zip(self._surplus, self._deficit, changes, strict=True)
            ),
            default=0,
        )

    def move(self, source: Size, destination: Size) -> None:
        """One player has moved."""
        for at, (surplus, deficit) in enumerate(self._changed(source, destination)):
            self._surplus[at] += surplus
            self._deficit[at] += deficit

    def _changed(self, source: Size, destination: Size) -> list[tuple[int, int]]:
        """By floor what such a move adds to the surplus and to the deficit."""
        sizes = source, destination
        if sizes not in self._changes:
            given = Size(source.players - 1, source.room)
            taken = Size(destination.players + 1, destination.room)
            self._changes[sizes] = [
                (
                    self._over(given, floor)
                    + self._over(taken, floor)
                    - sum(self._over(s, floor) for s in sizes),
                    self._under(given, floor)
                    + self._under(taken, floor)
                    - sum(self._under(s, floor) for s in sizes),
                )
                for floor in self._floors
            ]
        return self._changes[sizes]

    def _fits(self, counted: Counter[Size], floor: int) -> bool:
        """Whether all players together can sit so that no table is below `floor` or too far above it."""
        players = sum(size.players * tables for size, tables in counted.items())
        lowest = sum(min(floor, size.room) * tables for size, tables in counted.items())
        highest = sum(min(floor + self._tolerance, size.room) * tables for size, tables in counted.items())
        return lowest <= players <= highest

    def _over(self, size: Size, floor: int) -> int:
        return max(0, size.players - min(floor + self._tolerance, size.room))

    def _under(self, size: Size, floor: int) -> int:
        return max(0, min(floor, size.room) - size.players)


def _most_room(sizes: Iterable[Size]) -> int:
    return max((size.room for size in sizes), default=0)
