from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Tournament
from tournament.rules import clock as clock_rules
from tournament.rules.chips.denominations import unit_of, values_left
from tournament.rules.structure.game_sizes import TightestGame, tightest_game
from tournament.rules.structure.levels import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelNow:
    """The level that a hand dealt now is played at; `chip` is the smallest chip still in play, `unit`
    what every amount is a multiple of that the chips in play can make (0 without a chip set).

    In a break no hand is dealt, and the level is the one before it. `mixed_since` is the index of
    the first of the mixed levels that led to this one without another between them.
    """

    index: int
    number: int
    level: Level
    chip: int
    unit: int
    is_break: bool
    mixed_since: int


def level_now(tournament: Tournament, *, now: datetime) -> LevelNow:
    index = clock_rules.current_index(tournament.clock, tournament.structure, now=now)
    return level_at(tournament, index)


def level_at(tournament: Tournament, index: int) -> LevelNow:
    """The level of this period, whatever the clock says."""
    structure = tournament.structure
    in_play = chips_left(tournament, structure.chips_removed_before(index))
    return LevelNow(
        index=index,
        number=structure.level_number(index),
        level=structure.level_in_force(index),
        is_break=structure.is_break(index),
        chip=min(in_play, default=1),
        unit=unit_of(in_play),
        mixed_since=structure.mixed_since(index),
    )


def tightest_to_come(tournament: Tournament) -> TightestGame:
    """Of the games of this level and the later ones the one with the fewest players: no table can have more."""
    return tightest_game(tournament.structure, tournament.event_rules, since=tournament.clock.index)


def seats_in_play(tournament: Tournament) -> int:
    """How many seats of an ordinary table can be used."""
    return min(tournament.seats_per_table, tightest_to_come(tournament).most)


def chips_left(tournament: Tournament, removed: frozenset[int]) -> list[int]:
    """The values of the chip set without those that have left play."""
    return values_left(tournament.chip_values, removed)


def chip_unit(tournament: Tournament, *, now: datetime, after_break: bool = False) -> int:
    """What every amount is a multiple of that the chips in play can make; 0 without a chip set.

    A chip that leaves in the break under way is in play until it ends; `after_break`: it has left.
    """
    structure = tournament.structure
    index = clock_rules.current_index(tournament.clock, structure, now=now)
    return unit_of(chips_left(tournament, structure.chips_removed_before(index + after_break)))
