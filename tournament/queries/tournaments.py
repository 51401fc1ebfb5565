"""Tournaments as lists show them: on the front page, in the schedule of a festival, on a player's own page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet

from tournament.models import EntryStatus, Tournament, TournamentStatus
from tournament.queries.flights import LIVE
from tournament.queries.payouts.ladder import prize_pools
from tournament.queries.registration import registration_closes_at, registration_is_open
from tournament.rules.festivals import table_numbers_text
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure

# A finished tournament stays on the front page this long; its own address works for ever.
SHOWN_AFTER_END: Final = timedelta(days=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """One tournament in a list; money in minor units."""

    code: str
    name: str
    status: str
    starts_at: datetime | None
    time_zone: str
    currency: str
    buy_in: int
    entries: int
    left: int
    # Entries are taken in its flights.
    waits_for_flights: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine(TournamentLine):
    """One tournament as players choose by it; money in minor units.

    bought: entries without those who came from a flight. pool: what is paid out as things stand, the guarantee at
    least; 0 of a satellite, whose prizes are seats, and of a flight, which plays for those of its event. game: the code
    of the only one, "" where there are several. formats: of `tournament.words.formats`. closes_at: when registration
    closes by itself, known once the clock runs; last_level: the last level with registration, 0 where it ends with the
    start. tables: their numbers, "" where none are set. where: the venue, "" where it is not said. flight_of,
    seats_for: the names of the event that a flight leads to, and of what the seats of a satellite are in.
    takes_requests: players may ask the desk for an entry with their phone.
    """

    id: int
    status_label: str
    bought: int
    guarantee: int
    pool: int
    game: str
    formats: tuple[str, ...]
    takes_entries: bool
    takes_requests: bool
    is_full: bool
    closes_at: datetime | None
    last_level: int
    tables: str
    where: str
    flight_of: str
    seats_for: str

    @property
    def day(self) -> date | None:
        """At the venue."""
        return None if self.starts_at is None else self.starts_at.astimezone(ZoneInfo(self.time_zone)).date()

    @property
    def is_guaranteed(self) -> bool:
        """Whether the guarantee is what makes the pool: buy-ins have not reached it."""
        return 0 < self.pool <= self.guarantee


def tournaments_shown(*, now: datetime) -> tuple[EventLine, ...]:
    """In play first, then those to come, then those just finished; two queries."""
    rows = Tournament.objects.exclude(status=TournamentStatus.CANCELLED).exclude(
        status=TournamentStatus.FINISHED, finished_at__lt=now - SHOWN_AFTER_END
    )
    order = [TournamentStatus.RUNNING, TournamentStatus.REGISTERING, TournamentStatus.FINISHED]
    lines = event_lines(rows.order_by("starts_at", "created_at", "pk"), now=now)
    return tuple(sorted(lines, key=lambda line: order.index(TournamentStatus(line.status))))


def event_lines(rows: QuerySet[Tournament], *, now: datetime) -> tuple[EventLine, ...]:
    """A line for each, in their order; two queries."""
    stands = ~Q(entries__status=EntryStatus.VOID)
    counted = rows.select_related("flight_of", "seats_for").annotate(
        entries_count=Count("entries", filter=stands),
        # Those who came from a flight bought their entry there.
        bought_count=Count("entries", filter=stands & Q(entries__brought_line=None)),
        left_count=Count("entries", filter=Q(entries__status__in=LIVE)),
    )
    events = list(counted)
    pools = prize_pools(events)
    return tuple(
        EventLine(
            id=row.pk,
            code=row.code,
            name=row.name,
            status=row.status,
            status_label=str(row.get_status_display()),
            starts_at=row.starts_at,
            time_zone=row.time_zone,
            currency=row.currency,
            buy_in=_price(row, now),
            entries=row.entries_count,
            left=row.left_count,
            waits_for_flights=row.waits_for_flights,
            bought=row.bought_count,
            guarantee=row.guarantee,
            pool=pools[row.pk].total if _plays_for_money(row) else 0,
            game=only_game(row.structure),
            formats=_formats(row),
            takes_entries=registration_is_open(row, now=now) and not _is_full(row),
            takes_requests=row.phone_queue and registration_is_open(row, now=now) and not _is_full(row),
            is_full=_is_full(row),
            closes_at=registration_closes_at(row, now=now),
            # Opened again by hand, it is closed by hand.
            last_level=0 if row.registration_kept_open else row.late_registration_level,
            where=row.options.where,
            tables=table_numbers_text(row.options.numbers_of_tables),
            flight_of="" if row.flight_of is None else row.flight_of.name,
            seats_for=row.seat_event_name,
        )
        for row in events
    )


def _is_full(row: Any) -> bool:
    """`row` has its `bought_count`."""
    return row.max_entries is not None and row.bought_count >= row.max_entries


def _price(row: Any, now: datetime) -> int:
    """What an entry costs now, of an event that is over what it was announced for. `row` has its `bought_count`."""
    if row.is_over:
        return int(row.buy_in_total)
    return int(row.price_to_pay(now, taken=row.bought_count).price.total)


def _plays_for_money(row: Tournament) -> bool:
    return row.flight_of_id is None and row.satellite is None


def only_game(structure: Structure) -> str:
    """The code of the only game of a structure; "" where it has several."""
    games = {
        each.game
        for period in structure.periods
        if isinstance(period, Level)
        for each in (period.games or (period,))
    }
    return games.pop() if len(games) == 1 else ""


def _formats(row: Tournament) -> tuple[str, ...]:
    """What the event is besides its game, in the order of `tournament.words.formats`."""
    is_mixed = not only_game(row.structure)
    # Who is out of one flight may enter another one.
    is_one_entry = row.event.entries_per_player == 1
    holds = {
        "freeze_out": is_one_entry and not row.sells_chips,
        "re_entry": not is_one_entry,
        "rebuys": row.rebuy_data is not None,
        "bounties": row.has_bounties,
        "satellite": row.satellite is not None,
        "flights": row.has_flights or row.flight_of_id is not None,
        "mixed": is_mixed,
    }
    return tuple(name for name, is_so in holds.items() if is_so)
