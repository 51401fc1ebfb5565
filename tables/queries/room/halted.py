"""Whether a table has to wait for the balance before it deals again (TDA 11-D, WSOP 67).

A tap asks nothing of the only table that is open, nor of one that has players enough, the common way; one question of
a table that is short for its size but not beside the others; and of the whole room only where play may have to halt.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count

from tables.floor.moves.halting import Halt, halts
from tables.models import Table
from tables.models.rules import floor_rules
from tables.queries.room.tables import PLAYABLE, room
from tournament.models import Tournament
from tournament.models.built_query import BuiltQuery
from tournament.queries.level import seats_in_play, tightest_to_come

# So many players can be out of the fullest table in one hand and the table still be told.
MOST_OUT_AT_ONCE = 3


def halt_of(table: Table, *, players: int) -> Halt | None:
    """Why this table with so many players deals no hand now; None where it may. Its tournament is loaded.

    No query at a table that is not short for its size or that the floor lets go on, one where no other table is so
    much fuller, five or six where one is. A table is taken to have no more seats than its tournament's tables, or this
    one.
    """
    tournament = table.tournament
    rules = floor_rules(tournament)
    if tournament.stop is not None and tournament.stop.moves_nobody:
        return None
    if rules.halting != "enforced" or _is_waived(table, players):
        return None
    seats = min(max(tournament.seats_per_table, table.seats_count), tightest_to_come(tournament).most)
    if players > seats - rules.halt_gap(seats):
        return None
    counts = _players_by_table(tournament)
    if players > max(counts.values(), default=0) - rules.halt_gap(seats):
        return None
    halted = halts(room(tournament), rules)
    return next((halt for halt in halted if halt.table == table.number and halt.is_now), None)


def tables_that_may_be_short(tournament: Tournament, *, left: int = MOST_OUT_AT_ONCE) -> list[int]:
    """The numbers of tables that are so short that play may halt there, or were before `left` players at most left
    the fullest table. One query.
    """
    counts = _players_by_table(tournament)
    gap = floor_rules(tournament).halt_gap(seats_in_play(tournament))
    limit = max(counts.values(), default=0) + left - gap
    return sorted(number for number, players in counts.items() if players <= limit)


def _is_waived(table: Table, players: int) -> bool:
    return table.plays_on_with is not None and players >= table.plays_on_with


def _players_by_table(tournament: Tournament) -> Mapping[int, int]:
    return dict(_PLAYERS.all(tournament.pk))


_PLAYERS = BuiltQuery(
    lambda tournament: (
        Table.objects.filter(tournament=tournament, status__in=PLAYABLE)
        .annotate(players=Count("seats__entry"))
        .values_list("number", "players")
    ),
    int,
)
