"""Stacks that the chips in play cannot make: the smallest chip has left, and they are not a multiple of the next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from tournament.models import Entry, EntryStatus, Tournament
from tournament.rules import clock as clock_rules
from tournament.rules.chips.denominations import smallest_chip

# A floor manager goes from table to table; each stack corrected makes room in the list for the next.
FIRST_SHOWN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class OddStack:
    """A player whose odd chips have not been changed in the record."""

    name: str
    table: int
    seat: int
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OddStacks:
    """How many there are and the first by table and seat; `chip` is the smallest chip that is left."""

    chip: int
    count: int
    first: tuple[OddStack, ...]

    @property
    def more(self) -> int:
        return self.count - len(self.first)


def odd_stacks(tournament: Tournament, *, now: datetime) -> OddStacks | None:
    """From the break that removes chips on; None before it, and when every known stack can be counted out.

    Two queries, and none while all chips are in play.
    """
    chip = _smallest_chip_left(tournament, now)
    if chip is None:
        return None
    entries = (
        Entry.objects.filter(
            tournament=tournament, status=EntryStatus.PLAYING, seat__isnull=False, is_stack_known=True
        )
        .annotate(odd=F("stack") % chip)
        .filter(odd__gt=0)
        .select_related("player", "seat__table")
        .order_by("seat__table__number", "seat__number")
    )
    count = entries.count()
    first = tuple(
        OddStack(
            name=entry.player.name,
            table=entry.seat.table.number,
            seat=entry.seat.number,
            stack=entry.stack,
        )
        for entry in entries[:FIRST_SHOWN]
    )
    return OddStacks(chip=chip, count=count, first=first) if count else None


def chips_removed(tournament: Tournament, now: datetime) -> frozenset[int]:
    """The chip values that have left play. In a break its own count: they are raced now."""
    structure = tournament.structure
    index = clock_rules.current_index(tournament.clock, structure, now=now)
    return structure.chips_removed_before(index + 1)


def _smallest_chip_left(tournament: Tournament, now: datetime) -> int | None:
    """None while no chip has been removed."""
    removed = chips_removed(tournament, now)
    return smallest_chip(tournament.chip_values, removed)
