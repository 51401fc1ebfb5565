"""Payments that wait for a second person."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournament.models import HeldKind, HeldPayment, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldLine:
    """One that waits: how much, and who asked for it."""

    id: int
    amount: int
    account: int
    by: str
    at: datetime


def held_lines(tournament: Tournament, *, kind: HeldKind, entries: Collection[int]) -> Mapping[int, HeldLine]:
    """Of these entries those whose payment waits. One query."""
    rows = HeldPayment.objects.filter(
        tournament=tournament, kind=kind, entry__in=entries, confirmed_by=None, withdrawn_at=None
    )
    return {
        row.entry_id: HeldLine(
            id=row.pk,
            amount=row.amount,
            account=row.asked_by_id,
            by=row.asked_line.actor,
            at=row.asked_line.at,
        )
        for row in rows.select_related("asked_line")
    }
