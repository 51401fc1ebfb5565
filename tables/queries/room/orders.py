"""The orders in force: which table opens next, and which breaks first, posted or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from tables.models import TableStatus
from tables.queries.room.next_table import NumberPlan, Opened, in_opening_order, table_to_reopen


class Breaking(Protocol):
    """A table, or a row that tells as much of it."""

    @property
    def number(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def breaking_place(self) -> int | None: ...


O = TypeVar("O", bound=Opened)  # noqa: E741 - opened
B = TypeVar("B", bound=Breaking)


def opening_order(tables: Iterable[O]) -> list[O]:
    """The closed tables in the order in which they open: the posted ones, then as `table_to_reopen` says."""
    left = [table for table in tables if table.status == TableStatus.CLOSED]
    order = in_opening_order(left)
    left = [table for table in left if table not in order]
    while (following := table_to_reopen(left, NumberPlan())) is not None:
        order.append(following)
        left.remove(following)
    return order


def breaking_order(tables: Iterable[B]) -> list[B]:
    """The open tables in the order in which they break: the posted ones, then by number, highest first.

    The same order as `tables.floor.room.in_breaking_order` (WSOP 35, 66).
    """
    found = [table for table in tables if table.status != TableStatus.CLOSED]
    last = len(found) + 1_000_000
    return sorted(found, key=lambda t: (last if t.breaking_place is None else t.breaking_place, -t.number))
