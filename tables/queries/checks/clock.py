"""The clock as the lines of the log lead to it, beside the one that stands.

A line of a change keeps the clock of before, and the pure clock makes of it the one of after. What no line tells of
exactly (a structure edited while the clock ran, a start at a time of day, an end that was undone) leaves the
period alone to be compared until the next line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.change import Change, change_of, verbs
from tournament.changes.clock import (
    ClockChange,
    ClockPaused,
    ClockPausedUntil,
    ClockRestored,
    ClockResumed,
    ClockStarted,
    ComputerTimeAdopted,
    HandsCounted,
    LevelChanged,
    LevelJumped,
    LevelPlayed,
    LevelSetBack,
    LevelSkipped,
    PeriodBegun,
    StartUndone,
    TimeAdded,
    TimeDeducted,
)
from tournament.changes.entries import SeatsWon, TournamentWon
from tournament.changes.flights import FlightPlayed
from tournament.changes.setup import TournamentEdited
from tournament.models import LogEntry, Tournament
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock, ClockError
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure

CHANGES: Final = (
    *(ClockPaused, ClockPausedUntil, ClockResumed),
    *(LevelSkipped, LevelPlayed, LevelSetBack, LevelJumped, TimeAdded, TimeDeducted, HandsCounted),
)
ENDS: Final = (TournamentWon, SeatsWon, FlightPlayed)
VERBS: Final = verbs(
    *CHANGES,
    *(ClockStarted, StartUndone, ClockRestored, LevelChanged, TournamentEdited, ComputerTimeAdopted),
    *ENDS,
)
# What a director would not see.
NOTHING: Final = timedelta(seconds=1)
# So often it is read again where the clock changes meanwhile.
TRIES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockLine:
    """index: the period that it says; None for one that says none. change: None where an earlier release kept less."""

    pk: int
    at: datetime
    index: int | None
    change: Change | None
    undoes: int | None


@dataclass(slots=True)
class LoggedClock:
    """The clock that the lines lead to, line by line; None before the first.

    Its period is exact unless it `may_be_ahead`; state and time are where it `is_timed`.
    """

    structure: Structure
    # The last line that changed the structure: what came before was made with another one.
    edited_by: int = 0
    clock: Clock | None = None
    is_timed: bool = False
    may_be_ahead: bool = False
    lines: dict[int, ClockLine] = field(default_factory=dict)
    moves: list[tuple[int, timedelta]] = field(default_factory=list)

    def hear(self, line: ClockLine) -> None:
        self.lines[line.pk] = line
        match line.change:
            case TournamentEdited() as edited:
                self._edited(edited)
            case ComputerTimeAdopted(microseconds=microseconds):
                self._moved(line, max(timedelta(), timedelta(microseconds=microseconds)))
            case TournamentWon() | SeatsWon() | FlightPlayed():
                self._ended(line)
            case change:
                self._changed(line, change)

    def _changed(self, line: ClockLine, change: Change | None) -> None:
        clock: Clock | None = None if line.index is None else Clock(index=line.index)
        is_timed = False
        if change is not None:
            # A change that the structure of now does not take: it was longer then.
            with suppress(ClockError, IndexError, KeyError, ValueError):
                clock, is_timed = self._after(line, change)
        if clock is not None and line.index is not None and clock.index != line.index:
            clock, is_timed = replace(clock, index=line.index), False
        self.clock, self.may_be_ahead = clock, False
        self.is_timed = is_timed and line.pk > self.edited_by

    def _after(self, line: ClockLine, change: Change) -> tuple[Clock | None, bool]:
        """The clock that a line has made, and whether its time is certain."""
        match change:
            case LevelChanged(to_index=index):
                # The next period begins where the one before it ended, by itself.
                return Clock(index=index, running_since=line.at, state="running"), True
            case ClockRestored() | StartUndone():
                return self._undone(line, change)
            case ClockStarted(clock_before=before, at=at):
                return clock_rules.start(Clock.from_dict(before), now=line.at), not at
            case ClockChange():
                return _made(change, self.structure, line.at), True
        raise TypeError(f"No change of the clock: {change!r}")

    def _undone(self, line: ClockLine, change: Change) -> tuple[Clock | None, bool]:
        undone = self.lines.get(line.undoes or 0)
        match undone:
            case ClockLine(change=(ClockChange() | ClockStarted()) as was):
                clock = self._moved_since(Clock.from_dict(was.clock_before), undone)
                return clock, isinstance(was, ClockChange) or isinstance(change, StartUndone)
        return (None if line.index is None else Clock(index=line.index)), False

    def _moved_since(self, clock: Clock, line: ClockLine) -> Clock:
        """By the house's time of the lines after it."""
        since = clock.running_since
        later = sum((by for pk, by in self.moves if pk > line.pk), start=timedelta())
        return replace(clock, running_since=since and since + later)

    def _edited(self, edited: TournamentEdited) -> None:
        """What was played is booked by the structure of before, which may have led on."""
        if edited.has_structure and self.clock is not None:
            self.may_be_ahead = self.may_be_ahead or self.clock.state == "running"
            self.is_timed = False

    def _moved(self, line: ClockLine, by: timedelta) -> None:
        self.moves.append((line.pk, by))
        if self.clock is not None and self.clock.running_since is not None:
            self.clock = replace(self.clock, running_since=self.clock.running_since + by)

    def _ended(self, line: ClockLine) -> None:
        if self.clock is None:
            return
        if self.clock.state == "finished" or not self.is_timed:
            # It has gone on since the end was undone, which has no line of its own.
            self.is_timed, self.may_be_ahead = False, True
            return
        self.clock = clock_rules.finish(self.clock, self.structure, now=line.at)


def _made(change: ClockChange, structure: Structure, now: datetime) -> Clock:
    """What a change makes of the clock before it. Raises ClockError or IndexError where it takes none."""
    clock = Clock.from_dict(change.clock_before)
    match change:
        case ClockPaused():
            return clock_rules.pause(clock, structure, now=now)
        case ClockPausedUntil(seconds=seconds):
            until = now + timedelta(seconds=seconds)
            return clock_rules.pause_until(clock, structure, now=now, until=until)
        case ClockResumed():
            return clock_rules.resume(clock, now=now)
        case LevelSkipped() | LevelPlayed():
            return clock_rules.next_period(clock, structure, now=now)
        case LevelSetBack():
            return clock_rules.previous_period(clock, structure, now=now)
        case LevelJumped(seconds=seconds, to_index=index):
            return clock_rules.jump(clock, structure, index=index, left_seconds=seconds, now=now)
        case TimeAdded(seconds=seconds):
            return clock_rules.add_seconds(clock, structure, seconds=seconds, now=now)
        case TimeDeducted(seconds=seconds):
            return clock_rules.spend(clock, structure, seconds=seconds, now=now)
        case HandsCounted(hands=hands):
            return clock_rules.count_hands(clock, structure, hands=hands, now=now)
    raise TypeError(f"No change of the clock: {change!r}")


def check_clock(tournament: Tournament) -> Iterator[Finding]:
    """I21 and I23: the level that the clock stands at, and its time, are those that its lines lead to.

    Three queries; they are made again where the clock changes meanwhile.
    """
    for _try in range(TRIES):
        stands = Tournament.objects.get(pk=tournament.pk)
        logged = _logged_clock(stands)
        if Tournament.objects.filter(pk=stands.pk, clock_version=stands.clock_version).exists():
            yield from _compare(stands, logged)
            return


def clock_as_of(tournament: Tournament, *, then: datetime) -> Clock:
    """The clock as it stood at an earlier moment, by the lines of the log: for a picture that is shown later.

    One query where nothing has changed it since, else two.
    """
    later = LogEntry.objects.filter(tournament=tournament, verb__in=VERBS, at__gt=then).order_by("pk")
    following = later.values_list("verb", "at", "data").first()
    if following is None:
        return tournament.clock
    logged = _logged_clock(tournament, until=then)
    if logged.clock is not None and logged.is_timed:
        return logged.clock
    verb, at, data = following
    change = change_of(verb, data)
    if isinstance(change, LevelChanged):
        # Until then it ran: the end of its level is known, however it had come there.
        return _ending(tournament.structure, index=change.from_index, at=at)
    if isinstance(change, ClockChange | ClockStarted):
        return Clock.from_dict(change.clock_before)
    return logged.clock or tournament.clock


def _ending(structure: Structure, *, index: int, at: datetime) -> Clock:
    """A clock whose period runs out at a moment."""
    length = structure.periods[min(index, structure.last_index)].duration_seconds
    return Clock(
        index=min(index, structure.last_index),
        running_since=at - timedelta(seconds=length),
        state="running",
    )


def _logged_clock(tournament: Tournament, *, until: datetime | None = None) -> LoggedClock:
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=VERBS).order_by("pk")
    if until is not None:
        lines = lines.filter(at__lte=until)
    heard = [
        ClockLine(
            pk=pk,
            at=at,
            index=begun.to_index if (begun := PeriodBegun.if_told(data)) else None,
            change=change_of(verb, data),
            undoes=undoes,
        )
        for pk, verb, at, data, undoes in lines.values_list("pk", "verb", "at", "data", "undoes")
    ]
    edits = [
        line.pk for line in heard if isinstance(line.change, TournamentEdited) and line.change.has_structure
    ]
    logged = LoggedClock(structure=tournament.structure, edited_by=max(edits, default=0))
    for line in heard:
        logged.hear(line)
    return logged


def _compare(tournament: Tournament, logged: LoggedClock) -> Iterator[Finding]:
    clock, due = tournament.clock, logged.clock
    if due is None:
        return
    if clock.index < due.index or (clock.index > due.index and not logged.may_be_ahead):
        yield Finding(
            invariant="I21",
            says=_("The clock stands at “%(stands)s”; by the log it is at “%(told)s”.")
            % {
                "stands": _period(tournament.structure, clock.index),
                "told": _period(tournament.structure, due.index),
            },
        )
    # An end that was undone has no line.
    elif logged.is_timed and (due.state != "finished" or clock.state == "finished"):
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
