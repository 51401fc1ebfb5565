"""The cash desk's list: prizes awarded, paid or waiting, and what blocks the rest."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import MoneyKind, Payout, Tournament
from tournament.queries.payouts.ladder import money_held, prize_pool
from tournament.rules.payouts.prizes import payouts
from tournament.rules.payouts.schemes import PrizeError, payout_scheme_from_dict


@dataclass(frozen=True, slots=True, kw_only=True)
class PayLine:
    """One prize; `paid_at` and `paid_by` once it was handed over. Money in minor units."""

    id: int
    entry_number: int
    name: str
    place_first: int
    place_last: int
    amount: int
    decided_at: datetime
    paid_at: datetime | None
    paid_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayDesk:
    """`bounties` is money for bounties that entries paid under an older release: nobody is due it here."""

    lines: tuple[PayLine, ...]
    due: int
    paid: int
    bounties: int
    problem: PrizeError | None


def pay_desk(tournament: Tournament, *, entries: int) -> PayDesk:
    """Best place first, the unpaid before the paid; three queries."""
    rows = Payout.objects.filter(tournament=tournament).select_related("entry__player", "paid_by")
    lines = [_line(row) for row in rows.order_by("entry__place_first", "entry__number")]
    return PayDesk(
        lines=tuple(sorted(lines, key=lambda line: line.paid_at is not None)),
        due=sum(line.amount for line in lines if line.paid_at is None),
        paid=sum(line.amount for line in lines if line.paid_at is not None),
        bounties=money_held(tournament, MoneyKind.BOUNTY),
        problem=_problem(tournament, entries),
    )


def pay_line(tournament: Tournament, *, payout_id: int) -> PayLine | None:
    rows = Payout.objects.filter(tournament=tournament).select_related("entry__player", "paid_by")
    row = rows.filter(pk=payout_id).first()
    return None if row is None else _line(row)


def _line(row: Payout) -> PayLine:
    return PayLine(
        id=row.pk,
        entry_number=row.entry.number,
        name=row.entry.player.name,
        place_first=row.entry.place_first or 0,
        place_last=row.entry.place_last or 0,
        amount=row.amount,
        decided_at=row.decided_at,
        paid_at=row.paid_at,
        paid_by="" if row.paid_by is None else row.paid_by.get_full_name() or row.paid_by.username,
    )


def _problem(tournament: Tournament, entries: int) -> PrizeError | None:
    """Why the scheme does not fit this pool and field; None when it does."""
    if not entries:
        return None
    try:
        payouts(
            pool=prize_pool(tournament).total,
            entries=entries,
            scheme=payout_scheme_from_dict(tournament.payout_scheme_data),
            unit=tournament.payout_unit,
        )
    except PrizeError as problem:
        return problem
    return None
