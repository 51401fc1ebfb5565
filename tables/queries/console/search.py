"""Finding a player or a seat from one field: a name, a table, or a table and a seat."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, QuerySet

from tables.models import Seat, Table
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.names import has_words

FOUND_MAX = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntry:
    """A player who was looked for: where they sit, or how they ended."""

    number: int
    name: str
    table: int | None
    seat: int | None
    chips: int | None
    place_first: int | None
    place_last: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Entries that fit what was typed, those in play first, and a table if its number was typed."""

    entries: tuple[FoundEntry, ...]
    table: int | None
    is_cut: bool


def find_by_name(tournament: Tournament, *, folded: str) -> Found:
    """Entries whose player's name has these words (folded: without case and accents)."""
    entries = Entry.objects.filter(has_words(folded, field="player__search_name"), tournament=tournament)
    return _found(entries.order_by(F("place_first").asc(nulls_first=True), "player__search_name", "number"))


def find_by_seat(tournament: Tournament, *, table: int, seat: int | None) -> Found:
    """Who sits at a table, or on one of its seats."""
    entries = Entry.objects.filter(
        tournament=tournament, seat__table__tournament=tournament, seat__table__number=table
    )
    if seat is not None:
        entries = entries.filter(seat__number=seat)
    found = _found(entries.order_by("seat__number"))
    exists = Table.objects.filter(tournament=tournament, number=table).exists()
    return Found(entries=found.entries, table=table if exists else None, is_cut=found.is_cut)


def _found(entries: QuerySet[Entry]) -> Found:
    rows = list(
        entries.exclude(status=EntryStatus.VOID).select_related("player", "seat__table")[: FOUND_MAX + 1]
    )
    return Found(
        entries=tuple(_entry(row) for row in rows[:FOUND_MAX]), table=None, is_cut=len(rows) > FOUND_MAX
    )


def _entry(entry: Entry) -> FoundEntry:
    seat: Seat | None = getattr(entry, "seat", None)
    return FoundEntry(
        number=entry.number,
        name=entry.player.name,
        table=seat.table.number if seat else None,
        seat=seat.number if seat else None,
        chips=entry.known_stack,
        place_first=entry.place_first,
        place_last=entry.place_last,
    )
