"""What is sold and how it is paid, and the tournament that is walked through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from tables.models import Seat
from tests.factories import ACTOR, after
from tests.factories.felt import add_felt, make_felt
from tournament.models import Entry, Tournament
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.prices import PriceProfile
from tournament.rules.payouts.schemes import PayoutScheme, payout_scheme_to_dict

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What is sold and how it is paid, in minor units."""

    price: BuyIn
    prices: Sequence[BuyIn] = ()
    rebuy: BuyIn
    add_on: BuyIn
    bounty_kind: str
    scheme: PayoutScheme
    guarantee: int = 0
    unit: int = 1
    # Of each prize, in millionths, as it is paid.
    withheld: int = 0
    # For the last player out of the money.
    bubble: int = 0


class NothingToDo(Exception):
    """Nobody is there for a step, or nothing of the kind stands."""


def pick(those: Iterable[T], which: int) -> T:
    """One of them. Raises NothingToDo where there is none."""
    found = list(those)
    if not found:
        raise NothingToDo
    return found[which % len(found)]


@dataclass(slots=True)
class Evening:
    """One tournament, and what time it is there."""

    tournament: Tournament
    now: datetime = field(default_factory=lambda: after(0))

    @property
    def ids(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": ACTOR.at(self.now)}

    def fresh(self) -> Tournament:
        return Tournament.objects.select_related("stop", "chop").get(pk=self.tournament.pk)

    def entry(self, which: int) -> Entry:
        return pick(Entry.objects.filter(tournament=self.tournament).order_by("pk"), which)

    def others(self, seat: Seat) -> list[int]:
        """Those who sit with this player, by their seats."""
        here = Seat.objects.filter(table=seat.table, entry__isnull=False).exclude(pk=seat.pk)
        return [each.entry_id or 0 for each in here.order_by("number")]

    def seat(self, which: int) -> Seat:
        taken = Seat.objects.filter(table__tournament=self.tournament, entry__isnull=False)
        return pick(taken.order_by("table", "number"), which)


def make_tournament_of(house: House) -> Tournament:
    """Four players at one table and three at another, the first level running; 500 of a stack are lost and won."""
    sold: dict[str, Any] = {f"buy_in_{part}": amount for part, amount in house.price.to_dict().items()}
    profiles = [
        PriceProfile(name=f"Price {number}", price=price, ends_at=None if number else after(0.5))
        for number, price in enumerate(house.prices)
    ]
    tournament = make_felt(
        *(10_000, 10_000, 6_000, 6_000),
        now=after(0),
        seats=6,
        **sold,
        bounty_kind=house.bounty_kind,
        entries_per_player=None,
        rule_overrides={"event": {"no_show_level": 1}},
        late_registration_level=2,
        price_data=tuple(each.to_dict() for each in profiles),
        rebuy_data=ChipOffer(price=house.rebuy, chips=8_000, last_level=2, holding="any").to_dict(),
        add_on_data=ChipOffer(
            price=house.add_on, chips=5_000, last_level=2, per_player=2, holding="any"
        ).to_dict(),
        payout_scheme_data=payout_scheme_to_dict(house.scheme),
        payout_unit=house.unit,
        guarantee=house.guarantee,
        bubble_prize=house.bubble,
        deduction_data=(Deduction(name="Tax", share=house.withheld).to_dict(),) if house.withheld else (),
    ).tournament
    add_felt(tournament, 10_000, 14_000, 14_000, number=2, seats=6, now=after(0))
    return tournament
