"""Which table is opened next: one that the club has, before a number that it may not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, count, islice
from typing import Protocol, TypeVar

from django.db.models import Q

from tables.models import Table, TableStatus
from tournament.models import Tournament, TournamentStatus
from tournament.queries.festivals import tables_booked


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
    `taken`: open in another event of the festival, by number the name of that event. `booked` are those that others
    have planned for this time: one is opened there only by its number.
    """

    first: Sequence[int] = ()
    taken: Mapping[int, str] = field(default_factory=dict)
    booked: Collection[int] = ()


def number_plan(tournament: Tournament, *, now: datetime) -> NumberPlan:
    """Two queries, none outside a festival. An event that rests between two days, its bags accepted, has no tables."""
    first = tournament.options.numbers_of_tables
    if tournament.festival_id is None:
        return NumberPlan(first=first)
    others = Table.objects.filter(tournament__festival=tournament.festival_id).exclude(tournament=tournament)
    drawn = Q(tournament__status=TournamentStatus.REGISTERING, tournament__draw_made_at__isnull=False)
    in_play = Q(tournament__status=TournamentStatus.RUNNING, tournament__stop__bagged_at__isnull=True)
    taken = others.filter(drawn | in_play).exclude(status=TableStatus.CLOSED)
    booked = tables_booked(tournament.festival_id, besides=[tournament.pk])
    return NumberPlan(
        first=first,
        taken=dict(taken.values_list("number", "tournament__name")),
        booked=frozenset().union(*(each.tables for each in booked if each.begins_at <= now < each.ends_at)),
    )


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
    """The first number of the plan that none of a tournament's tables has, open or closed; then the lowest that no
    other event has at this time.
    """
    return numbers_of_new_tables(tables, 1, plan)[0]


def numbers_of_new_tables(tables: Iterable[Opened], wanted: int, plan: NumberPlan) -> list[int]:
    """So many of them, in that order."""
    known = {table.number for table in tables} | plan.taken.keys()
    planned = [number for number in plan.first if number not in known]
    free = (number for number in count(1) if number not in known and number not in plan.first)
    return list(islice(chain(planned, (number for number in free if number not in plan.booked)), wanted))


def _closed_at(table: Opened) -> datetime:
    return table.closed_at or table.opened_at
