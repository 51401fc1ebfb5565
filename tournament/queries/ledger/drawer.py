"""What a person who handles cash has to be told of their drawer, while it can be put right.

A house that opens no tills is asked once: each person, with the first cash they take or pay here. As soon as there is
a till in the tournament, cash that is in none is a fault, and is said each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Sum

from tournament.changes.sales import OfSale, SaleCollected
from tournament.models import LogEntry, Till, Tournament
from tournament.queries.ledger.tills import (
    CASH_KINDS,
    COLLECTED,
    cash_rows,
    open_till_of,
    sheets_of,
)
from tournament.queries.payouts.held import HeldLine

# So many lines back somebody may have sold on credit alone.
LOOKED_AT: Final = 5
CASH_VERBS = frozenset(verb for _label, verbs in CASH_KINDS.values() for verb in verbs)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawerFault:
    """No till is open, or more was paid out of it than was in it: by `missing`, in minor units."""

    till: int | None
    missing: int = 0


def drawer_fault(tournament: Tournament, *, account_id: int) -> DrawerFault | None:
    """What is wrong with the drawer after the last cash that this person has moved here.

    Eight queries at most, and one more for each sale before that is owed.
    """
    own = LogEntry.objects.filter(tournament=tournament, account=account_id, verb__in=CASH_VERBS)
    lines = list(own.order_by("-pk")[:LOOKED_AT])
    moved = _moved(lines[0]) if lines else 0
    if not moved:
        return None
    till = open_till_of(account_id, tournament.currency)
    if till is None:
        is_used = Till.objects.filter(tournament=tournament, undone_at=None).exists()
        # One tap may have written several lines.
        before = [line for line in lines if line.at != lines[0].at]
        is_said = not is_used and any(map(_moved, before))
        return None if is_said else DrawerFault(till=None)
    return None if moved > 0 else _empty(till)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawerShort:
    """The drawer of who asked for a payment `holds` less than is to be paid; with no till it is in none."""

    has_till: bool
    holds: int = 0


def drawers_short(tournament: Tournament, held: Iterable[HeldLine | None]) -> Mapping[int, DrawerShort]:
    """Of these payments that wait for a second person, by id: those whose payer's drawer does not have the cash.

    Five queries at most, none where none waits. A house that opens no tills is told nothing.
    """
    waiting = [line for line in held if line is not None and line.cash]
    if not waiting:
        return {}
    rows = Till.objects.filter(account__in={line.account for line in waiting}, currency=tournament.currency)
    tills = rows.filter(closed_at=None, undone_at=None).select_related("account", "closed_line")
    holds = {sheet.account: sheet.expected for sheet in sheets_of(list(tills))}
    without = {line.account for line in waiting} - set(holds)
    has_tills = bool(without) and Till.objects.filter(tournament=tournament, undone_at=None).exists()
    short = {
        line.id: DrawerShort(has_till=True, holds=max(0, holds[line.account]))
        for line in waiting
        if line.account in holds and holds[line.account] < line.cash
    }
    if has_tills:
        short |= {line.id: DrawerShort(has_till=False) for line in waiting if line.account in without}
    return short


def _empty(till: Till) -> DrawerFault | None:
    expected = sheets_of([till])[0].expected
    return DrawerFault(till=till.pk, missing=-expected) if expected < 0 else None


def _moved(line: LogEntry) -> int:
    """The cash that came in by a line of the log, or went out."""
    if line.verb in COLLECTED:
        paid = OfSale.of(line).paid
        return paid if line.verb == SaleCollected.verb else -paid
    rows = cash_rows(LogEntry.objects.filter(pk=line.pk))
    moved: int = rows.aggregate(all=Sum("amount", default=0))["all"]
    return moved
