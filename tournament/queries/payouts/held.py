"""Payments that wait for a second person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import QuerySet

from tournament.changes.payments import PlayerPaid
from tournament.models import HeldKind, HeldPayment, LogEntry, StaffMember, Tournament
from tournament.queries.payouts.withheld import withheld_now
from tournament.queries.staff import confirmers


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldPart:
    """A prize, bounties or a side prize by its name, in minor units."""

    id: int
    title: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldLine:
    """One that waits: how much, who asked for it, and whether anybody else on the staff may confirm it.

    `amount` is of all `parts` that were asked for in one tap, which are confirmed in one; `cash` is what of it leaves
    the drawer of who asked: no seat, and nothing that is withheld.
    """

    id: int
    amount: int
    cash: int
    account: int
    by: str
    at: datetime
    has_second: bool
    parts: tuple[HeldPart, ...]

    @property
    def is_first(self) -> bool:
        return self.id == self.parts[0].id


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
    """The payments that keep this person's till open, one line for all that one tap asked for. One query; two where
    there are some, and three more of each tournament.
    """
    rows = list(held_by_person(account_id, currency).select_related("asked_line", "side_prize", "tournament"))
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
        if line.is_first
    )


def _place(row: HeldPayment) -> tuple[int, int]:
    return row.tournament_id, row.pk


def held_lines(tournament: Tournament, *, kind: HeldKind, entries: Collection[int]) -> Mapping[int, HeldLine]:
    """Of these entries those whose payment waits. One query, and three where there are some."""
    rows = _waiting(tournament, kind).filter(entry__in=entries)
    return {row.entry_id: line for row, line in _lines(tournament, rows)}


def held_side_prizes(tournament: Tournament) -> Mapping[int, HeldLine]:
    """The side prizes whose payment waits. One query, and three where there are some."""
    rows = _lines(tournament, _waiting(tournament, HeldKind.SIDE))
    return {row.side_prize_id: line for row, line in rows if row.side_prize_id is not None}


def asked_together(
    tournament: Tournament, rows: Sequence[HeldPayment]
) -> Mapping[int, tuple[HeldPayment, ...]]:
    """By the id of each of these that wait: all that wait and were asked for in the same tap, itself among them.

    The line of the log that names what one tap has done says so. Two queries.
    """
    lines = LogEntry.objects.filter(
        tournament=tournament,
        verb=PlayerPaid.verb,
        pk__gt=min(row.asked_line_id for row in rows),
        data__entry__in=[*{row.entry_id for row in rows}],
    )
    tap_of = {
        part: pk for pk, data in lines.values_list("pk", "data") for part in PlayerPaid.from_data(data).parts
    }
    waiting = HeldPayment.objects.filter(asked_line__in=tap_of, confirmed_by=None, withdrawn_at=None)
    of_tap: dict[int, list[HeldPayment]] = defaultdict(list)
    for each in waiting.select_related("side_prize", "entry__player", "asked_line").order_by("pk"):
        of_tap[tap_of[each.asked_line_id]].append(each)
    return {row.pk: tuple(of_tap.get(tap_of.get(row.asked_line_id, 0), [row])) for row in rows}


def _waiting(tournament: Tournament, kind: HeldKind) -> QuerySet[HeldPayment]:
    rows = HeldPayment.objects.filter(tournament=tournament, kind=kind, confirmed_by=None, withdrawn_at=None)
    return rows.select_related("asked_line", "side_prize")


def _lines(tournament: Tournament, rows: Iterable[HeldPayment]) -> list[tuple[HeldPayment, HeldLine]]:
    found = list(rows)
    if not found:
        return []
    accounts = {member.account_id for member in confirmers(tournament)}
    together = asked_together(tournament, found)
    return [
        (
            row,
            HeldLine(
                id=row.pk,
                amount=sum(each.amount for each in together[row.pk]),
                cash=sum(_cash(tournament, each) for each in together[row.pk]),
                account=row.asked_by_id,
                by=row.asked_line.actor,
                at=row.asked_line.at,
                has_second=bool(accounts - {row.asked_by_id}),
                parts=tuple(_part(each) for each in together[row.pk]),
            ),
        )
        for row in found
    ]


def _part(row: HeldPayment) -> HeldPart:
    title = HeldKind(row.kind).label if row.side_prize is None else row.side_prize.name
    return HeldPart(id=row.pk, title=str(title), amount=row.amount)


def _cash(tournament: Tournament, row: HeldPayment) -> int:
    if row.kind != HeldKind.PRIZE:
        return row.amount
    satellite = tournament.satellite
    seat = 0 if satellite is None else satellite.seat_of(row.amount)
    return row.amount - seat - sum(part.amount for part in withheld_now(tournament, row.amount))
