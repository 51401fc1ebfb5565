"""Which table is opened next: one that the club has, before a number that it may not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import count, islice
from typing import Protocol, TypeVar

from tables.models import TableStatus


class Opened(Protocol):
    """A table, or a row that tells as much of it."""

    @property
    def number(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def opened_at(self) -> datetime: ...
    @property
    def closed_at(self) -> datetime | None: ...
    @property
    def opening_place(self) -> int | None: ...


T = TypeVar("T", bound=Opened)


def table_to_reopen(tables: Iterable[T]) -> T | None:
    """Of a tournament's closed tables the first in the posted opening order; where none of them is in it the one
    that was closed last, of several at once the lowest number.
    """
    closed = sorted((t for t in tables if t.status == TableStatus.CLOSED), key=lambda table: table.number)
    in_order = in_opening_order(closed)
    return in_order[0] if in_order else max(closed, key=_closed_at, default=None)


def in_opening_order(tables: Iterable[T]) -> list[T]:
    """Those of the tables that the floor has put in an order, the first to be opened first."""
    placed = [(table.opening_place, table) for table in tables if table.opening_place is not None]
    return [table for _place, table in sorted(placed, key=lambda each: each[0])]


def number_to_open(tables: Iterable[Opened]) -> int:
    """The number of the table that would be opened next."""
    known = list(tables)
    again = table_to_reopen(known)
    return number_of_new_table(known) if again is None else again.number


def number_of_new_table(tables: Iterable[Opened]) -> int:
    """The lowest number that none of a tournament's tables has, open or closed."""
    return numbers_of_new_tables(tables, 1)[0]


def numbers_of_new_tables(tables: Iterable[Opened], wanted: int) -> list[int]:
    """So many of them, from the lowest up."""
    taken = {table.number for table in tables}
    return list(islice((number for number in count(1) if number not in taken), wanted))


def _closed_at(table: Opened) -> datetime:
    return table.closed_at or table.opened_at
