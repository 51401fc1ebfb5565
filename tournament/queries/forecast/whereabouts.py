"""Where an event in play is: its course so far and from now on, and how much of it was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tournament.changes.clock import ClockBegun, LevelChanged
from tournament.models import Tournament
from tournament.queries.forecast.evenings import EventRead, PlayedTime, lived, planned, split
from tournament.queries.forecast.pace import hands_an_hour
from tournament.queries.forecast.spans import ClockTold, Span, spans_of
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock
from tournament.rules.forecast.course import Course, Stretch, minutes_of_hands
from tournament.rules.structure.levels import HANDS_AN_HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """Where an event is: the course as it was played and is still to be, the played minute, since when the rest runs.

    `in_break`: minutes of a break that have passed; only the rest of it is still to come. `hands_an_hour`: the pace at
    which levels by hands are played.
    """

    course: Course
    played: float
    runs_from: datetime
    in_break: float
    spans: Sequence[Span]
    hands_an_hour: float


def where_it_is(event: EventRead, now: datetime, *, hands_an_hour: float | None = None) -> Whereabouts:
    """From one source, the spans: what was played is what they show, and the clock only says what it has left.

    One query where a level by hands is ahead and nobody has read yet how many hands an hour are dealt.
    """
    tournament, structure = event.tournament, event.tournament.structure
    moved = clock_rules.advance(tournament.clock, structure, now=now)
    spans = spans_of([*event.lines, *_not_told_yet(event, moved, now)], until=now)
    before, present = split(spans, moved.clock.index)
    past = tuple(lived(before, structure.periods))
    in_period = sum(span.minutes for span in present)
    pace = _pace(tournament, moved.clock, spans, now) if hands_an_hour is None else hands_an_hour
    course = Course(stretches=(*past, *_ahead(tournament, moved.clock, pace, in_period, now)))
    is_break = structure.is_break(moved.clock.index)
    return Whereabouts(
        course=course,
        played=_played(course, past) + (0.0 if is_break else in_period),
        runs_from=_runs_from(tournament, moved.clock, now),
        in_break=in_period if is_break else 0.0,
        spans=spans,
        hands_an_hour=pace,
    )


def _not_told_yet(event: EventRead, moved: clock_rules.Advance, now: datetime) -> Iterator[ClockTold]:
    """What the clock has done by itself since its newest line: the beat writes it a moment later."""
    clock = event.tournament.clock
    since, newest = clock.running_since, event.lines[-1].at if event.lines else None
    if since is not None and since <= now and (newest is None or since > newest):
        yield ClockTold(pk=0, verb=ClockBegun.verb, at=since, data={"to_index": clock.index})
    for step in moved.transitions:
        yield ClockTold(pk=0, verb=LevelChanged.verb, at=step.at, data={"to_index": step.to_index})


def _pace(tournament: Tournament, clock: Clock, spans: Sequence[Span], now: datetime) -> float:
    """Of the room where levels by hands are ahead; what is usual where none is."""
    structure = tournament.structure
    if not structure.has_hands_between(clock.index - 1, len(structure.periods)):
        return float(HANDS_AN_HOUR)
    return hands_an_hour(tournament, PlayedTime(spans, structure.periods), now=now)


def _ahead(
    tournament: Tournament, clock: Clock, pace: float, in_period: float, now: datetime
) -> Iterator[Stretch]:
    """The present period, of which so many minutes were played, with what the clock has left of it, and all later ones.

    An event with flights begins in the middle of its structure: what they have played of the level is not played again.
    """
    structure = tournament.structure
    present, *later = planned(
        structure, since=clock.index, last_level=_last_level(tournament), hands_an_hour=pace
    )
    left = clock_rules.remaining(clock, structure, now=now).total_seconds() / 60
    if hands := clock_rules.hands_left(clock, structure, now=now):
        left = minutes_of_hands(hands, hands_an_hour=pace)
    yield replace(present, minutes=max(in_period + left, 1 / 60))
    yield from later


def _played(course: Course, past: Sequence[Stretch]) -> float:
    """The played minute at which the present period began, added up as the course does it."""
    levels = sum(not stretch.is_break for stretch in past)
    return course.level_ends[levels - 1] if levels else 0.0


def _runs_from(tournament: Tournament, clock: Clock, now: datetime) -> datetime:
    if clock_rules.is_waiting(clock, now=now) and clock.running_since is not None:
        return clock.running_since
    is_to_start = clock.state == "not_started" and tournament.starts_at is not None
    return max(now, tournament.starts_at) if is_to_start and tournament.starts_at else now


def _last_level(tournament: Tournament) -> int:
    return 0 if tournament.flight_of_id is None else tournament.options.flight_end.level
