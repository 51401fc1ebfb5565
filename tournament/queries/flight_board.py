"""The flights of an event: how each stands, whose stacks are through, and what becomes of them on Day 2."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, Sum

from tournament.models import Entry, EntryStatus, Player, Tournament, TournamentStatus
from tournament.queries.flights import LIVE, entries_counted
from tournament.queries.payouts.ladder import ladder_as_it_is, ladder_for_those_through, prize_pool
from tournament.rules.clock import Clock
from tournament.rules.flights import GoesOn, StackThrough, where_it_goes_on, who_goes_on
from tournament.rules.payouts.schemes import PrizeError


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightLine:
    """One flight: `left` are those still in it, or through from it once it `is_over`, with `chips` together."""

    code: str
    name: str
    status: str
    starts_at: datetime | None
    time_zone: str
    entries: int
    left: int
    chips: int

    @property
    def is_over(self) -> bool:
        return self.status == TournamentStatus.FINISHED

    @property
    def is_cancelled(self) -> bool:
        return self.status == TournamentStatus.CANCELLED


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksOfPlayer:
    """A player who is through from several flights: the stacks, and what they go on with."""

    name: str
    stacks: tuple[int, ...]
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayTwo:
    """What comes together: `players` with `chips`, `given_up` chips that leave play, `out` for the smallest prizes.

    `level` is that at which it goes on, with `minutes` left of it. `places_paid` beyond the players can be won by
    nobody.
    """

    players: int
    chips: int
    given_up: int
    out: int
    several: tuple[StacksOfPlayer, ...]
    level: int
    minutes: int
    places_paid: int
    # By the event's setting.
    are_all_paid: bool

    @property
    def is_short_of_prizes(self) -> bool:
        """Whether fewer places can be paid than go on, though all are to be paid."""
        return self.are_all_paid and self.places_paid < self.players + self.out

    @property
    def has_prizes_for_nobody(self) -> bool:
        return self.places_paid > self.players + self.out > 0

    @property
    def has_stacks_without_prize(self) -> bool:
        """Whether smaller stacks are out below the places that are paid."""
        return not self.are_all_paid and self.out > 0 and self.places_paid < self.players + self.out


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightBoard:
    """The flights of an event in their order; `day_two` is None while no flight is over."""

    lines: tuple[FlightLine, ...]
    day_two: DayTwo | None

    @property
    def open_lines(self) -> tuple[FlightLine, ...]:
        """Those that are not over yet."""
        return tuple(line for line in self.lines if not line.is_over and not line.is_cancelled)

    @property
    def is_complete(self) -> bool:
        """Whether every flight is over, and somebody is through."""
        return not self.open_lines and self.day_two is not None


def stacks_through(event: Tournament) -> tuple[StackThrough, ...]:
    """Of the flights that are over, in the order in which they were played and their entries made. One query."""
    rows = Entry.objects.filter(
        tournament__flight_of=event,
        tournament__status=TournamentStatus.FINISHED,
        status=EntryStatus.PLAYING,
        stack__gt=0,
    )
    ordered = rows.order_by("tournament__finished_at", "tournament", "number")
    return tuple(
        StackThrough(entry=entry, player=player, chips=stack)
        for entry, player, stack in ordered.values_list("pk", "player", "stack")
    )


def flight_board(event: Tournament) -> FlightBoard:
    """Eight queries at most, however many flights and players there are."""
    rows = event.flights.annotate(
        entries_count=Count("entries", filter=~Q(entries__status=EntryStatus.VOID)),
        left_count=Count("entries", filter=Q(entries__status__in=LIVE)),
        chips=Sum("entries__stack", filter=Q(entries__status__in=LIVE), default=0),
    )
    flights = list(rows.order_by("starts_at", "pk"))
    lines = tuple(
        FlightLine(
            code=row.code,
            name=row.name,
            status=row.status,
            starts_at=row.starts_at,
            time_zone=row.time_zone,
            entries=row.entries_count,
            left=row.left_count,
            chips=row.chips,
        )
        for row in flights
    )
    over = [row for row in flights if row.status == TournamentStatus.FINISHED]
    return FlightBoard(lines=lines, day_two=_day_two(event, over) if over else None)


def _day_two(event: Tournament, over: Sequence[Tournament]) -> DayTwo | None:
    stacks = stacks_through(event)
    goes = who_goes_on(stacks, way=event.options.stacks_way)
    playing = [each for each in goes if not each.is_out]
    if not playing:
        return None
    clock = where_it_goes_on([(flight.clock, flight.structure) for flight in over], event.structure)
    return DayTwo(
        players=len(playing),
        chips=sum(each.chips for each in playing),
        given_up=sum(each.given_up for each in goes),
        out=len(goes) - len(playing),
        several=_several(stacks, playing),
        level=event.structure.level_number(clock.index),
        minutes=_minutes_left(clock, event),
        places_paid=_places_paid(event, through=len(goes)),
        are_all_paid=event.options.flights_paid,
    )


def _places_paid(event: Tournament, *, through: int) -> int:
    """As many as would be paid if these stacks were on Day 2."""
    pool, entries = prize_pool(event), entries_counted(event)
    if not event.options.flights_paid or event.locked_ladder is not None:
        return ladder_as_it_is(event, pool=pool, entries=entries).places_paid
    try:
        return ladder_for_those_through(event, pool=pool, entries=entries, through=through).places_paid
    except PrizeError:
        return 0


def _minutes_left(clock: Clock, event: Tournament) -> int:
    length = event.structure.periods[clock.index].duration_seconds * 1000 + clock.added_ms
    return max(0, length - clock.elapsed_ms) // 60_000


def _several(stacks: Sequence[StackThrough], playing: Sequence[GoesOn]) -> tuple[StacksOfPlayer, ...]:
    own: dict[int, list[int]] = defaultdict(list)
    for stack in stacks:
        own[stack.player].append(stack.chips)
    chips = {each.player: each.chips for each in playing}
    names = dict(
        Player.objects.filter(pk__in=[player for player, several in own.items() if len(several) > 1])
        .order_by("search_name", "pk")
        .values_list("pk", "name")
    )
    return tuple(
        StacksOfPlayer(name=name, stacks=tuple(own[player]), chips=chips[player])
        for player, name in names.items()
    )
