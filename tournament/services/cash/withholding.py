"""What is withheld of a prize when it is paid: a row of the ledger for each deduction, and voided with the payment.

What was paid stays as it was paid, whatever becomes of the deductions: the rows have their names, the prize their sum.
"""

from __future__ import annotations

from datetime import datetime

from tournament.models import LogEntry, MoneyKind, MoneyRow, Payout, Tournament
from tournament.queries.payouts.withheld import rows_withheld, withheld_now


def withheld_sum(tournament: Tournament, prize: int) -> int:
    """What paying this prize now withholds, all deductions together."""
    return sum(part.amount for part in withheld_now(tournament, prize))


def withhold(tournament: Tournament, payout: Payout, *, line: LogEntry, now: datetime) -> None:
    """Book the deductions from this prize, which keeps their sum."""
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament=tournament,
            entry=payout.entry,
            kind=MoneyKind.WITHHELD,
            label=part.name,
            amount=-part.amount,
            at=now,
            log_entry=line,
        )
        for part in withheld_now(tournament, payout.amount)
    )
    payout.save(update_fields=["withheld"])


def take_back_withheld(payout: Payout, *, line: LogEntry, now: datetime) -> None:
    """Void the deductions of a payment that is voided."""
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=payout.tournament_id,
            entry=payout.entry,
            kind=MoneyKind.WITHHELD,
            label=row.label,
            amount=-row.amount,
            at=now,
            corrects=row,
            log_entry=line,
        )
        for row in rows_withheld([payout.entry_id])
    )
    payout.withheld = 0
    payout.save(update_fields=["withheld"])
