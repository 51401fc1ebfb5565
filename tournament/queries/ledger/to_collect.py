"""What a player gets at the cash desk: the prize of a place, side prizes and bounties, with the sum that is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, F, Q, Sum

from tournament.models import BountyShare, Entry, Payout, SidePrize, Tournament
from tournament.queries.payouts.bounties import OwnBounties
from tournament.queries.payouts.ladder import bubble_place
from tournament.queries.payouts.withheld import withheld_now, withheld_when_paid
from tournament.queries.vouchers import VoucherShown, voucher_of_entry
from tournament.rules.payouts.deductions import Withheld


@dataclass(frozen=True, slots=True, kw_only=True)
class Collectable:
    """A prize of a place, the bubble's, one of a player still in, a side prize with its `title`, or bounties. Money in
    minor units.

    `before` is what of it was paid in advance, `seat` what is given as a seat, with `voucher` once it was, `withheld`
    what the house keeps back.
    """

    kind: Literal["prize", "bubble", "advance", "side", "bounties"]
    amount: int
    is_paid: bool
    title: str = ""
    before: int = 0
    seat: int = 0
    withheld: tuple[Withheld, ...] = ()
    voucher: VoucherShown | None = None

    @property
    def cash(self) -> int:
        """What is handed over in cash."""
        return self.amount - self.before - self.seat - sum(part.amount for part in self.withheld)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMoney:
    """All of it, what waits at the desk and what was handed over."""

    items: tuple[Collectable, ...]

    @property
    def due(self) -> int:
        """The cash that waits."""
        return sum(item.cash for item in self.items if not item.is_paid)

    @property
    def has_seat_due(self) -> bool:
        return any(item.seat and not item.is_paid for item in self.items)

    @property
    def is_listed(self) -> bool:
        """Whether it takes a list: one prize of a place, or bounties alone, are said in a sentence."""
        return (
            len(self.items) > 1
            or any(item.kind in ("side", "advance") or item.before for item in self.items)
            or any(item.withheld or item.voucher for item in self.items)
            or any(0 < item.seat < item.amount for item in self.items)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskDue:
    """What the desk has to hand over: prizes with side prizes, and bounties. Money in minor units.

    `envelopes` are those that players have won and nobody has opened.
    """

    prizes: int
    money: int
    bounties: int = 0
    bounty_players: int = 0
    envelopes: int = 0

    @property
    def has_bounties(self) -> bool:
        return bool(self.bounties or self.envelopes)


def own_money(entry: Entry, *, payout: Payout | None, bounties: OwnBounties | None) -> OwnMoney:
    """Of one entry. One query, two more of a prize where there is a bubble prize, one where something was withheld,
    two of a seat in an event of the festival.
    """
    items: list[Collectable] = []
    if payout is not None:
        items.append(_prize(entry, payout))
    standing = SidePrize.objects.filter(entry=entry, removed_at=None).order_by("award")
    items.extend(
        Collectable(kind="side", title=prize.name, amount=prize.amount, is_paid=prize.payment_id is not None)
        for prize in standing
    )
    if bounties is not None:
        both = ((bounties.due, False), (bounties.paid, True))
        items.extend(
            Collectable(kind="bounties", amount=amount, is_paid=paid) for amount, paid in both if amount
        )
    return OwnMoney(items=tuple(items))


def _prize(entry: Entry, payout: Payout) -> Collectable:
    tournament, is_paid = entry.tournament, payout.paid_at is not None
    kept_back = withheld_now(tournament, payout.amount)
    if is_paid:
        kept_back = withheld_when_paid([entry.pk]).get(entry.pk, ()) if payout.withheld else ()
    is_bubble = (entry.place_first or 1) <= bubble_place(tournament) <= (entry.place_last or 0)
    satellite = tournament.satellite
    return Collectable(
        kind="advance" if entry.place_first is None else "bubble" if is_bubble else "prize",
        amount=payout.amount,
        before=payout.paid_before,
        is_paid=is_paid,
        seat=0 if satellite is None else satellite.seat_of(payout.amount),
        withheld=kept_back,
        voucher=voucher_of_entry(entry.pk) if is_paid and tournament.seats_for_id is not None else None,
    )


def desk_due(tournament: Tournament) -> DeskDue:
    """All that players have not collected. Two queries, three where there are bounties."""
    prizes = Payout.objects.filter(tournament=tournament, paid_at__isnull=True).aggregate(
        count=Count("pk"), money=Sum(F("amount") - Payout.in_advance(), default=0)
    )
    side = SidePrize.objects.filter(
        tournament=tournament, removed_at=None, entry__isnull=False, payment__isnull=True
    ).aggregate(count=Count("pk"), money=Sum("amount", default=0))
    due = {"prizes": prizes["count"] + side["count"], "money": prizes["money"] + side["money"]}
    if not tournament.has_bounties:
        return DeskDue(**due)
    is_closed = Q(envelope__isnull=False, envelope__opened_at=None)
    shares = BountyShare.objects.filter(tournament=tournament, undone_at=None, payment=None).aggregate(
        bounties=Sum("due", default=0),
        bounty_players=Count("winner", distinct=True, filter=Q(due__gt=0)),
        envelopes=Count("envelope", distinct=True, filter=is_closed),
    )
    return DeskDue(**due, **shares)
