"""Tournaments that sell rebuys and add-ons."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from tables.services.desk.chip_sales import sell_chips
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, make_felt
from tournament.models import LogEntry
from tournament.rules.chip_sales import ChipOffer, SaleKind
from tournament.rules.payouts.money import BuyIn

# Until the end of level 2 and through the break after it; an add-on in that break.
REBUY: Final = ChipOffer(price=BuyIn(prize=28_00, fee=1_50, staff=50), chips=8_000, last_level=2)
ADD_ON: Final = ChipOffer(
    price=BuyIn(prize=20_00), chips=12_000, last_level=2, window="break", per_player=1, holding="any"
)


def selling(**rebuy: Any) -> dict[str, Any]:
    """The changes to a plan that make it sell both; `rebuy` changes the rebuy."""
    return {
        "late_registration_level": 2,
        "rebuy_data": replace(REBUY, **rebuy).to_dict(),
        "add_on_data": ADD_ON.to_dict(),
    }


def rebuy_felt(*stacks: int, seats: int = 9, **rebuy: Any) -> Felt:
    """A table in play, stack n on seat n, of a tournament that sells both."""
    return make_felt(*stacks, seats=seats, **selling(**rebuy))


def sell(
    felt: Felt, seat: int, kind: SaleKind = "rebuy", *, now: datetime = NOW, is_owed: bool = False
) -> LogEntry:
    """Sell one to the player who has, or had, that seat."""
    return sell_chips(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        kind=kind,
        seed="seed",
        by=ACTOR.at(now),
        is_owed=is_owed,
    )
