"""The dealer push at a table: the level of its next hand, and what is said of a push that comes too late."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables.floor.push import too_close
from tables.models import Table
from tables.models.rules import floor_rules
from tournament.models import Tournament
from tournament.queries.level import LevelNow, level_at, level_now
from tournament.rules import clock as clock_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class PushShown:
    """A push that is on: `old_level` is the number of the level that one more hand is dealt at, 0 for none;
    `late_at` is when the level ends that it was marked too close to, None for in time.
    """

    old_level: int
    late_at: datetime | None


def level_of_next_hand(table: Table, *, now: datetime) -> LevelNow:
    """The level in force, or for one hand the one before it if it ended during a dealer push (TDA 23).

    Where the house has it otherwise (WSOP 79) a push changes nothing.
    """
    level = level_now(table.tournament, now=now)
    push = table.push
    if push is None or level.is_break or floor_rules(table.tournament).level_in_push == "at_once":
        return level
    index = push.level_dealt(hands=table.hands_dealt, index=level.index, now=now)
    return level if index == level.index else level_at(table.tournament, index)


def push_shown(table: Table, level: LevelNow, *, now: datetime) -> PushShown | None:
    """What the tablet says of the push that is on, None without one; `level` is that of the next hand."""
    push = table.push
    if push is None or not push.is_on(hands=table.hands_dealt, now=now):
        return None
    tournament = table.tournament
    index = clock_rules.current_index(tournament.clock, tournament.structure, now=now)
    ends_at = level_ends_at(tournament, now=push.at)
    is_late = index == push.index and too_close(ends_at=ends_at, now=push.at) is not None
    return PushShown(
        old_level=level.number if level.index != index else 0, late_at=ends_at if is_late else None
    )


def level_ends_at(tournament: Tournament, *, now: datetime) -> datetime | None:
    """When a break or another level begins; None while the clock stands, in a break and in the last level."""
    clock, structure = tournament.clock, tournament.structure
    index = clock_rules.current_index(clock, structure, now=now)
    if structure.is_break(index) or index == structure.last_index:
        return None
    return clock_rules.ends_at(clock, structure, now=now)
