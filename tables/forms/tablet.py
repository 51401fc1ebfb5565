"""What a tablet sends with a tap: which tap it is, what the dealer saw, and the operation."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables import engine
from tables.engine.cards.cards import DECK, JOKER
from tables.engine.games.setup import LONGEST_TITLE
from tournament.forms.fields.text import LineField

AMOUNT_MAX = 10**12


class PairingForm(forms.Form):
    code = forms.CharField(
        label=_("Pairing code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "autofocus": True,
                "class": "input pairing__code",
            }
        ),
        error_messages={"required": _("Enter the code the floor gives you.")},
    )


class TapForm(forms.Form):
    """Every write: `key` is the tap's own, `version` and `epoch` what the screen was made from."""

    key = forms.UUIDField()
    version = forms.IntegerField(min_value=0)
    epoch = forms.IntegerField(min_value=0)

    def what(self) -> str:
        """The tap's content in one form of words; the same tap sent again must have the same."""
        skipped = {"key"}
        return "\n".join(
            f"{name}={value}" for name, value in sorted(self.cleaned_data.items()) if name not in skipped
        )


class DealForm(TapForm):
    straddle = forms.BooleanField(required=False)
    # Dealer's choice: a code of the catalogue, and the name of a game that it does not know.
    game = forms.CharField(required=False, max_length=12)
    title = LineField(required=False, max_length=LONGEST_TITLE)


class MessageForm(TapForm):
    message = forms.IntegerField(min_value=1)


class OperationForm(TapForm):
    """An operation in the engine's text form, or its beginning with the rest in fields of its own."""

    operation = forms.CharField(max_length=120)
    seat = forms.IntegerField(required=False, min_value=1, max_value=10)
    amount = forms.IntegerField(required=False, min_value=1, max_value=AMOUNT_MAX, label=_("Amount"))
    cards = forms.MultipleChoiceField(
        required=False,
        choices=[(code, code) for code in (engine.format_cards([card]) for card in (*DECK, JOKER))],
    )
    seats = forms.MultipleChoiceField(required=False, choices=[(str(n), str(n)) for n in range(1, 11)])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        try:
            data["operation"] = engine.encode(engine.decode(_text_of(data)))
        except engine.InvalidNotation as error:
            raise forms.ValidationError(_("This tap was not recognised."), code=error.code) from error
        return data

    def decoded(self) -> engine.Operation:
        return engine.decode(self.cleaned_data["operation"])


def _text_of(data: dict[str, Any]) -> str:
    """ "r3" and 800 make "r3:800", "p", 3 and 800 "p3:800", "s3:6d" and two cards "s3:6dAhKh".

    A complete operation stays as it is.
    """
    operation: str = data["operation"]
    if data.get("cards"):
        return f"{operation}{'' if ':' in operation else ':'}{''.join(data['cards'])}"
    if ":" in operation:
        return operation
    if data.get("seat"):
        operation += str(data["seat"])
    if data.get("amount"):
        return f"{operation}:{data['amount']}"
    if data.get("seats"):
        return f"{operation}:{','.join(data['seats'])}"
    # Shown, or nothing discarded: an empty list of cards is valid.
    return f"{operation}:" if operation[:1] in ("s", "d") else operation
