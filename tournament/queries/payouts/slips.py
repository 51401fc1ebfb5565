"""What stands on a slip: an entry that was sold, a prize or bounties that were paid, with the lines of the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from tournament.changes.entries import EntryRegistered
from tournament.changes.payments import Payment
from tournament.changes.prizes import PrizePaid
from tournament.models import (
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    SidePrize,
    Tournament,
)
from tournament.queries.chain.seals import Seal, seal_of_line
from tournament.queries.payouts.ladder import bubble_place
from tournament.queries.payouts.withheld import withheld_now, withheld_when_paid
from tournament.queries.vouchers import paid_by_voucher
from tournament.rules.payouts.deductions import Withheld


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPlayer:
    """Who it is about; `public_name` for letters that the printed name lacks."""

    name: str
    public_name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPayment:
    """Money that was handed over: the line of the log says when and by whom, who confirmed it and which papers were
    seen, and its seal what stood in the log and the ledgers then.
    """

    line: int
    seal: Seal | None
    at: datetime
    by: str
    confirmed_by: str
    papers: tuple[str, ...]
    is_void: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeSlip:
    """A prize of a place, or a side prize with its `title`; `payment` is None until it is paid. Money in minor units.

    `withheld` is what the player does not get, `seat` what of the prize is given as a seat.
    """

    player: SlipPlayer
    amount: int
    awarded_at: datetime
    payment: SlipPayment | None
    place_first: int = 0
    place_last: int = 0
    is_bubble: bool = False
    title: str = ""
    seat: int = 0
    before: int = 0
    withheld: tuple[Withheld, ...] = ()

    @property
    def cash(self) -> int:
        """What the player gets in cash, besides what was paid in advance."""
        return self.amount - self.before - self.seat - sum(part.amount for part in self.withheld)


@dataclass(frozen=True, slots=True, kw_only=True)
class BountySlip:
    """The bounties that were paid together."""

    player: SlipPlayer
    amount: int
    payment: SlipPayment


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldChips:
    """A rebuy or add-on: what it cost, and whether it is still owed."""

    kind: str
    at: datetime
    amount: int
    is_owed: bool
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReceipt:
    """An entry with what was bought after it. `parts` are the kinds of money of its price, with their amounts, and
    `by_voucher` is what a seat won in a satellite has paid of it.
    """

    player: SlipPlayer
    price_name: str
    parts: tuple[tuple[MoneyKind, int], ...]
    paid: int
    bought: tuple[SoldChips, ...]
    sale: SlipPayment
    by_voucher: int = 0

    @property
    def received(self) -> int:
        return self.paid - self.by_voucher + sum(sold.amount for sold in self.bought if not sold.is_owed)


def prize_slip(tournament: Tournament, *, payout_id: int) -> PrizeSlip | None:
    """Four queries, two more where there is a bubble prize."""
    rows = Payout.objects.filter(tournament=tournament).select_related("entry__player")
    payout = rows.filter(pk=payout_id).first()
    if payout is None:
        return None
    paid = MoneyRow.objects.filter(
        entry=payout.entry, log_entry__verb=PrizePaid.verb, amount__lt=0, corrected_by__isnull=True
    )
    row = paid.select_related("log_entry").order_by("-pk").first() if payout.paid_at is not None else None
    withheld = (
        withheld_when_paid([payout.entry_id]).get(payout.entry_id, ())
        if payout.paid_at is not None
        else withheld_now(tournament, payout.amount)
    )
    first, last = payout.entry.place_first or 0, payout.entry.place_last or 0
    satellite = tournament.satellite
    return PrizeSlip(
        player=_player(payout.entry),
        place_first=first,
        place_last=last,
        is_bubble=first <= bubble_place(tournament) <= last,
        amount=payout.amount,
        awarded_at=payout.decided_at,
        seat=0 if satellite is None else satellite.seat_of(payout.amount),
        before=payout.paid_before,
        withheld=withheld,
        payment=None if row is None or row.log_entry is None else _paid(row.log_entry),
    )


def side_prize_slip(tournament: Tournament, *, prize_id: int) -> PrizeSlip | None:
    """Of one that somebody has. Two queries."""
    rows = SidePrize.objects.filter(tournament=tournament, removed_at=None, award__isnull=False)
    prize = rows.select_related("entry__player", "award", "payment__log_entry").filter(pk=prize_id).first()
    if prize is None or prize.entry is None or prize.award is None:
        return None
    line = None if prize.payment is None else prize.payment.log_entry
    return PrizeSlip(
        player=_player(prize.entry),
        title=prize.name,
        amount=prize.amount,
        awarded_at=prize.award.at,
        payment=None if line is None else _paid(line),
    )


def bounty_slip(tournament: Tournament, *, row_id: int) -> BountySlip | None:
    """Of one payment of bounties, voided or not. Two queries."""
    rows = MoneyRow.objects.filter(tournament=tournament, kind=MoneyKind.BOUNTY_PAID, amount__lt=0)
    row = rows.select_related("entry__player", "log_entry", "corrected_by").filter(pk=row_id).first()
    if row is None or row.entry is None or row.log_entry is None:
        return None
    return BountySlip(
        player=_player(row.entry),
        amount=-row.amount,
        payment=_paid(row.log_entry, is_void=hasattr(row, "corrected_by")),
    )


def entry_receipt(tournament: Tournament, *, entry_id: int) -> EntryReceipt | None:
    """Four queries, one more in a festival."""
    entry = Entry.objects.select_related("player").filter(pk=entry_id, tournament=tournament).first()
    lines = LogEntry.objects.filter(tournament=tournament, verb=EntryRegistered.verb, data__entry=entry_id)
    line = lines.first()
    if entry is None or line is None:
        return None
    paid = {
        MoneyKind.PRIZE: entry.paid_prize,
        MoneyKind.FEE: entry.paid_fee,
        MoneyKind.STAFF: entry.paid_staff,
        MoneyKind.BOUNTY: entry.paid_bounty,
        MoneyKind.OTHER: entry.paid_other,
    }
    return EntryReceipt(
        player=_player(entry),
        price_name=entry.price_name,
        parts=tuple((kind, amount) for kind, amount in paid.items() if amount),
        paid=entry.paid_total,
        bought=tuple(
            SoldChips(
                kind=sale.kind,
                at=sale.sold_at,
                amount=sale.paid_total,
                is_owed=sale.collected_at is None,
                line=sale.log_entry_id,
            )
            for sale in ChipSale.objects.filter(entry=entry, undone_at=None).order_by("pk")
        ),
        sale=_payment(line, is_void=entry.status == EntryStatus.VOID),
        by_voucher=paid_by_voucher(tournament, entry.pk),
    )


def _player(entry: Entry) -> SlipPlayer:
    return SlipPlayer(name=entry.player.name, public_name=entry.player.public_name, number=entry.number)


def _paid(line: LogEntry, *, is_void: bool = False) -> SlipPayment:
    """Of a line that tells of a payment to a player."""
    paid = Payment.of(line)
    payment = _payment(line, is_void=is_void)
    return replace(payment, confirmed_by=paid.confirmed_by or "", papers=paid.papers or ())


def _payment(line: LogEntry, *, is_void: bool) -> SlipPayment:
    return SlipPayment(
        line=line.pk,
        seal=seal_of_line(line.pk),
        at=line.at,
        by=line.actor,
        confirmed_by="",
        papers=(),
        is_void=is_void,
    )
