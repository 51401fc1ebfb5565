"""How good the forecast is: each event foretold from all others, at the moments when so many of its entries were out.

Known at a moment is what a floor knew then: who had bought in, who was out, the clock. Entries that came later are not
known; 0 % is the moment before the first player went out. A miss is in minutes of the clock, foretold end less true
end, which is when the last but one went out. No forecast has learned from the event it is made for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from tournament.rules.forecast.evening import Evening
from tournament.rules.forecast.experience import Experience, Lesson, learned, standing_at
from tournament.rules.forecast.milestones import Goals, milestones

SHARES_OUT: Final = (0.0, 0.5, 0.75, 0.9)
_JUST_BEFORE: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """`bias` and `mean_error` in minutes of the clock, `within` the share of events inside the range, of `events`."""

    bias: float
    mean_error: float
    within: float
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Foretold:
    """One forecast: how far off its middle was, and whether the range held."""

    missed: float
    is_within: bool


def scores(evenings: Sequence[Evening]) -> dict[float, Score | None]:
    """By share of the entries that is out; None where no event has such a moment."""
    found: dict[float, list[Foretold]] = {share: [] for share in SHARES_OUT}
    lessons = [Lesson(evening=evening) for evening in evenings]
    for index, lesson in enumerate(lessons):
        experience = learned([*lessons[:index], *lessons[index + 1 :]])
        for share, foretold in foretold_of(lesson.evening, experience):
            found[share].append(foretold)
    return {share: _score(each) for share, each in found.items()}


def foretold_of(evening: Evening, experience: Experience) -> Iterator[tuple[float, Foretold]]:
    for share in SHARES_OUT:
        standing = standing_at(evening, _moment(evening, share))
        if standing is None:
            continue
        reach = milestones(standing, experience, goals=Goals())["end"]
        true = evening.course.clock_at(evening.end)
        low, mid, high = (evening.course.clock_at(mark.played) for mark in (reach.low, reach.mid, reach.high))
        yield share, Foretold(missed=mid - true, is_within=low <= true <= high)


def _moment(evening: Evening, share: float) -> float:
    """The played minute at which that share of all entries was out; two are always left."""
    if share == 0:
        return evening.outs[0] - _JUST_BEFORE
    out = min(ceil(evening.entries * share - 1e-9), evening.entries - 2)
    return evening.outs[out - 1]


def _score(foretold: Sequence[Foretold]) -> Score | None:
    if not foretold:
        return None
    count = len(foretold)
    return Score(
        bias=sum(each.missed for each in foretold) / count,
        mean_error=sum(abs(each.missed) for each in foretold) / count,
        within=sum(each.is_within for each in foretold) / count,
        events=count,
    )
