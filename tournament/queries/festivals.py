"""A festival: its events with their days and tables, what their money adds up to, and who may add an event to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import F, Sum

from tournament.models import (
    NOT_CASH,
    Account,
    Festival,
    MoneyKind,
    MoneyRow,
    Role,
    Tournament,
    TournamentStatus,
    VoucherUse,
)
from tournament.options.options import EventOptions
from tournament.queries.calendar import length_of
from tournament.queries.tournaments import EventLine, event_lines
from tournament.queries.vouchers import left_of, standing
from tournament.rules.festivals import TablesBooked
from tournament.rules.structure.periods import Structure

_OVER = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOfFestival:
    """Events that begin on one day, by their start; None for those whose day is not known."""

    day: date | None
    events: tuple[EventLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyOfEvent:
    """What one event has moved, in minor units. paid_in: of players, by voucher too. cash: in less out, with what the
    house has added and taken.
    """

    name: str
    code: str
    paid_in: int = 0
    by_voucher: int = 0
    paid_out: int = 0
    seats_given: int = 0
    cash: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VouchersOfFestival:
    """Of the satellites of one currency: what was given, and what became of it. lapsed: nobody can use it now."""

    given: int
    used: int
    cashed: int
    open: int
    lapsed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyOfFestival:
    """The events of one currency that the reader directs, and all of them together. others: events that somebody else
    directs, whose money is not shown. `vouchers` only where none are left out.
    """

    currency: str
    events: tuple[MoneyOfEvent, ...]
    total: MoneyOfEvent
    others: int
    vouchers: VouchersOfFestival | None


def events_of(festival: Festival, *, now: datetime) -> tuple[EventLine, ...]:
    """By their start, those without one last. Two queries."""
    rows = Tournament.objects.filter(festival=festival)
    return event_lines(rows.order_by(F("starts_at").asc(nulls_last=True), "pk"), now=now)


def schedule_of(festival: Festival, *, now: datetime) -> tuple[DayOfFestival, ...]:
    """The events that are not cancelled, day by day. Two queries."""
    days: dict[date | None, list[EventLine]] = defaultdict(list)
    for event in events_of(festival, now=now):
        if event.status != TournamentStatus.CANCELLED:
            days[event.day].append(event)
    return tuple(DayOfFestival(day=day, events=tuple(events)) for day, events in days.items())


def tables_booked(festival_id: int, *, besides: Iterable[int]) -> list[TablesBooked]:
    """The tables that the events of a festival have, of those whose day and tables are known. One query."""
    rows = Tournament.objects.filter(festival=festival_id, starts_at__isnull=False).exclude(status__in=_OVER)
    booked = [
        booking_of(name=row.name, starts_at=row.starts_at, structure=row.structure, options=row.options)
        for row in rows.exclude(pk__in=besides)
    ]
    return [each for each in booked if each is not None]


def booking_of(
    *, name: str, starts_at: datetime | None, structure: Structure, options: EventOptions
) -> TablesBooked | None:
    """What an event with these settings has of the tables; None where its start or its tables are not known."""
    tables = options.numbers_of_tables
    if starts_at is None or not tables:
        return None
    hours = timedelta(hours=options.table_hours) if options.table_hours else length_of(structure)
    return TablesBooked(name=name, begins_at=starts_at, ends_at=starts_at + hours, tables=frozenset(tables))


def festivals_shown() -> tuple[Festival, ...]:
    """Those with an event that is in play or to come, the newest first. One query."""
    going_on = Tournament.objects.exclude(status__in=_OVER).filter(festival__isnull=False)
    return tuple(Festival.objects.filter(pk__in=going_on.values("festival")).order_by("-pk"))


def festivals_of(account: Account) -> tuple[Festival, ...]:
    """Those to which this account may add an event: it directs one of theirs. The newest first. One query."""
    mine = Tournament.objects.filter(staff__account=account, staff__role=Role.DIRECTOR)
    return tuple(
        Festival.objects.filter(pk__in=mine.filter(festival__isnull=False).values("festival")).order_by("-pk")
    )


def seats_offered(tournament: Tournament) -> tuple[Tournament, ...]:
    """The events of its festival in which the seats of a satellite can be. One query."""
    rows = Tournament.objects.filter(
        festival=tournament.festival_id, flight_of=None, currency=tournament.currency
    )
    open_ones = rows.exclude(pk=tournament.pk).exclude(status__in=_OVER)
    # The one that is chosen stays there.
    chosen = rows.filter(pk=tournament.seats_for_id or 0)
    return tuple((open_ones | chosen).order_by("starts_at", "pk"))


def money_of(festival: Festival, account: Account) -> tuple[MoneyOfFestival, ...]:
    """By currency, the one of most events first; only events that this account directs. Six queries."""
    events = list(Tournament.objects.filter(festival=festival).order_by("starts_at", "pk"))
    mine = set(
        Tournament.objects.filter(
            festival=festival, staff__account=account, staff__role=Role.DIRECTOR
        ).values_list("pk", flat=True)
    )
    sums = _sums(mine)
    by_currency: dict[str, list[Tournament]] = defaultdict(list)
    for event in events:
        by_currency[event.currency].append(event)
    ordered = sorted(by_currency.items(), key=lambda each: (-len(each[1]), each[0]))
    vouchers = _vouchers(festival)
    return tuple(
        _money(currency, [event for event in rows if event.pk in mine], len(rows), sums, vouchers)
        for currency, rows in ordered
        if any(event.pk in mine for event in rows)
    )


def _money(
    currency: str,
    events: list[Tournament],
    of_all: int,
    sums: Mapping[int, Mapping[str, int]],
    vouchers: Mapping[str, VouchersOfFestival],
) -> MoneyOfFestival:
    lines = tuple(_line(event, sums.get(event.pk, {})) for event in events)
    total = MoneyOfEvent(
        name="",
        code="",
        paid_in=sum(line.paid_in for line in lines),
        by_voucher=sum(line.by_voucher for line in lines),
        paid_out=sum(line.paid_out for line in lines),
        seats_given=sum(line.seats_given for line in lines),
        cash=sum(line.cash for line in lines),
    )
    others = of_all - len(events)
    return MoneyOfFestival(
        currency=currency,
        events=lines,
        total=total,
        others=others,
        vouchers=None if others else vouchers.get(currency),
    )


def _line(event: Tournament, kinds: Mapping[str, int]) -> MoneyOfEvent:
    from_players = (
        *(MoneyKind.PRIZE, MoneyKind.FEE, MoneyKind.STAFF, MoneyKind.BOUNTY),
        MoneyKind.OTHER,
    )
    to_players = (MoneyKind.PAYOUT, MoneyKind.BOUNTY_PAID, MoneyKind.SIDE_PAID, MoneyKind.SEASON_PAID)
    return MoneyOfEvent(
        name=event.name,
        code=event.code,
        paid_in=sum(kinds.get(kind, 0) for kind in from_players),
        by_voucher=-kinds.get(MoneyKind.VOUCHER, 0),
        paid_out=-sum(kinds.get(kind, 0) for kind in to_players),
        seats_given=-kinds.get(MoneyKind.SEAT, 0),
        cash=sum(amount for kind, amount in kinds.items() if kind not in NOT_CASH),
    )


def _sums(tournament_ids: Iterable[int]) -> Mapping[int, Mapping[str, int]]:
    rows = MoneyRow.objects.filter(tournament__in=list(tournament_ids)).values_list("tournament", "kind")
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for tournament, kind, amount in rows.annotate(all=Sum("amount")):
        found[tournament][kind] = amount
    return found


def _vouchers(festival: Festival) -> Mapping[str, VouchersOfFestival]:
    """By currency; nothing where no satellite has given any."""
    rows = list(standing().filter(tournament__festival=festival))
    left = left_of(rows)
    in_cash = VoucherUse.objects.filter(voucher__in=left, entry=None, undone_line=None)
    cashed = dict(in_cash.values_list("voucher").annotate(all=Sum("amount")))
    found: dict[str, list[tuple[int, int, int, str]]] = defaultdict(list)
    for row in rows:
        used = row.value - left[row.pk]
        found[row.tournament.currency].append((row.value, used, cashed.get(row.pk, 0), row.terms))
    return {
        currency: VouchersOfFestival(
            given=sum(value for value, _used, _cash, _terms in each),
            used=sum(used - cash for _value, used, cash, _terms in each),
            cashed=sum(cash for _value, _used, cash, _terms in each),
            open=sum(value - used for value, used, _cash, terms in each if not (used and terms == "event")),
            lapsed=sum(value - used for value, used, _cash, terms in each if used and terms == "event"),
        )
        for currency, each in found.items()
    }
