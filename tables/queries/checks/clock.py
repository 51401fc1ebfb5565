"""The clock as the lines of the log lead to it, beside the one that stands.

A line of a change keeps the clock of before, and the pure clock makes of it the one of after. What no line tells of
exactly (a structure edited while the clock ran, a start at a time of day, an end that was undone) leaves the
period alone to be compared until the next line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.models import LogEntry, Tournament
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock, ClockError
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure

Data = Mapping[str, Any]
Change = Callable[[Clock, Structure, Data, datetime], Clock]

CHANGES: Final[Mapping[str, Change]] = {
    "clock_paused": lambda clock, structure, _data, now: clock_rules.pause(clock, structure, now=now),
    "clock_resumed": lambda clock, _structure, _data, now: clock_rules.resume(clock, now=now),
    "clock_paused_until": lambda clock, structure, data, now: clock_rules.pause_until(
        clock, structure, now=now, until=now + timedelta(seconds=data["seconds"])
    ),
    "level_skipped": lambda clock, structure, _data, now: clock_rules.next_period(clock, structure, now=now),
    "level_set_back": lambda clock, structure, _data, now: clock_rules.previous_period(
        clock, structure, now=now
    ),
    "level_jumped": lambda clock, structure, data, now: clock_rules.jump(
        clock, structure, index=data["to_index"], left_seconds=data["seconds"], now=now
    ),
    "time_added": lambda clock, structure, data, now: clock_rules.add_seconds(
        clock, structure, seconds=data["seconds"], now=now
    ),
    "time_deducted": lambda clock, structure, data, now: clock_rules.spend(
        clock, structure, seconds=data["seconds"], now=now
    ),
}
"""By the verb of a line what it has made of the clock before."""
ENDS: Final = ("tournament_won", "seats_won")
EDITED: Final = "tournament_edited"
MOVED: Final = "computer_time_adopted"
VERBS: Final = (
    *CHANGES,
    *("clock_started", "start_undone", "clock_restored", "level_changed", EDITED, MOVED),
    *ENDS,
)
# What a director would not see.
NOTHING: Final = timedelta(seconds=1)
# So often it is read again where the clock changes meanwhile.
TRIES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    pk: int
    verb: str
    at: datetime
    data: Data
    undoes: int | None


@dataclass(slots=True)
class Told:
    """The clock that the lines lead to, line by line; None before the first.

    Its period is exact unless it `may_be_ahead`; state and time are where it `is_timed`.
    """

    structure: Structure
    # The last line that changed the structure: what came before was made with another one.
    edited_by: int = 0
    clock: Clock | None = None
    is_timed: bool = False
    may_be_ahead: bool = False
    lines: dict[int, Line] = field(default_factory=dict)
    moves: list[tuple[int, timedelta]] = field(default_factory=list)

    def hear(self, line: Line) -> None:
        self.lines[line.pk] = line
        if line.verb == EDITED:
            self._edited(line)
        elif line.verb == MOVED:
            self._moved(line)
        elif line.verb in ENDS:
            self._ended(line)
        else:
            self._changed(line)

    def _changed(self, line: Line) -> None:
        index = line.data.get("to_index")
        clock: Clock | None
        try:
            clock, is_timed = self._after(line)
        except (ClockError, AttributeError, IndexError, KeyError, TypeError, ValueError):
            # A line of an earlier release, or made with a structure that was longer.
            clock, is_timed = None if index is None else Clock(index=index), False
        if clock is not None and index is not None and clock.index != index:
            clock, is_timed = replace(clock, index=index), False
        self.clock, self.may_be_ahead = clock, False
        self.is_timed = is_timed and line.pk > self.edited_by

    def _after(self, line: Line) -> tuple[Clock, bool]:
        """The clock that a line has made, and whether its time is certain."""
        data = line.data
        if line.verb == "level_changed":
            # The next period begins where the one before it ended, by itself.
            return Clock(index=data["to_index"], running_since=line.at, state="running"), True
        if line.verb in ("clock_restored", "start_undone"):
            undone = self.lines[line.undoes or 0]
            is_certain = undone.verb in CHANGES or line.verb == "start_undone"
            return self._moved_since(Clock.from_dict(undone.data["clock_before"]), undone), is_certain
        before = Clock.from_dict(data["clock_before"])
        if line.verb == "clock_started":
            return clock_rules.start(before, now=line.at), "at" not in data
        return CHANGES[line.verb](before, self.structure, data, line.at), True

    def _moved_since(self, clock: Clock, line: Line) -> Clock:
        """By the house's time of the lines after it."""
        since = clock.running_since
        later = sum((by for pk, by in self.moves if pk > line.pk), start=timedelta())
        return replace(clock, running_since=since and since + later)

    def _edited(self, line: Line) -> None:
        """What was played is booked by the structure of before, which may have led on."""
        if "structure_data" in line.data.get("fields", ()) and self.clock is not None:
            self.may_be_ahead = self.may_be_ahead or self.clock.state == "running"
            self.is_timed = False

    def _moved(self, line: Line) -> None:
        by = max(timedelta(), timedelta(microseconds=line.data.get("microseconds", 0)))
        self.moves.append((line.pk, by))
        if self.clock is not None and self.clock.running_since is not None:
            self.clock = replace(self.clock, running_since=self.clock.running_since + by)

    def _ended(self, line: Line) -> None:
        if self.clock is None:
            return
        if self.clock.state == "finished" or not self.is_timed:
            # It has gone on since the end was undone, which has no line of its own.
            self.is_timed, self.may_be_ahead = False, True
            return
        self.clock = clock_rules.finish(self.clock, self.structure, now=line.at)


def check_clock(tournament: Tournament) -> Iterator[Finding]:
    """I21 and I23: the level that the clock stands at, and its time, are those that its lines lead to.

    Three queries; they are made again where the clock changes meanwhile.
    """
    for _try in range(TRIES):
        stands = Tournament.objects.get(pk=tournament.pk)
        told = _told(stands)
        if Tournament.objects.filter(pk=stands.pk, clock_version=stands.clock_version).exists():
            yield from _compare(stands, told)
            return


def _told(tournament: Tournament) -> Told:
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=VERBS).order_by("pk")
    heard = [
        Line(pk=pk, verb=verb, at=at, data=data, undoes=undoes)
        for pk, verb, at, data, undoes in lines.values_list("pk", "verb", "at", "data", "undoes")
    ]
    edits = [
        line.pk for line in heard if line.verb == EDITED and "structure_data" in line.data.get("fields", ())
    ]
    told = Told(structure=tournament.structure, edited_by=max(edits, default=0))
    for line in heard:
        told.hear(line)
    return told


def _compare(tournament: Tournament, told: Told) -> Iterator[Finding]:
    clock, due = tournament.clock, told.clock
    if due is None:
        return
    if clock.index < due.index or (clock.index > due.index and not told.may_be_ahead):
        yield Finding(
            invariant="I21",
            says=_("The clock stands at “%(stands)s”; by the log it is at “%(told)s”.")
            % {
                "stands": _period(tournament.structure, clock.index),
                "told": _period(tournament.structure, due.index),
            },
        )
    # An end that was undone has no line.
    elif told.is_timed and (due.state != "finished" or clock.state == "finished"):
        yield from _compare_time(clock, due)


def _compare_time(clock: Clock, due: Clock) -> Iterator[Finding]:
    if clock.state != due.state:
        yield Finding(
            invariant="I23",
            says=_("The clock is “%(stands)s”; by the log it is “%(told)s”.")
            % {"stands": _state(clock), "told": _state(due)},
        )
        return
    more = _left(clock) - _left(due)
    if clock.running_since is not None and due.running_since is not None:
        more += clock.running_since - due.running_since
    if abs(more) >= NOTHING:
        says = (
            _("The clock has %(seconds)s seconds more left than by the log.")
            if more > timedelta()
            else _("The clock has %(seconds)s seconds less left than by the log.")
        )
        yield Finding(invariant="I23", says=says % {"seconds": abs(more) // NOTHING})


def _left(clock: Clock) -> timedelta:
    """Of the same period, but for its length: more where more is left."""
    return timedelta(milliseconds=clock.added_ms - clock.elapsed_ms)


def _period(structure: Structure, index: int) -> str:
    """As the structure is now: it may be shorter by now."""
    if index > structure.last_index:
        return "–"
    period = structure.periods[index]
    if isinstance(period, Break):
        return period.label or _("Break")
    return _("Level %(number)d (%(small)s/%(big)s)") % {
        "number": structure.level_number(index),
        "small": period.small_bet or period.small_blind,
        "big": period.big_bet or period.big_blind,
    }


def _state(clock: Clock) -> str:
    return {
        "not_started": _("not started"),
        "running": _("running"),
        "paused": _("paused"),
        "finished": _("finished"),
    }[clock.state]
