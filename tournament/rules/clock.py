"""The tournament clock as a value.

Theory of operation. Nothing counts down. A clock is a period, the time already spent
in it and, while it runs, the instant since which it has been running:

    not_started --start--> running <--pause / resume--> paused
                             (from a later instant: it waits until then, and runs by itself)
         any of these --finish--> finished

Time spent = `elapsed_ms` + (now - `running_since`). A period ends when that reaches its
length = the structure's duration + `added_ms` (plus and minus a minute). `advance`
follows those deadlines, as many as have passed, and starts each period at the exact
instant the one before it ended: a clock that nobody read for an hour is right at the next reading, and a late
reading costs no level any time.

Exactness. Every instant is cut to a whole millisecond on the way in, so that intervals
are differences of whole numbers and their sum telescopes: pausing and resuming lose
nothing, however often, and there is no drift.

Safety. `advance` only goes forward. If the server's clock steps back, no time has been
spent and the level stays; levels go back only by `previous_period` or `set_period`.
The last period never ends by itself: it stays on and `overtime` counts.

A level by hands (TDA RP-19) has no deadline either: the clock runs, `hands` counts what every table has dealt in it,
and with the last of them `next_period` follows. What is left of it in time is a plan and nothing ends by it.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, Self, TypeAlias

from tournament.rules.errors import RulesError
from tournament.rules.structure.periods import Structure

ClockState: TypeAlias = Literal["not_started", "running", "paused", "finished"]
CLOCK_STATES: Final[tuple[ClockState, ...]] = ("not_started", "running", "paused", "finished")

MAX_ADDED_SECONDS: Final = 24 * 3600

_MS = timedelta(milliseconds=1)
_SKEW = timedelta(seconds=1)


class ClockError(RulesError):
    """The clock cannot do this in its current state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock; `index` is the period of the structure, times are whole milliseconds.

    `running_since` is set exactly while the state is "running". `added_ms` lengthens
    (or, negative, shortens) the current period only. `hands` are those counted in a level by hands.
    """

    index: int = 0
    elapsed_ms: int = 0
    added_ms: int = 0
    running_since: datetime | None = None
    state: ClockState = "not_started"
    hands: int = 0

    def __post_init__(self) -> None:
        if (self.state == "running") != (self.running_since is not None):
            raise ValueError("running_since is set exactly while the clock runs")
        if self.running_since is not None:
            _require_aware(self.running_since)
        if self.index < 0 or self.elapsed_ms < 0 or self.hands < 0:
            raise ValueError("index, elapsed_ms and hands are not negative")

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form; `Clock.from_dict` gives an equal clock back."""
        data: dict[str, object] = {
            "index": self.index,
            "elapsed_ms": self.elapsed_ms,
            "added_ms": self.added_ms,
            "running_since": self.running_since.isoformat() if self.running_since else None,
            "state": self.state,
        }
        return data | {"hands": self.hands} if self.hands else data

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> Self:
        """Read what `to_dict` wrote; raises ClockError for anything else."""
        try:
            index, elapsed, added = data["index"], data["elapsed_ms"], data["added_ms"]
            since, state, hands = data["running_since"], data["state"], data.get("hands", 0)
            numbers_ok = all(type(number) is int for number in (index, elapsed, added, hands))
            if not numbers_ok or state not in CLOCK_STATES:
                raise ValueError
            return cls(
                index=index,  # type: ignore[arg-type]  # checked to be an int above
                elapsed_ms=elapsed,  # type: ignore[arg-type]  # checked above
                added_ms=added,  # type: ignore[arg-type]  # checked above
                running_since=None if since is None else datetime.fromisoformat(str(since)),
                state=state,
                hands=hands,  # type: ignore[arg-type]  # checked above
            )
        except (KeyError, TypeError, ValueError):
            raise ClockError("The stored clock is not valid.", code="bad_clock") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """The clock passed from one period to the next by itself, at `at`."""

    from_index: int
    to_index: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """The clock as of an instant, and the transitions on the way there, oldest first."""

    clock: Clock
    transitions: tuple[Transition, ...] = ()


def start(clock: Clock, *, now: datetime) -> Clock:
    """Start the first time. Raises ClockError if it was started before."""
    if clock.state != "not_started":
        raise ClockError("The clock has already started.", code="already_started")
    return replace(clock, state="running", running_since=_cut(now))


def pause(clock: Clock, structure: Structure, *, now: datetime) -> Clock:
    """Stop the running clock at `now`, after any transitions that were due by then."""
    if clock.state != "running":
        raise ClockError("The clock is not running.", code="not_running")
    return _stop(advance(clock, structure, now=now).clock, now=now, state="paused")


def resume(clock: Clock, *, now: datetime) -> Clock:
    """Let a paused clock run on from where it stopped, also one that would have done so later."""
    if clock.state != "paused" and not is_waiting(clock, now=now):
        raise ClockError("The clock is not paused.", code="not_paused")
    return replace(clock, state="running", running_since=_cut(now))


def pause_until(clock: Clock, structure: Structure, *, now: datetime, until: datetime) -> Clock:
    """Stop the clock at `now`; it runs on by itself from `until`, and that may be changed until then."""
    if clock.state not in ("running", "paused"):
        raise ClockError("The clock is not running.", code="not_running")
    if _cut(until) <= _cut(now):
        raise ClockError("Choose a time that is still to come.", code="time_over")
    stopped = _stop(advance(clock, structure, now=now).clock, now=now, state="paused")
    return replace(stopped, state="running", running_since=_cut(until))


def is_waiting(clock: Clock, *, now: datetime) -> bool:
    """Whether the clock stands still and will run by itself: a timed pause, or a start at a time of day.

    The clocks of several servers differ a little: what has just begun on one is not a pause on another.
    """
    return clock.running_since is not None and _cut(now) + _SKEW < clock.running_since


def jump(clock: Clock, structure: Structure, *, index: int, left_seconds: int, now: datetime) -> Clock:
    """Go to period `index` with so much of its time left; more than its length makes it longer.

    A level by hands begins with all of them, whatever the time.
    """
    clock = set_period(clock, structure, index=index, now=now)
    if structure.hands_of(index):
        return clock
    if not 0 < left_seconds <= MAX_ADDED_SECONDS:
        raise ClockError("Enter a time from one second to 24 hours.", code="bad_time_left")
    over = left_seconds * 1000 - _duration_ms(clock, structure)
    return replace(clock, elapsed_ms=max(0, -over), added_ms=max(0, over))


def finish(clock: Clock, structure: Structure, *, now: datetime) -> Clock:
    """End the tournament's clock for good: it shows the level it ended in."""
    if clock.state == "finished":
        raise ClockError("The tournament is finished.", code="finished")
    return _stop(advance(clock, structure, now=now).clock, now=now, state="finished")


def reopen(clock: Clock, *, runs_since: datetime | None = None) -> Clock:
    """Undo `finish`: the clock runs on from where it ended, or is paused there if it did not run (None)."""
    if clock.state != "finished":
        raise ClockError("The tournament is not finished.", code="not_finished")
    return replace(clock, state="paused" if runs_since is None else "running", running_since=runs_since)


def set_period(clock: Clock, structure: Structure, *, index: int, now: datetime) -> Clock:
    """Go to the start of period `index`, forward or back; a running clock runs on."""
    if clock.state == "finished":
        raise ClockError("The tournament is finished.", code="finished")
    if not 0 <= index <= structure.last_index:
        raise ClockError("The structure has no row %(row)s.", code="unknown_period", row=index + 1)
    since = _later(clock, now) if clock.state == "running" else None
    return Clock(index=index, running_since=since, state=clock.state)


def next_period(clock: Clock, structure: Structure, *, now: datetime) -> Clock:
    """Skip the rest of the current period."""
    index = current_index(clock, structure, now=now)
    if index >= structure.last_index:
        raise ClockError("This is the last level.", code="last_period")
    return set_period(clock, structure, index=index + 1, now=now)


def previous_period(clock: Clock, structure: Structure, *, now: datetime) -> Clock:
    """Go back to the start of the period before the current one."""
    index = current_index(clock, structure, now=now)
    if index == 0:
        raise ClockError("This is the first level.", code="first_period")
    return set_period(clock, structure, index=index - 1, now=now)


def add_seconds(clock: Clock, structure: Structure, *, seconds: int, now: datetime) -> Clock:
    """Lengthen the current period by `seconds`, or shorten it (negative).

    No more than what is left can be taken: the period then ends at `now`, and the next
    one keeps its full time. In overtime, added time counts from `now`.
    """
    if clock.state == "finished":
        raise ClockError("The tournament is finished.", code="finished")
    if abs(seconds) > MAX_ADDED_SECONDS:
        raise ClockError("Add or remove at most 24 hours at a time.", code="too_many_seconds")
    clock = advance(clock, structure, now=now).clock
    if structure.hands_of(clock.index):
        raise ClockError("This level is played by hands: it has no time to change.", code="by_hands")
    elapsed = _elapsed_ms(clock, now)
    left = _length_ms(clock, structure) - elapsed
    if seconds < 0 and left <= 0:
        return clock
    new_length = elapsed + max(0, max(0, left) + seconds * 1000)
    return replace(clock, added_ms=new_length - _duration_ms(clock, structure))


def count_hands(clock: Clock, structure: Structure, *, hands: int, now: datetime) -> Clock:
    """So many hands more, or fewer (negative), were dealt in the level by hands in force at `now`.

    It stays at that level, also with none left: the next one begins with `next_period`. Never below none counted.
    Raises ClockError where a level is not played by hands.
    """
    if clock.state == "finished":
        raise ClockError("The tournament is finished.", code="finished")
    clock = advance(clock, structure, now=now).clock
    if not structure.hands_of(clock.index):
        raise ClockError("This level is played by time: there are no hands to count.", code="by_time")
    return replace(clock, hands=max(0, clock.hands + hands))


def hands_left(clock: Clock, structure: Structure, *, now: datetime) -> int | None:
    """How many hands the level in force at `now` still lasts, the one in play among them; None in one by time."""
    clock = advance(clock, structure, now=now).clock
    hands = structure.hands_of(clock.index)
    if not hands:
        return None
    # A level that was given back with all its hands dealt ends with the next one; the last one has no end.
    least = 0 if clock.index == structure.last_index else 1
    return max(least, hands - clock.hands)


def spend(clock: Clock, structure: Structure, *, seconds: int, now: datetime) -> Clock:
    """The clock as if `seconds` more had been played: hand-for-hand takes a fixed time a hand (WSOP 126c).

    Levels rise on the way as they would by themselves. Nothing is taken off a break, or off a level by hands: it
    begins in full.
    """
    clock = advance(clock, structure, now=now).clock
    since = _later(clock, now) if clock.state == "running" else None
    to_spend, elapsed = seconds * 1000, _elapsed_ms(clock, now)
    while not (structure.is_break(clock.index) or structure.hands_of(clock.index)):
        left = max(0, _length_ms(clock, structure) - elapsed)
        if to_spend < left or clock.index == structure.last_index:
            return replace(clock, elapsed_ms=elapsed + to_spend, running_since=since)
        to_spend, elapsed = to_spend - left, 0
        clock = Clock(index=clock.index + 1, running_since=since, state=clock.state)
    return clock


def adopt_structure(clock: Clock, *, old: Structure, new: Structure, now: datetime) -> Clock:
    """The clock on a structure that was edited (see `replace_structure`).

    Time spent under the old structure is booked first: if the current period became
    shorter than what it has run, it ends at `now` and not in the past.
    """
    clock = advance(clock, old, now=now).clock
    if clock.index > new.last_index:
        raise ClockError("The current period is not in the structure.", code="unknown_period")
    if bool(old.hands_of(clock.index)) != bool(new.hands_of(clock.index)):
        # What was played by time has no hands, and the other way round: the new length counts from now.
        since = _later(clock, now) if clock.state == "running" else None
        return Clock(index=clock.index, running_since=since, state=clock.state)
    if clock.state != "running":
        return clock
    return replace(clock, elapsed_ms=_elapsed_ms(clock, now), running_since=_later(clock, now))


def advance(clock: Clock, structure: Structure, *, now: datetime) -> Advance:
    """Follow the deadlines up to `now`; a clock that does not run is given back as it is."""
    transitions: list[Transition] = []
    while (
        clock.running_since is not None
        and clock.index < structure.last_index
        and not structure.hands_of(clock.index)
    ):
        left = max(0, _length_ms(clock, structure) - clock.elapsed_ms)
        deadline = clock.running_since + left * _MS
        if _cut(now) < deadline:
            break
        transitions.append(Transition(from_index=clock.index, to_index=clock.index + 1, at=deadline))
        clock = Clock(index=clock.index + 1, running_since=deadline, state="running")
    return Advance(clock=clock, transitions=tuple(transitions))


def current_index(clock: Clock, structure: Structure, *, now: datetime) -> int:
    """Index of the period in force at `now`, whether or not the clock was advanced."""
    return advance(clock, structure, now=now).clock.index


def remaining(clock: Clock, structure: Structure, *, now: datetime) -> timedelta:
    """Exact time left in the period in force at `now`; zero in overtime. A plan in a level by hands."""
    clock = advance(clock, structure, now=now).clock
    if hands := structure.hands_of(clock.index):
        return max(0, hands - clock.hands) * _duration_ms(clock, structure) // hands * _MS
    return max(0, _length_ms(clock, structure) - _elapsed_ms(clock, now)) * _MS


def remaining_seconds(clock: Clock, structure: Structure, *, now: datetime) -> int:
    """Seconds to show: rounded up, so that 20:00 is full and 0:00 is the end."""
    return -(-remaining(clock, structure, now=now) // timedelta(seconds=1))


def overtime(clock: Clock, structure: Structure, *, now: datetime) -> timedelta:
    """How long the last period has been over; zero before, and where it lasts hands."""
    clock = advance(clock, structure, now=now).clock
    if structure.hands_of(clock.index):
        return timedelta()
    return max(0, _elapsed_ms(clock, now) - _length_ms(clock, structure)) * _MS


def ends_at(clock: Clock, structure: Structure, *, now: datetime) -> datetime | None:
    """When the period in force at `now` ends by itself, or ended if it is the last.

    None while the clock does not run, and in a level by hands.
    """
    clock = advance(clock, structure, now=now).clock
    if clock.running_since is None or structure.hands_of(clock.index):
        return None
    return clock.running_since + (_length_ms(clock, structure) - clock.elapsed_ms) * _MS


def period_starts_at(clock: Clock, structure: Structure, *, index: int, now: datetime) -> datetime | None:
    """When the later period `index` will start if nobody touches the clock.

    None if the clock does not run, the period is not after the current one, or a level by hands comes before it.
    """
    clock = advance(clock, structure, now=now).clock
    ending = ends_at(clock, structure, now=now)
    if ending is None or not clock.index < index <= structure.last_index:
        return None
    if structure.has_hands_between(clock.index, index):
        return None
    return ending + timedelta(seconds=structure.seconds_between(clock.index, index))


def time_to_break(clock: Clock, structure: Structure, *, now: datetime) -> timedelta | None:
    """Playing time until the next break, even while paused; None if none follows.

    Only about, where `is_break_by_hands`.
    """
    clock = advance(clock, structure, now=now).clock
    following = structure.next_break_index(clock.index)
    if following is None:
        return None
    between = timedelta(seconds=structure.seconds_between(clock.index, following))
    return remaining(clock, structure, now=now) + between


def is_break_by_hands(clock: Clock, structure: Structure, *, now: datetime) -> bool:
    """Whether levels by hands are played until the next break, so that nobody knows when it comes."""
    index = advance(clock, structure, now=now).clock.index
    following = structure.next_break_index(index)
    return following is not None and structure.has_hands_between(index - 1, following)


def _stop(clock: Clock, *, now: datetime, state: ClockState) -> Clock:
    return replace(clock, elapsed_ms=_elapsed_ms(clock, now), running_since=None, state=state)


def _duration_ms(clock: Clock, structure: Structure) -> int:
    return structure.periods[clock.index].duration_seconds * 1000


def _length_ms(clock: Clock, structure: Structure) -> int:
    return _duration_ms(clock, structure) + clock.added_ms


def _elapsed_ms(clock: Clock, now: datetime) -> int:
    if clock.running_since is None:
        return clock.elapsed_ms
    # A server clock that stepped back must not give time back.
    return clock.elapsed_ms + max(0, (_cut(now) - clock.running_since) // _MS)


def _later(clock: Clock, now: datetime) -> datetime:
    return _cut(now) if clock.running_since is None else max(_cut(now), clock.running_since)


def _cut(now: datetime) -> datetime:
    """`now` in UTC, cut to the whole millisecond; see "Exactness" above."""
    _require_aware(now)
    now = now.astimezone(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


def _require_aware(moment: datetime) -> None:
    if moment.tzinfo is None:
        raise ValueError("naive datetime: the clock needs aware UTC instants")
