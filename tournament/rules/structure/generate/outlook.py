"""What is to be expected of a sheet: when it ends, as a range, and how deep the stacks are at each break."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from tournament.rules.forecast.experience import Experience
from tournament.rules.forecast.milestones import ForecastRange, end_of
from tournament.rules.structure.generate.ends import course_of, published_experience, stakes_height
from tournament.rules.structure.levels import Level, Period

Reaching: TypeAlias = Callable[[int], ForecastRange]
"""When so many players are left, fewer than there are; all its minutes are counted from the first hand."""

# At a break of a larger field it is enough to know about how many are left.
_EACH_UP_TO: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class AverageAtBreak:
    """At a break: players left in the middle of the forecast, and the average stack in big blinds of the next level."""

    left: int
    big_blinds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOutlook:
    """Seconds from the first hand to the end, four of five events between `low` and `high`.

    `averages` by index of the break’s row; breaks behind the end have none.
    """

    low: int
    mid: int
    high: int
    averages: Mapping[int, AverageAtBreak]


def outlook_of(
    rows: Sequence[Period], *, players: int, chips: int, experience: Experience | None = None
) -> SheetOutlook:
    """From the first hand on, by what a house has learned, or else by published figures alone."""
    course, known = course_of(rows), experience or published_experience()

    def reaching(left: int) -> ForecastRange:
        return end_of(course, players=players, chips=chips, experience=known, winners=left)

    return outlook_by(rows, reaching, players=players, chips=chips)


def outlook_by(rows: Sequence[Period], reaching: Reaching, *, players: int, chips: int) -> SheetOutlook:
    """By a forecast that says when so many of `players` are left, with `chips` in play."""
    end = reaching(1)
    return SheetOutlook(
        low=round(end.low.minutes * 60),
        mid=round(end.mid.minutes * 60),
        high=round(end.high.minutes * 60),
        averages=dict(_averages(rows, reaching, players=players, chips=chips)),
    )


def _averages(
    rows: Sequence[Period], reaching: Reaching, *, players: int, chips: int
) -> Iterator[tuple[int, AverageAtBreak]]:
    played = 0.0
    left_at = _lefts(reaching, players)
    for index, row in enumerate(rows):
        if isinstance(row, Level):
            played += row.duration_seconds / 60
            continue
        following = next((each for each in rows[index:] if isinstance(each, Level)), None)
        left = left_at(played)
        if following is None or left < 2:
            return
        big_blinds = round(chips / left / stakes_height(following))
        yield index, AverageAtBreak(left=left, big_blinds=big_blinds)


def _lefts(reaching: Reaching, players: int) -> Callable[[float], int]:
    """How many are left at a played minute, in the middle of the forecast; evenly between the numbers asked for."""
    marks = _asked_for(players)

    @cache
    def minute(index: int) -> float:
        return reaching(marks[index]).mid.played if marks[index] < players else 0.0

    def left_at(played: float) -> int:
        # The more that may be left, the earlier it is so.
        index = bisect_left(range(len(marks) - 1), True, key=lambda index: minute(index) <= played)
        if not index or minute(index) > played:
            return marks[index]
        part = (played - minute(index)) / (minute(index - 1) - minute(index))
        return marks[index] - int(part * (marks[index] - marks[index - 1]))

    return left_at


def _asked_for(players: int) -> list[int]:
    """From 1 to all, rising: each number that is left in the end, and of a large field every fifth part more."""
    marks = [1]
    while marks[-1] < players:
        more = marks[-1] // 5 if marks[-1] >= _EACH_UP_TO else 1
        marks.append(min(players, marks[-1] + more))
    return marks
