"""All that waits at the desk for a player: prize, bounties and side prizes of an entry, less what the player owes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F, Sum

from tournament.models import BountyShare, ChipSale, HeldKind, HeldPayment, Payout, SidePrize, Tournament
from tournament.queries.payouts.withheld import withheld_now
from tournament.rules.payouts.limits import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPart:
    """What is paid by itself, in minor units: `amount` is what limits are compared with, `seat` and `cash` are what
    the player gets of it. `id` of a prize or a side prize.

    `before` is what of the same prize was paid in advance: limits are those of all of it.

    `is_held`: it waits for a second person already; `needs_second`: it will, once all is paid in one go; `is_later`:
    bounties that are not paid before rebuys are over.
    """

    kind: HeldKind
    amount: int
    cash: int
    seat: int = 0
    before: int = 0
    id: int = 0
    is_held: bool = False
    needs_second: bool = False
    is_later: bool = False

    @property
    def is_open(self) -> bool:
        return not self.is_held and not self.is_later

    @property
    def is_now(self) -> bool:
        return self.is_open and not self.needs_second


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyWaiting:
    """What one entry has to get, and what its player `owes` for rebuys and add-ons, in minor units.

    One payment hands over what may be paid `now`, asks a second person for `asks`, and leaves what waits already.
    `papers` are due before it.
    """

    parts: tuple[WaitingPart, ...] = ()
    owes: int = 0
    papers: tuple[Paper, ...] = ()

    @property
    def prize(self) -> int:
        return self._cash_of(HeldKind.PRIZE)

    @property
    def bounties(self) -> int:
        return self._cash_of(HeldKind.BOUNTIES)

    @property
    def side_prizes(self) -> int:
        return self._cash_of(HeldKind.SIDE)

    @property
    def total(self) -> int:
        """All cash that waits."""
        return sum(part.cash for part in self.parts)

    @property
    def now(self) -> tuple[WaitingPart, ...]:
        return tuple(part for part in self.parts if part.is_now)

    @property
    def asks(self) -> tuple[WaitingPart, ...]:
        return tuple(part for part in self.parts if part.is_open and part.needs_second)

    @property
    def asked(self) -> int:
        """What a second person is asked for by one payment."""
        return sum(part.amount for part in self.asks)

    @property
    def held(self) -> int:
        """What waits for a second person already."""
        return sum(part.amount for part in self.parts if part.is_held)

    @property
    def later(self) -> int:
        """Bounties that wait until rebuys are over."""
        return sum(part.cash for part in self.parts if part.is_later and not part.is_held)

    @property
    def seat(self) -> int:
        """The value of the seat that is handed over now."""
        return sum(part.seat for part in self.now)

    @property
    def cash_now(self) -> int:
        return sum(part.cash for part in self.now)

    @property
    def set_off(self) -> int:
        """The debt, where the cash that is paid now is as much; it is set off whole, sale by sale, or not at all."""
        return self.owes if self.owes <= self.cash_now else 0

    @property
    def still_owed(self) -> int:
        return self.owes - self.set_off

    @property
    def left(self) -> int:
        """What is handed over in cash once the debt is set off."""
        return self.cash_now - self.set_off

    @property
    def is_offered(self) -> bool:
        """Whether one payment does more than the button of one part; who owes more than there is pays that first."""
        steps = len(self.now) + len(self.asks) + bool(self.set_off)
        has_seat = any(part.seat for part in self.parts)
        return steps > 1 and (self.owes <= self.total or has_seat)

    def _cash_of(self, kind: HeldKind) -> int:
        return sum(part.cash for part in self.parts if part.kind == kind)


NOTHING = MoneyWaiting()


def waiting_for(
    tournament: Tournament, players: Mapping[int, int], *, bounties_wait: bool = False
) -> dict[int, MoneyWaiting]:
    """By entry, of these entries given with their players. Two queries, one more each of bounties, of sales and of
    payments that wait for a second person, where the house asks for one.

    `bounties_wait`: until rebuys are over, when no prize is awarded yet.
    """
    parts: dict[int, list[WaitingPart]] = defaultdict(list)
    for entry, part in [
        *_prizes(tournament, players),
        *_bounties(tournament, players, is_later=bounties_wait),
        *_side_prizes(players),
    ]:
        parts[entry].append(part)
    held = _held(tournament, players)
    debts = _debts(tournament)
    return {
        entry: _waiting(
            tournament,
            [replace(part, is_held=(entry, *_key(part)) in held) for part in parts[entry]],
            debts.get(player, 0),
        )
        for entry, player in players.items()
    }


def _waiting(tournament: Tournament, parts: Sequence[WaitingPart], owes: int) -> MoneyWaiting:
    limits = tournament.payment_limits
    unasked = [part for part in parts if part.is_open]
    amounts = [part.amount + part.before for part in unasked]
    second = limits.parts_for_second(amounts)
    open_parts = [replace(part, needs_second=index in second) for index, part in enumerate(unasked)]
    return MoneyWaiting(
        parts=(*open_parts, *(part for part in parts if not part.is_open)),
        owes=owes,
        papers=limits.papers_due(sum(amounts)),
    )


def _prizes(tournament: Tournament, entries: Mapping[int, int]) -> list[tuple[int, WaitingPart]]:
    rows = Payout.objects.filter(tournament=tournament, entry__in=entries, paid_at=None)
    return [
        (entry, _prize(tournament, pk, amount - before, before))
        for entry, pk, amount, before in rows.values_list("entry", "pk", "amount", Payout.in_advance())
    ]


def _prize(tournament: Tournament, pk: int, amount: int, before: int) -> WaitingPart:
    satellite = tournament.satellite
    seat = 0 if satellite is None else satellite.seat_of(amount)
    withheld = sum(part.amount for part in withheld_now(tournament, amount))
    return WaitingPart(
        kind=HeldKind.PRIZE, id=pk, amount=amount, before=before, seat=seat, cash=amount - seat - withheld
    )


def _side_prizes(entries: Mapping[int, int]) -> list[tuple[int, WaitingPart]]:
    rows = SidePrize.objects.filter(entry__in=entries, removed_at=None, payment=None).order_by("pk")
    return [
        (entry, WaitingPart(kind=HeldKind.SIDE, id=pk, amount=amount, cash=amount))
        for entry, pk, amount in rows.values_list("entry", "pk", "amount")
    ]


def _bounties(
    tournament: Tournament, entries: Mapping[int, int], *, is_later: bool
) -> list[tuple[int, WaitingPart]]:
    if not tournament.has_bounties:
        return []
    rows = BountyShare.objects.filter(winner__in=entries, undone_at=None, payment=None, due__gt=0)
    return [
        (entry, WaitingPart(kind=HeldKind.BOUNTIES, amount=amount, cash=amount, is_later=is_later))
        for entry, amount in rows.values_list("winner").annotate(all=Sum("due"))
    ]


def _held(tournament: Tournament, entries: Mapping[int, int]) -> set[tuple[int, str, int]]:
    """What waits for a second person: entry, kind, and the side prize that it is."""
    if tournament.two_people_from is None:
        return set()
    rows = HeldPayment.objects.filter(tournament=tournament, entry__in=entries)
    rows = rows.filter(confirmed_by=None, withdrawn_at=None)
    return {(entry, kind, side or 0) for entry, kind, side in rows.values_list("entry", "kind", "side_prize")}


def _key(part: WaitingPart) -> tuple[str, int]:
    return part.kind, part.id if part.kind == HeldKind.SIDE else 0


def _debts(tournament: Tournament) -> dict[int, int]:
    """By player: a debt may be of an earlier entry."""
    owed: dict[int, int] = defaultdict(int)
    if tournament.sells_chips:
        price = F("paid_prize") + F("paid_fee") + F("paid_staff") + F("paid_bounty")
        rows = ChipSale.objects.filter(tournament=tournament, undone_at=None, collected_at=None)
        for player, amount in rows.values_list("entry__player").annotate(all=Sum(price)):
            owed[player] += amount
    return owed
