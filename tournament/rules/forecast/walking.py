"""An event walked on, level by level, until so many players are left: each elimination takes what the rate says."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from tournament.rules.forecast.course import Course
from tournament.rules.forecast.elimination import EliminationRate

LONGEST: Final = 30 * 24 * 60
"""The most minutes a forecast says: where blinds do not rise, an event may last for ever."""

_PARTS: Final = 150
"""Of a larger field one of so many parts goes out at once: thousands of steps would end no later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Where it begins: at a played minute, with so many left and so many chips in play.

    `coming`: by index of a level how many players come in it, each with an average buy-in of `buy_in` chips.
    """

    course: Course
    rate: EliminationRate
    pace: float
    played: float
    left: float
    chips: float
    coming: Mapping[int, float]
    buy_in: float

    def until(self, target: int) -> float:
        """The played minute at which `target` players are left."""
        played, left, chips = self.played, self.left, self.chips
        level, came = self.course.level_at(played), -1
        while left > target and played < LONGEST:
            if came < level:
                new = self.coming.get(level, 0.0)
                left, chips, came = left + new, chips + new * self.buy_in, level
            part = min(max(1.0, left // _PARTS), left - target)
            rate = self.pace * self._rate(left, chips, level)
            needed, until_next = part / rate, self.course.level_end(level) - played
            if needed < until_next:
                played, left = played + needed, left - part
            else:
                played, left, level = played + until_next, left - until_next * rate, level + 1
        return min(played, LONGEST)

    def _rate(self, left: float, chips: float, level: int) -> float:
        players = max(2.0, left)
        return self.rate.at(players, log(chips / players) - self.course.big_blind(level))
