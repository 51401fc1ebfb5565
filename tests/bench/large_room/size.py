"""How large a room is, and where its evening stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Entries, tables of nine, and about how many operations of recorded hands there are in all.

    On the first day `out_percent` of the field is out, registration is open and every table too. `in_the_money`:
    one player of each table is left, seated at the first tables; the others are closed and prizes are awarded.
    `hands_in_play`: the tables in play have a hand open, all but every tenth.
    """

    entries: int = 10_112
    tables: int = 1_124
    operations: int = 1_000_000
    out_percent: int = 5
    in_the_money: bool = False
    hands_in_play: bool = True
    seats: int = 9


MAIN_EVENT = Size()
# The same shape for a test: seconds become tenths of a second.
SMALL = Size(entries=105, tables=12, operations=1_500)
