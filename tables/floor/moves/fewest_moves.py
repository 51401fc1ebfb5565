"""How many moves make tables even: the exact minimum, from the counts alone.

For each floor L let every table end with L to L + d players (d the tolerance; never more than it
has seats for). Each move removes at most one surplus and fills at most one deficit, and both can
always be reached, so the moves needed for L are the larger of the two sums, and the minimum is
the smallest of these over all L.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Size(NamedTuple):
    """A table as arithmetic sees it: players now, and the most it can have."""

    players: int
    room: int


def fewest_moves(sizes: Iterable[Size] | Mapping[Size, int], *, tolerance: int) -> int:
    """The minimum number of moves after which no two tables are further apart than `tolerance`.

    A table too small for the others' level only has to be full. `sizes` may be a count by size.
    """
    counted = Counter(sizes)
    players = sum(size.players * tables for size, tables in counted.items())
    most_room = max((size.room for size in counted), default=0)
    best: int | None = None
    for floor in range(most_room + 1):
        surplus = deficit = lowest = highest = 0
        for size, tables in counted.items():
            at_least, at_most = min(floor, size.room), min(floor + tolerance, size.room)
            lowest += at_least * tables
            highest += at_most * tables
            surplus += max(0, size.players - at_most) * tables
            deficit += max(0, at_least - size.players) * tables
        if lowest <= players <= highest:
            moves = max(surplus, deficit)
            best = moves if best is None else min(best, moves)
    return best or 0
