"""The outlook of one event: when it ends, reaches its bubble and its final table, as times of day with a range."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Final

from tournament.models import Tournament, TournamentStatus
from tournament.options.final_table import final_table_players, final_table_rule, final_table_size
from tournament.queries.chip_count import chip_count
from tournament.queries.flights import entries_counted
from tournament.queries.forecast.evenings import EventRead, evening_so_far, read_events
from tournament.queries.forecast.house import house_experience
from tournament.queries.forecast.kept import keep, kept
from tournament.queries.forecast.whereabouts import Whereabouts, where_it_is
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.queries.registration import registration_is_open
from tournament.rules import clock as clock_rules
from tournament.rules.forecast.errors import ForecastError
from tournament.rules.forecast.experience import Experience, standing_at
from tournament.rules.forecast.milestones import (
    ForecastRange,
    Goals,
    Mark,
    MilestoneKind,
    is_planned,
    milestones,
)
from tournament.rules.forecast.standing import Standing
from tournament.rules.structure.levels import Level

KEPT_SECONDS: Final = 75
"""The beat makes a new one each minute, and may be late."""
STEP: Final = timedelta(minutes=5)
"""Times are rounded to it: more would say that somebody knows."""

MINUTE: Final = timedelta(minutes=1)
"""To which times are rounded that the structure says by itself."""

FEWEST: Final = 3
"""With fewer entries nothing is said."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
# By event: asked for by everybody at once, one of them has it worked out.
_working: Final[defaultdict[int, Lock]] = defaultdict(Lock)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """When something is expected: in four of five events between `low` and `high`; UTC, in steps of five minutes.

    `is_planned`: the structure says it, to the minute, and only the clock may be stopped meanwhile.
    """

    kind: MilestoneKind
    low: datetime
    mid: datetime
    high: datetime
    is_planned: bool

    @property
    def is_certain(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What is expected, in its order of time; worked out at `at` from so many events of the house and its own pace."""

    at: datetime
    expected: tuple[Expected, ...]
    events: int
    left: int
    entries: int

    def of(self, kind: MilestoneKind) -> Expected | None:
        return next((each for each in self.expected if each.kind == kind), None)

    @property
    def end(self) -> Expected | None:
        """When play of the last day is over; of an event of several days that is not today. Of a flight that is played
        to the end of a level, when that ends.
        """
        return self.of("end") or self.of("day_end")

    @property
    def has_pace(self) -> bool:
        """Whether somebody is out: then this event's own pace is in it."""
        return self.left < self.entries


@dataclass(frozen=True, slots=True, kw_only=True)
class _KeptOutlook:
    """What was worked out at `at`; that there is none is kept as well."""

    at: datetime
    outlook: Outlook | None


def outlook(tournament: Tournament, *, now: datetime) -> Outlook | None:
    """As it was up to a minute ago, with the clock as it is; None where nothing can be said: too few players, the event
    is over, or it could not be worked out.
    """
    if tournament.is_over:
        return None
    if tournament.status == TournamentStatus.REGISTERING:
        # Only the console asks, and each registration changes it.
        return _tried(tournament, now)
    known = _fresh(tournament, now)
    if known is None:
        with _working[tournament.pk]:
            known = _fresh(tournament, now) or _worked_out(tournament, now)
    return known.outlook


def public_outlook(tournament: Tournament, *, now: datetime) -> Outlook | None:
    """What everybody may see of it; None where the event does not show it, and before its start: those who happen to
    be registered by then are not the field.
    """
    is_shown = tournament.options.ends_shown and tournament.status == TournamentStatus.RUNNING
    return outlook(tournament, now=now) if is_shown else None


def look_again(tournament: Tournament, *, now: datetime) -> bool:
    """Work it out now, whatever is kept; returns whether it says something else."""
    before = kept(_key(tournament), _KeptOutlook)
    with _working[tournament.pk]:
        found = _worked_out(tournament, now)
    return _said(before) != _said(found)


def _fresh(tournament: Tournament, now: datetime) -> _KeptOutlook | None:
    known = kept(_key(tournament), _KeptOutlook)
    # The house's time may have been set meanwhile.
    return known if known and abs(now - known.at) < timedelta(seconds=KEPT_SECONDS) else None


def _worked_out(tournament: Tournament, now: datetime) -> _KeptOutlook:
    found = _KeptOutlook(at=now, outlook=_tried(tournament, now))
    keep(_key(tournament), found, seconds=KEPT_SECONDS)
    return found


def _tried(tournament: Tournament, now: datetime) -> Outlook | None:
    """The wall, the console and the interface do without it rather than not at all."""
    try:
        return outlook_now(tournament, now=now)
    except Exception:
        logger.exception("The end of tournament %s could not be foretold.", tournament.pk)
        return None


def _said(found: _KeptOutlook | None) -> object:
    said = found and found.outlook
    return said and (said.expected, said.left, said.entries, said.events)


def _key(tournament: Tournament) -> str:
    """Another one with every change of the clock: a pause, a skip or an undo shows at once."""
    return f"event:{tournament.pk}:{tournament.clock_version}"


def outlook_now(tournament: Tournament, *, now: datetime) -> Outlook | None:
    """Worked out: a dozen queries, whatever the size of the field."""
    known = event_now(tournament, now=now)
    return None if known is None else known.outlook()


def event_now(tournament: Tournament, *, now: datetime) -> EventAsItStands | None:
    """The event as it stands; None where it has too few players to say anything."""
    (event,) = read_events([tournament])
    place = where_it_is(event, now)
    chips = chip_count(tournament.pk).in_play
    evening = evening_so_far(event, place.spans, place.course, played=place.played, chips=chips)
    standing = standing_at(evening, place.played)
    if (
        standing is None
        or standing.entries < FEWEST
        or chips <= 0
        or _is_flight_over(tournament, standing, now)
    ):
        return None
    known = EventAsItStands(
        event=event,
        now=now,
        place=place,
        standing=standing,
        experience=house_experience(),
        goals=_goals(tournament, standing.entries),
    )
    return known.by(tournament)


def _stands(tournament: Tournament, now: datetime) -> bool:
    """Whether the clock is paused and no time was set to resume it."""
    clock = tournament.clock
    return clock.state == "paused" and not clock_rules.is_waiting(clock, now=now)


def _is_flight_over(tournament: Tournament, standing: Standing, now: datetime) -> bool:
    """Whether only its last hands are still played."""
    if tournament.flight_of_id is None or tournament.clock.state == "not_started":
        return False
    structure = tournament.structure
    clock = clock_rules.advance(tournament.clock, structure, now=now).clock
    return tournament.options.flight_end.is_reached(
        entries=standing.entries,
        left=standing.left,
        level=structure.level_number(clock.index),
        is_over=structure.is_break(clock.index) or not clock_rules.remaining(clock, structure, now=now),
    )


def _until_the_day_ends(found: Mapping[MilestoneKind, ForecastRange]) -> dict[MilestoneKind, ForecastRange]:
    """Of a flight: with its last level it is over, for all who are left, and nothing comes behind it."""
    last = found.get("day_end")
    if last is None:
        return dict(found)
    over = last.mid.played
    return {
        kind: replace(reach, high=last.high) if reach.high.played > over else reach
        for kind, reach in found.items()
        if reach is last or reach.mid.played < over
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAsItStands:
    """An event as it stands, read once: asked by its own structure, or by another."""

    event: EventRead
    now: datetime
    place: Whereabouts
    standing: Standing
    experience: Experience
    goals: Goals

    def by(self, planned: Tournament) -> EventAsItStands:
        """The same with structure and last level of registration as this row has them, saved or not. No query: its
        levels by hands are played at the pace that was read with the event.
        """
        event = replace(self.event, tournament=planned)
        place = where_it_is(event, self.now, hands_an_hour=self.place.hands_an_hour)
        standing = replace(
            self.standing,
            course=place.course,
            played=place.played,
            registers=registration_is_open(planned, now=self.now),
            last_level=_last_entry_level(planned, place, self.now),
        )
        return replace(self, event=event, place=place, standing=standing)

    def until(self, left: int) -> ForecastRange:
        """When so many are left, in minutes from now; fewer than there are. Raises ForecastError as the rules do."""
        return milestones(self.standing, self.experience, goals=Goals(winners=left))["end"]

    def outlook(self) -> Outlook | None:
        """None where nothing can be said of such a structure."""
        try:
            found = milestones(self.standing, self.experience, goals=self.goals)
        except ForecastError:
            return None
        if self.event.tournament.flight_of_id is not None:
            found = _until_the_day_ends(found)
        if _stands(self.event.tournament, self.now):
            # Nobody knows until when: to the minute it would be wrong a minute later.
            found = {kind: reach for kind, reach in found.items() if not is_planned(kind)}
        expected = [_expected(kind, reach, self.place) for kind, reach in found.items()]
        return Outlook(
            at=self.now,
            expected=tuple(sorted(expected, key=lambda each: (each.mid, each.low))),
            events=self.experience.events,
            left=self.standing.left,
            entries=self.standing.entries,
        )


def _last_entry_level(tournament: Tournament, place: Whereabouts, now: datetime) -> int | None:
    """The index, among the levels of the course, of the last one in which entries come by themselves."""
    if tournament.registration_kept_open:
        return None
    structure = tournament.structure
    index = clock_rules.current_index(tournament.clock, structure, now=now)
    reached = structure.level_number(index) or 1 + sum(
        isinstance(period, Level) for period in structure.periods[:index]
    )
    return place.course.level_at(place.played) + tournament.late_registration_level - reached


def _goals(tournament: Tournament, entries: int) -> Goals:
    """In a flight nobody plays for a prize yet: it ends when few enough of its entries are left, or with a level. What
    an event with flights pays follows from the entries of them all.
    """
    if tournament.flight_of_id is not None:
        return Goals(winners=max(1, tournament.options.flight_end.players_at(entries)))
    ladder = ladder_as_it_is(tournament, pool=prize_pool(tournament), entries=entries_counted(tournament))
    satellite = tournament.satellite
    seats = satellite.seats(ladder.prizes) if satellite else 0
    rule = final_table_rule(tournament.rule_profile, tournament.rule_overrides)
    size = final_table_size(rule, tournament.seats_per_table)
    return Goals(
        winners=max(1, seats),
        places_paid=ladder.places_paid,
        final_table=final_table_players(tournament.options.redraw_counts, size=size),
    )


def _expected(kind: MilestoneKind, reach: ForecastRange, place: Whereabouts) -> Expected:
    low, mid, high = (_time_of(mark, place) for mark in (reach.low, reach.mid, reach.high))
    is_exact = is_planned(kind)
    step = MINUTE if is_exact else STEP
    return Expected(
        kind=kind,
        low=_rounded(low, step, down=True),
        mid=_rounded(mid if is_exact else mid + step / 2, step, down=True),
        high=_rounded(high, step, down=is_exact),
        is_planned=is_exact,
    )


def _time_of(mark: Mark, place: Whereabouts) -> datetime:
    return place.runs_from + timedelta(minutes=max(0.0, mark.minutes - place.in_break))


def _rounded(moment: datetime, step: timedelta, *, down: bool) -> datetime:
    since = moment - _EPOCH
    return _EPOCH + step * (since // step if down else -(-since // step))
