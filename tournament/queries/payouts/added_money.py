"""Money that others than the players have put into the prize pool, as the log tells of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.changes.pool import MoneyAdded
from tournament.models import Giver, LogEntry, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """`amount` minor units that somebody has added; `line` is the line of the log that says so."""

    line: int
    at: datetime
    giver: str
    amount: int
    is_cash: bool
    reason: str


def contributions(tournament: Tournament) -> tuple[Contribution, ...]:
    """Those that stand, the first first. One query."""
    lines = LogEntry.objects.filter(tournament=tournament, verb=MoneyAdded.verb, undone_by=None)
    return tuple(_contribution(line) for line in lines.order_by("pk"))


def _contribution(line: LogEntry) -> Contribution:
    added = MoneyAdded.of(line)
    return Contribution(
        line=line.pk,
        at=line.at,
        giver=giver_in_words(added.giver),
        amount=added.amount,
        is_cash=added.is_cash,
        reason=line.reason,
    )


def giver_in_words(code: str) -> str:
    return str(Giver(code).label) if code in Giver.values else code
