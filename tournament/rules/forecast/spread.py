"""How far a forecast is off: the share of the time still to play by which finished events ended sooner or later.

What was missed is kept by how many players were still to go out, since two more may take a minute or an hour while
twenty take what they take. Before the first player is out an evening has no pace of its own, and its misses are kept
apart. The range is the middle eighty in a hundred of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, hypot, log
from typing import Final, TypeAlias

TO_GO: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""Players still to go out of each kind of misses; the last stands for more as well."""

LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """The logarithm of true over foretold minutes, with so many `to_go`; `is_first`: nobody was out yet. `weight`: as
    how much of an event it counts.
    """

    to_go: int
    missed: float
    weight: float
    is_first: bool


LowMiddleHigh: TypeAlias = tuple[float, float, float]

# Nine equal parts of the normal distribution, each by its middle.
_NINTHS: Final = (-1.593, -0.967, -0.589, -0.282, 0.0, 0.282, 0.589, 0.967, 1.593)
_USUAL_WEIGHT: Final = 1.0  # of each of the nine
_HOUSES_DIFFER: Final = 0.15  # one deviation, as a logarithm: a house that nobody knows may be so much slower
_BLINDS_HURRY: Final = (
    8  # this many eliminations take blinds up so far that twice the luck is not twice the time
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Low, middle and high miss before anybody is out, and of each of `TO_GO`, as logarithms."""

    at_first: LowMiddleHigh
    misses: tuple[LowMiddleHigh, ...]

    def factors(self, to_go: float, *, has_pace: bool) -> LowMiddleHigh:
        """What the minutes still to play are multiplied by for the low, the middle and the high end of the range."""
        low, middle, high = self.at_first
        if has_pace:
            low, middle, high = (_between(to_go, [miss[i] for miss in self.misses]) for i in range(3))
        return exp(low), exp(middle), exp(high)


def spread_of(misses: Iterable[Miss]) -> Spread:
    """What finished events missed by, and where they are few, what chance alone does to the last players."""
    at_first = _usual(TO_GO[-1])
    kept = [_usual(to_go) for to_go in TO_GO]
    for miss in misses:
        among = at_first if miss.is_first else kept[_nearest(miss.to_go)]
        among.append((miss.missed, miss.weight))
    return Spread(at_first=_low_middle_high(at_first), misses=tuple(_low_middle_high(each) for each in kept))


def quantile(values: Sequence[tuple[float, float]], share: float) -> float:
    """The value below which `share` of the weight lies, between two neighbours in proportion; values with weights."""
    ordered = sorted(values)
    wanted = share * sum(weight for _, weight in ordered)
    below, before = 0.0, ordered[0]
    for value, weight in ordered:
        middle = below + weight / 2
        if middle >= wanted:
            last = below - before[1] / 2
            part = (wanted - last) / (middle - last) if middle > last else 1.0
            return before[0] + (value - before[0]) * max(0.0, min(1.0, part))
        below, before = below + weight, (value, weight)
    return ordered[-1][0]


def _low_middle_high(values: Sequence[tuple[float, float]]) -> LowMiddleHigh:
    return quantile(values, LOW), quantile(values, MIDDLE), quantile(values, HIGH)


def _usual(to_go: int) -> list[tuple[float, float]]:
    """By chance alone so many exponential waits last so long (the cube of Wilson and Hilferty), beside what makes one
    evening longer than another.
    """
    return [(_usual_miss(to_go, ninth), _USUAL_WEIGHT) for ninth in _NINTHS]


def _usual_miss(to_go: int, ninth: float) -> float:
    by_chance = 3 * log(1 - 1 / (9 * to_go) + ninth / (3 * to_go**0.5)) / (1 + to_go / _BLINDS_HURRY)
    of_houses = _HOUSES_DIFFER * ninth
    size = hypot(by_chance, of_houses)
    return size if by_chance + of_houses > 0 else -size


def _nearest(to_go: int) -> int:
    return min(range(len(TO_GO)), key=lambda i: abs(log(to_go / TO_GO[i])))


def _between(to_go: float, values: Sequence[float]) -> float:
    over = sum(each < to_go for each in TO_GO)
    if over in (0, len(TO_GO)):
        return values[min(over, len(TO_GO) - 1)]
    part = log(to_go / TO_GO[over - 1]) / log(TO_GO[over] / TO_GO[over - 1])
    return values[over - 1] + (values[over] - values[over - 1]) * part
