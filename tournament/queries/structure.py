"""The structure as a sheet to read: every level and break, what is past, what is now, when it will be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Tournament
from tournament.queries.registration import is_switched_by_hand
from tournament.rules import clock as clock_rules
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One period: either `level` with its `number` or `break_`. `starts_at` is a forecast, in UTC."""

    index: int
    number: int
    level: Level | None
    break_: Break | None
    minutes: int
    is_past: bool
    is_current: bool
    starts_at: datetime | None
    is_registration_end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureSheet:
    rows: tuple[SheetRow, ...]
    has_antes: bool
    time_zone: str


def structure_sheet(tournament: Tournament, *, now: datetime) -> StructureSheet:
    """No query beside the tournament. Times are known while the clock runs."""
    structure = tournament.structure
    clock = clock_rules.advance(tournament.clock, structure, now=now).clock
    has_started = clock.state != "not_started"
    registration_end = (
        None
        if is_switched_by_hand(tournament, now=now)
        else _registration_end(
            structure,
            tournament.late_registration_level,
            through_break=tournament.event_rules.registration_through_break,
        )
    )
    rows = [
        SheetRow(
            index=index,
            number=structure.level_number(index),
            level=period if isinstance(period, Level) else None,
            break_=period if isinstance(period, Break) else None,
            minutes=period.duration_seconds // 60,
            is_past=has_started and index < clock.index,
            is_current=has_started and index == clock.index,
            starts_at=clock_rules.period_starts_at(clock, structure, index=index, now=now),
            is_registration_end=index == registration_end,
        )
        for index, period in enumerate(structure.periods)
    ]
    has_antes = any(row.level is not None and row.level.ante for row in rows)
    return StructureSheet(rows=tuple(rows), has_antes=has_antes, time_zone=tournament.time_zone)


def _registration_end(structure: Structure, last_level: int, *, through_break: bool) -> int | None:
    """Index of the last period in which entries are taken: the level, or the break after it (WSOP 12)."""
    if not 0 < last_level <= structure.level_count:
        return None
    index = structure.index_of_level(last_level)
    follows = index + 1 if through_break else index
    return follows if follows <= structure.last_index and structure.is_break(follows) else index
