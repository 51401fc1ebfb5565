"""When a table stops dealing because it has become too short (TDA 11-D, WSOP 67).

A table halts when it is too many players shorter than the fullest one, and only by elimination: a
table that has just been opened for late entries, or was drawn short, deals on. It would be as
short if everybody who has gone out there were still in. It halts once the blinds are affected,
that is when the seat whose turn the big blind is has become empty; in stud there are no blinds to
wait for. The floor may waive it: that is said of the players the table has then, and holds until it has fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tables.floor.reasons import Reason, reason
from tables.floor.room import TableView, seats_per_table
from tables.floor.rules import FloorRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """A table too short to continue: `is_now` once its blinds are affected, before that a warning."""

    table: int
    short_by: int
    is_now: bool
    reason: Reason


def halts(tables: Sequence[TableView], rules: FloorRules) -> tuple[Halt, ...]:
    """The tables that have to stop dealing, or will when their blinds are affected; none that the floor lets go on."""
    if not tables:
        return ()
    # Of equally full tables the first by number is named.
    fullest = max(tables, key=lambda view: (view.players, -view.table))
    too_few = fullest.players - rules.halt_gap(seats_per_table(tables))
    short = [v for v in tables if 0 < v.players <= too_few < v.players + v.eliminated and not v.plays_on]
    return tuple(_halt(view, fullest) for view in short)


def _halt(view: TableView, fullest: TableView) -> Halt:
    short_by = fullest.players - view.players
    figures = {
        "table": view.table,
        "players": view.players,
        "short_by": short_by,
        "fullest": fullest.table,
        "most": fullest.players,
    }
    if view.positions is None:
        return _halted(view, short_by, reason("table_halted", **figures))
    due = view.positions.big_blind_position % view.capacity + 1
    if due not in view.seats:
        return _halted(view, short_by, reason("table_halted_blinds", seat=due, **figures))
    why = reason("table_halts_soon", **figures)
    return Halt(table=view.table, short_by=short_by, is_now=False, reason=why)


def _halted(view: TableView, short_by: int, why: Reason) -> Halt:
    return Halt(table=view.table, short_by=short_by, is_now=True, reason=why)
