"""The tournament's clock: every change is a new value of the pure clock, claimed by its version.

Nothing ticks. `sweep_clock` books the transitions that the deadlines have made due; the first
worker to get there claims them by a conditional update, so that a level changes exactly once however many
workers run. Pages and deals compute the level from `now` and are right without any sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Protocol
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import UNSET

from tournament.changes.change import verbs
from tournament.changes.clock import (
    ClockBegun,
    ClockChange,
    ClockPaused,
    ClockPausedUntil,
    ClockRestored,
    ClockResumed,
    ClockStarted,
    HandsCounted,
    LevelChanged,
    LevelJumped,
    LevelPlayed,
    LevelSetBack,
    LevelSkipped,
    MovedClock,
    StartUndone,
    TimeAdded,
    TimeDeducted,
    Waiting,
)
from tournament.models import Entry, LogEntry, Payout, Recording, Tournament, TournamentStatus
from tournament.queries.registration import is_before_deadline
from tournament.realtime import publish
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock, ClockError
from tournament.rules.structure.periods import Structure
from tournament.services.actor import CLOCK, By
from tournament.services.clock_claim import claim_clock
from tournament.services.errors import Refused
from tournament.services.field.minimum import require_minimum
from tournament.services.field.registration import (
    close_registration_if_due,
    must_close_registration,
    reopen_registration,
)
from tournament.services.house_time import moved_since
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo
from tournament.words.rules import say_error

TOPICS = ("clock", "standings", "log")
# As long as a sweep may be late.
JUST_BEGUN: Final = timedelta(seconds=2)
# So long after a clock has begun by itself its line is still written: no worker may have looked in time.
STILL_TOLD: Final = timedelta(minutes=4)
# What says that the clock waits, and what says that it does so no more.
WAITS: Final = verbs(ClockStarted, ClockPausedUntil)
WAITS_NO_MORE: Final = verbs(ClockBegun, ClockPaused, ClockResumed, ClockRestored, StartUndone)

CLOCK_CHANGES: Final[Sequence[type[ClockChange]]] = (
    *(ClockPaused, ClockPausedUntil, ClockResumed),
    *(LevelSkipped, LevelPlayed, LevelSetBack, LevelJumped, TimeAdded, TimeDeducted, HandsCounted),
)


class _Told(Protocol):
    """Makes the change that the log tells of, of the clock before and after."""

    def __call__(
        self, *, from_index: int, to_index: int, clock_before: dict[str, Any], clock_version: int
    ) -> ClockChange: ...


@transaction.atomic
def start_clock(*, tournament_id: int, by: By, at: datetime | None = None) -> Tournament:
    """Shuffle up and deal: the clock starts with the first period, at once or by itself `at` a later time.

    The seats must be drawn.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.draw_made_at is None:
        raise Refused(_("Draw the seats before you start the clock."), code="draw_first")
    require_minimum(tournament)
    before = tournament.clock
    if at is not None and at <= by.now:
        raise Refused(_("Choose a time that is still to come."), code="time_over", field="at")
    _store_change(tournament, lambda clock, _: clock_rules.start(clock, now=at or by.now))
    tournament.status = TournamentStatus.RUNNING
    tournament.started_at = at or by.now
    tournament.save(update_fields=["status", "started_at"])
    started = ClockStarted(
        clock_before=before.to_dict(),
        at=UNSET if at is None else _time_of_day(tournament, at),
        forgotten=tuple(_forget_counts(tournament)),
    )
    record(started, tournament_id=tournament.pk, by=by)
    close_registration_if_due(tournament, now=by.now)
    publish(tournament.code, [*TOPICS, "tables"])
    return tournament


@transaction.atomic
def undo_start(*, line: LogEntry, by: By) -> Tournament:
    """Undo the start: the clock has not started, registration is open, and stacks are known that were known then.

    The caller has made sure that no hand was dealt since, and that nobody went out.
    """
    tournament = lock_tournament(line.tournament_id)
    started = ClockStarted.of(line)
    for entry, stack in started.forgotten:
        Entry.objects.filter(pk=entry, stack=stack).update(is_stack_known=True)
    _store_change(tournament, lambda _clock, _structure: Clock.from_dict(started.clock_before))
    tournament.status = TournamentStatus.REGISTERING
    tournament.started_at = tournament.registration_closed_at = None
    tournament.registration_kept_open = False
    tournament.save(
        update_fields=["status", "started_at", "registration_closed_at", "registration_kept_open"]
    )
    record(StartUndone(), tournament_id=tournament.pk, by=by, undoes=line)
    publish(tournament.code, [*TOPICS, "tables", "players", "standings"])
    return tournament


@transaction.atomic
def pause_clock(*, tournament_id: int, by: By, reason: str = "") -> Tournament:
    return _change(
        tournament_id,
        by,
        ClockPaused,
        lambda clock, structure: clock_rules.pause(clock, structure, now=by.now),
        reason,
    )


@transaction.atomic
def resume_clock(*, tournament_id: int, by: By) -> Tournament:
    Tournament.objects.filter(pk=tournament_id, started_at__gt=by.now).update(started_at=by.now)
    return _change(tournament_id, by, ClockResumed, lambda clock, _: clock_rules.resume(clock, now=by.now))


@transaction.atomic
def pause_for(*, tournament_id: int, seconds: int, by: By, reason: str = "") -> Tournament:
    """A pause with a clock of its own: play goes on by itself after `seconds`. Hands in play are played on."""
    until = by.now + timedelta(seconds=seconds)
    tournament = lock_tournament(tournament_id)
    return _change(
        tournament_id,
        by,
        partial(ClockPausedUntil, seconds=seconds, at=_time_of_day(tournament, until)),
        lambda clock, structure: clock_rules.pause_until(clock, structure, now=by.now, until=until),
        reason,
    )


@transaction.atomic
def jump_to(*, tournament_id: int, index: int, left_seconds: int, by: By, reason: str = "") -> Tournament:
    """Any level or break, with so much time left; a running clock runs on. A level by hands begins with all of them."""
    structure = lock_tournament(tournament_id).structure
    is_by_hands = index <= structure.last_index and structure.hands_of(index) > 0
    return _change(
        tournament_id,
        by,
        partial(LevelJumped, seconds=0 if is_by_hands else left_seconds),
        lambda clock, structure: clock_rules.jump(
            clock, structure, index=index, left_seconds=left_seconds, now=by.now
        ),
        reason,
    )


@transaction.atomic
def next_period(*, tournament_id: int, by: By, reason: str = "") -> Tournament:
    return _change(
        tournament_id,
        by,
        LevelSkipped,
        lambda clock, structure: clock_rules.next_period(clock, structure, now=by.now),
        reason,
    )


@transaction.atomic
def count_hands(*, tournament_id: int, hands: int, by: By) -> Tournament:
    """The floor counts hands of a level by hands, where no tablet does, or corrects the count (below 0).

    With the last of them the next level begins. Raises Refused in a level by time.
    """
    tournament = _change(
        tournament_id,
        by,
        partial(HandsCounted, hands=hands),
        lambda clock, structure: clock_rules.count_hands(clock, structure, hands=hands, now=by.now),
    )
    if hands > 0:
        level_played_if_due(tournament, now=by.now)
    return tournament


def note_hands(tournament: Tournament, *, hands: int, now: datetime) -> None:
    """So many hands more than before were dealt by every table in a level by hands; below 0: were undone.

    No line tells of it, since the hands have theirs; with the last of them the next level begins. The caller holds
    the tournament's lock.
    """
    if not hands or tournament.clock.state == "finished":
        return
    tournament.clock_hands = max(0, tournament.clock_hands + hands)
    tournament.save(update_fields=["clock_hands"])
    if hands > 0:
        level_played_if_due(tournament, now=now)
    publish(tournament.code, ["clock", "tables"])


def give_level_back(tournament: Tournament, line: LogEntry, *, by: By) -> None:
    """The last hand of a level is about to be undone: the clock stands at its level again, all hands counted.

    As it was where nothing has moved it since; else at that level, as it stands. The caller holds the tournament's
    lock.
    """
    played = LevelPlayed.of(line)
    if played.clock_version == tournament.clock_version:
        restore_clock(
            tournament_id=tournament.pk, version=tournament.clock_version, line=line, by=by, undoes=line
        )
        tournament.refresh_from_db()
        return
    _change_locked(
        tournament,
        by,
        LevelSetBack,
        lambda clock, structure: replace(
            clock_rules.previous_period(clock, structure, now=by.now), hands=played.hands
        ),
        undoes=line,
    )
    _registration_as_before(tournament, line, by)
    publish(tournament.code, ["players", "standings"])
    tournament.refresh_from_db()


def level_played_if_due(tournament: Tournament, *, now: datetime) -> None:
    """The next level or break begins once all hands of this one are counted; the last level is played on.

    A clock that stands for hand-for-hand runs again in a break. The caller holds the tournament's lock.
    """
    clock, structure = tournament.clock, tournament.structure
    hands = structure.hands_of(clock.index)
    if not hands or clock.hands < hands or clock.index == structure.last_index:
        return
    by = CLOCK.at(now)
    _change_locked(
        tournament,
        by,
        partial(LevelPlayed, hands=hands),
        lambda clock, structure: clock_rules.next_period(clock, structure, now=now),
    )
    stop = tournament.stop
    stands = tournament.clock.state == "paused" and structure.is_break(tournament.clock.index)
    if stands and stop is not None and stop.resumes_clock:
        _change_locked(
            tournament, by, ClockResumed, lambda clock, _structure: clock_rules.resume(clock, now=now)
        )


@transaction.atomic
def previous_period(*, tournament_id: int, by: By, reason: str = "") -> Tournament:
    return _change(
        tournament_id,
        by,
        LevelSetBack,
        lambda clock, structure: clock_rules.previous_period(clock, structure, now=by.now),
        reason,
    )


@transaction.atomic
def add_time(*, tournament_id: int, seconds: int, by: By) -> Tournament:
    """Lengthen the running period by `seconds`, or shorten it with a negative number."""
    return _change(
        tournament_id,
        by,
        partial(TimeAdded, seconds=seconds),
        lambda clock, structure: clock_rules.add_seconds(clock, structure, seconds=seconds, now=by.now),
    )


@transaction.atomic
def deduct_time(*, tournament_id: int, seconds: int, by: By, reason: str = "") -> Tournament:
    """Play `seconds` off the clock at once, even while it is paused: what a hand of hand-for-hand takes."""
    return _change(
        tournament_id,
        by,
        partial(TimeDeducted, seconds=seconds),
        lambda clock, structure: clock_rules.spend(clock, structure, seconds=seconds, now=by.now),
        reason,
    )


@transaction.atomic
def restore_clock(
    *, tournament_id: int, version: int, line: LogEntry, by: By, undoes: LogEntry | None = None
) -> Tournament:
    """Undo of a change of the clock: put back the value it had before this line, if nothing came after.

    The time that has passed since is kept: a clock that ran then has run on, but by no hour that a director who took
    over the computer's time has put between. Registration that
    closed with the change opens again, unless prizes were decided since.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.clock_version != version:
        raise Refused(
            _("The clock has changed since; undo the later change first."),
            code="clock_changed_since",
        )
    is_count = line.verb == HandsCounted.verb
    _store_change(
        tournament,
        lambda clock, _structure: (
            _recounted(line, clock) if is_count else _with_hands_of_now(_clock_before(line), clock)
        ),
    )
    restored = ClockRestored(to_index=tournament.clock_index)
    record(restored, tournament_id=tournament.pk, by=by, undoes=undoes)
    _registration_as_before(tournament, undoes, by)
    publish(tournament.code, [*TOPICS, "tables", "players", "standings"])
    if is_count:
        # A hand that was given has not to be played: those that were dealt may be all.
        level_played_if_due(tournament, now=by.now)
    return tournament


def sweep_clock(*, tournament_id: int, now: datetime) -> int:
    """Book the transitions that are due; give back how many this call has claimed.

    Safe to run anywhere, any number of times at once: one caller wins each transition.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    advanced = clock_rules.advance(tournament.clock, tournament.structure, now=now)
    _tell_begun(tournament, now)
    if _has_just_begun(tournament.clock, now):
        # Nothing is stored then: the hint alone is missing. A second one does no harm.
        publish(tournament.code, [*TOPICS, "tables"])
    if not advanced.transitions:
        # Nearly every tick ends here. It must not begin a transaction: on SQLite that takes the write
        # lock, and the tick would stand in the taps' way, or wait for seconds behind them.
        if must_close_registration(tournament, now=now):
            with transaction.atomic():
                close_registration_if_due(tournament, now=now)
        return 0
    with transaction.atomic():
        if not claim_clock(tournament, advanced.clock):
            return 0
        for step in advanced.transitions:
            begun = LevelChanged(from_index=step.from_index, to_index=step.to_index)
            record(begun, tournament_id=tournament.pk, by=CLOCK.at(step.at))
        close_registration_if_due(tournament, now=now)
        _forget_counts(tournament)
        publish(tournament.code, [*TOPICS, "tables"])
    return len(advanced.transitions)


def _forget_counts(tournament: Tournament) -> list[tuple[int, int]]:
    """Play goes on: where only busts are entered, nobody knows the stacks any more that were counted before.

    The entries and the stacks that were known until now.
    """
    counted = Entry.objects.filter(
        tournament=tournament, is_stack_known=True, seat__table__recording=Recording.BUSTS
    )
    forgotten = list(counted.values_list("pk", "stack"))
    if forgotten:
        Entry.objects.filter(pk__in=[entry for entry, _stack in forgotten]).update(is_stack_known=False)
        publish(tournament.code, ["standings", "players"])
    return forgotten


def _clock_before(line: LogEntry) -> Clock:
    """The clock as it was before this change, by the house's time of now."""
    clock = Clock.from_dict(MovedClock.of(line).clock_before)
    since = clock.running_since
    return replace(clock, running_since=since and since + moved_since(line))


def _recounted(line: LogEntry, now: Clock) -> Clock:
    """The count without what a person has counted; hands that were dealt since stay counted."""
    return replace(now, hands=max(0, now.hands - HandsCounted.of(line).hands))


def _with_hands_of_now(clock: Clock, now: Clock) -> Clock:
    """Hands that were dealt since the change are not undone with it."""
    return replace(clock, hands=now.hands) if clock.index == now.index else clock


def _has_just_begun(clock: Clock, now: datetime) -> bool:
    """Whether a clock that waited has begun to run within the last ticks."""
    since = clock.running_since
    return since is not None and timedelta() <= now - since < JUST_BEGUN


def _tell_begun(tournament: Tournament, now: datetime) -> None:
    """The line of a clock that has begun by itself, at its time; of several workers one writes it."""
    since = tournament.clock.running_since
    if (
        since is None
        or not timedelta() <= now - since < STILL_TOLD
        or _waiting_line(tournament, since) is None
    ):
        return
    with transaction.atomic():
        lock_tournament(tournament.pk)
        line = _waiting_line(tournament, since)
        if line is not None:
            begun = ClockBegun(is_start=line.verb == ClockStarted.verb)
            record(begun, tournament_id=tournament.pk, by=CLOCK.at(since))
            publish(tournament.code, ["log"])


def _waiting_line(tournament: Tournament, since: datetime) -> LogEntry | None:
    """By which the clock waited until it began to run `since`, as long as nothing says that it did. One query."""
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=(*WAITS, *WAITS_NO_MORE))
    newest = lines.order_by("-pk").first()
    if newest is None or newest.verb not in WAITS or not Waiting.of(newest).at or newest.at >= since:
        return None
    return newest


def _time_of_day(tournament: Tournament, moment: datetime) -> str:
    """As a log line keeps it: at the tournament's place."""
    return f"{moment.astimezone(ZoneInfo(tournament.time_zone)):%H:%M}"


def _registration_as_before(tournament: Tournament, undone: LogEntry | None, by: By) -> None:
    """Registration that closed with a change is open again with its undo, unless prizes were decided since."""
    if _registration_closed_with(undone, tournament) and is_before_deadline(tournament, now=by.now):
        reopen_registration(tournament_id=tournament.pk, by=by)
    else:
        close_registration_if_due(tournament, now=by.now)


def _registration_closed_with(change: LogEntry | None, tournament: Tournament) -> bool:
    """Whether this change closed it, and no prize was decided since."""
    if change is None or tournament.registration_closed_at != change.at:
        return False
    return not Payout.objects.filter(tournament=tournament).exists()


def _change(
    tournament_id: int,
    by: By,
    told: _Told,
    change: Callable[[Clock, Structure], Clock],
    reason: str = "",
) -> Tournament:
    tournament = lock_tournament(tournament_id)
    _change_locked(tournament, by, told, change, reason)
    return tournament


def _change_locked(
    tournament: Tournament,
    by: By,
    told: _Told,
    change: Callable[[Clock, Structure], Clock],
    reason: str = "",
    undoes: LogEntry | None = None,
) -> None:
    before = tournament.clock
    _store_change(tournament, change)
    changed = told(
        from_index=before.index,
        to_index=tournament.clock_index,
        clock_before=before.to_dict(),
        clock_version=tournament.clock_version,
    )
    record(changed, tournament_id=tournament.pk, by=by, reason=reason, undoes=undoes)
    close_registration_if_due(tournament, now=by.now)
    publish(tournament.code, [*TOPICS, "tables"])


def _store_change(tournament: Tournament, change: Callable[[Clock, Structure], Clock]) -> None:
    try:
        clock = change(tournament.clock, tournament.structure)
    except ClockError as error:
        raise Refused(say_error(error), code=error.code) from error
    if not claim_clock(tournament, clock):
        raise Refused(_("The clock has just changed. Check it and try again."), code="clock_changed")


def _open_clock_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Only the newest change of the clock, while nothing has moved it since."""
    return {line.pk for line in lines if ClockChange.of(line).clock_version == tournament.clock_version}


def _undo_clock(line: LogEntry, by: By) -> None:
    version = ClockChange.of(line).clock_version
    restore_clock(tournament_id=line.tournament_id, version=version, line=line, by=by, undoes=line)


register_undo(CLOCK_CHANGES, Undoable(open_lines=_open_clock_lines, undo=_undo_clock))
