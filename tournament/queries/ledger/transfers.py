"""Transfers to read: cash carried between the tills of a tournament and its safe, and what is in the safe by them.

Nobody counts the safe here: it holds what was dropped into it less what tills were filled with, besides whatever the
house keeps in it. That may be less than nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet, Sum

from tournament.models import CashTransfer, Till, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferLine:
    """One transfer: `source` and `target` are the people of the tills, "" for the safe. `line` is that of the log."""

    id: int
    at: datetime
    source: str
    target: str
    amount: int
    reason: str
    by: str
    account: int | None
    line: int
    undone_by: str
    undone_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Safe:
    """What went into the safe and out of it, in minor units; `before` is what was left of the days before."""

    before: int
    money_in: int
    money_out: int

    @property
    def balance(self) -> int:
        return self.before + self.money_in - self.money_out


def transferred_of(tills: Collection[int]) -> Mapping[int, int]:
    """By till what has come into it less what has gone out of it. One query."""
    found = dict.fromkeys(tills, 0)
    rows = CashTransfer.objects.filter(_of_tills(tills))
    for source, target, amount in rows.values_list("from_till", "to_till", "amount"):
        if target in found:
            found[target] += amount
        if source in found:
            found[source] -= amount
    return found


def transfers_of(tills: Collection[int]) -> tuple[TransferLine, ...]:
    """The transfers into these tills and out of them, the first first, those undone too. One query."""
    rows = CashTransfer.objects.filter(_of_tills(tills), corrects=None).order_by("pk")
    rows = rows.select_related("log_entry__undone_by", "from_till__account", "to_till__account")
    return tuple(_line(row) for row in rows)


def safe_of(tournament: Tournament, *, day: date | None = None) -> Safe | None:
    """The safe by all tills of the tournament, or as the tills of one day have left it; None without any transfer to it
    or from it. At most two queries.
    """
    rows = CashTransfer.objects.filter(Q(from_till=None) | Q(to_till=None), tournament=tournament)
    if day is None:
        before, now = 0, _in_and_out(rows)
    else:
        zone = ZoneInfo(tournament.time_zone)
        start, end = midnight(day, zone), midnight(day + timedelta(days=1), zone)
        earlier = _in_and_out(rows.filter(_opened(before=start)))
        before = 0 if earlier is None else earlier[0] - earlier[1]
        now = _in_and_out(rows.filter(_opened(before=end)).exclude(_opened(before=start)))
    if now is None and not before:
        return None
    money_in, money_out = now or (0, 0)
    return Safe(before=before, money_in=money_in, money_out=money_out)


def other_open_tills(tournament: Tournament, *, than: int) -> tuple[tuple[int, str], ...]:
    """Those that were opened here and are open, with the names of their people. One query."""
    rows = Till.objects.filter(tournament=tournament, closed_at=None, undone_at=None).exclude(pk=than)
    return tuple((till.pk, name_of(till)) for till in rows.select_related("account").order_by("pk"))


def name_of(till: Till) -> str:
    return till.account.get_full_name() or till.account.get_username()


def midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, tzinfo=zone)


def _line(row: CashTransfer) -> TransferLine:
    undone = getattr(row.log_entry, "undone_by", None)
    return TransferLine(
        id=row.pk,
        at=row.log_entry.at,
        source="" if row.from_till is None else name_of(row.from_till),
        target="" if row.to_till is None else name_of(row.to_till),
        amount=row.amount,
        reason=row.log_entry.reason,
        by=row.log_entry.actor,
        account=row.log_entry.account_id,
        line=row.log_entry_id,
        undone_by=undone.actor if undone else "",
        undone_at=undone.at if undone else None,
    )


def _in_and_out(rows: QuerySet[CashTransfer]) -> tuple[int, int] | None:
    """Into the safe and out of it, None where nothing was. An undo takes away from the side that it corrects: nothing
    of what was recorded by mistake went in or out.
    """
    sums = rows.aggregate(
        dropped=Sum("amount", filter=Q(to_till=None, corrects=None)),
        not_dropped=Sum("amount", filter=Q(from_till=None, corrects__isnull=False)),
        filled=Sum("amount", filter=Q(from_till=None, corrects=None)),
        not_filled=Sum("amount", filter=Q(to_till=None, corrects__isnull=False)),
    )
    if all(amount is None for amount in sums.values()):
        return None
    known = {name: amount or 0 for name, amount in sums.items()}
    return known["dropped"] - known["not_dropped"], known["filled"] - known["not_filled"]


def _opened(*, before: datetime) -> Q:
    """One end is the safe: the other is the till whose day counts."""
    return Q(from_till__opened_at__lt=before) | Q(to_till__opened_at__lt=before)


def _of_tills(tills: Collection[int]) -> Q:
    return Q(from_till__in=tills) | Q(to_till__in=tills)
