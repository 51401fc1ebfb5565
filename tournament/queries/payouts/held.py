"""Payments that wait for a second person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import QuerySet

from tournament.models import HeldKind, HeldPayment, StaffMember, Tournament
from tournament.queries.payouts.withheld import withheld_now
from tournament.queries.staff import confirmers


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldLine:
    """One that waits: how much, who asked for it, and whether anybody else on the staff may confirm it.

    `cash` is what of the amount leaves the drawer of who asked: no seat, and nothing that is withheld.
    """

    id: int
    amount: int
    cash: int
    account: int
    by: str
    at: datetime
    has_second: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOfTill:
    """One that keeps a till open: who is to be paid and where, `tournament` and `role` None where the reader is not
    staff.
    """

    line: HeldLine
    name: str
    tournament: Tournament | None
    role: str | None


def held_by_person(account_id: int, currency: str) -> QuerySet[HeldPayment]:
    """What this person has asked for in this currency and that waits, in whatever tournament, with its player."""
    rows = HeldPayment.objects.filter(asked_by=account_id, tournament__currency=currency)
    return rows.filter(confirmed_by=None, withdrawn_at=None).select_related("entry__player").order_by("pk")


def held_of_till(*, account_id: int, currency: str, reader: int) -> tuple[HeldOfTill, ...]:
    """The payments that keep this person's till open. One query, and three where there are some."""
    rows = list(held_by_person(account_id, currency).select_related("asked_line", "tournament"))
    if not rows:
        return ()
    members = StaffMember.objects.filter(account=reader, tournament__in={row.tournament_id for row in rows})
    roles = dict(members.values_list("tournament", "role"))
    return tuple(
        HeldOfTill(
            line=line,
            name=row.entry.player.name,
            tournament=row.tournament if row.tournament_id in roles else None,
            role=roles.get(row.tournament_id),
        )
        for tournament, of_it in groupby(sorted(rows, key=_place), key=lambda row: row.tournament)
        for row, line in _lines(tournament, of_it)
    )


def _place(row: HeldPayment) -> tuple[int, int]:
    return row.tournament_id, row.pk


def held_lines(tournament: Tournament, *, kind: HeldKind, entries: Collection[int]) -> Mapping[int, HeldLine]:
    """Of these entries those whose payment waits. One query, and one where there are some."""
    rows = _waiting(tournament, kind).filter(entry__in=entries)
    return {row.entry_id: line for row, line in _lines(tournament, rows)}


def held_side_prizes(tournament: Tournament) -> Mapping[int, HeldLine]:
    """The side prizes whose payment waits. One query, and one where there are some."""
    rows = _lines(tournament, _waiting(tournament, HeldKind.SIDE))
    return {row.side_prize_id: line for row, line in rows if row.side_prize_id is not None}


def _waiting(tournament: Tournament, kind: HeldKind) -> QuerySet[HeldPayment]:
    rows = HeldPayment.objects.filter(tournament=tournament, kind=kind, confirmed_by=None, withdrawn_at=None)
    return rows.select_related("asked_line")


def _lines(tournament: Tournament, rows: Iterable[HeldPayment]) -> list[tuple[HeldPayment, HeldLine]]:
    found = list(rows)
    accounts = {member.account_id for member in confirmers(tournament)} if found else set()
    return [
        (
            row,
            HeldLine(
                id=row.pk,
                amount=row.amount,
                cash=_cash(tournament, row),
                account=row.asked_by_id,
                by=row.asked_line.actor,
                at=row.asked_line.at,
                has_second=bool(accounts - {row.asked_by_id}),
            ),
        )
        for row in found
    ]


def _cash(tournament: Tournament, row: HeldPayment) -> int:
    if row.kind != HeldKind.PRIZE:
        return row.amount
    satellite = tournament.satellite
    seat = 0 if satellite is None else satellite.seat_of(row.amount)
    return row.amount - seat - sum(part.amount for part in withheld_now(tournament, row.amount))
