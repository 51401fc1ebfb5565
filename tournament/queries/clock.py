"""What the wall says: the clock as of an instant, the stakes, the field and the prizes in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from django.utils.translation import ngettext

from tournament.models import Entry, EntryStatus, StopKind, Tournament, TournamentStatus
from tournament.queries.chip_sales import OnSale, on_sale_in
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.queries.payouts.mystery import EnvelopesLeft, envelopes_left
from tournament.queries.registration import RegistrationState, registration_closes_at, registration_state
from tournament.queries.standings import Field, field_of
from tournament.rules import clock as clock_rules
from tournament.rules.chips.ledger import AverageStack
from tournament.rules.structure.levels import Break, Level

BoardState = Literal["not_started", "running", "paused", "break", "overtime", "finished", "cancelled"]
Moment = Literal["", "bubble", "in_the_money"]

WARN_SECONDS = 120
ALARM_SECONDS = 30
# Who is named of a tournament that is over: the first three.
RESULT_PLACES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockBoard:
    """One look at the clock. `remaining_seconds` is rounded up; instants are aware UTC.

    `state` is what the clock does; a paused break is "paused" with `break_` set. `level` is what
    hands are dealt at. `ends_at` is set only while the clock runs.

    `resumes_at` is when a clock that waits will run by itself: a timed pause is "paused", a start at a time of day is
    "not_started". Then `ends_at`, `remaining_seconds` and `length_seconds` are the pause's, `left_in_period` says how
    much of the period is left afterwards. `stop` is what the whole room obeys, hand-for-hand for example.

    In a level by hands `hands_left` are those still to be finished, the one in play among them; it has no end, and
    `remaining_seconds` are what it is planned with. `is_break_about`: the next break comes after such levels.
    """

    code: str
    name: str
    time_zone: str
    currency: str
    now: datetime
    state: BoardState
    period_index: int
    level_number: int
    level: Level
    break_: Break | None
    next_level: Level | None
    next_is_break: bool
    next_break: Break | None
    remaining_seconds: int
    hands_left: int | None
    length_seconds: int
    ends_at: datetime | None
    resumes_at: datetime | None
    left_in_period: int
    overtime_seconds: int
    break_in_seconds: int | None
    is_break_about: bool
    break_at: datetime | None
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    is_last: bool
    registration: RegistrationState
    registration_closes_at: datetime | None
    field: Field
    average: AverageStack | None
    pool: int
    # Of the pool what others than the players have put in.
    added: int
    places_paid: int
    next_prize: int | None
    moment: Moment
    is_final_table: bool
    stop: str
    winner: str | None
    # Of a tournament that was played to its end, who came next: place and name.
    runners_up: tuple[tuple[int, str], ...]
    envelopes: EnvelopesLeft | None
    on_sale: tuple[OnSale, ...]

    @property
    def is_over(self) -> bool:
        """The clock has stopped for good: played to the end, or cancelled."""
        return self.state in ("finished", "cancelled")

    @property
    def is_by_hands(self) -> bool:
        """Whether hands are shown where the time stands."""
        return self.hands_left is not None and self.resumes_at is None

    @property
    def look(self) -> str:
        """What the frame of a screen says, the most pressing first: what the clock does where that is not only to run,
        else "stop", "bubble", "final_table", "in_the_money", or "running".
        """
        if self.stop and self.resumes_at is None and not self.is_over:
            return "stop"
        if self.state != "running":
            return self.state
        if self.moment == "bubble" or not self.is_final_table:
            return self.moment or self.state
        return "final_table"

    @property
    def phase(self) -> str:
        """calm, warn in the last two minutes, alarm in the last thirty seconds."""
        if self.ends_at is None or self.overtime_seconds or self.remaining_seconds > WARN_SECONDS:
            return "calm"
        return "warn" if self.remaining_seconds > ALARM_SECONDS else "alarm"

    @property
    def spent_percent(self) -> str:
        """How much of the period is over, for the ruler: "37.5"."""
        if self.length_seconds <= 0:
            return "100"
        spent = 1 - self.remaining_seconds / self.length_seconds
        return f"{100 * min(1.0, max(0.0, spent)):.1f}"

    @property
    def out_before_money(self) -> int:
        """How many more go out without a prize; 0 in the money."""
        return max(0, self.field.next_place - self.places_paid)

    @property
    def utc_offset_seconds(self) -> int:
        """Of the tournament's place, now: what scripts add to show the time of day."""
        offset = self.now.astimezone(ZoneInfo(self.time_zone)).utcoffset()
        return int((offset or timedelta()).total_seconds())

    @property
    def registration_closes_in(self) -> int | None:
        return self._seconds_until(self.registration_closes_at)

    @property
    def starts_in_seconds(self) -> int | None:
        """Until the announced start; None once that has passed or where none was announced."""
        seconds = self._seconds_until(self.starts_at)
        return seconds if seconds is not None and seconds > 0 else None

    @property
    def elapsed_seconds(self) -> int | None:
        """Since the first hand, breaks and pauses included."""
        if self.started_at is None:
            return None
        return max(0, int(((self.finished_at or self.now) - self.started_at).total_seconds()))

    def _seconds_until(self, moment: datetime | None) -> int | None:
        return None if moment is None else _seconds(moment - self.now)


def clock_board(tournament: Tournament, *, now: datetime) -> ClockBoard:
    """Three queries besides the tournament, one more in a break and at the end.

    Right even when no worker is running.
    """
    structure, stored = tournament.structure, tournament.clock
    clock = clock_rules.advance(stored, structure, now=now).clock
    period = structure.periods[clock.index]
    level = structure.level_in_force(clock.index)
    break_in = clock_rules.time_to_break(clock, structure, now=now)
    next_break = structure.next_break_index(clock.index)
    field = field_of(tournament)
    pool = prize_pool(tournament)
    ladder = ladder_as_it_is(tournament, pool=pool, entries=field.entries)
    next_index = clock.index + 1
    overtime = clock_rules.overtime(clock, structure, now=now) if clock.state == "running" else timedelta()
    is_last = clock.index == structure.last_index
    remaining = clock_rules.remaining_seconds(clock, structure, now=now)
    resumes_at = clock.running_since if clock_rules.is_waiting(clock, now=now) else None
    started_at = tournament.started_at
    is_start = resumes_at is not None and started_at is not None and started_at >= resumes_at
    closes_at = registration_closes_at(tournament, now=now)
    # The field is known only once registration is closed.
    is_decided = tournament.status == TournamentStatus.RUNNING and bool(tournament.registration_closed_at)
    # In a flight nobody plays for a prize yet.
    is_decided = is_decided and tournament.flight_of_id is None
    winner, runners_up = _result(tournament)
    return ClockBoard(
        code=tournament.code,
        name=tournament.name,
        time_zone=tournament.time_zone,
        currency=tournament.currency,
        now=now,
        state=_waiting_state(tournament, is_start=is_start)
        if resumes_at
        else _state(tournament, clock, period, overtime=bool(overtime)),
        period_index=clock.index,
        level_number=structure.level_number(clock.index),
        level=level,
        break_=period if isinstance(period, Break) else None,
        next_level=structure.next_level(clock.index),
        next_is_break=not is_last and structure.is_break(next_index),
        next_break=structure.next_break(clock.index),
        remaining_seconds=remaining if resumes_at is None else _seconds(resumes_at - now),
        hands_left=clock_rules.hands_left(clock, structure, now=now),
        length_seconds=period.duration_seconds + clock.added_ms // 1000 if resumes_at is None else 0,
        ends_at=resumes_at or clock_rules.ends_at(clock, structure, now=now),
        resumes_at=resumes_at,
        left_in_period=remaining,
        overtime_seconds=int(overtime.total_seconds()),
        break_in_seconds=None if break_in is None else _seconds(break_in),
        is_break_about=clock_rules.is_break_by_hands(clock, structure, now=now),
        break_at=None
        if next_break is None
        else clock_rules.period_starts_at(clock, structure, index=next_break, now=now),
        starts_at=resumes_at if is_start else tournament.starts_at,
        started_at=tournament.started_at,
        finished_at=tournament.finished_at,
        is_last=is_last,
        registration=registration_state(tournament, closes_at=closes_at, now=now),
        registration_closes_at=closes_at,
        field=field,
        average=field.average(level.big_blind),
        pool=pool.total,
        added=pool.added,
        places_paid=ladder.places_paid,
        next_prize=_next_prize(tournament, field, ladder.prizes),
        moment=_moment(field, places_paid=ladder.places_paid) if is_decided else "",
        is_final_table=is_decided and field.tables == 1,
        stop="" if tournament.stop is None else str(StopKind(tournament.stop.kind).label),
        winner=winner,
        runners_up=runners_up,
        envelopes=envelopes_left(tournament),
        on_sale=on_sale_in(tournament, clock.index, now=now),
    )


def _state(
    tournament: Tournament, clock: clock_rules.Clock, period: Level | Break, *, overtime: bool
) -> BoardState:
    if tournament.status == TournamentStatus.CANCELLED:
        return "cancelled"
    if clock.state != "running":
        return clock.state
    if overtime:
        return "overtime"
    return "break" if isinstance(period, Break) else "running"


def _waiting_state(tournament: Tournament, *, is_start: bool) -> BoardState:
    if tournament.status == TournamentStatus.CANCELLED:
        return "cancelled"
    return "not_started" if is_start else "paused"


def _seconds(span: timedelta) -> int:
    """Rounded up: a clock shows 0:00 when the time is over, and not before."""
    return -(-span // timedelta(seconds=1))


def _next_prize(tournament: Tournament, field: Field, prizes: Sequence[int]) -> int | None:
    """What the next to go out wins; None where that is nothing, and after a chop: no place has a prize of its own."""
    if tournament.status == TournamentStatus.FINISHED or tournament.chop_id is not None:
        return None
    return prizes[field.next_place - 1] if 1 < field.next_place <= len(prizes) else None


def _moment(field: Field, *, places_paid: int) -> Moment:
    """How near the money is, where it is worth a sign on the wall."""
    if field.next_place <= places_paid:
        return "in_the_money"
    return "bubble" if field.next_place == places_paid + 1 else ""


def _result(tournament: Tournament) -> tuple[str | None, tuple[tuple[int, str], ...]]:
    """Who has won, or how many seats were won or are through; and who came second and third.

    One query at the end, else none.
    """
    if tournament.status != TournamentStatus.FINISHED:
        return None, ()
    if tournament.flight_of_id is not None:
        through = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).count()
        return ngettext("%(count)d player through", "%(count)d players through", through) % {
            "count": through
        }, ()
    placed = Entry.objects.filter(tournament=tournament, place_first__lte=RESULT_PLACES)
    if tournament.satellite is not None:
        placed = Entry.objects.filter(tournament=tournament, place_first__isnull=False)
        placed = placed.filter(status__in=(EntryStatus.PLAYING, EntryStatus.SEAT_WON))
    placed = placed.exclude(status=EntryStatus.VOID).order_by("place_first", "number")
    rows = placed.values_list("place_first", "place_last", "player__name", "player__public_name")
    shown = [(first, last, public or name) for first, last, name, public in rows]
    winner = next((name for first, last, name in shown if first == last == 1), None)
    if tournament.satellite is not None and (winner is None or len(shown) > 1):
        seats = len(shown)
        return ngettext("%(count)d seat won", "%(count)d seats won", seats) % {"count": seats}, ()
    after_it = [(first, name) for first, _last, name in shown if first is not None and first > 1]
    return winner, tuple(after_it[: RESULT_PLACES - 1])
