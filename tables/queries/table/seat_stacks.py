"""Who sits at a table with how many chips, and a fingerprint that changes when they do."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from tables.models import Seat, Table
from tournament.models import EntryStatus

MARK_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStack:
    """A taken seat; the stack is the one between two hands, a share for the books where it is not known."""

    seat: int
    entry_id: int
    entry_number: int
    name: str
    stack: int
    is_known: bool = True


def seat_stacks(table: Table) -> tuple[SeatStack, ...]:
    """The taken seats of a table by seat. One query."""
    rows = (
        Seat.objects.filter(table=table, entry__status=EntryStatus.PLAYING)
        .select_related("entry__player")
        .order_by("number")
    )
    return tuple(
        SeatStack(
            seat=row.number,
            entry_id=row.entry.pk,
            entry_number=row.entry.number,
            name=row.entry.player.name,
            stack=row.entry.stack,
            is_known=row.entry.is_stack_known,
        )
        for row in rows
        if row.entry
    )


def stacks_fingerprint(stacks: Iterable[SeatStack]) -> str:
    """Equal exactly if the same players sit in the same seats with the same chips."""
    text = " ".join(
        f"{each.seat}:{each.entry_id}:{each.stack}{'' if each.is_known else '?'}" for each in stacks
    )
    return hashlib.sha256(text.encode()).hexdigest()[:MARK_LENGTH]
