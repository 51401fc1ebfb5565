"""What others ask for: end, bubble, final table, next break, dinner and end of today’s play, each with its range.

end_of(course, players=15, entries=22, chips=220_000, experience=experience)     before anybody has come
milestones(standing, experience, targets=…)                                     of an event in play
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournament.rules.forecast.course import Course
from tournament.rules.forecast.errors import ForecastError
from tournament.rules.forecast.experience import Experience
from tournament.rules.forecast.standing import Standing, middle
from tournament.rules.forecast.walking import LONGEST

MilestoneKind: TypeAlias = Literal["end", "bubble", "final_table", "break", "dinner", "day_end"]

_LEVELS_TO_ENTER: Final = 6
"""Where nobody knows when late entries come, they come evenly up to here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A moment still to come: its played minute, the minutes of real time until then, and its level’s index, from 0."""

    played: float
    minutes: float
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastRange:
    """Four of five events are between `low` and `high`; `mid` is as often too early as too late."""

    low: Mark
    mid: Mark
    high: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Goals:
    """How many are left at each. `winners`: 1, or the seats of a satellite. `final_table`: its seats, 0 for none apart.

    `places_paid`: the bubble is one more, 0 where nobody is paid.
    """

    winners: int = 1
    places_paid: int = 0
    final_table: int = 0

    def targets(self) -> dict[MilestoneKind, int]:
        wanted: dict[MilestoneKind, int] = {"end": self.winners}
        if self.places_paid > self.winners:
            wanted["bubble"] = self.places_paid + 1
        if self.final_table > self.winners:
            wanted["final_table"] = self.final_table
        return wanted


def milestones(
    standing: Standing, experience: Experience, *, goals: Goals
) -> dict[MilestoneKind, ForecastRange]:
    """What is still to come of an event in play; nothing of what is over."""
    found: dict[MilestoneKind, ForecastRange] = {}
    for kind, target in goals.targets().items():
        if standing.left > target:
            found[kind] = _reach_of(standing, target, experience)
    for kind, played in _planned(standing).items():
        if "end" not in found or found["end"].high.played >= played:
            found[kind] = _planned_range(standing, played, experience)
    return found


def is_planned(kind: MilestoneKind) -> bool:
    """Whether the structure says when it is."""
    return kind in ("break", "dinner", "day_end")


def _planned_range(standing: Standing, played: float, experience: Experience) -> ForecastRange:
    """From a clock that never stands to one that stands twice as long as usual."""
    low, mid, high = (
        _mark(standing, played, lost_an_hour=experience.lost_an_hour * times) for times in (0, 1, 2)
    )
    return ForecastRange(low=low, mid=mid, high=high)


def end_of(
    course: Course, *, players: int, chips: float, experience: Experience, entries: int = 0, winners: int = 1
) -> ForecastRange:
    """When an event will end, from structure and field alone: `entries` in all, re-entries with them, of whom `players`
    are there from the start; `chips` are all that will be in play.
    """
    entries = max(players, entries)
    if players <= winners or chips <= 0:
        raise ForecastError("A forecast needs more players than winners, and chips in play.", code="no_field")
    standing = Standing(
        course=course,
        played=0.0,
        entries=players,
        left=players,
        chips=chips * players / entries,
        out=0,
        seen={},
    )
    return _reach_of(standing, winners, experience, coming=_spread_over(entries - players, experience))


def _spread_over(late: int, experience: Experience) -> Mapping[int, float]:
    """Late entries by level, as they came on other evenings."""
    usual = experience.taught.coming
    shares = (
        usual
        if any(usual)
        else tuple(float(0 < level <= _LEVELS_TO_ENTER) for level in range(_LEVELS_TO_ENTER + 1))
    )
    return {level: late * share / sum(shares) for level, share in enumerate(shares)}


def _reach_of(
    standing: Standing,
    target: int,
    experience: Experience,
    *,
    coming: Mapping[int, float] | None = None,
) -> ForecastRange:
    coming = experience.taught.still_coming(standing) if coming is None else coming
    foretold = middle(standing, target, experience.taught, coming=coming) - standing.played
    to_go = max(1.0, standing.left - target)
    marks = [
        _mark(
            standing,
            min(LONGEST, standing.played + foretold * factor),
            lost_an_hour=experience.lost_an_hour,
        )
        for factor in experience.spread_of(target).factors(to_go, has_pace=standing.out > 0 or target > 1)
    ]
    return ForecastRange(low=marks[0], mid=marks[1], high=marks[2])


def _mark(standing: Standing, played: float, *, lost_an_hour: float) -> Mark:
    """Real time is that of the clock, breaks and all, and as much again as clocks usually stand."""
    course = standing.course
    clock = course.clock_at(played) - course.clock_at(standing.played)
    return Mark(
        played=played,
        minutes=clock * (1 + lost_an_hour / 60),
        level=course.level_at(played),
    )


def _planned(standing: Standing) -> dict[MilestoneKind, float]:
    """What the structure says by itself: the next break, dinner, and where play of today ends."""
    found: dict[MilestoneKind, float] = {}
    played = 0.0
    dinner = _dinner(standing.course)
    for index, stretch in enumerate(standing.course.stretches):
        played += 0 if stretch.is_break else stretch.minutes
        if played <= standing.played:
            continue
        if stretch.is_break:
            found.setdefault("break", played)
            if index == dinner:
                found["dinner"] = played
        if stretch.ends_day:
            found.setdefault("day_end", played)
    return found


def _dinner(course: Course) -> int | None:
    """Index of the break that is marked as dinner, or of the one that is longer than all others."""
    breaks = [
        (stretch, index)
        for index, stretch in enumerate(course.stretches)
        if stretch.is_break and not stretch.ends_day
    ]
    marked = [index for stretch, index in breaks if stretch.is_dinner]
    if marked:
        return marked[0]
    longest = sorted(breaks, key=lambda each: -each[0].minutes)[:2]
    if len(longest) == 2 and longest[0][0].minutes > longest[1][0].minutes:
        return longest[0][1]
    return None
