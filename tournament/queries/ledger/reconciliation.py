"""The ledger held against what was sold and paid: kind by kind, entry by entry, to the minor unit.

The ledger and the rows that it tells of are written apart: an entry keeps what it paid, a prize that it was paid. What
one side says and the other does not is a difference, shown with the entries that make it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Case, F, IntegerField, Max, Min, Q, Sum, Value, When

from tournament.models import (
    NOT_CASH,
    ChipSale,
    Entry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import flights_of
from tournament.queries.ledger.expected import Expected, expected_money
from tournament.queries.ledger.handing_back import ToHandBack, to_hand_back
from tournament.queries.ledger.transfers import Safe, safe_of
from tournament.queries.payouts.bounties import BountyMoney, bounty_money
from tournament.queries.payouts.side_prizes import SideMoney, side_money
from tournament.queries.payouts.withheld import withheld_by_name
from tournament.rules.payouts.deductions import Withheld
from tournament.rules.payouts.money import PrizePool

# In which column of a day a kind is. What is in none of these is with the fees: also buy-ins that are handed back.
FOR_PRIZES: Final = (
    MoneyKind.PRIZE,
    MoneyKind.ADDED,
    MoneyKind.OVERLAY,
    MoneyKind.SIDE_MONEY,
    MoneyKind.SEASON_MONEY,
)
FOR_BOUNTIES: Final = (MoneyKind.BOUNTY,)
PAYOUTS: Final = (
    *(MoneyKind.PAYOUT, MoneyKind.WITHHELD, MoneyKind.SIDE_PAID, MoneyKind.SEASON_PAID),
    *(MoneyKind.BOUNTY_PAID, MoneyKind.FORFEITED),
    MoneyKind.VOUCHER,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """An entry of which the ledger says another amount than its own rows; number 0 stands for money of no entry."""

    number: int
    name: str
    booked: int
    expected: int

    @property
    def amount(self) -> int:
        return self.booked - self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """One kind of money in minor units: what came in, what went out, and what both leave.

    `expected` is what entries, sales, prizes and bounties say, with the sign of the ledger.
    """

    kind: str
    label: str
    money_in: int
    money_out: int
    expected: int
    differences: tuple[Difference, ...]

    @property
    def booked(self) -> int:
        return self.money_in - self.money_out

    @property
    def difference(self) -> int:
        return self.booked - self.expected

    @property
    def adds_up(self) -> bool:
        return not self.differences


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolMoney:
    """Where the prize pool is: `collected`, `added` and `overlay` came in for it. `is_over`: all of it has to be
    awarded. `paid` is what players have got of their prizes, `withheld` what of the same prizes was kept back.

    `side_awarded` and `side_open` are side prizes from the pool, which are awarded to somebody or to nobody yet.
    `to_come` is what the house will add for the guarantee: it is booked with the first place that is paid.
    `from_flights`: of an event what its flights have collected for it; `to_event`: of a flight the same.
    """

    collected: int
    overlay: int
    paid: int
    withheld: int
    due: int
    side_awarded: int
    side_open: int
    is_over: bool
    added: int = 0
    to_come: int = 0
    from_flights: int = 0
    to_event: int = 0

    @property
    def total(self) -> int:
        return self.collected + self.added + self.overlay + self.from_flights - self.to_event

    @property
    def not_awarded(self) -> int:
        return self.total - self.paid - self.withheld - self.due - self.side_awarded

    @property
    def difference(self) -> int:
        """Awarded less than the pool at the end, positive, or more than it at any time, negative."""
        if self.is_over or self.paid or self.withheld or self.due:
            left = self.not_awarded - self.side_open
        else:
            # Until a place is paid the pool may still grow into what was promised of it.
            left = self.not_awarded + self.to_come
        return left if self.is_over or left < 0 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DayLine:
    """What one day moved, at the tournament's place, and the balance at its end.

    `prizes`, `bounties` and `fees` are what it brought for each, `payouts` what it paid out; together they are what
    came in less what went out. `differences`: of the entries that do not add up, those last booked on this day.
    """

    day: date
    money_in: int
    money_out: int
    balance: int
    prizes: int = 0
    bounties: int = 0
    fees: int = 0
    payouts: int = 0
    differences: tuple[int, ...] = ()

    @property
    def difference(self) -> int:
        return sum(self.differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """The books of one tournament. `to_collect` is booked and not paid yet: rebuys and add-ons announced at a table.
    `to_hand_back` is at the desk and not the house's: buy-ins of a cancelled event, or of no-shows.

    `seats` is what was given as seats, None where there are none: no cash, so that it is in no sum of these. `safe`:
    where part of the cash is, by the tills opened here; None where nothing was carried to it or from it.
    """

    kinds: tuple[KindLine, ...]
    seats: KindLine | None
    pool: PoolMoney
    bounties: BountyMoney | None
    withheld: tuple[Withheld, ...]
    side: SideMoney | None
    days: tuple[DayLine, ...]
    to_collect: int
    safe: Safe | None
    to_hand_back: ToHandBack

    @property
    def balance(self) -> int:
        """What the ledger holds: prizes and bounties that are not paid, fees, staff."""
        return sum(line.booked for line in self.kinds)

    @property
    def seats_given(self) -> int:
        return 0 if self.seats is None else -self.seats.booked

    @property
    def cash(self) -> int:
        """What has to be at the desk, with the overlay of the house, the money that was added, what was kept back
        of prizes, and the bounties that nobody collected. The prize money of flights is counted at their event.
        """
        forfeited = 0 if self.bounties is None else self.bounties.kept
        of_flights = self.pool.from_flights - self.pool.to_event
        if self.bounties is not None:
            of_flights += self.bounties.from_flights - self.bounties.to_event
        return self.balance - self.to_collect + self.pool.withheld + forfeited + of_flights

    @property
    def at_desk(self) -> int:
        """The same without what is in the safe."""
        return self.cash - (0 if self.safe is None else self.safe.balance)

    @property
    def faults(self) -> int:
        """How many of the checks do not add up."""
        bounties = self.bounties is not None and self.bounties.difference != 0
        seats = self.seats is not None and not self.seats.adds_up
        return sum(not line.adds_up for line in self.kinds) + bool(self.pool.difference) + bounties + seats


def reconciliation(tournament: Tournament) -> Reconciliation:
    """Reads every entry that has paid. At most 31 queries, however many there are."""
    booked = _booked(tournament)
    expected = expected_money(tournament)
    wrong = {entry for kind in MoneyKind for entry in _entries_that_differ(booked[kind], expected[kind])}
    of_these = Entry.objects.filter(pk__in=[entry for entry in wrong if entry is not None])
    named = of_these.values_list("pk", "number", "player__name")
    names = {pk: (number, name) for pk, number, name in named}
    all_kinds = {kind: _kind_line(kind, booked[kind], expected[kind], names) for kind in MoneyKind}
    kinds = tuple(line for kind, line in all_kinds.items() if kind not in NOT_CASH and _is_shown(line))
    side = side_money(tournament)
    has_seats = tournament.satellite is not None or bool(booked[MoneyKind.SEAT])
    return Reconciliation(
        kinds=kinds,
        seats=all_kinds[MoneyKind.SEAT] if has_seats else None,
        pool=_pool_money(tournament, kinds, side),
        bounties=bounty_money(tournament) if tournament.has_bounties else None,
        withheld=withheld_by_name(tournament),
        side=side if side.from_pool or side.from_house else None,
        days=_days(tournament, _amounts_that_differ(booked, expected)),
        to_collect=_to_collect(tournament),
        safe=safe_of(tournament),
        to_hand_back=to_hand_back(tournament),
    )


def _is_shown(line: KindLine) -> bool:
    """Side prizes, seasons, bounties that nobody collected, no-shows and vouchers only where there are some."""
    is_rare = line.kind in (
        *(MoneyKind.SIDE_MONEY, MoneyKind.SIDE_PAID, MoneyKind.SEASON_MONEY, MoneyKind.SEASON_PAID),
        *(MoneyKind.FORFEITED, MoneyKind.NO_SHOW, MoneyKind.VOUCHER),
    )
    return not is_rare or bool(line.money_in or line.money_out or line.differences)


@dataclass(slots=True)
class _Booked:
    """What the ledger says of one entry and kind."""

    money_in: int = 0
    money_out: int = 0

    @property
    def net(self) -> int:
        return self.money_in - self.money_out


def _booked(tournament: Tournament) -> Mapping[str, Mapping[int | None, _Booked]]:
    found: dict[str, dict[int | None, _Booked]] = defaultdict(dict)
    rows = MoneyRow.objects.filter(tournament=tournament).values_list("kind", "entry")
    sums = rows.annotate(
        money_in=Sum("amount", filter=Q(amount__gt=0), default=0),
        money_out=Sum("amount", filter=Q(amount__lt=0), default=0),
    )
    for kind, entry, money_in, money_out in sums:
        found[kind][entry] = _Booked(money_in, -money_out)
    return found


def _entries_that_differ(booked: Mapping[int | None, _Booked], expected: Expected) -> list[int | None]:
    return [
        entry
        for entry in {**booked, **expected}
        if (booked[entry].net if entry in booked else 0) != expected.get(entry, 0)
    ]


def _amounts_that_differ(
    booked: Mapping[str, Mapping[int | None, _Booked]], expected: Mapping[str, Expected]
) -> Mapping[tuple[str, int | None], int]:
    """By kind of cash and entry what the ledger has too much, negative too little."""
    return {
        (kind, entry): (booked[kind][entry].net if entry in booked[kind] else 0)
        - expected[kind].get(entry, 0)
        for kind in MoneyKind
        if kind not in NOT_CASH
        for entry in _entries_that_differ(booked[kind], expected[kind])
    }


def _kind_line(
    kind: MoneyKind,
    booked: Mapping[int | None, _Booked],
    expected: Expected,
    names: Mapping[int, tuple[int, str]],
) -> KindLine:
    differences = []
    for entry in _entries_that_differ(booked, expected):
        number, name = (0, "") if entry is None else names[entry]
        in_ledger = booked[entry].net if entry in booked else 0
        differences.append(
            Difference(number=number, name=name, booked=in_ledger, expected=expected.get(entry, 0))
        )
    return KindLine(
        kind=kind,
        label=str(kind.label),
        money_in=sum(each.money_in for each in booked.values()),
        money_out=sum(each.money_out for each in booked.values()),
        expected=sum(expected.values()),
        differences=tuple(sorted(differences, key=lambda each: each.number)),
    )


def _pool_money(tournament: Tournament, kinds: tuple[KindLine, ...], side: SideMoney) -> PoolMoney:
    booked = {line.kind: line.booked for line in kinds}
    awarded = Payout.objects.filter(tournament=tournament).aggregate(
        paid=Sum(F("amount") - F("withheld"), filter=~Q(paid_at=None), default=0)
        + Sum(Payout.in_advance(), filter=Q(paid_at=None), default=0),
        withheld=Sum("withheld", default=0),
        due=Sum(F("amount") - Payout.in_advance(), filter=Q(paid_at=None), default=0),
    )
    pool = PrizePool(
        collected=max(0, booked[MoneyKind.PRIZE]),
        added=max(0, booked[MoneyKind.ADDED]),
        guarantee=tournament.guarantee,
    )
    is_cancelled = tournament.status == TournamentStatus.CANCELLED
    is_flight = tournament.flight_of_id is not None and not is_cancelled
    from_flights = _from_flights(tournament)
    if from_flights:
        pool = replace(pool, collected=pool.collected + from_flights)
    return PoolMoney(
        from_flights=from_flights,
        to_event=booked[MoneyKind.PRIZE] + booked[MoneyKind.ADDED] if is_flight else 0,
        collected=booked[MoneyKind.PRIZE],
        added=booked[MoneyKind.ADDED],
        to_come=0 if any(awarded.values()) else pool.overlay,
        overlay=booked[MoneyKind.OVERLAY],
        side_awarded=side.from_pool - side.open_from_pool,
        side_open=side.open_from_pool,
        is_over=tournament.status == TournamentStatus.FINISHED,
        **awarded,
    )


def _from_flights(tournament: Tournament) -> int:
    """No query where there are none."""
    flights = flights_of(tournament)
    if not flights:
        return 0
    kinds = (MoneyKind.PRIZE, MoneyKind.ADDED)
    rows = MoneyRow.objects.filter(tournament__in=flights, kind__in=kinds)
    total: int = rows.aggregate(all=Sum("amount", default=0))["all"]
    return total


def _days(tournament: Tournament, wrong: Mapping[tuple[str, int | None], int]) -> tuple[DayLine, ...]:
    """The days that moved money, the first first. What is `wrong` is of the day that booked it last.

    Told by when each ends: SQLite would call Python for the date of every single row.
    """
    rows = MoneyRow.objects.filter(tournament=tournament).exclude(kind__in=NOT_CASH)
    ends = rows.aggregate(first=Min("at"), last=Max("at"))
    if ends["first"] is None:
        return ()
    zone = ZoneInfo(tournament.time_zone)
    first, last = (ends[name].astimezone(zone).date() for name in ("first", "last"))
    whole = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    number = Case(
        *(When(at__lt=_midnight_after(day, zone), then=Value(at)) for at, day in enumerate(whole)),
        output_field=IntegerField(),
    )
    sums = (
        rows.annotate(number=number)
        .values_list("number")
        .annotate(
            money_in=Sum("amount", filter=Q(amount__gt=0), default=0),
            money_out=Sum("amount", filter=Q(amount__lt=0), default=0),
            prizes=Sum("amount", filter=Q(kind__in=FOR_PRIZES), default=0),
            bounties=Sum("amount", filter=Q(kind__in=FOR_BOUNTIES), default=0),
            payouts=Sum("amount", filter=Q(kind__in=PAYOUTS), default=0),
        )
    )
    differences = _by_day(tournament, wrong, last, zone)
    days, balance = [], 0
    for at, money_in, money_out, prizes, bounties, payouts in sums.order_by("number"):
        moved = money_in + money_out
        balance += moved
        days.append(
            DayLine(
                day=whole[at],
                money_in=money_in,
                money_out=-money_out,
                balance=balance,
                prizes=prizes,
                bounties=bounties,
                fees=moved - prizes - bounties - payouts,
                payouts=-payouts,
                differences=tuple(differences[whole[at]]),
            )
        )
    return tuple(days)


def _by_day(
    tournament: Tournament, wrong: Mapping[tuple[str, int | None], int], last: date, zone: ZoneInfo
) -> Mapping[date, list[int]]:
    """The differences by the day of their newest row; those without any are of the last day. No query without any."""
    found: dict[date, list[int]] = defaultdict(list)
    if not wrong:
        return found
    rows = MoneyRow.objects.filter(tournament=tournament, kind__in={kind for kind, _entry in wrong})
    newest = {
        (kind, entry): at for kind, entry, at in rows.values_list("kind", "entry").annotate(at=Max("at"))
    }
    for pair, amount in wrong.items():
        day = newest[pair].astimezone(zone).date() if pair in newest else last
        found[day].append(amount)
    return found


def _midnight_after(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=zone)


def _to_collect(tournament: Tournament) -> int:
    owed = ChipSale.objects.filter(tournament=tournament, undone_at=None, collected_at=None)
    parts = F("paid_prize") + F("paid_fee") + F("paid_staff") + F("paid_bounty")
    return owed.aggregate(all=Sum(parts))["all"] or 0
