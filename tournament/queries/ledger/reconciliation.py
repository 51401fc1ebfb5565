"""The ledger held against what was sold and paid: kind by kind, entry by entry, to the minor unit.

The ledger and the rows that it tells of are written apart: an entry keeps what it paid, a prize that it was paid. What
one side says and the other does not is a difference, shown with the entries that make it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import F, Q, Sum
from django.db.models.functions import TruncDate

from tournament.models import (
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.queries.payouts.added_money import contributions
from tournament.queries.payouts.bounties import BountyMoney, bounty_money
from tournament.queries.payouts.ladder import house_part
from tournament.queries.payouts.withheld import withheld_by_name
from tournament.rules.payouts.deductions import Withheld

# By entry, None for money of no entry: what of a kind should be in the ledger, with its sign.
Expected = Mapping[int | None, int]

# What a player pays, by the kind of its rows in the ledger.
PAID: Final = {
    MoneyKind.PRIZE: "paid_prize",
    MoneyKind.FEE: "paid_fee",
    MoneyKind.STAFF: "paid_staff",
    MoneyKind.BOUNTY: "paid_bounty",
    MoneyKind.OTHER: "paid_other",
}
# The same for a rebuy or an add-on, which has no other deductions.
PAID_FOR_CHIPS: Final = {kind: column for kind, column in PAID.items() if kind != MoneyKind.OTHER}


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
    """

    collected: int
    overlay: int
    paid: int
    withheld: int
    due: int
    is_over: bool
    added: int = 0

    @property
    def total(self) -> int:
        return self.collected + self.added + self.overlay

    @property
    def not_awarded(self) -> int:
        return self.total - self.paid - self.withheld - self.due

    @property
    def difference(self) -> int:
        """Awarded less than the pool at the end, positive, or more than it at any time, negative."""
        return self.not_awarded if self.is_over or self.not_awarded < 0 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DayLine:
    """What one day moved, at the tournament's place, and the balance at its end."""

    day: date
    money_in: int
    money_out: int
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """The books of one tournament. `to_collect` is booked and not paid yet: rebuys and add-ons announced at a table."""

    kinds: tuple[KindLine, ...]
    pool: PoolMoney
    bounties: BountyMoney | None
    withheld: tuple[Withheld, ...]
    days: tuple[DayLine, ...]
    to_collect: int

    @property
    def balance(self) -> int:
        """What the ledger holds: prizes and bounties that are not paid, fees, staff."""
        return sum(line.booked for line in self.kinds)

    @property
    def cash(self) -> int:
        """What has to be at the desk, with the overlay of the house, the money that was added and what was kept back
        of prizes.
        """
        return self.balance - self.to_collect + self.pool.withheld

    @property
    def faults(self) -> int:
        """How many of the checks do not add up."""
        bounties = self.bounties is not None and self.bounties.difference != 0
        return sum(not line.adds_up for line in self.kinds) + bool(self.pool.difference) + bounties


def reconciliation(tournament: Tournament) -> Reconciliation:
    """Reads every entry that has paid. At most 20 queries, however many there are."""
    booked = _booked(tournament)
    expected = expected_money(tournament)
    wrong = {entry for kind in MoneyKind for entry in _entries_that_differ(booked[kind], expected[kind])}
    of_these = Entry.objects.filter(pk__in=[entry for entry in wrong if entry is not None])
    named = of_these.values_list("pk", "number", "player__name")
    names = {pk: (number, name) for pk, number, name in named}
    kinds = tuple(_kind_line(kind, booked[kind], expected[kind], names) for kind in MoneyKind)
    return Reconciliation(
        kinds=kinds,
        pool=_pool_money(tournament, kinds),
        bounties=bounty_money(tournament) if tournament.has_bounties else None,
        withheld=withheld_by_name(tournament),
        days=_days(tournament),
        to_collect=_to_collect(tournament),
    )


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


def expected_money(tournament: Tournament) -> Mapping[str, Expected]:
    """Every kind of money, and what says how much of it has to be in the ledger."""
    return {
        **_paid_by_players(tournament),
        MoneyKind.ADDED: _added(tournament),
        MoneyKind.OVERLAY: _overlay(tournament),
        MoneyKind.PAYOUT: _prizes_paid(tournament),
        MoneyKind.WITHHELD: _withheld(tournament),
        MoneyKind.BOUNTY_PAID: _bounties_paid(tournament),
    }


def _paid_by_players(tournament: Tournament) -> Mapping[str, Expected]:
    """What entries and sales that stand have paid, each part of their price for itself."""
    paid: dict[str, Counter[int | None]] = {kind: Counter() for kind in PAID}
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    sales = ChipSale.objects.filter(tournament=tournament, undone_at=None)
    for rows, whose, columns in ((entries, "pk", PAID), (sales, "entry", PAID_FOR_CHIPS)):
        for entry, *parts in rows.values_list(whose, *columns.values()):
            for kind, amount in zip(columns, parts, strict=True):
                paid[kind][entry] += amount
    return paid


def _added(tournament: Tournament) -> Expected:
    """What the log says was added to the pool and not undone since."""
    return {None: sum(each.amount for each in contributions(tournament))}


def _overlay(tournament: Tournament) -> Expected:
    """Booked as long as a prize is awarded with it, with what the house adds to a locked ladder or withholds."""
    return {None: house_part(tournament)}


def _prizes_paid(tournament: Tournament) -> Expected:
    paid = Payout.objects.filter(tournament=tournament).exclude(paid_at=None)
    return {
        entry: withheld - amount
        for entry, amount, withheld in paid.values_list("entry", "amount", "withheld")
    }


def _withheld(tournament: Tournament) -> Expected:
    kept_back = Payout.objects.filter(tournament=tournament, withheld__gt=0)
    return {entry: -withheld for entry, withheld in kept_back.values_list("entry", "withheld")}


def _bounties_paid(tournament: Tournament) -> Expected:
    shares = BountyShare.objects.filter(tournament=tournament, undone_at=None).exclude(payment=None)
    return dict(shares.values_list("winner").annotate(all=Sum(-F("due"))))


def _pool_money(tournament: Tournament, kinds: tuple[KindLine, ...]) -> PoolMoney:
    booked = {line.kind: line.booked for line in kinds}
    awarded = Payout.objects.filter(tournament=tournament).aggregate(
        paid=Sum(F("amount") - F("withheld"), filter=~Q(paid_at=None), default=0),
        withheld=Sum("withheld", default=0),
        due=Sum("amount", filter=Q(paid_at=None), default=0),
    )
    return PoolMoney(
        collected=booked[MoneyKind.PRIZE],
        added=booked[MoneyKind.ADDED],
        overlay=booked[MoneyKind.OVERLAY],
        is_over=tournament.status == TournamentStatus.FINISHED,
        **awarded,
    )


def _days(tournament: Tournament) -> tuple[DayLine, ...]:
    """The days that moved money, the first first."""
    day = TruncDate("at", tzinfo=ZoneInfo(tournament.time_zone))
    rows = MoneyRow.objects.filter(tournament=tournament).annotate(day=day).values_list("day")
    sums = rows.annotate(
        money_in=Sum("amount", filter=Q(amount__gt=0), default=0),
        money_out=Sum("amount", filter=Q(amount__lt=0), default=0),
    )
    days, balance = [], 0
    for each, money_in, money_out in sums.order_by("day"):
        balance += money_in + money_out
        days.append(DayLine(day=each, money_in=money_in, money_out=-money_out, balance=balance))
    return tuple(days)


def _to_collect(tournament: Tournament) -> int:
    owed = ChipSale.objects.filter(tournament=tournament, undone_at=None, collected_at=None)
    parts = F("paid_prize") + F("paid_fee") + F("paid_staff") + F("paid_bounty")
    return owed.aggregate(all=Sum(parts))["all"] or 0
