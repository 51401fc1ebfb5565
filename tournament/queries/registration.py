"""Whether entries are taken, until when, and whether the floor may change that."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from django.db.models import Max
from django.db.models.functions import Coalesce

from tournament.models import (
    Entry,
    EntryStatus,
    IdCheck,
    LogEntry,
    Payout,
    Stop,
    StopKind,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import LIVE, entries_counted, entries_of_event
from tournament.rules import entries as entry_rules

NOT_ELSEWHERE: Final = entry_rules.OtherFlights()
RegistrationState = Literal["open", "closing", "closed"]

# Registration is "closing" in its last quarter of an hour.
CLOSING = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationSwitch:
    """What the floor can do about registration now. `last_level` is 0 where only a hand closes it."""

    is_open: bool
    last_level: int
    may_close: bool
    may_reopen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IdSeen:
    """That a player's ID was seen at the event: when, and by whom of the staff."""

    at: datetime
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationNow:
    """Who may enter now, asked once for any number of players. Void entries do not count."""

    is_open: bool
    entries: int
    limits: entry_rules.EntryLimits
    # Of an event with flights: its limits and its entries over all of them.
    event_limits: entry_rules.EntryLimits | None = None
    event_entries: int = 0
    one_stack: bool = False
    # Since when entries count for this day of play: since its eve's last hands, None on the first day.
    day_began_at: datetime | None = None

    def refusal(
        self,
        *,
        entered_at: Sequence[datetime] = (),
        player_chips: int = 0,
        forfeit: bool = False,
        elsewhere: entry_rules.OtherFlights = NOT_ELSEWHERE,
    ) -> entry_rules.EntryRefused | None:
        """Why somebody who entered at these times and has so many chips may not enter, perhaps giving the chips up;
        None for one who may. `elsewhere` is what they have in other flights of the event.
        """
        try:
            entry_rules.decide_entry(
                self.limits,
                registration_open=self.is_open,
                total_entries=self.entries,
                player_entries=len(entered_at),
                entries_today=self.of_this_day(entered_at),
                player_chips=player_chips,
                forfeit=forfeit,
            )
            if self.event_limits is not None:
                entry_rules.check_over_flights(
                    self.event_limits,
                    total_entries=self.event_entries,
                    player_entries=len(entered_at),
                    elsewhere=elsewhere,
                    one_stack=self.one_stack,
                )
        except entry_rules.EntryRefused as refusal:
            return refusal
        return None

    def of_this_day(self, entered_at: Sequence[datetime]) -> int:
        """How many of these entries were made on this day of play."""
        began = self.day_began_at
        return sum(began is None or at >= began for at in entered_at)


def registration_now(tournament: Tournament, *, now: datetime) -> RegistrationNow:
    """One query; another one where entries are limited by the day, and up to three where there are flights."""
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    event = tournament.event
    is_of_flights = event.has_flights
    return RegistrationNow(
        is_open=registration_is_open(tournament, now=now),
        entries=entries.filter(brought_line=None).count(),
        limits=entry_limits(tournament, now=now),
        day_began_at=day_began_at(tournament),
        event_limits=entry_limits(event, now=now) if is_of_flights else None,
        event_entries=entries_counted(event) if is_of_flights else 0,
        one_stack=is_of_flights and event.options.stacks_way == "one",
    )


def other_flights(tournament: Tournament, players: Collection[int]) -> Mapping[int, entry_rules.OtherFlights]:
    """Of these players what they have in other flights of the event. Two queries, none where there are no flights."""
    event = tournament.event
    if not event.has_flights:
        return {}
    found: dict[int, entry_rules.OtherFlights] = {}
    columns = ("player", "status", "tournament__status", "tournament__name")
    others = entries_of_event(tournament).filter(player__in=players).exclude(tournament=tournament)
    for player, status, state, name in others.order_by("pk").values_list(*columns):
        before = found.get(player, NOT_ELSEWHERE)
        is_in, is_over = status in LIVE, state == TournamentStatus.FINISHED
        found[player] = entry_rules.OtherFlights(
            entries=before.entries + 1,
            sits_in=name if is_in and not is_over else before.sits_in,
            is_through=before.is_through or (is_in and is_over),
        )
    return found


def day_began_at(tournament: Tournament) -> datetime | None:
    """When the last hands of the day before were over; None on the first day, and where no limit asks for it.

    Last hands whose announcement was undone have ended no day.
    """
    if tournament.entries_per_day is None:
        return None
    undone = LogEntry.objects.filter(
        tournament=tournament,
        verb="stop_announced",
        undone_by__isnull=False,
        # The undo itself may be undone: then the stop is in force again.
        undone_by__undone_by__isnull=True,
    )
    ended = Stop.objects.filter(tournament=tournament, kind=StopKind.LAST_HANDS).exclude(
        pk__in=list(undone.values_list("data__stop", flat=True))
    )
    newest: datetime | None = ended.aggregate(at=Max(Coalesce("bagged_at", "round_over_at")))["at"]
    return newest


def minimum_missing(tournament: Tournament, *, entries: int) -> int:
    """How many entries are missing to those that the event needs, before it starts and until the director decides to
    play with fewer.
    """
    if tournament.status != TournamentStatus.REGISTERING or tournament.minimum_waived_at is not None:
        return 0
    return entry_rules.entries_missing(entries, minimum=tournament.min_entries)


def ids_checked(tournament: Tournament, players: Collection[int] | None = None) -> Mapping[int, IdSeen]:
    """Of these players, or of all, those whose ID was seen at this event. One query."""
    marks = IdCheck.objects.filter(tournament=tournament)
    if players is not None:
        marks = marks.filter(player__in=players)
    return {
        player: IdSeen(at=at, by=by)
        for player, at, by in marks.values_list("player", "checked_at", "log_entry__actor")
    }


def entry_limits(tournament: Tournament, *, now: datetime) -> entry_rules.EntryLimits:
    """What an entry must fit, as the rules ask for it; in the settings 0 means no limit."""
    return entry_rules.EntryLimits(
        per_player=tournament.entries_per_player or None,
        per_day=tournament.entries_per_day,
        total=tournament.max_entries,
        forfeit_allowed=_may_forfeit(tournament, now),
    )


def _may_forfeit(tournament: Tournament, now: datetime) -> bool:
    """Whether a player may give chips up to enter again now (TDA 8-B, WSOP 13)."""
    rules = tournament.event_rules
    if not rules.forfeit_to_re_enter or rules.forfeit_at == "any_time":
        return rules.forfeit_to_re_enter
    return entry_rules.is_end_of_registration(
        tournament.structure, tournament.clock, last_level=tournament.late_registration_level, now=now
    )


def registration_is_open(tournament: Tournament, *, now: datetime) -> bool:
    """Whether entries are taken at `now`: by the deadline, and not once registration was closed."""
    if tournament.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED):
        return False
    if tournament.registration_closed_at is not None or tournament.waits_for_flights:
        return False
    return tournament.registration_kept_open or is_before_deadline(tournament, now=now)


def is_before_deadline(tournament: Tournament, *, now: datetime) -> bool:
    """Whether the last level with registration, and the break after it where the profile says so, continues."""
    if tournament.has_flights and tournament.clock.state == "not_started":
        # Its levels go on from those of the flights.
        number = tournament.structure.level_number(tournament.clock.index)
        return number <= tournament.late_registration_level
    return entry_rules.is_registration_open(
        tournament.structure,
        tournament.clock,
        last_level=tournament.late_registration_level,
        now=now,
        through_break=tournament.event_rules.registration_through_break,
    )


def is_switched_by_hand(tournament: Tournament, *, now: datetime) -> bool:
    """Whether registration was closed by hand before its last level was over, or reopened by hand after it."""
    closed_early = tournament.registration_closed_at is not None and is_before_deadline(tournament, now=now)
    return tournament.registration_kept_open or closed_early


def registration_closes_at(tournament: Tournament, *, now: datetime) -> datetime | None:
    """When registration closes by itself; None if it is closed, stays open until closed by hand, or the clock
    is not running."""
    if tournament.registration_kept_open or not registration_is_open(tournament, now=now):
        return None
    return entry_rules.registration_closes_at(
        tournament.structure,
        tournament.clock,
        last_level=tournament.late_registration_level,
        now=now,
        through_break=tournament.event_rules.registration_through_break,
    )


def registration_state(
    tournament: Tournament, *, closes_at: datetime | None, now: datetime
) -> RegistrationState:
    """What the pages call it; `closes_at` is when it closes by itself (`registration_closes_at`)."""
    if not registration_is_open(tournament, now=now):
        return "closed"
    return "closing" if closes_at is not None and closes_at - now <= CLOSING else "open"


def registration_switch(tournament: Tournament, *, now: datetime) -> RegistrationSwitch:
    """By hand only while the tournament is in play, and open again only while no prize is decided."""
    is_open = registration_is_open(tournament, now=now)
    is_running = tournament.status == TournamentStatus.RUNNING
    return RegistrationSwitch(
        is_open=is_open,
        last_level=0 if tournament.registration_kept_open else tournament.late_registration_level,
        may_close=is_running and is_open,
        may_reopen=is_running and not is_open and not Payout.objects.filter(tournament=tournament).exists(),
    )
