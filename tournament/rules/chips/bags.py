"""The bags of a day's end: what was counted at each table against the stacks on record (WSOP, bagging).

The stacks on record are the chips in play. A bag that is not counted yet is neither missing nor right: only a table
whose bags are all counted can be wrong, and only a room whose bags are all counted has a difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBags:
    """A table: its players, how many of their bags are counted, the chips in those, and the stacks on record of all."""

    table: int
    players: int
    bags: int
    counted: int
    expected: int

    @property
    def is_complete(self) -> bool:
        return self.bags == self.players

    @property
    def difference(self) -> int:
        """Chips counted beyond those on record, negative for chips that are missing; 0 until all are counted."""
        return self.counted - self.expected if self.is_complete else 0

    @property
    def missing(self) -> int:
        return max(0, -self.difference)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomBags:
    """The tables of the room by number, and what they come to together."""

    tables: tuple[TableBags, ...]

    @property
    def players(self) -> int:
        return sum(table.players for table in self.tables)

    @property
    def bags(self) -> int:
        return sum(table.bags for table in self.tables)

    @property
    def counted(self) -> int:
        return sum(table.counted for table in self.tables)

    @property
    def expected(self) -> int:
        return sum(table.expected for table in self.tables)

    @property
    def is_complete(self) -> bool:
        return self.bags == self.players

    @property
    def difference(self) -> int:
        """As of a table; what one table lacks and another has too many of cancels out."""
        return self.counted - self.expected if self.is_complete else 0

    @property
    def missing(self) -> int:
        return max(0, -self.difference)

    @property
    def wrong_tables(self) -> tuple[int, ...]:
        """The tables whose counted bags are not their chips."""
        return tuple(table.table for table in self.tables if table.difference)


def largest_bags(bags: Mapping[int, int], count: int) -> tuple[int, ...]:
    """The keys of so many of the largest bags, the largest first; those that hold as much as the last of them too."""
    in_order = sorted(bags, key=lambda key: (-bags[key], key))
    if not 0 < count < len(in_order):
        return tuple(in_order) if count > 0 else ()
    least = bags[in_order[count - 1]]
    return tuple(key for key in in_order if bags[key] >= least)


def check_bags(tables: Sequence[TableBags]) -> RoomBags:
    """The room of these tables, without those that have no players."""
    return RoomBags(tables=tuple(sorted((t for t in tables if t.players), key=lambda table: table.table)))
