"""Tills to read: what a person's drawer has taken in and paid out, by tournament and kind, and what must be in it.

Cash is not the same as the ledger: a rebuy announced at a table is booked at once and paid at the desk later, by the
person who collects it. Nothing is kept with a till but its float and its count; what belongs to it follows from the
lines of the log that its holder wrote between its opening and its closing, and from the transfers that name it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import TruncDate
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.changes.bounties import BountyPaid, BountyPaymentVoided
from tournament.changes.change import verbs
from tournament.changes.entries import EntryRegistered, EntryVoided, NoShowHandBackUndone, NoShowHandedBack
from tournament.changes.pool import MoneyAdded, MoneyTakenBack
from tournament.changes.prizes import PaymentTakenBack, PrizePaid
from tournament.changes.refunds import (
    BuyInHandBackUndone,
    BuyInHandedBack,
    EntryRefunded,
    NoShowRemoved,
    NoShowUndone,
    RefundUndone,
)
from tournament.changes.sales import (
    AddOnSold,
    OfSale,
    RebuySold,
    SaleCollected,
    SaleOwedAgain,
    SaleRefunded,
    SaleRefundUndone,
    SaleUndone,
)
from tournament.changes.seasons import SeasonPaid, SeasonPaymentVoided
from tournament.changes.side_prizes import SidePrizePaid, SidePrizeVoided
from tournament.models import NOT_OF_A_TILL, LogEntry, MoneyKind, MoneyRow, Till, Tournament
from tournament.queries.ledger.transfers import midnight, name_of, transferred_of

# Sales, and their refunds: their lines say whether the money is owed.
SOLD: Final = verbs(RebuySold, AddOnSold, SaleRefunded, SaleRefundUndone)
COLLECTED: Final = verbs(SaleCollected, SaleOwedAgain)
ADDED: Final = verbs(MoneyAdded, MoneyTakenBack)
# Kinds of cash, in the order of a report, and the lines of the log that move it. Any other line moves "other".
CASH_KINDS: Final[dict[str, tuple[str | Promise, frozenset[str]]]] = {
    "entries": (
        _("Entries"),
        frozenset(
            {
                *verbs(EntryRegistered, EntryVoided, EntryRefunded, RefundUndone),
                *verbs(BuyInHandedBack, BuyInHandBackUndone, NoShowHandedBack, NoShowHandBackUndone),
            }
        ),
    ),
    "sales": (
        _("Rebuys and add-ons"),
        frozenset({*SOLD, SaleUndone.verb, *COLLECTED}),
    ),
    "added": (_("Added money"), frozenset(ADDED)),
    "prizes": (_("Prizes"), frozenset(verbs(PrizePaid, PaymentTakenBack))),
    "bounties": (_("Bounties"), frozenset(verbs(BountyPaid, BountyPaymentVoided))),
    "side_prizes": (_("Side prizes"), frozenset(verbs(SidePrizePaid, SidePrizeVoided))),
    "seasons": (_("Money of seasons"), frozenset(verbs(SeasonPaid, SeasonPaymentVoided))),
    "other": (_("Other"), frozenset()),
}
NO_SHOWS: Final = verbs(NoShowRemoved, NoShowUndone)
LATEST: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class CashLine:
    """What one kind has moved in one tournament, in minor units; both columns positive."""

    tournament: int
    kind: str
    label: str
    money_in: int
    money_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TillSheet:
    """One till: its float, its cash, and its count once it is closed.

    `transferred` is what has come from the safe and from other tills less what has gone there.
    """

    id: int
    name: str
    account: int
    opening_float: int
    opened_at: datetime
    closed_at: datetime | None
    reason: str
    counted: int | None
    cash: tuple[CashLine, ...]
    transferred: int

    @property
    def money_in(self) -> int:
        return sum(line.money_in for line in self.cash)

    @property
    def money_out(self) -> int:
        return sum(line.money_out for line in self.cash)

    @property
    def expected(self) -> int:
        return self.opening_float + self.money_in - self.money_out + self.transferred

    @property
    def missing(self) -> int:
        """What was paid out of an open till without ever having been in it."""
        return max(0, -self.expected) if self.closed_at is None else 0

    @property
    def difference(self) -> int | None:
        """Counted less what was expected; None while the till is open."""
        return None if self.counted is None else self.counted - self.expected


def open_till_of(account_id: int | None, currency: str) -> Till | None:
    """One query."""
    rows = Till.objects.filter(account=account_id, currency=currency, closed_at=None, undone_at=None)
    return rows.select_related("tournament").first()


def till_sheets(
    tournament: Tournament, *, till_id: int | None = None, day: date | None = None
) -> tuple[TillSheet, ...]:
    """The latest tills that were opened here, the newest first; one of them, or all of a day. Four queries."""
    rows = Till.objects.filter(tournament=tournament, undone_at=None)
    rows = rows.select_related("account", "closed_line").order_by("-pk")
    if day is not None:
        zone = ZoneInfo(tournament.time_zone)
        tills = list(
            rows.filter(opened_at__gte=midnight(day, zone), opened_at__lt=midnight(_next(day), zone))
        )
    elif till_id is not None:
        tills = list(rows.filter(pk=till_id))
    else:
        tills = list(rows[:LATEST])
    return sheets_of(tills)


def sheets_of(tills: Sequence[Till]) -> tuple[TillSheet, ...]:
    """Of tills with `account` and `closed_line` loaded. Three queries."""
    cash, transferred = cash_of(tills), transferred_of([till.pk for till in tills])
    return tuple(
        TillSheet(
            id=till.pk,
            name=name_of(till),
            account=till.account_id,
            opening_float=till.opening_float,
            opened_at=till.opened_at,
            closed_at=till.closed_at,
            reason=till.closed_line.reason if till.closed_line else "",
            counted=till.counted,
            cash=cash[till.pk],
            transferred=transferred[till.pk],
        )
        for till in tills
    )


def cash_of(tills: Sequence[Till]) -> Mapping[int, tuple[CashLine, ...]]:
    """By till what it has moved, by tournament in the order of their ids and by kind. Two queries."""
    moved: dict[int, dict[tuple[int, str], list[int]]] = {
        till.pk: defaultdict(lambda: [0, 0]) for till in tills
    }
    if not tills:
        return {}
    lines = LogEntry.objects.filter(
        account__in={till.account_id for till in tills}, pk__gt=min(till.opened_line_id for till in tills)
    )
    rows = cash_rows(lines)
    sums = rows.values_list(_till_at("log_entry", tills), "tournament", "log_entry__verb").annotate(
        money_in=Sum("amount", filter=Q(amount__gt=0), default=0),
        money_out=Sum("amount", filter=Q(amount__lt=0), default=0),
    )
    for till, tournament, verb, money_in, money_out in sums:
        if till is not None:
            both = moved[till][tournament, _kind_of(verb)]
            both[0] += money_in
            both[1] -= money_out
    collected = lines.filter(verb__in=COLLECTED)
    for till, tournament, verb, data in collected.values_list(
        _till_at("", tills), "tournament", "verb", "data"
    ):
        if till is not None:
            moved[till][tournament, "sales"][verb == SaleOwedAgain.verb] += OfSale.from_data(data).paid
    return {till: _cash_lines(amounts) for till, amounts in moved.items()}


def cash_without_till(tournament: Tournament, *, day: date) -> tuple[int, int]:
    """What came in here and what went out on a day, by people who had no till open. Two queries."""
    zone = ZoneInfo(tournament.time_zone)
    lines = LogEntry.objects.filter(
        tournament=tournament, at__gte=midnight(day, zone), at__lt=midnight(_next(day), zone)
    )
    rows = cash_rows(lines).filter(~Exists(_open_at("log_entry")))
    moved = rows.aggregate(
        money_in=Sum("amount", filter=Q(amount__gt=0), default=0),
        money_out=Sum("amount", filter=Q(amount__lt=0), default=0),
    )
    both = [moved["money_in"], -moved["money_out"]]
    collected = lines.filter(~Exists(_open_at("")), verb__in=COLLECTED)
    for verb, data in collected.values_list("verb", "data"):
        both[verb == SaleOwedAgain.verb] += OfSale.from_data(data).paid
    return both[0], both[1]


def cash_rows(lines: QuerySet[LogEntry]) -> QuerySet[MoneyRow]:
    """The rows of these lines that moved cash."""
    return MoneyRow.objects.filter(log_entry__in=lines).exclude(_NO_CASH).exclude(kind__in=NOT_OF_A_TILL)


# What is owed moves no cash when it is sold, nor when that is undone; it does when it is collected. Money added to the
# pool moves cash only where it is handed over at the desk. What is withheld of a prize stays in the drawer, and so
# does a bounty that nobody collected. The buy-in of a no-show leaves the prize pool while its player is not there:
# nothing is handed over, nor when that is undone.
_NO_CASH: Final = (
    Q(log_entry__verb__in=SOLD, log_entry__data__is_owed=True)
    | Q(log_entry__verb=SaleUndone.verb, log_entry__undoes__chip_sale__collected_at__isnull=True)
    | Q(log_entry__verb__in=ADDED, log_entry__data__is_cash=False)
    | Q(kind__in=(MoneyKind.WITHHELD, MoneyKind.FORFEITED))
    | Q(log_entry__verb__in=NO_SHOWS)
)


def _till_at(line: str, tills: Sequence[Till]) -> Subquery:
    """Of these tills the one that was open when its person wrote `line`."""
    return Subquery(_open_at(line).filter(pk__in=[till.pk for till in tills]).values("pk")[:1])


def _open_at(line: str) -> QuerySet[Till]:
    """The till that was open when its person wrote `line`, the path to it from the row, "" for itself."""
    path = f"{line}__" if line else ""
    rows = Till.objects.filter(
        undone_at=None,
        account=OuterRef(f"{path}account"),
        currency=OuterRef(f"{path}tournament__currency"),
        opened_line__lt=OuterRef(f"{path}pk"),
    )
    until = Q(closed_line=None) | Q(closed_line__gt=OuterRef(f"{path}pk"))
    return rows.filter(until)


def _cash_lines(amounts: Mapping[tuple[int, str], Sequence[int]]) -> tuple[CashLine, ...]:
    order = list(CASH_KINDS)
    return tuple(
        CashLine(
            tournament=tournament,
            kind=kind,
            label=str(CASH_KINDS[kind][0]),
            money_in=amounts[tournament, kind][0],
            money_out=amounts[tournament, kind][1],
        )
        for tournament, kind in sorted(amounts, key=lambda each: (each[0], order.index(each[1])))
    )


def cash_by_tournament(
    cash: Iterable[CashLine], *, account_id: int
) -> tuple[tuple[str, tuple[CashLine, ...]], ...]:
    """Cash of one till or of several, added up, under the name of each tournament, "" for one where the reader is not
    staff. One query.
    """
    amounts: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    for line in cash:
        both = amounts[line.tournament, line.kind]
        both[0] += line.money_in
        both[1] += line.money_out
    lines: dict[int, list[CashLine]] = defaultdict(list)
    for line in _cash_lines(amounts):
        lines[line.tournament].append(line)
    known = Tournament.objects.filter(pk__in=lines, staff__account=account_id)
    names = dict(known.values_list("pk", "name"))
    return tuple((names.get(pk, ""), tuple(own)) for pk, own in lines.items())


def days_of_tills(tournament: Tournament) -> tuple[date, ...]:
    """The days on which tills were opened here, at the tournament's place, the newest first. One query."""
    day = TruncDate("opened_at", tzinfo=ZoneInfo(tournament.time_zone))
    rows = Till.objects.filter(tournament=tournament, undone_at=None)
    return tuple(rows.values_list(day, flat=True).distinct().order_by(day.desc()))


def _next(day: date) -> date:
    return day + timedelta(days=1)


def _kind_of(verb: str) -> str:
    return next((kind for kind, (_label, verbs) in CASH_KINDS.items() if verb in verbs), "other")
