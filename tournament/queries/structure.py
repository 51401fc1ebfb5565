"""The structure as a sheet to read: every level and break, what is past, what is now, when it will be."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tournament.models import Tournament
from tournament.queries.registration import is_switched_by_hand
from tournament.rules import clock as clock_rules
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.stakes_check import StructureRemark
from tournament.rules.structure.what_if import next_night


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One period: either `level` with its `number` or `break_`. `starts_at` is a forecast, in UTC."""

    index: int
    number: int
    level: Level | None
    break_: Break | None
    minutes: int
    hands: int
    is_past: bool
    is_current: bool
    starts_at: datetime | None
    is_registration_end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayNote:
    """How the event is played besides its stakes: what it is about, and what is so."""

    title: str
    text: str


PlayNotes = Callable[[Tournament], Iterable[PlayNote]]

_play_notes: Final[list[PlayNotes]] = []


def register_play_notes(notes: PlayNotes) -> None:
    """What structure and structure sheet say below their figures, in the language that is active; without a query."""
    _play_notes.append(notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureSheet:
    rows: tuple[SheetRow, ...]
    has_antes: bool
    time_zone: str
    notes: tuple[PlayNote, ...]


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
            hands=structure.hands_of(index),
            is_past=has_started and index < clock.index,
            is_current=has_started and index == clock.index,
            starts_at=clock_rules.period_starts_at(clock, structure, index=index, now=now),
            is_registration_end=index == registration_end,
        )
        for index, period in enumerate(structure.periods)
    ]
    has_antes = any(row.level is not None and row.level.ante for row in rows)
    return StructureSheet(
        rows=tuple(rows),
        has_antes=has_antes,
        time_zone=tournament.time_zone,
        notes=tuple(note for notes in _play_notes for note in notes(tournament)),
    )


def _registration_end(structure: Structure, last_level: int, *, through_break: bool) -> int | None:
    """Index of the last period in which entries are taken: the level, or the break after it (WSOP 12)."""
    if not 0 < last_level <= structure.level_count:
        return None
    index = structure.index_of_level(last_level)
    follows = index + 1 if through_break else index
    return follows if follows <= structure.last_index and structure.is_break(follows) else index


def current_row(tournament: Tournament, now: datetime) -> int:
    """Index of the period in force, -1 while the clock has not started."""
    clock = tournament.clock
    if clock.state == "not_started":
        return -1
    return clock_rules.current_index(clock, tournament.structure, now=now)


def night_ahead(tournament: Tournament, now: datetime) -> int | None:
    """The row, from 1, of the night before the next day of play; None on the last day."""
    return next_night(tournament.structure, behind=current_row(tournament, now) + 1)


def digest_of(structure: Structure) -> str:
    """A mark of a structure, by which a page that is out of date is recognized."""
    return hashlib.sha256(json.dumps(structure.to_dict(), sort_keys=True).encode()).hexdigest()[:16]


def began_at(tournament: Tournament, now: datetime) -> datetime | None:
    """When the first hand was dealt, if the clock had never stood: what times in a structure count from.

    None while the clock has not started.
    """
    index = current_row(tournament, now)
    if index < 0:
        return None
    rows = tournament.structure.periods[: index + 1]
    left = clock_rules.remaining(tournament.clock, tournament.structure, now=now)
    return now + left - timedelta(seconds=sum(row.duration_seconds for row in rows))


def remarks_on(tournament: Tournament, structure: Structure) -> tuple[StructureRemark, ...]:
    """What the check says of a structure, with the chips and the rules of the event."""
    return check_structure(
        structure,
        starting_stack=tournament.starting_stack,
        chip_values=tuple(tournament.chip_values),
        seats=tournament.seats_per_table,
        are_seats_fixed=tournament.draw_made_at is not None,
        rules=tournament.event_rules,
    )


def errors_to_come(
    tournament: Tournament, structure: Structure, *, now: datetime
) -> tuple[StructureRemark, ...]:
    """Errors in rows that can still be changed; they would stop the room."""
    current = current_row(tournament, now)
    return tuple(
        remark
        for remark in remarks_on(tournament, structure)
        if remark.severity == "error" and remark.row is not None and remark.row > current + 1
    )


def behind_the_played(tournament: Tournament, structure: Structure, *, now: datetime) -> Structure:
    """The rows of a structure behind those of this event that were played, or are."""
    played = current_row(tournament, now) + 1
    return Structure(periods=(*tournament.structure.periods[:played], *structure.periods[played:]))
