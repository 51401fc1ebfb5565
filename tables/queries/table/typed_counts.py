"""Stacks that the dealer of a tablet has typed since the last hand: until the next one is dealt, the same tablet may
correct them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tables.changes.stacks import StacksCounted
from tables.models import Hand, Table
from tables.queries.table.seat_stacks import seat_stacks
from tournament.models import LogEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedCount:
    """A player with the stack that was typed, in the line of the log with this key."""

    seat: int
    name: str
    stack: int
    line: int


def typed_counts(table: Table, *, tablet: int) -> tuple[TypedCount, ...]:
    """By seat; not of players who have got another stack or another table since. Three queries."""
    dealt = Hand.objects.filter(table=table).order_by("-number").values_list("started_at", flat=True).first()
    lines = LogEntry.objects.filter(
        tournament=table.tournament_id,
        verb=StacksCounted.verb,
        tablet=tablet,
        data__table_id=table.pk,
        undone_by=None,
    )
    if dealt is not None:
        lines = lines.filter(at__gt=dealt)
    typed = {
        each.entry: (line.pk, each.after)
        for line in lines.order_by("pk")
        for each in StacksCounted.of(line).stacks
        if each.is_known
    }
    return tuple(
        TypedCount(seat=each.seat, name=each.name, stack=each.stack, line=typed[each.entry_id][0])
        for each in seat_stacks(table)
        if each.is_known and each.entry_id in typed and typed[each.entry_id][1] == each.stack
    )
