from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Tournament
from tournament.rules import clock as clock_rules
from tournament.rules.periods import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelNow:
    """The level that a hand dealt now is played at; `chip` is the smallest chip still in play.

    In a break no hand is dealt, and the level is the one before it. `mixed_since` is the index of
    the first of the mixed levels that led to this one without another between them.
    """

    index: int
    number: int
    level: Level
    chip: int
    is_break: bool
    mixed_since: int


def level_now(tournament: Tournament, *, now: datetime) -> LevelNow:
    structure = tournament.structure
    index = clock_rules.current_index(tournament.clock, structure, now=now)
    removed = structure.chips_removed_before(index)
    in_play = [value for value in tournament.chip_values if value not in removed]
    return LevelNow(
        index=index,
        number=structure.level_number(index),
        level=structure.level_in_force(index),
        is_break=structure.is_break(index),
        chip=min(in_play, default=1),
        mixed_since=structure.mixed_since(index),
    )
