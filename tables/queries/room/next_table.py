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


T = TypeVar("T", bound=Opened)


def table_to_reopen(tables: Iterable[T]) -> T | None:
    """Of a tournament's tables the one that was closed last, of several at once the lowest number."""
    closed = sorted((t for t in tables if t.status == TableStatus.CLOSED), key=lambda table: table.number)
    return max(closed, key=_closed_at, default=None)


def number_of_new_table(tables: Iterable[Opened]) -> int:
    """The lowest number that none of a tournament's tables has, open or closed."""
    return numbers_of_new_tables(tables, 1)[0]


def numbers_of_new_tables(tables: Iterable[Opened], wanted: int) -> list[int]:
    """So many of them, from the lowest up."""
    taken = {table.number for table in tables}
    return list(islice((number for number in count(1) if number not in taken), wanted))


def _closed_at(table: Opened) -> datetime:
    return table.closed_at or table.opened_at
