"""What has to be in the ledger: by kind of money and entry what entries, sales, prizes, bounties and the log say.

The ledger itself is not read here: `reconciliation` holds it against this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from django.db.models import F, Q, Sum, Value

from tournament.changes.change import change_of, verbs
from tournament.changes.entries import NoShowHandedBack
from tournament.changes.refunds import NoShowRemoved
from tournament.models import (
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    Payout,
    SeasonPayment,
    SidePrize,
    Tournament,
    VoucherUse,
)
from tournament.queries.payouts.added_money import contributions
from tournament.queries.payouts.bounties import NOT_COLLECTED, PAID_OUT
from tournament.queries.payouts.ladder import house_part

# By entry, None for money of no entry: what of a kind should be in the ledger, with its sign.
Expected = Mapping[int | None, int]

# What a player pays, by the kind of its rows in the ledger.
PAID: Final = {
    MoneyKind.PRIZE: "paid_prize",
    MoneyKind.FEE: "paid_fee",
    MoneyKind.STAFF: "paid_staff",
    MoneyKind.BOUNTY: "paid_bounty",
    MoneyKind.OTHER: "paid_other",
}
# The same for a rebuy or an add-on, which has no other deductions.
PAID_FOR_CHIPS: Final = {kind: column for kind, column in PAID.items() if kind != MoneyKind.OTHER}


def expected_money(tournament: Tournament) -> Mapping[str, Expected]:
    """Every kind of money, and what says how much of it has to be in the ledger."""
    return {
        **_paid_by_players(tournament),
        MoneyKind.ADDED: _added(tournament),
        MoneyKind.OVERLAY: _overlay(tournament),
        **_prizes_paid(tournament),
        MoneyKind.WITHHELD: _withheld(tournament),
        MoneyKind.BOUNTY_PAID: _bounties_closed(tournament, PAID_OUT),
        MoneyKind.FORFEITED: _bounties_closed(tournament, NOT_COLLECTED),
        **_side_prizes(tournament),
        **_season_money(tournament),
        MoneyKind.NO_SHOW: _no_shows(tournament),
        MoneyKind.VOUCHER: _vouchers_used(tournament),
    }


def _paid_by_players(tournament: Tournament) -> Mapping[str, Expected]:
    """What entries and sales that stand have paid, each part of their price for itself."""
    paid: dict[str, Counter[int | None]] = {kind: Counter() for kind in PAID}
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    sales = ChipSale.objects.filter(tournament=tournament, undone_at=None)
    for rows, whose, columns in ((entries, "pk", PAID), (sales, "entry", PAID_FOR_CHIPS)):
        for entry, *parts in rows.values_list(whose, *columns.values()):
            for kind, amount in zip(columns, parts, strict=True):
                paid[kind][entry] += amount
    return paid


def _added(tournament: Tournament) -> Expected:
    """What the log says was added to the pool and not undone since."""
    return {None: sum(each.amount for each in contributions(tournament))}


def _overlay(tournament: Tournament) -> Expected:
    """Booked as long as a prize is awarded with it, with what the house adds to a locked ladder or withholds."""
    return {None: house_part(tournament)}


def _prizes_paid(tournament: Tournament) -> Mapping[str, Expected]:
    """Cash and seats, each for itself; what was paid in cash for a voucher counts as cash."""
    rows = Payout.objects.filter(tournament=tournament).annotate(before=Payout.in_advance())
    satellite = tournament.satellite
    cash: dict[int | None, int] = {}
    seats: dict[int | None, int] = {}
    for entry, amount, withheld, before, paid_at in rows.values_list(
        "entry", "amount", "withheld", "before", "paid_at"
    ):
        if paid_at is not None:
            seat = 0 if satellite is None else satellite.seat_of(amount)
            cash[entry], seats[entry] = seat + withheld - amount, -seat
        elif before:
            cash[entry] = -before
    if tournament.seats_for_id is not None:
        cashed = VoucherUse.objects.filter(tournament=tournament, entry=None, undone_line=None)
        for entry, amount in cashed.values_list("voucher__entry").annotate(all=Sum("amount")):
            cash[entry] -= amount
            seats[entry] += amount
    return {MoneyKind.PAYOUT: cash, MoneyKind.SEAT: seats}


def _withheld(tournament: Tournament) -> Expected:
    kept_back = Payout.objects.filter(tournament=tournament, withheld__gt=0)
    return {entry: -withheld for entry, withheld in kept_back.values_list("entry", "withheld")}


def _bounties_closed(tournament: Tournament, how: Q) -> Expected:
    """Bounties that are no longer due, paid or not collected."""
    shares = BountyShare.objects.filter(how, tournament=tournament, undone_at=None)
    return dict(shares.values_list("winner").annotate(all=Sum(-F("due"))))


def _side_prizes(tournament: Tournament) -> Mapping[str, Expected]:
    """What the house has put in for them, and what was handed over."""
    standing = SidePrize.objects.filter(tournament=tournament, removed_at=None)
    of_house = standing.filter(is_from_pool=False).aggregate(all=Sum("amount", default=0))["all"]
    paid = standing.exclude(payment=None).values_list("entry").annotate(all=Sum(-F("amount")))
    return {MoneyKind.SIDE_MONEY: {None: of_house}, MoneyKind.SIDE_PAID: dict(paid)}


def _season_money(tournament: Tournament) -> Mapping[str, Expected]:
    """What players got here of the money of seasons, which the house has brought for it."""
    paid = SeasonPayment.objects.filter(tournament=tournament, undone_line=None)
    amount = paid.aggregate(all=Sum("amount", default=0))["all"]
    return {MoneyKind.SEASON_MONEY: {None: amount}, MoneyKind.SEASON_PAID: {None: -amount}}


def _no_shows(tournament: Tournament) -> Expected:
    """What the log says: those taken out and not put back, less those who have their buy-in back."""
    told = LogEntry.objects.filter(tournament=tournament, undone_by__isnull=True)
    lines = told.filter(verb__in=verbs(NoShowRemoved, NoShowHandedBack)).values_list("verb", "data")
    changes = [change_of(verb, data) for verb, data in lines]
    bought = {each.entry: each.bought for each in changes if isinstance(each, NoShowRemoved)}
    held = bought.keys() - {each.entry for each in changes if isinstance(each, NoShowHandedBack)}
    if not held:
        return {}
    paid = sum((F(column) for column in PAID.values()), start=Value(0))
    entries = Entry.objects.filter(pk__in=held).values_list("pk", paid)
    by_voucher = _freed_of_no_shows(tournament, held)
    return {entry: buy_in + bought[entry] - by_voucher.get(entry, 0) for entry, buy_in in entries}


def _vouchers_used(tournament: Tournament) -> Expected:
    """No query outside a festival."""
    if tournament.festival_id is None:
        return {}
    used = VoucherUse.objects.filter(tournament=tournament, entry__isnull=False, undone_line=None)
    return dict(used.values_list("entry").annotate(all=Sum(-F("amount"))))


def _freed_of_no_shows(tournament: Tournament, held: Collection[int]) -> Mapping[int, int]:
    """What vouchers had paid of these buy-ins: they are open again, and no cash. No query outside a festival."""
    if tournament.festival_id is None:
        return {}
    freed = VoucherUse.objects.filter(
        entry__in=held,
        undone_line__verb=NoShowRemoved.verb,
        undone_line__undone_by__isnull=True,
    )
    return dict(freed.values_list("entry").annotate(all=Sum("amount")))
