"""Which table is opened next: one that the club has, before a number that it may not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, count, islice
from typing import Protocol, TypeVar

from tables.models import Table, TableStatus
from tournament.models import Tournament, TournamentStatus


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


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberPlan:
    """By which numbers a tournament opens tables: `first` those of its settings, in their order, and none that is
    `taken`: open in another event of the festival, by number the name of that event.
    """

    first: Sequence[int] = ()
    taken: Mapping[int, str] = field(default_factory=dict)


def number_plan(tournament: Tournament) -> NumberPlan:
    """One query, none outside a festival."""
    taken: dict[int, str] = {}
    if tournament.festival_id is not None:
        others = Table.objects.exclude(tournament=tournament).exclude(status=TableStatus.CLOSED)
        in_play = others.filter(
            tournament__festival=tournament.festival_id, tournament__status=TournamentStatus.RUNNING
        )
        taken = dict(in_play.values_list("number", "tournament__name"))
    return NumberPlan(first=tournament.options.numbers_of_tables, taken=taken)


def table_to_reopen(tables: Iterable[T], plan: NumberPlan) -> T | None:
    """Of a tournament's closed tables the first in the posted opening order; where none of them is in it the one
    that was closed last, of several at once the lowest number.
    """
    free = (t for t in tables if t.status == TableStatus.CLOSED and t.number not in plan.taken)
    closed = sorted(free, key=lambda table: table.number)
    in_order = in_opening_order(closed)
    return in_order[0] if in_order else max(closed, key=_closed_at, default=None)


def in_opening_order(tables: Iterable[T]) -> list[T]:
    """Those of the tables that the floor has put in an order, the first to be opened first."""
    placed = [(table.opening_place, table) for table in tables if table.opening_place is not None]
    return [table for _place, table in sorted(placed, key=lambda each: each[0])]


def number_to_open(tables: Iterable[Opened], plan: NumberPlan) -> int:
    """The number of the table that would be opened next."""
    known = list(tables)
    again = table_to_reopen(known, plan)
    return number_of_new_table(known, plan) if again is None else again.number


def number_of_new_table(tables: Iterable[Opened], plan: NumberPlan) -> int:
    """The first number of the plan that none of a tournament's tables has, open or closed; then the lowest."""
    return numbers_of_new_tables(tables, 1, plan)[0]


def numbers_of_new_tables(tables: Iterable[Opened], wanted: int, plan: NumberPlan) -> list[int]:
    """So many of them, in that order."""
    known = {table.number for table in tables} | plan.taken.keys()
    planned = [number for number in plan.first if number not in known]
    others = (number for number in count(1) if number not in known and number not in plan.first)
    return list(islice(chain(planned, others), wanted))


def _closed_at(table: Opened) -> datetime:
    return table.closed_at or table.opened_at
