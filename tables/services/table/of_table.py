"""Which table a line of the log tells of: by its id, because the number painted on it may be another by now.

The locks of its undo: what a line changed may be changed again without the tournament's lock, by the table's dealer or
another floor manager. So the table is locked before it is asked whether the line can be undone.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from tables.changes.at_table import OfTable
from tables.models import Table
from tournament.changes.change import Change
from tournament.models import LogEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class _WhichTable(OfTable):
    """Lines of earlier releases know only the number."""

    table_id: int | UnsetType = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class _WhichEntry(Change):
    entry: int


def table_of(line: LogEntry) -> dict[str, int]:
    """What finds the table among those of the tournament."""
    which = _WhichTable.of(line)
    return {"pk": which.table_id} if which.table_id is not UNSET else {"number": which.table}


def lock_table_of(line: LogEntry) -> None:
    """Lock the table that a line tells of, if it is there."""
    _lock(line, **table_of(line))


def lock_table_of_player(line: LogEntry) -> None:
    """Lock the table at which the player of a line sits now, if they do."""
    _lock(line, seats__entry=_WhichEntry.of(line).entry)


def _lock(line: LogEntry, **which: int) -> None:
    tables = Table.objects.filter(tournament=line.tournament_id, **which)
    tables.select_for_update(of=("self",), no_key=True).first()
