"""Who sits at a table with how many chips, and a fingerprint that changes when they do."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from tables.models import Seat, Table
from tournament.models import EntryStatus

MARK_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenSeat:
    """A taken seat; the stack is the one between two hands, a share for the books where it is not known."""

    seat: int
    entry_id: int
    entry_number: int
    name: str
    stack: int
    is_known: bool = True


def seat_stacks(table: Table) -> tuple[TakenSeat, ...]:
    """The taken seats of a table by seat. One query."""
    rows = (
        Seat.objects.filter(table=table, entry__status=EntryStatus.PLAYING)
        .select_related("entry__player")
        .order_by("number")
    )
    return tuple(stack_of(row) for row in rows)


def stacks_elsewhere(table: Table) -> tuple[TakenSeat, ...]:
    """The unknown stacks of the other tables that do not know their chips: what is too much at one of them is missing
    at others. None where this table knows its own, without a query; otherwise one.
    """
    if table.is_total_known:
        return ()
    rows = Seat.objects.filter(
        table__tournament=table.tournament_id,
        table__is_total_known=False,
        entry__status=EntryStatus.PLAYING,
        entry__is_stack_known=False,
    ).exclude(table=table)
    return tuple(
        stack_of(row) for row in rows.select_related("entry__player").order_by("table__number", "number")
    )


def stack_of(row: Seat) -> TakenSeat:
    entry = row.entry
    assert entry is not None  # noqa: S101  # a taken seat
    return TakenSeat(
        seat=row.number,
        entry_id=entry.pk,
        entry_number=entry.number,
        name=entry.player.name,
        stack=entry.stack,
        is_known=entry.is_stack_known,
    )


def stacks_fingerprint(stacks: Iterable[TakenSeat]) -> str:
    """Equal exactly if the same players sit in the same seats with the same chips."""
    text = " ".join(
        f"{each.seat}:{each.entry_id}:{each.stack}{'' if each.is_known else '?'}" for each in stacks
    )
    return hashlib.sha256(text.encode()).hexdigest()[:MARK_LENGTH]
