"""Where the evening stands, for the console: the facts counted, the stage that follows, what it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from tables.floor.stage import Facts, Stage, Status, stage
from tables.models import Device, Hand, HandStatus, Recording, Seat, Table, TableStatus
from tables.queries.console.overview import AdviceShown
from tables.queries.room.milestones import ReachedStack, stacks_that_win_seats
from tables.queries.room.odd_stacks import OddStacks
from tables.queries.room.uncounted import uncounted_stacks
from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus
from tournament.queries.ledger.to_collect import DeskDue, desk_due
from tournament.queries.payouts.ladder import lawful_ladder, prize_pool
from tournament.queries.registration import minimum_missing
from tournament.queries.seats_won import seats_won
from tournament.queries.standings import entries_and_left
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock
from tournament.rules.payouts.ladders import Ladder
from tournament.rules.payouts.schemes import PrizeError

_STATUS: dict[str, Status] = {
    TournamentStatus.REGISTERING: "registering",
    TournamentStatus.RUNNING: "running",
    TournamentStatus.FINISHED: "finished",
    TournamentStatus.CANCELLED: "cancelled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StageShown:
    """The stage with the figures that its sentences name. Money in minor units.

    `without_tablet` are the tables with players that no tablet records, of `tables` in all; `open_tables`
    those that deal, `uncounted` those that stand until so many stacks are counted. `winner` is set once the tournament
    has one.
    """

    stage: Stage
    players: int
    tables: int
    without_tablet: tuple[int, ...]
    open_tables: tuple[int, ...]
    odd: OddStacks | None
    places_paid: int
    due: DeskDue
    starts_at: datetime | None
    clock_version: int
    winner: str
    entries: int = 0
    # To the minimum of the event, before seats are drawn and the clock starts.
    missing: int = 0
    uncounted: tuple[tuple[int, int], ...] = ()
    # Stacks that win a seat at once.
    reached: tuple[ReachedStack, ...] = ()

    @property
    def is_final_table(self) -> bool:
        """Whether one table is left, on the bubble too, which is then the phase."""
        return self.stage.phase == "final_table" or (self.stage.phase == "bubble" and self.tables == 1)

    @property
    def is_without_any_tablet(self) -> bool:
        return len(self.without_tablet) == self.tables


def stage_shown(
    tournament: Tournament, *, advice: AdviceShown, odd: OddStacks | None, now: datetime
) -> StageShown:
    """Six queries at most, seven where there are bounties, eight in a satellite, whatever the number of tables and
    players.
    """
    entries, left = entries_and_left(tournament)
    tables = _tables(tournament, now)
    without_tablet = tuple(table.number for table in tables if not table.has_tablet)
    ladder = _ladder(tournament, entries)
    due = desk_due(tournament)
    uncounted = uncounted_stacks(tournament)
    places_paid = max(0, ladder.places_paid - seats_won(tournament)) if ladder else 0
    # The last seat is played for.
    reached = stacks_that_win_seats(tournament) if places_paid > 1 else ()
    clock = clock_rules.advance(tournament.clock, tournament.structure, now=now).clock
    facts = Facts(
        status=_STATUS[tournament.status],
        is_drawn=tournament.draw_made_at is not None,
        is_registration_closed=tournament.registration_closed_at is not None,
        is_paused=clock.state == "paused",
        is_stopped=tournament.stop_id is not None,
        players=left,
        tables=len(tables),
        without_tablet=len(without_tablet),
        places_paid=places_paid,
        seats_due=len(reached),
        odd_stacks=odd.count if odd else 0,
        to_pay=due.prizes,
        has_bounties_due=due.has_bounties,
        has_misfit=ladder is None,
        is_redraw_due=advice.redraw_to is not None,
        can_break=advice.break_table is not None,
        moves_due=len(advice.moves),
        halted=len(advice.halts),
        uncounted=len(uncounted),
        too_full=len(advice.too_full),
        waits_for_flights=tournament.waits_for_flights,
        is_flight=tournament.flight_of_id is not None,
        is_flight_played=_is_played(tournament, entries=entries, left=left, clock=clock),
    )
    return StageShown(
        stage=stage(facts),
        players=left,
        tables=len(tables),
        without_tablet=without_tablet,
        open_tables=tuple(table.number for table in tables if table.status == TableStatus.OPEN),
        odd=odd,
        places_paid=facts.places_paid,
        due=due,
        starts_at=tournament.starts_at if tournament.starts_at and tournament.starts_at > now else None,
        clock_version=tournament.clock_version,
        winner=_winner(tournament),
        entries=entries,
        missing=minimum_missing(tournament, entries=entries),
        uncounted=tuple(uncounted.items()),
        reached=reached,
    )


def _is_played(tournament: Tournament, *, entries: int, left: int, clock: Clock) -> bool:
    """Whether a flight has reached its end. The field is known once registration is closed."""
    if tournament.flight_of_id is None or tournament.status != TournamentStatus.RUNNING:
        return False
    end, structure = tournament.options.flight_end, tournament.structure
    is_closed = tournament.registration_closed_at is not None
    if not is_closed:
        end = replace(end, share=0, players=0)
    length = structure.periods[clock.index].duration_seconds * 1000 + clock.added_ms
    hands = structure.hands_of(clock.index)
    is_level_over = clock.hands >= hands if hands else clock.elapsed_ms >= length
    return (left == 1 and is_closed) or end.is_reached(
        entries=entries,
        left=left,
        level=structure.level_number(clock.index),
        is_over=structure.is_break(clock.index) or is_level_over,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _TableInPlay:
    number: int
    status: str
    has_tablet: bool


def _tables(tournament: Tournament, now: datetime) -> Sequence[_TableInPlay]:
    """Those at which somebody sits, by number. No tablet is missed where results or busts are entered, nor where
    hands come without one, from the scripted dealers of the demo.
    """
    paired = Device.objects.filter(table=OuterRef("pk"), revoked_at__isnull=True, expires_at__gt=now)
    scripted = Hand.objects.filter(
        table=OuterRef("pk"), number=OuterRef("hands_dealt"), device__isnull=True
    ).exclude(status=HandStatus.VOID)
    sits = Seat.objects.filter(table=OuterRef("pk"), entry__isnull=False)
    rows = (
        Table.objects.filter(Exists(sits), tournament=tournament)
        .exclude(status=TableStatus.CLOSED)
        .annotate(has_tablet=Exists(paired) | Exists(scripted) | ~Q(recording=Recording.HANDS))
        .order_by("number")
        .values_list("number", "status", "has_tablet")
    )
    return [_TableInPlay(number=n, status=status, has_tablet=has) for n, status, has in rows]


def _ladder(tournament: Tournament, entries: int) -> Ladder | None:
    """The prizes, none where nothing is paid; None where the scheme does not fit the pool."""
    try:
        return lawful_ladder(tournament, pool=prize_pool(tournament), entries=entries)
    except PrizeError:
        return None


def _winner(tournament: Tournament) -> str:
    if tournament.status != TournamentStatus.FINISHED:
        return ""
    first = Entry.objects.filter(
        tournament=tournament, status=EntryStatus.PLAYING, place_first=1, place_last=1
    )
    return first.values_list("player__name", flat=True).first() or ""
