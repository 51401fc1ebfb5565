"""What a floor manager asks of a structure that is being played: levels longer or shorter, one left out, a break more.

Each answer is another structure; nothing that was played changes. Whether it ends when it should is the forecast's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tournament.rules.structure.errors import MAX_BREAK_SECONDS, StructureError, require_int
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure

SHORTEST_LEVEL_SECONDS: Final = 60
LONGEST_LEVEL_SECONDS: Final = 4 * 3600
SHORTEST_NIGHT: Final = 4 * 3600
"""Seconds of a break behind which another day of play begins."""
# Levels of a plan to end at a time are whole minutes, of these at most.
_MOST_MINUTES: Final = 180

EndsAfter: TypeAlias = Callable[[Structure], float]
"""Seconds from now to the end of a structure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsLast:
    """Levels from row `first` on (from 1, with breaks) last so many seconds; levels by hands last their hands."""

    first: int
    seconds: int

    def applied(self, structure: Structure) -> Structure:
        """Raises StructureError where there is no level, or for a length that none has."""
        require_int(self.seconds, field="duration", low=SHORTEST_LEVEL_SECONDS, high=LONGEST_LEVEL_SECONDS)
        _require_level(structure, self.first)
        return Structure(
            periods=tuple(
                replace(period, duration_seconds=self.seconds)
                if row >= self.first and isinstance(period, Level) and not period.hands
                else period
                for row, period in enumerate(structure.periods, start=1)
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelLeftOut:
    """The level of row `row` is not played; two breaks that meet become the longer one, with the chips of both.

    `in_play`: the row in play, 0 before the start; a break in play stays as it is.
    """

    row: int
    in_play: int = 0

    def applied(self, structure: Structure) -> Structure:
        """Raises StructureError where the row holds a break, or the last one."""
        _require_level(structure, self.row)
        before, after = structure.periods[: self.row - 1], structure.periods[self.row :]
        if not any(isinstance(period, Level) for period in after):
            raise _last_level(self.row)
        return Structure(periods=_joined((*before, *after), in_play=self.in_play))


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakAdded:
    """A break of so many seconds before the level of row `row`; a break that is there already grows by it."""

    row: int
    seconds: int

    def applied(self, structure: Structure) -> Structure:
        """Raises StructureError where the row holds a break, or for a length that no break has."""
        require_int(self.seconds, field="duration", low=60, high=MAX_BREAK_SECONDS)
        _require_level(structure, self.row)
        before, after = list(structure.periods[: self.row - 1]), structure.periods[self.row - 1 :]
        if before and isinstance(before[-1], Break):
            longer = before[-1].duration_seconds + self.seconds
            before[-1] = replace(before[-1], duration_seconds=longer)
        else:
            before.append(Break(duration_seconds=self.seconds))
        return Structure(periods=(*before, *after))


@dataclass(frozen=True, slots=True, kw_only=True)
class NightMoved:
    """Play of today ends behind the level of row `row`; the night is the next one behind row `in_play`, 0 before the
    start. A night in play is over with its own time.
    """

    row: int
    in_play: int

    def applied(self, structure: Structure) -> Structure:
        """Raises StructureError where the row holds a break or the last level, or no night is ahead."""
        _require_level(structure, self.row)
        night = next_night(structure, behind=self.in_play)
        if night is None:
            raise StructureError(
                "no night is ahead.", code="no_night", field="row", cure="Add a break of the night first."
            )
        rows = list(structure.periods)
        moved = rows.pop(night - 1)
        behind = self.row if self.row < night else self.row - 1
        if behind == len(rows):
            raise _last_level(self.row)
        return Structure(periods=_joined((*rows[:behind], moved, *rows[behind:]), in_play=self.in_play))


def is_night(period: Period) -> bool:
    """Whether another day of play begins behind it."""
    return isinstance(period, Break) and period.duration_seconds >= SHORTEST_NIGHT


def next_night(structure: Structure, *, behind: int) -> int | None:
    """The row of the next break between two days of play, behind row `behind`; both are counted from 1."""
    rows = enumerate(structure.periods, start=1)
    return next((row for row, period in rows if row > behind and is_night(period)), None)


WhatIf: TypeAlias = LevelsLast | LevelLeftOut | BreakAdded | NightMoved


def planned_to_end(structure: Structure, *, first: int, wish: float, ends_after: EndsAfter) -> LevelsLast:
    """How long levels from row `first` on have to last to end as near to `wish` seconds from now as whole minutes can.

    Raises StructureError where even the shortest levels end more than one of them too late, or the longest too early.
    """
    _require_level(structure, first)
    low, high = 1, _MOST_MINUTES
    while low < high:
        middle = (low + high) // 2
        if ends_after(LevelsLast(first=first, seconds=middle * 60).applied(structure)) < wish:
            low = middle + 1
        else:
            high = middle
    found = [LevelsLast(first=first, seconds=minutes * 60) for minutes in {max(1, low - 1), low}]
    misses = {each.seconds: abs(ends_after(each.applied(structure)) - wish) for each in found}
    best = min(found, key=lambda each: (misses[each.seconds], each.seconds))
    if misses[best.seconds] > max(best.seconds, 600):
        raise StructureError(
            "no length of levels ends then: the nearest is levels of %(minutes)s minutes.",
            code="no_length_ends_then",
            field="duration",
            cure="Choose another time, or leave out levels.",
            minutes=best.seconds // 60,
        )
    return best


def _last_level(row: int) -> StructureError:
    return StructureError(
        "the last level cannot be chosen.",
        code="last_level",
        field="row",
        row=row,
        cure="Choose one that others follow.",
    )


def _require_level(structure: Structure, row: int) -> None:
    if not 1 <= row <= len(structure.periods) or structure.is_break(row - 1):
        raise StructureError(
            "row %(number)s is not a level.",
            code="not_a_level",
            field="row",
            cure="Choose the row of a level.",
            number=row,
        )


def _joined(periods: Sequence[Period], *, in_play: int) -> tuple[Period, ...]:
    """Wherever two breaks meet behind the row in play they are one."""
    rows = list(periods[:in_play])
    for row in periods[in_play:]:
        last = rows[-1] if len(rows) > in_play else None
        if isinstance(last, Break) and isinstance(row, Break):
            rows[-1] = Break(
                duration_seconds=max(last.duration_seconds, row.duration_seconds),
                chips_removed=tuple(sorted({*last.chips_removed, *row.chips_removed})),
                label=last.label or row.label,
            )
        else:
            rows.append(row)
    return tuple(rows)
