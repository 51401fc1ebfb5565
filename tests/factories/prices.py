"""Prices of a test's event: early until a quarter past NOW, late from an hour after it, for members and for staff."""

from __future__ import annotations

from typing import Any

from tests.factories import after
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.prices import PriceProfile

EARLY = PriceProfile(
    name="Early", price=BuyIn(prize=38_00, fee=1_50, staff=50, other=1), ends_at=after(15), is_public=True
)
LATE = PriceProfile(name="Late", price=BuyIn(prize=45_00, fee=13_00, staff=2_00), starts_at=after(60))
MEMBER = PriceProfile(name="Member", price=BuyIn(prize=45_00, staff=2_00))
STAFF = PriceProfile(name="Staff", price=BuyIn(prize=45_00), is_public=False)


def priced(*prices: PriceProfile) -> dict[str, Any]:
    """The setting of these prices, all four unless named."""
    return {"price_data": tuple(price.to_dict() for price in prices or (EARLY, LATE, MEMBER, STAFF))}
