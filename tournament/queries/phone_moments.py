"""What the clock brings by itself that a phone should tell of: registration is about to close, a break to end.

The screens of the room know the same moments (`tournament.queries.announcements`, `tournament.queries.rule_moments`); a
phone is told earlier, since its player is not in the room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from tournament.models import NoticeKind, PlayerPhone, Tournament, TournamentStatus
from tournament.queries.registration import registration_closes_at
from tournament.rules import clock as clock_rules
from tournament.rules.phones import BREAK_BEFORE, MOMENT_LASTS, REGISTRATION_BEFORE


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneMoment:
    """Something is told from `at` on, for a minute; it is of use until it `happens_at`."""

    kind: NoticeKind
    at: datetime
    happens_at: datetime

    @property
    def subject(self) -> str:
        return f"at-{self.happens_at.timestamp():.0f}"


def events_with_phones() -> list[int]:
    """The events in play with a phone that is on. One query."""
    on = PlayerPhone.objects.filter(entry__tournament=OuterRef("pk"), ended="")
    running = Tournament.objects.filter(Exists(on), status=TournamentStatus.RUNNING, clock_state="running")
    return list(running.order_by("pk").values_list("pk", flat=True))


def phone_moments(tournament: Tournament, *, now: datetime) -> Iterator[PhoneMoment]:
    """Those that are told at this moment."""
    for moment in _moments(tournament, now):
        if moment.at <= now < min(moment.at + MOMENT_LASTS, moment.happens_at):
            yield moment


def _moments(tournament: Tournament, now: datetime) -> Iterator[PhoneMoment]:
    closes_at = registration_closes_at(tournament, now=now)
    if closes_at is not None:
        yield _before(NoticeKind.REGISTRATION, closes_at, REGISTRATION_BEFORE)
    structure = tournament.structure
    clock = clock_rules.advance(tournament.clock, structure, now=now).clock
    ends_at = clock_rules.ends_at(clock, structure, now=now)
    if clock.running_since is None or ends_at is None or not structure.is_break(clock.index):
        return
    moment = _before(NoticeKind.BREAK, ends_at, BREAK_BEFORE)
    began = clock.running_since - timedelta(milliseconds=clock.elapsed_ms)
    # In a break of five minutes nobody has gone anywhere.
    if moment.at > began:
        yield moment


def _before(kind: NoticeKind, happens_at: datetime, before: timedelta) -> PhoneMoment:
    return PhoneMoment(kind=kind, at=happens_at - before, happens_at=happens_at)
