"""What a director connects to an event, or to all events they direct: receivers of web hooks, message services.

    added --> on <--switched--> off
      ^        └──────┬──────────┘
      └──undo── removed

What is removed keeps its row: that is undone where there is room for it, and nothing else is called so meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Generic

from tournament.changes.change import Change
from tournament.models import LogEntry, Tournament
from tournament.queries.connections import Connection, is_full
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_also
from tournament.services.log import record
from tournament.services.undo import OpenLines, Take, Undoable, register_undo, require_director


class Connections(Generic[Connection]):
    """One kind of them.

    told_of: which one a line of the log is about. called: what no two of an event share. full, twice: what is raised
    where an event has as many as it may have, or one called so.
    """

    def __init__(
        self,
        model: type[Connection],
        *,
        told_of: Callable[[LogEntry], int],
        called: Callable[[Connection], str],
        full: Callable[[], Refused],
        twice: Callable[[], Refused],
    ) -> None:
        self._model: type[Connection] = model
        self._told_of, self._full, self._twice = told_of, full, twice
        self._called: Callable[[Connection], str] = called

    def require_room(self, tournament_id: int, called: str) -> None:
        """Raise Refused where the event takes no further one, or none of this address or name. Under its lock."""
        if is_full(self._model, tournament_id):
            raise self._full()
        if called in map(self._called, self._model.objects.filter(tournament=tournament_id, removed_at=None)):
            raise self._twice()

    def lock(self, pk: int) -> Connection:
        """Raises the model's DoesNotExist for one that was removed."""
        row: Connection = self._model.objects.select_for_update(no_key=True).get(pk=pk, removed_at=None)
        return row

    def lock_of(self, line: LogEntry) -> Connection:
        """The one that the line is about."""
        return self.lock(self._told_of(line))

    def put_back(self, line: LogEntry, by: By, change: Callable[[Connection], Change]) -> None:
        """Undo a removal, under the lock of its own event too, which may be another one than where it was removed.

        Raises Refused as `require_room` does.
        """
        removed = self._model.objects.filter(pk=self._told_of(line))
        lock_also(line.tournament_id, [removed.get().tournament_id])
        row = removed.select_for_update(no_key=True).get()
        self.require_room(row.tournament_id, self._called(row))
        row.removed_at = None
        row.save(update_fields=["removed_at"])
        record_of(change(row), event_of(line), by, undoes=line)

    # --- Which lines can be undone ---

    def _rows(self, lines: Sequence[LogEntry]) -> dict[int, Connection]:
        """By line the one that it is about, removed or not."""
        named = {line.pk: self._told_of(line) for line in lines}
        rows = self._model.objects.in_bulk(set(named.values()))
        return {line: rows[row] for line, row in named.items() if row in rows}

    def kept(self, lines: Sequence[LogEntry]) -> dict[int, Connection]:
        """By line the one that it is about, where that was not removed."""
        return {line: row for line, row in self._rows(lines).items() if row.removed_at is None}

    def open_additions(self, _tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
        return set(self.kept(lines))

    def open_removals(self, _tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
        """Those of which nothing in their event has the address or name since."""
        gone = {line: row for line, row in self._rows(lines).items() if row.removed_at is not None}
        events = {row.tournament_id for row in gone.values()}
        there = self._model.objects.filter(tournament__in=events, removed_at=None)
        taken = {(row.tournament_id, self._called(row)) for row in there}
        return {line for line, row in gone.items() if (row.tournament_id, self._called(row)) not in taken}

    def still(
        self, set_to: Callable[[LogEntry], object], is_now: Callable[[Connection], object]
    ) -> OpenLines:
        """What finds the lines after which the one that they are about still is as they have set it."""

        def open_lines(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
            wanted = {line.pk: set_to(line) for line in lines}
            return {line for line, row in self.kept(lines).items() if is_now(row) == wanted[line]}

        return open_lines


def record_of(change: Change, tournament: Tournament, by: By, undoes: LogEntry | None = None) -> LogEntry:
    """Log a change of one of them, where it was made: an event of the director who has it for all."""
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["log"])
    return line


def let_directors_undo(change: type[Change], open_lines: OpenLines, undo: Take) -> None:
    """Register the undo of a change of one of them."""
    register_undo([change], Undoable(open_lines=open_lines, undo=undo, may=require_director))


def event_of(line: LogEntry) -> Tournament:
    """Where the line was logged."""
    return Tournament.objects.get(pk=line.tournament_id)
