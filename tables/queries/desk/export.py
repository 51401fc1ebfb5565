"""The players of an event with their results, one line each, as they are taken away in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tables.queries.desk.history import PastEntry, past_entries
from tournament.models import Entry, EntryStatus, Player, Tournament

# A statement names so many entries at most.
AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportLine:
    """A player with all entries in the event that count; money in minor units, `place` the best, if any."""

    name: str
    public_name: str
    club_number: str
    entries: int
    place: tuple[int, int] | None
    paid: int
    prize: int
    bounties: int


def players_to_export(tournament: Tournament) -> tuple[ExportLine, ...]:
    """By best place, then those who are in by name. Six queries for each thousand entries."""
    rows = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    entries = list(rows.select_related("tournament", "payout", "player").order_by("player", "number"))
    parts = (entries[start : start + AT_ONCE] for start in range(0, len(entries), AT_ONCE))
    pairs = zip(entries, (past for part in parts for past in past_entries(part)), strict=True)
    lines = [
        _line(player, [past for _entry, past in group])
        for player, group in groupby(pairs, key=lambda pair: pair[0].player)
    ]
    return tuple(
        sorted(lines, key=lambda line: (line.place is None, line.place or (), line.name, line.club_number))
    )


def _line(player: Player, entries: Sequence[PastEntry]) -> ExportLine:
    # Somebody who is in finishes better than with any entry before.
    places = [] if any(past.place is None for past in entries) else [past.place for past in entries]
    return ExportLine(
        name=player.name,
        public_name=player.public_name,
        club_number=player.club_number,
        entries=len(entries),
        place=min((place for place in places if place is not None), default=None),
        paid=sum(past.paid for past in entries),
        prize=sum(past.prize for past in entries),
        bounties=sum(past.bounties for past in entries),
    )
