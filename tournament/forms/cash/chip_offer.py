"""What a rebuy or an add-on costs and gives, and who may buy it when, as the director types it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import ChipsField, MoneyField, money_text
from tournament.forms.fields.price import REST, price_problem, rest_to_pool
from tournament.rules.chip_sales import MAX_PER_PLAYER, ChipOffer, Holding, SaleKind, Window
from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import BuyIn
from tournament.words.rules import say_error

PARTS = ("prize", "fee", "staff", "bounty")
WINDOWS = (
    ("levels", gettext_lazy("During levels, the break after the last one included")),
    ("break", gettext_lazy("Only in the break after the last level")),
)
HOLDINGS = (
    ("starting_stack", gettext_lazy("At most a starting stack")),
    ("none", gettext_lazy("No chips left")),
    ("any", gettext_lazy("Any stack")),
)


class ChipOfferForm(forms.Form):
    """The fields of one offer; read only where it is sold at all."""

    sold = forms.BooleanField(required=False)
    chips = ChipsField(required=False, low=1, label=gettext_lazy("Chips"))
    price = MoneyField(required=False, label=gettext_lazy("Price"))
    prize = MoneyField(required=False, label=gettext_lazy("Prize pool share"), help_text=REST)
    fee = MoneyField(required=False, label=gettext_lazy("for the house"))
    staff = MoneyField(required=False, label=gettext_lazy("for the staff"))
    bounty = MoneyField(required=False, label=gettext_lazy("for the bounty on the player"))
    window = forms.ChoiceField(required=False, choices=WINDOWS, label=gettext_lazy("Sold"))
    first_level = ChipsField(required=False, low=1, label=gettext_lazy("First level"))
    last_level = ChipsField(
        required=False,
        low=1,
        label=gettext_lazy("Last level"),
        help_text=gettext_lazy("At most the last level of late registration: then the prize pool is final."),
    )
    holding = forms.ChoiceField(
        required=False, choices=HOLDINGS, label=gettext_lazy("Chips a buyer may have")
    )
    per_player = ChipsField(
        required=False,
        low=1,
        high=MAX_PER_PLAYER,
        label=gettext_lazy("Per player"),
        help_text=gettext_lazy("Blank: no limit."),
    )

    def __init__(self, *args: Any, kind: SaleKind, has_bounty: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sold"].label = _("Sell rebuys") if kind == "rebuy" else _("Sell add-ons")
        if not has_bounty:
            del self.fields["bounty"]

    @property
    def details(self) -> list[forms.BoundField]:
        """What is asked where it is sold."""
        return [self[name] for name in self.fields if name != "sold"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("sold"):
            # What is typed in an offer that is not made does not matter.
            self.errors.clear()
            return {"sold": False, "offer": None}
        for field in ("chips", "last_level"):
            if field not in self.errors and cleaned.get(field) is None:
                self.add_error(field, _("Enter a number."))
        if self.errors:
            return cleaned
        typed = {part: cleaned.get(part, 0) for part in PARTS}
        parts = rest_to_pool(self, typed, price=cleaned["price"], prize="prize")
        if problem := price_problem(parts, price=cleaned["price"]):
            self.add_error("price", problem)
            return cleaned
        try:
            cleaned["offer"] = _offer(cleaned, BuyIn(**parts))
        except RulesError as error:
            self.add_error(str(error.params.get("field", "chips")), say_error(error))
        return cleaned

    def offer_data(self) -> dict[str, object] | None:
        """The offer as stored with the tournament."""
        offer: ChipOffer | None = self.cleaned_data["offer"]
        return None if offer is None else offer.to_dict()


def _offer(cleaned: dict[str, Any], price: BuyIn) -> ChipOffer:
    window: Window = cleaned["window"] or "levels"
    holding: Holding = cleaned["holding"] or "starting_stack"
    return ChipOffer(
        price=price,
        chips=cleaned["chips"],
        first_level=cleaned["first_level"] or 1,
        last_level=cleaned["last_level"],
        window=window,
        holding=holding,
        per_player=cleaned["per_player"],
    )


def initial_of(offer: ChipOffer | None, *, kind: SaleKind, buy_in: BuyIn | None = None) -> dict[str, object]:
    """What the form shows for an offer; for none what is usual, at the price of the `buy_in`."""
    if offer is None:
        usual: dict[str, object] = {
            "window": "levels",
            "holding": "starting_stack",
            "per_player": "",
            "first_level": 1,
        }
        if kind == "add_on":
            usual = {"window": "break", "holding": "any", "per_player": 1}
        return usual if buy_in is None or not buy_in.total else usual | _price_of(buy_in)
    return {
        "sold": True,
        "chips": offer.chips,
        **_price_of(offer.price),
        "window": offer.window,
        "first_level": offer.first_level,
        "last_level": offer.last_level,
        "holding": offer.holding,
        "per_player": offer.per_player or "",
    }


def _price_of(price: BuyIn) -> dict[str, object]:
    """A price in the fields; other deductions are not part of an offer."""
    parts = {part: getattr(price, part) for part in PARTS}
    return {"price": money_text(sum(parts.values())), **{part: money_text(parts[part]) for part in PARTS}}
