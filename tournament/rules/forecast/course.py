"""A structure as the forecast reads it: stretches of play and breaks, and how high the blinds are at a played minute.

*Played* minutes are those of levels; minutes of the *clock* count the breaks as well. Where levels run out the course
goes on as long and as steep as it was: that is what a floor does whose structure ends too early.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import log
from typing import Final

from tournament.rules.forecast.errors import ForecastError

# As steep as a level rises where a structure has a single one: club structures double in two levels.
_RISE: Final = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A level, or a break where `big_blind` is 0. `ends_day`: play of a day ends behind it."""

    minutes: float
    big_blind: float = 0
    is_dinner: bool = False
    ends_day: bool = False

    def __post_init__(self) -> None:
        if self.minutes <= 0 or self.big_blind < 0:
            raise ForecastError(
                "A level has minutes above 0 and blinds that are not negative.", code="bad_level"
            )

    @property
    def is_break(self) -> bool:
        return self.big_blind == 0


@dataclass(frozen=True, kw_only=True)
class Course:
    """The stretches in the order they are played; at least one is a level."""

    stretches: tuple[Stretch, ...]

    def __post_init__(self) -> None:
        if all(stretch.is_break for stretch in self.stretches):
            raise ForecastError("A structure needs a level with a big blind.", code="no_level")

    @cached_property
    def levels(self) -> tuple[Stretch, ...]:
        return tuple(stretch for stretch in self.stretches if not stretch.is_break)

    @cached_property
    def level_ends(self) -> tuple[float, ...]:
        """The played minute at which each level ends."""
        return tuple(accumulate(level.minutes for level in self.levels))

    @cached_property
    def clock_starts(self) -> tuple[float, ...]:
        """The minute of the clock at which each level begins."""
        begun = [0.0, *accumulate(stretch.minutes for stretch in self.stretches)]
        return tuple(
            start for start, stretch in zip(begun, self.stretches, strict=False) if not stretch.is_break
        )

    def level_at(self, played: float) -> int:
        """Index of the level in force, from 0; beyond the last one those that would follow."""
        for index, end in enumerate(self.level_ends):
            if played < end:
                return index
        return len(self.levels) + int((played - self.level_ends[-1]) / self.levels[-1].minutes)

    def level_end(self, index: int) -> float:
        """The played minute at which level `index` ends, also of one that would follow."""
        over = index - len(self.levels) + 1
        return self.level_ends[min(index, len(self.levels) - 1)] + max(0, over) * self.levels[-1].minutes

    def big_blind(self, index: int) -> float:
        """As a logarithm, of level `index` or of one that would follow."""
        over = index - len(self.levels) + 1
        return log(self.levels[min(index, len(self.levels) - 1)].big_blind) + max(0, over) * self._rise

    def smooth_big_blind(self, played: float) -> float:
        """As a logarithm, rising evenly from the middle of a level to the next one's: what a stack feels."""
        marks = self._middles
        if played <= marks[0][0]:
            return marks[0][1]
        for (minute, blind), (next_minute, next_blind) in pairwise(marks):
            if played <= next_minute:
                return blind + (next_blind - blind) * (played - minute) / (next_minute - minute)
        minute, blind = marks[-1]
        return blind + (played - minute) / self.levels[-1].minutes * self._rise

    def played_at_blind(self, blind: float) -> float:
        """The played minute at which the blinds are so high (as a logarithm), where they reach it."""
        marks = self._middles
        if blind <= marks[0][1]:
            return marks[0][0]
        for (minute, low), (next_minute, high) in pairwise(marks):
            if blind <= high and high > low:
                return minute + (next_minute - minute) * (blind - low) / (high - low)
        minute, low = marks[-1]
        return minute + (blind - low) / self._rise * self.levels[-1].minutes

    def clock_at(self, played: float) -> float:
        """The minute of the clock at a played one; at the end of a level the break behind it has not begun."""
        index = next((i for i, end in enumerate(self.level_ends) if played <= end), len(self.levels) - 1)
        return self.clock_starts[index] + played - (self.level_ends[index] - self.levels[index].minutes)

    def played_at(self, clock: float) -> float:
        """The played minute at one of the clock; breaks count nothing."""
        played = begun = 0.0
        for stretch in self.stretches:
            part = min(max(0.0, clock - begun), stretch.minutes)
            played += 0 if stretch.is_break else part
            begun += stretch.minutes
        return played + max(0.0, clock - begun)

    @cached_property
    def _middles(self) -> Sequence[tuple[float, float]]:
        """Middle of each level and its blind; one that falls counts as the highest before it."""
        blinds = accumulate((log(level.big_blind) for level in self.levels), max)
        middles = (end - level.minutes / 2 for end, level in zip(self.level_ends, self.levels, strict=True))
        return tuple(zip(middles, blinds, strict=True))

    @cached_property
    def _rise(self) -> float:
        """How much a level rises in the mean, as a logarithm."""
        highest = max(log(level.big_blind) for level in self.levels)
        risen = highest - log(self.levels[0].big_blind)
        return risen / (len(self.levels) - 1) if risen > 0 else _RISE


def minutes_of_hands(hands: int, *, hands_an_hour: float) -> float:
    """How long a level takes that lasts `hands` at every table."""
    if hands < 1 or hands_an_hour <= 0:
        raise ForecastError("A level by hands needs hands and a pace above 0.", code="bad_hands")
    return hands * 60 / hands_an_hour
