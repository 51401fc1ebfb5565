"""What a tablet sends when something went wrong: the kind of irregularity, and what that kind needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables import engine
from tables.engine.cards.cards import DECK
from tables.engine.play.operations import Action
from tables.engine.rulings.kinds import RULINGS
from tables.forms.tablet import AMOUNT_MAX, TapForm

SEATS_MAX = 10
_OF_A_RAISE = frozenset({"out_of_turn", "string_bet"})
"""Kinds of ruling that need an amount only for a raise."""


class RulingForm(TapForm):
    """A ruling in fields of its own. `amount` is that of the raise where one is said (`said`), else
    the ruling's; what the kind has no use for is left out. What chips come to is not for a form.
    """

    left_out = None

    kind = forms.ChoiceField(choices=[(kind, kind) for kind, each in RULINGS.items() if each.by != "deal"])
    seat = forms.IntegerField(required=False, min_value=1, max_value=SEATS_MAX, label=_("Seat"))
    asker = forms.IntegerField(required=False, min_value=1, max_value=SEATS_MAX, label=_("Asked by"))
    said = forms.ChoiceField(
        required=False,
        choices=[(word, word) for word in ("fold", "check", "call", "raise", "chips", "declared")],
    )
    amount = forms.IntegerField(required=False, min_value=1, max_value=AMOUNT_MAX, label=_("Amount"))
    cards = forms.MultipleChoiceField(
        required=False,
        choices=[(code, code) for code in (engine.format_cards([card]) for card in DECK)],
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data.get("amount"):
            if data.get("said") == "raise":
                self.add_error("amount", _("To how much? Enter the amount of the raise."))
            elif data.get("said") in ("chips", "declared"):
                self.add_error(
                    "amount", _("How much is in front of the player in total? Enter the full amount.")
                )
        return data


def ruling_of(data: Mapping[str, Any]) -> engine.Ruling:
    """The ruling as the dealer made it, from cleaned fields; whether the floor has to confirm it is not for a form."""
    kind = RULINGS[data["kind"]]
    asks = kind.needs | kind.may
    seat, amount, said = data["seat"] or 0, data["amount"] or 0, data["said"]
    inner = _action(said, seat, amount) if "inner" in asks and seat else None
    return engine.Ruling(
        kind=kind.kind,
        seat=seat if "seat" in asks else 0,
        asker=(data["asker"] or 0) if "asker" in asks else 0,
        amount=amount if "amount" in asks and kind.kind not in _OF_A_RAISE and said != "raise" else 0,
        cards=engine.parse_cards("".join(data["cards"])) if "cards" in asks else (),
        inner=inner,
    )


def _action(said: str, seat: int, amount: int) -> Action | None:
    match said:
        case "fold":
            return engine.Fold(seat)
        case "check":
            return engine.Check(seat)
        case "call":
            return engine.Call(seat)
        case "raise" | "declared":
            return engine.RaiseTo(seat, amount)
        case _:
            return None
