"""How an event stands, and when so many players may be left: the middle of what the evening itself and others say.

Two estimates are weighed against each other. The *walk* lets players go out at the rate that others taught, hurried or
slowed by this evening’s own pace; the *depth* asks when the chips in play are as few big blinds as they were on other
evenings with so many left. Each misses in its own way, and half of both misses less than either. As players go out the
evening’s own pace is worth more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from tournament.rules.forecast.course import Course
from tournament.rules.forecast.elimination import Cells, EliminationRate
from tournament.rules.forecast.evening import Evening
from tournament.rules.forecast.walking import Walk

STEADINESS: Final = 12.0
"""After so many eliminations the pace of an evening itself counts as much as that of all others."""

_DEPTH_AT_FIRST: Final = 0.5
_DEPTH_LOST: Final = 0.3  # when everybody is out


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A moment of an event: `entries` so far, of whom `out` are out and `left` still in, with `chips` in play.

    `seen`: the cells passed so far, for the pace; `registers`: whether further entries may come, at the latest in level
    `last_level` (from 0), where that is known.
    """

    course: Course
    played: float
    entries: int
    left: int
    chips: float
    out: int
    seen: Cells
    registers: bool = True
    last_level: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Teachings:
    """What other evenings teach: the rate of eliminations; `depths`, the logarithm of the big blinds in play when 1, 2,
    3 … were left; `coming`, by index of a level how many enter in it for each entry before it.
    """

    rate: EliminationRate
    depths: tuple[float, ...]
    coming: tuple[float, ...]

    def still_coming(self, standing: Standing) -> dict[int, float]:
        """Players that may still enter, by index of a level; of the present one the part that is left."""
        if not standing.registers:
            return {}
        now, known = standing.course.level_at(standing.played), float(standing.entries)
        coming = {}
        levels = len(self.coming) if standing.last_level is None else standing.last_level + 1
        for index in range(now, min(levels, len(self.coming))):
            part = 1.0
            if index == now:
                left = standing.course.level_end(now) - standing.played
                part = min(
                    1.0, left / standing.course.levels[min(now, len(standing.course.levels) - 1)].minutes
                )
            coming[index] = known * self.coming[index] * part
            known += coming[index]
        return coming


def standing_of(evening: Evening, cells: Cells, *, played: float, registers: bool = True) -> Standing:
    return Standing(
        course=evening.course,
        played=played,
        entries=evening.entries,
        left=evening.left,
        chips=evening.chips,
        out=len(evening.outs),
        seen=cells,
        registers=registers,
    )


def middle(
    standing: Standing,
    target: int,
    taught: Teachings,
    *,
    coming: Mapping[int, float],
    rates: Mapping[tuple[int, int], float] | None = None,
) -> float:
    """The played minute at which `target` may be left, before what other forecasts have missed by."""
    walked = Walk(
        course=standing.course,
        rate=taught.rate,
        pace=_pace(standing, taught.rate, rates or {}),
        played=standing.played,
        left=standing.left,
        chips=standing.chips,
        coming=coming,
        buy_in=standing.chips / standing.entries,
    ).until(target)
    if target > len(taught.depths):
        return walked
    chips = standing.chips * (1 + sum(coming.values()) / standing.entries)
    by_depth = standing.course.played_at_blind(log(chips) - taught.depths[target - 1])
    weight = _DEPTH_AT_FIRST - _DEPTH_LOST * min(1.0, standing.out / standing.entries)
    return weight * max(standing.played, by_depth) + (1 - weight) * walked


def _pace(standing: Standing, rate: EliminationRate, rates: Mapping[tuple[int, int], float]) -> float:
    """How much faster than others this evening goes: eliminations seen over those expected, steadied."""
    expected = sum(
        minutes * (rates.get(cell) or rate.at(cell[0], cell[1] / 10))
        for cell, (_, minutes) in standing.seen.items()
    )
    seen = sum(outs for outs, _ in standing.seen.values())
    return (seen + STEADINESS) / (expected + STEADINESS)
