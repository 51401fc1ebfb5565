"""The orders that the floor posts: in which tables open, and in which they break (TDA 11-C; WSOP 35, 66)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.shaping import BreakingOrderSet, OpeningOrderSet, OrderSet
from tables.models import Table
from tables.queries.room.orders import breaking_order, opening_order
from tables.services.table.many_rows import save_many
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

Order = Literal["opening", "breaking"]

_SET: Final[Mapping[Order, type[OpeningOrderSet | BreakingOrderSet]]] = {
    "opening": OpeningOrderSet,
    "breaking": BreakingOrderSet,
}
_ORDERS: Final[Mapping[str, Order]] = {change.verb: order for order, change in _SET.items()}


@transaction.atomic
def post_order(
    *, tournament_id: int, order: Order, numbers: Sequence[int], by: By, undoes: LogEntry | None = None
) -> LogEntry | None:
    """Post the tables in this order; those left out follow as they would without one. None if it is posted so.

    An empty order takes the posted one away. Raises Refused for a table that does not exist or is named twice.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    tables = list(Table.objects.filter(tournament=tournament))
    by_number = {table.number: table for table in tables}
    _check(numbers, by_number)
    before = posted(tables, order)
    if list(numbers) == before:
        return None
    for table in tables:
        setattr(table, f"{order}_place", None)
    for place, number in enumerate(numbers, start=1):
        setattr(by_number[number], f"{order}_place", place)
    save_many(tables, fields=[f"{order}_place"])
    change = _SET[order](
        order=tuple(numbers),
        table_ids=tuple(by_number[number].pk for number in numbers),
        before=tuple(by_number[number].pk for number in before),
    )
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["tables", "moves", "log"])
    return line


@transaction.atomic
def move_in_order(*, tournament_id: int, order: Order, number: int, steps: int, by: By) -> LogEntry | None:
    """Post the order with one table earlier (`steps` below 0) or later; None at its end.

    Of an order that was not posted yet the one in force is, with this change.
    """
    tournament = lock_tournament(tournament_id)
    in_force = _in_force(tournament, order)
    if number not in in_force:
        raise _unknown(number)
    at = in_force.index(number)
    if not 0 <= at + steps < len(in_force):
        return None
    in_force.insert(at + steps, in_force.pop(at))
    return post_order(tournament_id=tournament_id, order=order, numbers=in_force, by=by)


def posted(tables: Sequence[Table], order: Order) -> list[int]:
    """The numbers of the tables in the posted order."""
    places = [(getattr(table, f"{order}_place"), table.number) for table in tables]
    return [number for place, number in sorted(each for each in places if each[0] is not None)]


def _in_force(tournament: Tournament, order: Order) -> list[int]:
    tables = list(Table.objects.filter(tournament=tournament))
    if order == "opening":
        return [table.number for table in opening_order(tables)]
    return [table.number for table in breaking_order(tables)]


def _check(numbers: Sequence[int], by_number: dict[int, Table]) -> None:
    for number in numbers:
        if number not in by_number:
            raise _unknown(number)
        if numbers.count(number) > 1:
            raise Refused(
                _("Table %(table)d is in the order twice.") % {"table": number},
                code="table_twice",
                field="order",
            )


def _unknown(number: int) -> Refused:
    return Refused(_("There is no table %(table)d.") % {"table": number}, code="unknown_table", field="order")


def _open_orders(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The order that is posted, while all the tables of the one before are there."""
    tables = list(Table.objects.filter(tournament=tournament))
    by_number = {table.number: table.pk for table in tables}
    ids = {table.pk for table in tables}
    found = set()
    for line in lines:
        change = OrderSet.of(line)
        now = tuple(by_number[number] for number in posted(tables, _ORDERS[line.verb]))
        if now == change.table_ids and ids.issuperset(change.before):
            found.add(line.pk)
    return found


def _undo_order(line: LogEntry, by: By) -> None:
    numbers = dict(Table.objects.filter(tournament=line.tournament).values_list("pk", "number"))
    post_order(
        tournament_id=line.tournament_id,
        order=_ORDERS[line.verb],
        numbers=[numbers[pk] for pk in OrderSet.of(line).before],
        by=by,
        undoes=line,
    )


register_undo(list(_SET.values()), Undoable(open_lines=_open_orders, undo=_undo_order, again=True))
