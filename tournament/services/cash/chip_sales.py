"""Rebuys and add-ons in the books: their money, their chips, and the undo of both.

Money is booked with the sale, in the parts of its price, as that of an entry is; so the prize pool follows at once.
Chips come into play with it, or when the hand in play is over. The callers hold the tournament's lock, and that of the
player's table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.changes.people import Whose, whose
from tournament.changes.sales import SaleRefunded
from tournament.models import ChipKind, ChipRow, ChipSale, Entry, LogEntry, MoneyKind, MoneyRow, Tournament
from tournament.models import SaleKind as SoldKind
from tournament.queries.level import chip_unit
from tournament.rules.chip_sales import ChipOffer, SaleKind
from tournament.services.errors import Refused


def chips_now(tournament: Tournament, offer: ChipOffer, *, now: datetime) -> int:
    """The chips that are handed out: once the smallest have left, made up to what those in play can make."""
    unit = chip_unit(tournament, now=now)
    return -(-offer.chips // unit) * unit if unit else offer.chips


def book_sale(
    *,
    entry: Entry,
    kind: SaleKind,
    offer: ChipOffer,
    chips: int,
    line: LogEntry,
    waits: bool,
    is_owed: bool,
    now: datetime,
) -> ChipSale:
    """Book what `line` says was sold. `waits`: its chips come when the hand in play is over."""
    sale = ChipSale.objects.create(
        tournament_id=entry.tournament_id,
        entry=entry,
        kind=kind,
        chips=chips,
        paid_prize=offer.price.prize,
        paid_fee=offer.price.fee,
        paid_staff=offer.price.staff,
        paid_bounty=offer.price.bounty,
        sold_at=now,
        log_entry=line,
        collected_at=None if is_owed else now,
    )
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=sale.tournament_id, entry=entry, kind=part, amount=amount, at=now, log_entry=line
        )
        for part, amount in parts_of(sale).items()
        if amount
    )
    Entry.objects.filter(pk=entry.pk).update(chips_to_come=F("chips_to_come") + chips)
    if not waits:
        put_on([entry.pk], now=now)
    return sale


def put_on(entry_ids: Collection[int], *, now: datetime) -> None:
    """The chips that these entries have bought come to their stacks."""
    for sale in ChipSale.objects.filter(entry__in=entry_ids, put_on_at=None, undone_at=None).order_by("pk"):
        _move(sale, sale.chips, now)
        sale.put_on_at = now
        sale.save(update_fields=["put_on_at"])


def take_off(entry_ids: Collection[int], *, put_on_at: datetime | None, now: datetime) -> frozenset[int]:
    """Undo `put_on` of that moment: the chips are still to come. Gives the entries that had some."""
    if put_on_at is None:
        return frozenset()
    sales = ChipSale.objects.filter(entry__in=entry_ids, put_on_at=put_on_at).exclude(sold_at=put_on_at)
    found = list(sales.filter(undone_at=None))
    for sale in sales.exclude(undone_at=None).select_related("entry__player"):
        _check_not_refunded(sale)
    for sale in found:
        _move(sale, -sale.chips, now)
        sale.put_on_at = None
        sale.save(update_fields=["put_on_at"])
    return frozenset(sale.entry_id for sale in found)


class SaleFacts(Whose):
    """The fields of `OfSale`."""

    sale: int
    kind: SoldKind
    paid: int


def facts_of(sale: ChipSale) -> SaleFacts:
    """What the log keeps of a sale: whose it is and what it has cost."""
    return SaleFacts(**whose(sale.entry), sale=sale.pk, kind=SoldKind(sale.kind), paid=sale.paid_total)


def book_back(sale: ChipSale, *, line: LogEntry, now: datetime) -> None:
    """Money and chips of a sale out again."""
    if sale.put_on_at is not None:
        _move(sale, -sale.chips, now, line=line)
    Entry.objects.filter(pk=sale.entry_id).update(chips_to_come=F("chips_to_come") - sale.chips)
    book_money_back(sale, line=line, now=now)


def book_money_back(sale: ChipSale, *, line: LogEntry, now: datetime) -> None:
    """The money of a sale out again, by rows that name those of `book_sale`, or the rows that have put these back.

    Its chips stay where they are.
    """
    sold = MoneyRow.objects.filter(log_entry=sale.log_entry, amount__gt=0).order_by("pk")
    _counter([_standing(row) for row in sold], line, now)
    sale.undone_at = now
    sale.save(update_fields=["undone_at"])


def book_money_again(sale: ChipSale, *, refund: LogEntry, line: LogEntry, now: datetime) -> None:
    """Undo `book_money_back` by the line `refund`."""
    _counter(list(MoneyRow.objects.filter(log_entry=refund).order_by("pk")), line, now)
    sale.undone_at = None
    sale.save(update_fields=["undone_at"])


def _counter(rows: Sequence[MoneyRow], line: LogEntry, now: datetime) -> None:
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=row.tournament_id,
            entry_id=row.entry_id,
            kind=row.kind,
            amount=-row.amount,
            at=now,
            corrects=row,
            log_entry=line,
        )
        for row in rows
    )


def _check_not_refunded(sale: ChipSale) -> None:
    """Chips of a sale that was refunded have stayed in play, and belong to no sale that could take them off."""
    refunds = LogEntry.objects.filter(tournament=sale.tournament_id, verb=SaleRefunded.verb, undone_by=None)
    if refunds.filter(data__sale=sale.pk).exists():
        raise Refused(
            _("What %(name)s has bought in this hand was refunded since; undo that first.")
            % {"name": sale.entry.player.name},
            code="sale_refunded",
        )


def _standing(row: MoneyRow) -> MoneyRow:
    """The row itself, or the last of those by which it was refunded and put back."""
    newest: MoneyRow = row
    while (later := MoneyRow.objects.filter(corrects=newest).first()) is not None:
        newest = later
    return newest


def parts_of(sale: ChipSale) -> dict[MoneyKind, int]:
    return {
        MoneyKind.PRIZE: sale.paid_prize,
        MoneyKind.FEE: sale.paid_fee,
        MoneyKind.STAFF: sale.paid_staff,
        MoneyKind.BOUNTY: sale.paid_bounty,
    }


def _move(sale: ChipSale, chips: int, now: datetime, *, line: LogEntry | None = None) -> None:
    """Chips from those to come into the stack, or back, with their row in the ledger."""
    Entry.objects.filter(pk=sale.entry_id).update(
        stack=F("stack") + chips, chips_to_come=F("chips_to_come") - chips
    )
    ChipRow.objects.create(
        tournament_id=sale.tournament_id,
        entry_id=sale.entry_id,
        kind=ChipKind.ISSUED if chips > 0 else ChipKind.REMOVED,
        amount=chips,
        at=now,
        log_entry=line or sale.log_entry,
    )
