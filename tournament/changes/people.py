"""Whom a line is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from tournament.changes.change import Change
from tournament.changes.figures import Money
from tournament.models import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEntry(Change):
    """entry: by its id. number: as the player has it. name: the player's, of that time."""

    entry: int
    number: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountOfEntry(OfEntry):
    """amount: what the player gets."""

    amount: Money


class Whose(TypedDict):
    """The fields of `OfEntry`."""

    entry: int
    number: int
    name: str


def whose(entry: Entry) -> Whose:
    """Of an entry with its player loaded."""
    return Whose(entry=entry.pk, number=entry.number, name=entry.player.name)
