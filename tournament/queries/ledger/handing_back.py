"""Whose buy-in is still at the desk and not theirs to play for: of a cancelled event everybody's, else of no-shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet, Sum

from tournament.models import MoneyKind, MoneyRow, Tournament, TournamentStatus
from tournament.queries.flights import LIVE
from tournament.queries.names import has_words
from tournament.rules.names import fold_name

LINES_ON_A_PAGE: Final = 50
# What an entry and its rebuys and add-ons have paid.
PAID_BY_PLAYERS: Final = (
    *(MoneyKind.PRIZE, MoneyKind.FEE, MoneyKind.STAFF, MoneyKind.BOUNTY),
    MoneyKind.OTHER,
)
# The same less what a voucher has paid of it.
CASH_OF_PLAYERS: Final = (*PAID_BY_PLAYERS, MoneyKind.VOUCHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToHandBack:
    """How many buy-ins are still at the desk, and their sum in minor units; `is_cancelled`: all of the event's."""

    is_cancelled: bool
    count: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandBackLine:
    """One buy-in: whose, and how much in minor units."""

    entry: int
    number: int
    player: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandBackPage:
    """Page `number` of those searched for, by name."""

    lines: tuple[HandBackLine, ...]
    number: int
    pages: int


def to_hand_back(tournament: Tournament) -> ToHandBack:
    """One query."""
    found = _by_entry(_rows(tournament)).aggregate(count=Count("entry"), all=Sum("due", default=0))
    return ToHandBack(is_cancelled=_is_cancelled(tournament), count=found["count"], amount=found["all"])


def hand_back_page(tournament: Tournament, *, typed: str = "", page: str = "1") -> HandBackPage:
    """Two queries."""
    wanted = has_words(fold_name(typed), field="entry__player__search_name")
    by_name = _by_entry(_rows(tournament).filter(wanted)).order_by(
        "entry__player__search_name", "entry__number"
    )
    shown = Paginator(by_name, LINES_ON_A_PAGE).get_page(page)
    return HandBackPage(
        lines=tuple(_line(row) for row in shown), number=shown.number, pages=shown.paginator.num_pages
    )


def hand_back_of(tournament: Tournament, *, player_id: int) -> tuple[HandBackLine, ...]:
    """Those of one player. One query."""
    rows = _by_entry(_rows(tournament).filter(entry__player=player_id)).order_by("entry__number")
    return tuple(_line(row) for row in rows)


def _is_cancelled(tournament: Tournament) -> bool:
    return tournament.status == TournamentStatus.CANCELLED


def _rows(tournament: Tournament) -> QuerySet[MoneyRow]:
    rows = MoneyRow.objects.filter(tournament=tournament)
    if _is_cancelled(tournament):
        return rows.filter(kind__in=CASH_OF_PLAYERS, entry__status__in=LIVE)
    return rows.filter(kind=MoneyKind.NO_SHOW)


def _by_entry(rows: QuerySet[MoneyRow]) -> QuerySet[MoneyRow, Any]:
    whose = rows.values("entry", "entry__number", "entry__player", "entry__player__name")
    # An entry that a voucher has paid for is handed back too: the voucher is open again, and no cash is due.
    held = Sum("amount", filter=~Q(kind=MoneyKind.VOUCHER), default=0)
    return whose.annotate(due=Sum("amount"), held=held).filter(held__gt=0)


def _line(row: dict[str, Any]) -> HandBackLine:
    return HandBackLine(
        entry=row["entry"],
        number=row["entry__number"],
        player=row["entry__player"],
        name=row["entry__player__name"],
        amount=row["due"],
    )
