"""What the floor rules advise for the room as it is now."""

from __future__ import annotations

from dataclasses import dataclass

from tables.floor.balancing import Halt, halts, propose_moves
from tables.floor.breaking import redraw_due, table_to_break
from tables.floor.moves import ProposedMove
from tables.models import SeatDraw
from tables.profiles import floor_rules
from tables.queries.room import room
from tournament.models import Entry, EntryStatus, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The next thing to do in the room; at most one of the first two is set.

    `redraw_to` is the number of tables to which everybody is drawn anew (1: the final table),
    `break_table` the number of the table to break, `moves` the balancing moves otherwise due,
    `halts` the tables too short to deal on.
    """

    redraw_to: int | None
    break_table: int | None
    moves: tuple[ProposedMove, ...]
    halts: tuple[Halt, ...]


def advice(tournament: Tournament) -> Advice:
    """Redraw before breaking, breaking before balancing: a move that the next would undo is none.

    While registration is open no table is broken: late players need the chairs (rules.md 4.1).
    """
    rules = floor_rules(tournament)
    views = room(tournament_id=tournament.pk)
    halted = halts(views, rules)
    if tournament.registration_closed_at is not None:
        redraw_to = _redraw_to(tournament, len(views))
        if redraw_to is not None:
            return Advice(redraw_to=redraw_to, break_table=None, moves=(), halts=halted)
        closing = table_to_break(views, rules)
        if closing is not None:
            return Advice(redraw_to=None, break_table=closing, moves=(), halts=halted)
    return Advice(redraw_to=None, break_table=None, moves=propose_moves(views, rules), halts=halted)


def proposed_moves(tournament: Tournament) -> tuple[ProposedMove, ...]:
    """The fewest moves that bring the tables within the profile's tolerance, with reasons."""
    return propose_moves(room(tournament_id=tournament.pk), floor_rules(tournament))


def _redraw_to(tournament: Tournament, tables: int) -> int | None:
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    done = SeatDraw.objects.filter(tournament=tournament, kind="redraw")
    return redraw_due(
        entries=entries.count(),
        players_left=entries.filter(status=EntryStatus.PLAYING).count(),
        tables_left=tables,
        seats_per_table=tournament.seats_per_table,
        rules=floor_rules(tournament),
        redrawn_at=[draw.tables_left for draw in done if draw.tables_left],
    )
