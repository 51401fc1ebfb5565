"""Chips sold to players who are in: rebuys and add-ons. What is offered, when, to whom.

Pure decisions: the caller brings what the clock says, what the player holds and has bought. A rebuy is announced
before the hand: the player is then playing chips behind and owes the money, and may not miss a hand (TDA 27). No book
says how many are sold, until when, at which stack and at which price: that is the event's announcement.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias, get_args

from tournament.rules.clock import Clock, advance
from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import BuyIn
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.rules.structure.periods import Structure

SaleKind: TypeAlias = Literal["rebuy", "add_on"]
# When: during levels, the break after the last one included; or in that break alone.
Window: TypeAlias = Literal["levels", "break"]
# At which stack: whatever it is; at most a starting stack; with no chips left.
Holding: TypeAlias = Literal["any", "starting_stack", "none"]

SALE_KINDS: Final[tuple[SaleKind, ...]] = get_args(SaleKind)
WINDOWS: Final[tuple[Window, ...]] = get_args(Window)
HOLDINGS: Final[tuple[Holding, ...]] = get_args(Holding)
MAX_PER_PLAYER: Final = 100


class OfferError(RulesError):
    """An offer that is not possible; `params["field"]` names what is wrong."""


class SaleRefused(RulesError):
    """This player may not buy these chips now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipOffer:
    """What one rebuy or add-on costs and gives, and who may buy it when.

    `price` is split as a buy-in is. `per_player` counts all entries of a player, None means no limit. Sold from
    `first_level` to the end of `last_level`, or with the window "break" in the break after `last_level` only.
    """

    price: BuyIn
    chips: int
    last_level: int
    first_level: int = 1
    window: Window = "levels"
    per_player: int | None = None
    holding: Holding = "starting_stack"

    def __post_init__(self) -> None:
        _require(self.chips, "chips", 1, MAX_CHIPS)
        _require(self.first_level, "first_level", 1, 10_000)
        _require(self.last_level, "last_level", 1, 10_000)
        if self.per_player is not None:
            _require(self.per_player, "per_player", 1, MAX_PER_PLAYER)
        if self.window == "levels" and self.first_level > self.last_level:
            raise OfferError(
                "The first level is after the last one.", code="levels_in_wrong_order", field="last_level"
            )
        if self.window not in WINDOWS:
            raise OfferError("There is no such window.", code="unknown_window", field="window")
        if self.holding not in HOLDINGS:
            raise OfferError("There is no such limit of the stack.", code="unknown_holding", field="holding")

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, as stored with a tournament."""
        return {**asdict(self), "price": self.price.to_dict()}


def offer_from_dict(data: Mapping[str, object] | None) -> ChipOffer | None:
    """The offer that `to_dict` wrote; None where nothing is sold."""
    if data is None:
        return None
    price: Mapping[str, int] = data["price"]  # type: ignore[assignment]  # written by to_dict
    return ChipOffer(**{**data, "price": BuyIn(**price)})  # type: ignore[arg-type]  # written by to_dict


def check_sale(
    offer: ChipOffer,
    *,
    structure: Structure,
    clock: Clock,
    bought: int,
    chips: int | None,
    starting_stack: int,
    now: datetime,
) -> None:
    """Raise SaleRefused unless a player may buy at `now`.

    `bought` are those they have already, `chips` what they hold, None where nobody knows it: then who sells has looked.
    """
    _check_window(offer, structure, clock, now)
    if offer.per_player is not None and bought >= offer.per_player:
        raise SaleRefused(
            "This player has bought %(count)s of %(limit)s.",
            code="sale_limit",
            count=bought,
            limit=offer.per_player,
        )
    most = {"any": None, "starting_stack": starting_stack, "none": 0}[offer.holding]
    if most is None or chips is None or chips <= most:
        return
    if not most:
        raise SaleRefused("Sold only to players who have lost all their chips.", code="has_chips")
    raise SaleRefused(
        "Sold at %(most)s chips or fewer: this player has %(chips)s.",
        code="too_many_chips",
        most=most,
        chips=chips,
    )


def is_sale_over(offer: ChipOffer, *, structure: Structure, clock: Clock, now: datetime) -> bool:
    """Whether the last level that it is sold in is over, with the break after it."""
    return structure.level_number(advance(clock, structure, now=now).clock.index) > offer.last_level


def is_sold_in(offer: ChipOffer, structure: Structure, index: int) -> bool:
    """Whether it is sold in the level or break at `index`."""
    level = structure.level_number(index)
    if offer.window == "break":
        return structure.is_break(index) and level == offer.last_level
    return offer.first_level <= level <= offer.last_level


def _check_window(offer: ChipOffer, structure: Structure, clock: Clock, now: datetime) -> None:
    if clock.state == "not_started":
        raise SaleRefused("Sold once play has started.", code="sale_not_open")
    if is_sold_in(offer, structure, advance(clock, structure, now=now).clock.index):
        return
    if offer.window == "break":
        raise SaleRefused(
            "Sold in the break after level %(level)s.", code="sale_not_open", level=offer.last_level
        )
    raise SaleRefused(
        "Sold from level %(first)s to the end of level %(last)s.",
        code="sale_not_open",
        first=offer.first_level,
        last=offer.last_level,
    )


def _require(value: object, field: str, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise OfferError(
            "Enter a whole number from %(low)s to %(high)s.",
            code="out_of_range",
            field=field,
            low=low,
            high=high,
        )
