"""What the books agree on and somebody still has to see to: money that players owe, and money that tills lack.

A ledger that adds up says nothing of either: a rebuy is booked when it is announced, and a drawer is counted by hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q

from tournament.models import Till, Tournament
from tournament.queries.chip_sales import SaleLine, sales_owed
from tournament.queries.ledger.tills import TillSheet, sheets_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """What one player owes for rebuys and add-ons, in minor units."""

    player_id: int
    name: str
    entry_number: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoints:
    """`debts` by entry; `tills` that were counted short or over, or have paid out more than they held."""

    debts: tuple[Debt, ...]
    tills: tuple[TillSheet, ...]

    @property
    def owed(self) -> int:
        return sum(debt.amount for debt in self.debts)

    @property
    def count(self) -> int:
        return len(self.debts) + len(self.tills)


def off_by(till: TillSheet) -> int:
    """What a till has too much, negative too little."""
    return till.difference if till.difference is not None else -till.missing


def open_points(tournament: Tournament) -> OpenPoints:
    """Five queries at most, one where there are no tills and nothing is sold."""
    rows = Till.objects.filter(tournament=tournament, undone_at=None)
    rows = rows.filter(Q(closed_at=None) | ~Q(counted=F("expected")))
    sheets = sheets_of(list(rows.select_related("account", "closed_line").order_by("pk")))
    return OpenPoints(
        debts=_debts(sales_owed(tournament)), tills=tuple(sheet for sheet in sheets if off_by(sheet))
    )


def _debts(owed: tuple[SaleLine, ...]) -> tuple[Debt, ...]:
    by_entry: dict[int, list[SaleLine]] = {}
    for sale in owed:
        by_entry.setdefault(sale.entry_number, []).append(sale)
    return tuple(
        Debt(
            player_id=own[0].player_id,
            name=own[0].name,
            entry_number=number,
            amount=sum(sale.price for sale in own),
        )
        for number, own in sorted(by_entry.items())
    )
