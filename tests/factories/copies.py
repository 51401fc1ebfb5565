"""Further entries beside the first: what the desk has booked for one player, booked for thousands of others."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from tournament.models import ChipRow, Entry, LogEntry, MoneyRow, Player
from tournament.models.tokens import new_secret

M = TypeVar("M", bound=Model)


def enter_alike(first: Entry, players: Sequence[Player]) -> list[Entry]:
    """Give each of these new players an entry like the one that was just registered, with the next numbers."""
    numbers = range(first.number + 1, first.number + 1 + len(players))
    entries = Entry.objects.bulk_create(
        _like(first, player=player, number=number, link_secret=new_secret())
        for number, player in zip(numbers, players, strict=True)
    )
    line = LogEntry.objects.get(tournament=first.tournament, verb="entry_registered", data__entry=first.pk)
    lines = LogEntry.objects.bulk_create(
        _like(line, data={**line.data, "entry": entry.pk, "number": entry.number, "name": entry.player.name})
        for entry in entries
    )

    def for_others(rows: QuerySet[M]) -> list[M]:
        pairs = zip(entries, lines, strict=True)
        return [_like(row, entry=entry, log_entry=line) for entry, line in pairs for row in rows]

    MoneyRow.objects.bulk_create(for_others(MoneyRow.objects.filter(entry=first).order_by("pk")))
    ChipRow.objects.bulk_create(for_others(ChipRow.objects.filter(entry=first).order_by("pk")))
    return entries


def _like(row: M, **changes: Any) -> M:
    """A row not saved yet: this one with changes."""
    new = copy(row)
    new._state.adding = True
    new.pk = None
    for name, value in changes.items():
        setattr(new, name, value)
    return new
