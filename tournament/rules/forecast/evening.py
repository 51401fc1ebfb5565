"""An event as the forecast sees it, finished or in play: who bought in and who went out, at which played minute."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from tournament.rules.forecast.course import Course

_Happening: TypeAlias = tuple[float, Literal["in", "add", "out", "level", "now"], float]
_ORDER = {"in": 0, "out": 1, "add": 2, "level": 3, "now": 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A while in which nothing changed, of `minutes` with so many `left` at `level`; with `outs` 1 an elimination."""

    ends: float
    left: int
    chips: float
    level: int
    minutes: float
    outs: int


@dataclass(frozen=True, kw_only=True)
class Evening:
    """What happened so far: `buy_ins` and `add_ons` as (played minute, chips), `outs` as played minutes, each in order.

    `seen_until`: the played minute of now, of an event in play; 0 where the last thing that happened ended it.
    `lost_an_hour`: minutes that the clock stood within an hour of it. `weight`: as how many events it counts.
    """

    course: Course
    buy_ins: tuple[tuple[float, float], ...]
    outs: tuple[float, ...] = ()
    add_ons: tuple[tuple[float, float], ...] = ()
    seen_until: float = 0
    lost_an_hour: float = 0
    weight: float = 1

    @property
    def entries(self) -> int:
        return len(self.buy_ins)

    @property
    def left(self) -> int:
        return len(self.buy_ins) - len(self.outs)

    @property
    def chips(self) -> float:
        return sum(chips for _, chips in self.buy_ins + self.add_ons)

    @property
    def end(self) -> float:
        """When the last player went out, of a finished event."""
        return self.outs[-1]

    def until(self, played: float) -> "Evening":
        """What was known at that minute."""
        return Evening(
            course=self.course,
            buy_ins=tuple(each for each in self.buy_ins if each[0] <= played),
            add_ons=tuple(each for each in self.add_ons if each[0] <= played),
            outs=tuple(out for out in self.outs if out <= played),
            seen_until=played,
            lost_an_hour=self.lost_an_hour,
            weight=self.weight,
        )

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        return tuple(self._passages())

    def _passages(self) -> Iterator[Passage]:
        left, chips, since, level = 0, 0.0, 0.0, 0
        for at, kind, amount in self._happenings():
            if at > since and left > 1:
                yield Passage(ends=at, left=left, chips=chips, level=level, minutes=at - since, outs=0)
            since = max(since, at)
            if kind == "level":
                level += 1
            elif kind == "now":
                continue
            elif kind == "out":
                if left > 1:
                    yield Passage(ends=at, left=left, chips=chips, level=level, minutes=0, outs=1)
                left -= 1
            else:
                left += kind == "in"
                chips += amount

    def _happenings(self) -> list[_Happening]:
        last = max([self.seen_until, *self.outs, *(at for at, _ in self.buy_ins + self.add_ons)])
        happened: list[_Happening] = [(at, "in", chips) for at, chips in self.buy_ins]
        happened += [(at, "add", chips) for at, chips in self.add_ons]
        happened += [(at, "out", 0.0) for at in self.outs]
        happened += [(at, "level", 0.0) for at in _level_ends(self.course, last)]
        happened.append((last, "now", 0.0))
        return sorted(happened, key=lambda each: (each[0], _ORDER[each[1]]))


def _level_ends(course: Course, until: float) -> list[float]:
    ends, index = [], 0
    while (end := course.level_end(index)) <= until:
        ends.append(end)
        index += 1
    return ends
