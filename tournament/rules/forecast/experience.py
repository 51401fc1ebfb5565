"""What finished events teach, together with the published evenings; from none at all it is what those say."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Final

from tournament.rules.forecast.elimination import Cell, Cells, added, cell_of, fitted_rate
from tournament.rules.forecast.evening import Evening
from tournament.rules.forecast.published import published_evenings
from tournament.rules.forecast.spread import Miss, Spread, quantile, spread_of
from tournament.rules.forecast.standing import Standing, Teachings, middle, standing_of

DEEPEST_TABLE: Final = 10
"""Big blinds in play are learned for so many players left; above it the walk alone says when."""

_LEVELS_OF_ENTRY: Final = 14  # nobody enters later, but for what no rule foresees
_TO_GO: Final = frozenset({1, 2, 3, 4, 6, 8, 12, 16, 24, 48})
_EARLIER: Final = (2, 4, 8)  # as bubbles and final tables are
_JUST_BEFORE: Final = 1e-6
_SHORTEST: Final = 1.0  # minutes; less is not told apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """`spread`: of the end; `earlier`: of what comes before it. `events`: how many of the house are in it."""

    taught: Teachings
    spread: Spread
    earlier: Spread
    lost_an_hour: float
    events: int

    def spread_of(self, target: int) -> Spread:
        return self.spread if target == 1 else self.earlier


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A finished event with what it teaches, worked out once."""

    evening: Evening

    @cached_property
    def cells(self) -> Cells:
        return seen_cells(self.evening)

    @cached_property
    def depths(self) -> tuple[float | None, ...]:
        """The logarithm of the big blinds in play when 1, 2, 3 … were left; None where it cannot say."""
        return tuple(self._depth(left) for left in range(1, DEEPEST_TABLE + 1))

    @cached_property
    def moments(self) -> tuple[Standing, ...]:
        """Before the first elimination, and after those that left so many still to go."""
        evening = self.evening
        times = [evening.outs[0] - _JUST_BEFORE]
        times += [out for number, out in enumerate(evening.outs, 1) if len(evening.outs) - number in _TO_GO]
        return tuple(standing for at in times if (standing := standing_at(evening, at)))

    def _depth(self, left: int) -> float | None:
        evening = self.evening
        if left > 1 and (evening.entries < 2 * left or len(evening.outs) < left):
            return None
        at = evening.outs[len(evening.outs) - left]
        if left > 1 and at < max(minute for minute, _ in evening.buy_ins):
            return None
        return log(evening.chips) - evening.course.smooth_big_blind(at)


def seen_cells(evening: Evening) -> Cells:
    """What was seen of an evening, for the rate and for its pace."""
    return added(
        (
            {
                cell_of(each.left, log(each.chips / each.left) - evening.course.big_blind(each.level)): (
                    each.outs,
                    each.minutes,
                )
            },
            1.0,
        )
        for each in evening.passages
    )


def standing_at(evening: Evening, played: float, *, registers: bool = True) -> Standing | None:
    """How the event stood at that minute; None where fewer than two were in."""
    known = evening.until(played)
    if known.left < 2:
        return None
    return standing_of(known, seen_cells(known), played=played, registers=registers)


def learned(lessons: Sequence[Lesson]) -> Experience:
    """What these events teach; none may be among them whose end is to be foretold."""
    taught = _teachings(lessons)
    misses = list(_misses(lessons, taught))
    return Experience(
        taught=taught,
        spread=spread_of(miss for target, miss in misses if target == 1),
        earlier=spread_of(miss for target, miss in misses if target > 1),
        lost_an_hour=_lost_an_hour(lessons),
        events=len(lessons),
    )


PUBLISHED: Final = tuple(Lesson(evening=evening) for evening in published_evenings())


def _teachings(lessons: Sequence[Lesson]) -> Teachings:
    everybody = (*PUBLISHED, *lessons)
    return Teachings(
        rate=fitted_rate(added((lesson.cells, lesson.evening.weight) for lesson in everybody)),
        depths=tuple(_depths(everybody)),
        coming=_coming(everybody),
    )


def _depths(lessons: Sequence[Lesson]) -> Iterator[float]:
    """Monotone: with more players left there are at least as many big blinds in play."""
    highest = 0.0
    for index in range(DEEPEST_TABLE):
        known = [
            (depth, lesson.evening.weight)
            for lesson in lessons
            if (depth := lesson.depths[index]) is not None
        ]
        highest = max(highest, quantile(known, 0.5))
        yield highest


def _coming(lessons: Sequence[Lesson]) -> tuple[float, ...]:
    """Entries of a level over those before it, of all events together; the first level counts as the start."""
    before, within = [0.0] * _LEVELS_OF_ENTRY, [0.0] * _LEVELS_OF_ENTRY
    for lesson in lessons:
        course, weight = lesson.evening.course, lesson.evening.weight
        at = [course.level_at(minute) for minute, _ in lesson.evening.buy_ins]
        for level in range(_LEVELS_OF_ENTRY):
            before[level] += weight * sum(each < level for each in at)
            within[level] += weight * at.count(level)
    return tuple(new / known if known else 0.0 for new, known in zip(within, before, strict=True))


def _misses(lessons: Iterable[Lesson], taught: Teachings) -> Iterator[tuple[int, Miss]]:
    """What forecasts of these events would have missed by, with the players left that they were for."""
    rates: dict[Cell, float] = {}
    for lesson in lessons:
        for cell in lesson.cells:
            rates.setdefault(cell, taught.rate.at(cell[0], cell[1] / 10))
        for standing in lesson.moments:
            coming = taught.still_coming(standing)
            for target in (1, *_EARLIER):
                if standing.left > target and (target == 1 or lesson.depths[target - 1] is not None):
                    foretold = middle(standing, target, taught, coming=coming, rates=rates)
                    yield target, _miss(lesson.evening, standing, target, foretold)


def _miss(evening: Evening, standing: Standing, target: int, foretold: float) -> Miss:
    true = evening.outs[len(evening.outs) - target] - standing.played
    return Miss(
        to_go=standing.left - target,
        missed=log(max(_SHORTEST, true) / max(_SHORTEST, foretold - standing.played)),
        weight=evening.weight,
        is_first=standing.out == 0 and target == 1,
    )


def _lost_an_hour(lessons: Sequence[Lesson]) -> float:
    """Minutes that a clock stands within an hour of it, in the middle of all events."""
    return max(
        0.0,
        quantile([(each.evening.lost_an_hour, each.evening.weight) for each in (*PUBLISHED, *lessons)], 0.5),
    )
