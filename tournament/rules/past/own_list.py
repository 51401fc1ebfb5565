"""A list of results that Floorman wrote: its columns mean what docs/results-file.md says, whatever another list means.

It names those who were paid, and says of the whole field how many they were.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tournament.rules.past.events import EarlierEvent, EarlierNote

# By what they are here.
_COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "event": "event_name",
        "day": "date_start",
        "currency": "currency",
        "field_entries": "entries",
        "field_players": "unique_players",
        "pool": "prize_pool",
        "place": "place",
        "last": "last_name",
        "first": "first_name",
        "prize": "prize",
        "bounties": "bounties",
    }
)
_CODE: Final = re.compile(r"[A-Z]{3}")


def own_columns(header: Sequence[str]) -> dict[str, int]:
    """Where each stands, counted from 0; nothing where the list is another."""
    there = {cell.casefold(): place for place, cell in enumerate(header)}
    if not there.keys() >= {*_COLUMNS.values()}:
        return {}
    return {column: there[name] for column, name in _COLUMNS.items()}


def currency_in(cell: str) -> str:
    """Its code, "" for anything else."""
    return cell if _CODE.fullmatch(cell) else ""


@dataclass(slots=True, kw_only=True)
class OwnEvent:
    """What such a list says of the whole event; bounties are those of the players it names, money in minor units."""

    pool: int
    entries: int
    players: int
    currency: str
    bounties: int = 0

    def told_of(self, event: EarlierEvent) -> EarlierEvent:
        return replace(
            event,
            pool=self.pool,
            field_entries=self.entries,
            field_players=self.players,
            currency=self.currency,
            notes=(*event.notes, *self._notes(len(event.players))),
        )

    def _notes(self, named: int) -> Iterator[EarlierNote]:
        if named < self.players:
            yield EarlierNote(code="only_paid", data={"named": named, "players": self.players})
        if self.bounties:
            amount = f"{self.bounties // 100}.{self.bounties % 100:02}"
            yield EarlierNote(code="bounties_left_out", data={"amount": amount})
