"""How the blinds climb: levels are fitted to a curve, each above the last and at most twice it."""

from collections.abc import Collection, Sequence
from itertools import accumulate
from math import inf, log
from typing import Final, Literal, TypeAlias

Pace: TypeAlias = Literal["gentle", "middle", "steep"]

# By which power of the time played the blinds climb, in proportion: above 1 slowly at first, below 1 fast at first.
POWERS: Final[dict[Pace, float]] = {"gentle": 1.4, "middle": 1.0, "steep": 0.72}

# A rare rung has to come nearer by so much, squared, than a usual one.
_RARE: Final = 0.03
# A level of more than 1.6 times the last, after the second, counts as so much further away.
_LEAP: Final = 0.05


def targets_of(first: float, last: float, *, count: int, pace: Pace) -> list[float]:
    """`count` small blinds from `first` to `last` as a curve has them; logarithms, for `fitted`."""
    power, steps = POWERS[pace], max(1, count - 1)
    low, high = log(first), log(last)
    return [low + (high - low) * (step / steps) ** power for step in range(count)]


def fitted(
    targets: Sequence[float], rungs: Sequence[int], *, rare: Collection[int] = (), above: int = 0
) -> list[int] | None:
    """A rung for each target, as near as can be: rising, at most twice the last; None where there are too few.

    `above` is the level before the first; without one (0) the first is the lowest rung. The sum of the squared
    distances is the least there is, and a `rare` rung counts as further away.
    """
    if len(targets) > len(rungs):
        return None
    heights = [log(rung) for rung in rungs]
    costs = [_RARE if rung in rare else 0.0 for rung in rungs]
    # The least sum of each way that ends on a rung, and the rung that it came from.
    sums = [0.0 if _may_begin(rung, rungs[0], above=above) else inf for rung in rungs]
    ways: list[list[int]] = []
    for number, target in enumerate(targets):
        if number:
            leap = _LEAP if number + bool(above) > 2 else 0.0
            sums, way = _a_level_on(sums, rungs, lowest=number, leap=leap)
            ways.append(way)
        sums = [
            total + cost + (height - target) ** 2
            for total, cost, height in zip(sums, costs, heights, strict=True)
        ]
    end = min(range(len(rungs)), key=sums.__getitem__, default=None)
    if end is None or sums[end] == inf:
        return None
    return [
        rungs[index]
        for index in reversed(list(accumulate(reversed(ways), lambda at, way: way[at], initial=end)))
    ]


def _may_begin(rung: int, lowest: int, *, above: int) -> bool:
    return above < rung <= 2 * above if above else rung == lowest


def _a_level_on(
    sums: Sequence[float], rungs: Sequence[int], *, lowest: int, leap: float
) -> tuple[list[float], list[int]]:
    """The least sum with which a level can lead to each rung, and from which rung; none leads below the `lowest`."""
    least, came = [inf] * lowest, [0] * lowest
    for index in range(lowest, len(rungs)):
        rung, best, origin = rungs[index], inf, 0
        for before in range(index - 1, lowest - 2, -1):
            if rung > 2 * rungs[before]:
                break
            total = sums[before] + (leap if 10 * rung > 16 * rungs[before] else 0.0)
            if total < best:
                best, origin = total, before
        least.append(best)
        came.append(origin)
    return least, came
