"""What is withheld of prizes: of one that is paid as it was booked, of one that waits as the deductions are now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import QuerySet, Sum

from tournament.models import MoneyKind, MoneyRow, Tournament
from tournament.rules.payouts.deductions import Withheld, withheld_of


def withheld_now(tournament: Tournament, prize: int) -> tuple[Withheld, ...]:
    """What paying this prize now withholds, of its cash: a seat is handed over whole. No query."""
    satellite = tournament.satellite
    seat = 0 if satellite is None else satellite.seat_of(prize)
    return withheld_of(prize - seat, tournament.deductions)


def rows_withheld(entries: Collection[int]) -> QuerySet[MoneyRow]:
    """The rows that stand of what was withheld of the prizes of these entries, in their order."""
    rows = MoneyRow.objects.filter(entry__in=entries, kind=MoneyKind.WITHHELD, amount__lt=0)
    return rows.filter(corrected_by=None).order_by("pk")


def withheld_when_paid(entries: Collection[int]) -> Mapping[int, tuple[Withheld, ...]]:
    """By entry what was withheld of its prize. One query."""
    found: dict[int, tuple[Withheld, ...]] = defaultdict(tuple)
    for entry, name, amount in rows_withheld(entries).values_list("entry", "label", "amount"):
        if entry is not None:
            found[entry] += (Withheld(name=name, amount=-amount),)
    return found


def withheld_by_name(tournament: Tournament) -> tuple[Withheld, ...]:
    """What the ledger has withheld, by the name of the deduction. One query."""
    rows = MoneyRow.objects.filter(tournament=tournament, kind=MoneyKind.WITHHELD)
    sums = rows.values_list("label").annotate(all=Sum("amount")).order_by("label")
    return tuple(Withheld(name=name, amount=-amount) for name, amount in sums if amount)
