"""Levels that last hands: every player plays the same number of them (TDA RP-19; EPT final tables since 2025).

What counts is the hand that every table has finished; a table that has dealt all hands of the level waits for the
others. One table alone never waits. A table that joins during the level is as far as the slowest one then: it was
opened, its hands are recorded from now on, two players sit there again. One that leaves is waited for by nobody: its
players deal on where they sit down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInLevel:
    """A table with the hands that it has finished itself since the level began.

    `base`: so many hands more it counts for, since it joined later; None before it has joined. `is_playing`: two
    players have chips there. `is_out`: that it has left is counted already.
    """

    table: int
    hands: int
    base: int | None = None
    is_playing: bool = True
    is_out: bool = False

    @property
    def has_joined(self) -> bool:
        return self.base is not None and not self.is_out

    @property
    def played(self) -> int:
        """The hand of the level that it has finished."""
        return self.hands + (self.base or 0)


def dealt_by_all(tables: Sequence[TableInLevel], *, default: int = 0) -> int:
    """The hand of the level that every table has finished which has joined it."""
    return min((table.played for table in tables if table.has_joined), default=default)


def joined(tables: Sequence[TableInLevel]) -> list[TableInLevel]:
    """Those that play now, all of which have joined; the first ones with no hand finished."""
    slowest = dealt_by_all(tables)
    return [
        table if table.has_joined else replace(table, base=slowest - table.hands, is_out=False)
        for table in tables
        if table.is_playing
    ]


def with_hand(tables: Sequence[TableInLevel], *, table: int, hands: int) -> list[TableInLevel]:
    """The same where one table has finished so many hands more, or fewer (negative)."""
    return [replace(each, hands=each.hands + hands) if each.table == table else each for each in tables]


def behind(table: int, tables: Sequence[TableInLevel], *, left: int) -> tuple[int, ...]:
    """The tables that `table` waits for, `left` hands of the level before every table has dealt them all; none where
    it may deal. With none left, as after an undo, every table that is not ahead deals one more.
    """
    together = joined(tables)
    own = next((each.played for each in together if each.table == table), None)
    if own is None:
        return ()
    lead = max(1, left)
    return tuple(each.table for each in together if own - each.played >= lead)
