"""The ledger read like a bank statement: every movement with what, by whom, in, out, and the balance after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Paginator
from django.db.models import F, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tournament.models import NOT_CASH, LogEntry, MoneyKind, MoneyRow, Tournament
from tournament.queries.log import LogLine, log_lines
from tournament.words.writer import Writer

LINES_ON_A_PAGE: Final = 50
# The rows of one line of the log belong together; a row without one is below 0 and stands alone.
MOVEMENT: Final = Coalesce("log_entry_id", -F("pk"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one movement has moved of a kind, in minor units: in is positive, out negative."""

    kind: str
    label: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """One movement: everything that a line of the log has moved. Money in minor units, both columns positive; a seat
    that was given is in neither.

    `told` is that line; None for a row of an early release that names none.
    """

    at: datetime
    told: LogLine | None
    parts: tuple[Part, ...]
    money_in: int
    money_out: int
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Page `number` of the movements, the newest first, of all kinds or of one.

    `carried` is the balance before the oldest line of the page; the sums are of all pages.
    """

    lines: tuple[StatementLine, ...]
    carried: int
    money_in: int
    money_out: int
    number: int
    pages: int

    @property
    def balance(self) -> int:
        return self.money_in - self.money_out


@dataclass(frozen=True, slots=True, kw_only=True)
class _Movement:
    """`key` is the line of the log, or below 0 a row."""

    key: int
    at: datetime
    newest: int
    money_in: int
    money_out: int


def statement(tournament: Tournament, *, writer: Writer, kind: str = "", page: str = "1") -> Statement:
    """A kind that is none shows everything. Six queries at most."""
    rows = MoneyRow.objects.filter(tournament=tournament)
    if kind in MoneyKind.values:
        rows = rows.filter(kind=kind)
    # Seats given stand among the movements, and move no cash; asked for alone they are added up.
    counted = Q() if kind in NOT_CASH else ~Q(kind__in=NOT_CASH)
    sums = rows.aggregate(**_in_and_out(counted))
    shown = Paginator(_movements(rows, counted), LINES_ON_A_PAGE).get_page(page)
    movements = [
        _Movement(key=key, at=at, newest=newest, money_in=came, money_out=-went)
        for key, at, newest, came, went in shown
    ]
    lines, carried = _lines(rows, movements, writer, counted)
    return Statement(
        lines=lines,
        carried=carried,
        money_in=sums["money_in"],
        money_out=-sums["money_out"],
        number=shown.number,
        pages=shown.paginator.num_pages,
    )


def _in_and_out(counted: Q) -> dict[str, Sum]:
    return {
        "money_in": Sum("amount", filter=Q(amount__gt=0) & counted, default=0),
        "money_out": Sum("amount", filter=Q(amount__lt=0) & counted, default=0),
    }


def _movements(
    rows: QuerySet[MoneyRow], counted: Q
) -> QuerySet[MoneyRow, tuple[int, datetime, int, int, int]]:
    by_line = rows.values_list(MOVEMENT).annotate(first=Min("at"), newest=Max("pk"), **_in_and_out(counted))
    return by_line.order_by("-newest")


def _lines(
    rows: QuerySet[MoneyRow], movements: Sequence[_Movement], writer: Writer, counted: Q
) -> tuple[tuple[StatementLine, ...], int]:
    """The lines with the balance after each, and the balance before the oldest of them."""
    if not movements:
        return (), 0
    # A movement is written at once under the tournament's lock: rows up to its newest are those before it and its own.
    balance = rows.filter(counted, pk__lte=movements[0].newest).aggregate(all=Sum("amount", default=0))["all"]
    told, parts = _told(movements, writer), _parts(rows, movements)
    lines = []
    for each in movements:
        lines.append(
            StatementLine(
                at=each.at,
                told=told.get(each.key),
                parts=parts[each.key],
                money_in=each.money_in,
                money_out=each.money_out,
                balance=balance,
            )
        )
        balance -= each.money_in - each.money_out
    return tuple(lines), balance


def _told(movements: Sequence[_Movement], writer: Writer) -> Mapping[int, LogLine]:
    found = LogEntry.objects.filter(pk__in=[each.key for each in movements]).select_related("undone_by")
    return {line.pk: line for line in log_lines(list(found), writer=writer)}


def _parts(rows: QuerySet[MoneyRow], movements: Sequence[_Movement]) -> Mapping[int, tuple[Part, ...]]:
    """By movement what it moved of each kind, in the order of the kinds."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    keys = [each.key for each in movements]
    of_these = rows.filter(Q(log_entry__in=keys) | Q(pk__in=[-key for key in keys], log_entry=None))
    for key, kind, amount in of_these.values_list(MOVEMENT, "kind").annotate(all=Sum("amount")):
        found[key][kind] = amount
    return {
        key: tuple(
            Part(kind=kind, label=str(label), amount=amounts[kind])
            for kind, label in MoneyKind.choices
            if kind in amounts
        )
        for key, amounts in found.items()
    }
