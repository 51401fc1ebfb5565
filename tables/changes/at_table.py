"""Where something was done: at which table, in which hand, of which player there."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.changes.change import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTable(Change):
    """table: the number that was painted on it then."""

    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOfTable(OfTable):
    """hand: its number at the table."""

    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable(OfTable):
    """table_id: the table itself, whatever its number is by now."""

    table_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAtTable(AtTable):
    """hand: its number at the table; 0 where no hand was recorded."""

    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAtTable(AtTable):
    """A player in a seat. entry: by its id. number: as the player has it. name: of that time."""

    entry: int
    number: int
    name: str
    seat: int
