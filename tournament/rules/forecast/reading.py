"""Finished events of a file: values as JSON has them, read with a sentence for whatever is wrong.

    {"events": [{"levels": [[is_break, minutes, small_blind, big_blind, ante], …],
                 "ent": [[minute bought in, chips, minute out, round out], …],
                 "add": [[minute, chips], …]}, …]}

Minutes are those of a watch from the first buy-in; the winner has null for minute and round. The watch goes on while
the clock of the event stands, and begins before it. Where the clock stood follows from the rounds: a player who went
out in round 7 did so between its beginning and the next one’s, so that each elimination bounds how far the clock lags
behind the watch, and it never catches up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from tournament.rules.forecast.course import Course, Stretch
from tournament.rules.forecast.errors import ForecastError
from tournament.rules.forecast.evening import Evening

MOST_EVENTS: Final = 5_000
MOST_ENTRIES: Final = 20_000
FEWEST_ENTRIES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedEvents:
    """The events of a file; `left_out`: a sentence for each that nothing can be learned from."""

    evenings: tuple[Evening, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Out:
    watch: float
    round: int | None


class _LeftOut(Exception):
    """Nothing is wrong with how the event is written, but it teaches nothing."""


def finished_events(data: object) -> FinishedEvents:
    """Read what a file holds; raises ForecastError that names the event and the cure."""
    if not isinstance(data, Mapping) or not isinstance(data.get("events"), list):
        raise _refusal('The file has no list “events”: write {"events": […]} with the finished events in it.')
    if not 1 <= len(data["events"]) <= MOST_EVENTS:
        raise _refusal(
            "“events” is empty or too long: 1 to %(most)s finished events are read.", most=MOST_EVENTS
        )
    evenings, left_out = [], []
    for number, event in enumerate(data["events"], start=1):
        try:
            evenings.append(_evening(_Place(number), event))
        except _LeftOut as reason:
            left_out.append(f"Event {number} is left out: {reason}")
    return FinishedEvents(evenings=tuple(evenings), left_out=tuple(left_out))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the file something is wrong."""

    event: int

    def wrong(self, says: str, **params: object) -> ForecastError:
        return _refusal("Event %(event)s: " + says, event=self.event, **params)

    def number(self, value: object, name: str, *, low: float = 0) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
        if not is_number or value < low or value > 1e15:  # type: ignore[operator]  # a number, checked before
            raise self.wrong(
                "%(name)s is %(value)s; a number from %(low)s is needed.",
                name=name,
                value=_short(value),
                low=low,
            )
        return float(value)  # type: ignore[arg-type]  # checked above

    def rows(
        self, event: Mapping[str, object], name: str, *, shape: str, columns: int
    ) -> Sequence[Sequence[object]]:
        rows = event.get(name)
        if not isinstance(rows, list):
            raise self.wrong("“%(name)s” is missing: list %(shape)s.", name=name, shape=shape)
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, list) or len(row) < columns:
                raise self.wrong(
                    "row %(row)s of “%(name)s” is not %(shape)s.", row=number, name=name, shape=shape
                )
        return rows


def _evening(place: _Place, event: object) -> Evening:
    if not isinstance(event, Mapping):
        raise place.wrong("this is not an event with “levels” and “ent”.")
    course = _course(place, event)
    entries = place.rows(
        event, "ent", shape="[minute bought in, chips, minute out, round out] for each entry", columns=3
    )
    if len(entries) > MOST_ENTRIES:
        raise place.wrong(
            "%(count)s entries are more than the %(most)s that are read.",
            count=len(entries),
            most=MOST_ENTRIES,
        )
    buy_ins = sorted(
        (place.number(row[0], "minute bought in", low=-1e6), place.number(row[1], "chips", low=1))
        for row in entries
    )
    outs = sorted((_out(place, row) for row in entries if row[2] is not None), key=lambda out: out.watch)
    if len(entries) < FEWEST_ENTRIES:
        raise _LeftOut(f"{len(entries)} entries are too few; {FEWEST_ENTRIES} at least show a pace.")
    if len(entries) - len(outs) > 1:
        raise _LeftOut(
            f"{len(entries) - len(outs)} players were left when it ended, by a chop or as seats won."
        )
    outs = outs[: len(entries) - 1]
    watch = _Watch(course, outs)
    add_ons = (
        place.rows(event, "add", shape="[minute, chips] for each add-on or rebuy", columns=2)
        if event.get("add")
        else []
    )
    return Evening(
        course=course,
        buy_ins=tuple((watch.played(minute), chips) for minute, chips in buy_ins),
        add_ons=tuple(
            sorted(
                (watch.played(place.number(row[0], "minute", low=-1e6)), place.number(row[1], "chips"))
                for row in add_ons
            )
        ),
        outs=watch.outs,
        lost_an_hour=watch.lost_an_hour,
    )


def _course(place: _Place, event: Mapping[str, object]) -> Course:
    rows = place.rows(
        event, "levels", shape="[is_break, minutes, small_blind, big_blind, ante] for each level", columns=4
    )
    stretches = []
    for row in rows:
        minutes = place.number(row[1], "minutes of a level")
        if minutes == 0:
            continue  # a level that was left out: nobody plays in it
        blind = 0.0 if row[0] else place.number(row[3], "big blind", low=1)
        stretches.append(Stretch(minutes=minutes, big_blind=blind))
    if all(stretch.is_break for stretch in stretches):
        raise place.wrong("“levels” has no level that is played: list at least one with its big blind.")
    return Course(stretches=tuple(stretches))


def _out(place: _Place, row: Sequence[object]) -> _Out:
    number = row[3] if len(row) > 3 else None
    return _Out(
        watch=place.number(row[2], "minute out", low=-1e6),
        round=None if number is None else int(place.number(number, "round out", low=1)),
    )


class _Watch:
    """The watch of an event held against its clock: `played(minute)` is the played minute at one of the watch."""

    def __init__(self, course: Course, outs: Sequence[_Out]) -> None:
        self._course = course
        self._outs = outs
        self._lags = _lags(course, outs)
        played = [self._in_round(out, lag) for out, lag in zip(outs, self._lags, strict=True)]
        self.outs = tuple(max(played[: number + 1]) for number in range(len(played)))

    def played(self, minute: float) -> float:
        lag = next(
            (lag for out, lag in zip(self._outs, self._lags, strict=True) if out.watch >= minute),
            self._lags[-1],
        )
        return self._course.played_at(max(0.0, minute - lag))

    @property
    def lost_an_hour(self) -> float:
        hours = (self._outs[-1].watch - self._outs[0].watch) / 60
        return (self._lags[-1] - self._lags[0]) / hours if hours >= 1 else 0.0

    def _in_round(self, out: _Out, lag: float) -> float:
        """Nobody goes out before the round said, or behind it, whatever the watch says."""
        played = self._course.played_at(max(0.0, out.watch - lag))
        if out.round is None:
            return played
        end = self._course.level_end(out.round - 1)
        start = self._course.level_end(out.round - 2) if out.round > 1 else 0.0
        return max(start, min(end, played))


def _lags(course: Course, outs: Sequence[_Out]) -> list[float]:
    """How far the clock lags behind the watch at each elimination: the middle of what the rounds allow."""
    least, most = [], [0.0] * len(outs)
    low, high = float("-inf"), float("inf")
    for out in outs:
        if out.round is not None:
            low = max(low, out.watch - _round_bounds(course, out.round)[1])
        least.append(low)
    for index in range(len(outs) - 1, -1, -1):
        number = outs[index].round
        if number is not None:
            high = min(high, outs[index].watch - _round_bounds(course, number)[0])
        most[index] = high
    return [_middle(low, high) for low, high in zip(least, most, strict=True)]


def _middle(low: float, high: float) -> float:
    if low == float("-inf"):
        return min(0.0, high)
    return (low + high) / 2 if high != float("inf") else max(0.0, low)


def _round_bounds(course: Course, number: int) -> tuple[float, float]:
    """Minutes of the clock between which a player goes out in that round; the break behind it belongs to it."""
    last = len(course.levels)
    if number > last:
        over = (number - last) * course.levels[-1].minutes
        start = course.clock_starts[-1] + over
        return start, start + course.levels[-1].minutes
    end = (
        course.clock_starts[number] if number < last else course.clock_starts[-1] + course.levels[-1].minutes
    )
    return course.clock_starts[number - 1], end


def _refusal(says: str, **params: object) -> ForecastError:
    return ForecastError(says, code="bad_events", **params)


def _short(value: object) -> str:
    return "missing" if value is None else repr(value)[:40]
