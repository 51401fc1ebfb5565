"""A tap on the clock panel: one change, on the clock that the person saw.

The panel sends the version of the clock it shows. Two people who press "Next level" at once skip one
level: the second is told that the clock has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.change import verbs
from tournament.changes.clock import ClockStarted
from tournament.models import LogEntry, Tournament
from tournament.services import clock
from tournament.services.actor import By
from tournament.services.clock import CLOCK_CHANGES
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.undo import lines_to_undo, undo_line


def _plus(seconds: int) -> Callable[..., Tournament]:
    def add(*, tournament_id: int, by: By) -> Tournament:
        return clock.add_time(tournament_id=tournament_id, seconds=seconds, by=by)

    return add


def _hands(hands: int) -> Callable[..., Tournament]:
    def count(*, tournament_id: int, by: By) -> Tournament:
        return clock.count_hands(tournament_id=tournament_id, hands=hands, by=by)

    return count


STEPS: Final[Mapping[str, Callable[..., Tournament]]] = MappingProxyType(
    {
        "start": clock.start_clock,
        "pause": clock.pause_clock,
        "resume": clock.resume_clock,
        "next": clock.next_period,
        "previous": clock.previous_period,
        "plus": _plus(60),
        "minus": _plus(-60),
        "hand": _hands(1),
        "hand_less": _hands(-1),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a change with figures asks for: a pause of so long, a start at a time, a period with so much left."""

    seconds: int = 0
    at: datetime | None = None
    index: int = 0


def _pause_for(*, wanted: Wanted, **tap: Any) -> Tournament:
    return clock.pause_for(seconds=wanted.seconds, **tap)


def _start_at(*, wanted: Wanted, **tap: Any) -> Tournament:
    return clock.start_clock(at=wanted.at, **tap)


def _jump(*, wanted: Wanted, **tap: Any) -> Tournament:
    return clock.jump_to(index=wanted.index, left_seconds=wanted.seconds, **tap)


WITH_FIGURES: Final[Mapping[str, Callable[..., Tournament]]] = MappingProxyType(
    {"pause_for": _pause_for, "start_at": _start_at, "jump": _jump}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastClockChange:
    """The newest change of the clock by a person, while it can still be undone."""

    log_id: int
    verb: str
    actor: str
    at: datetime


def last_clock_change(tournament: Tournament) -> LastClockChange | None:
    """What an undo would undo now; None when the clock has moved on since."""
    line = _undoable_line(tournament)
    if line is None:
        return None
    return LastClockChange(log_id=line.pk, verb=line.verb, actor=line.actor, at=line.at)


@transaction.atomic
def change_clock(
    *, tournament_id: int, step: str, version: int, by: By, wanted: Wanted | None = None
) -> Tournament:
    """Do one of STEPS, one WITH_FIGURES, or "undo". Raises Refused if the clock has changed since it was shown."""
    tournament = lock_tournament(tournament_id)
    if tournament.clock_version != version:
        raise Refused(
            _("The clock has changed since you opened it. Check it and tap again."), code="clock_changed"
        )
    if step == "undo":
        return _undo(tournament, by)
    if step in WITH_FIGURES:
        return WITH_FIGURES[step](wanted=wanted or Wanted(), tournament_id=tournament_id, by=by)
    return STEPS[step](tournament_id=tournament_id, by=by)


def _undo(tournament: Tournament, by: By) -> Tournament:
    line = _undoable_line(tournament)
    if line is None:
        raise Refused(_("There is no clock change to undo."), code="nothing_to_undo")
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=by)
    return Tournament.objects.get(pk=tournament.pk)


def _undoable_line(tournament: Tournament) -> LogEntry | None:
    newest = (
        LogEntry.objects.filter(
            tournament=tournament, verb__in=verbs(ClockStarted, *CLOCK_CHANGES), undone_by__isnull=True
        )
        .select_related("undone_by")
        .order_by("-pk")
        .first()
    )
    if newest is None or newest.pk not in lines_to_undo(tournament, [newest]):
        return None
    return newest
