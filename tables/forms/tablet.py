"""What a tablet sends with a tap: which tap it is, what the dealer saw, and the operation.

`read_tap` gives the fields. Nearly every tap is plainly right, and is read without building a form, which costs more
than thinking about the tap; whatever is not is left to the form, which also says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tables import engine
from tables.engine.cards.cards import DECK, JOKER
from tables.engine.games.setup import LONGEST_TITLE
from tables.engine.validation import LAST_SEAT
from tables.forms.desk import LARGEST_ID
from tables.models import Recording
from tournament.forms.fields.numbers import ChipsField
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


class NotUnderstood(Exception):
    """A tap whose fields are not right; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a tap as its form cleans them."""

    values: Mapping[str, Any]

    @property
    def what(self) -> str:
        """The tap's content in one form of words; the same tap sent again must have the same."""
        return "\n".join([f"{name}={value}" for name, value in sorted(self.values.items()) if name != "key"])

    @property
    def operation(self) -> engine.Operation:
        """The operation of an OperationForm."""
        return engine.decode(self.values["operation"])


class TapForm(forms.Form):
    """Every write: `key` is the tap's own, `version` and `epoch` what the screen was made from."""

    key = forms.UUIDField()
    version = forms.IntegerField(min_value=0)
    epoch = forms.IntegerField(min_value=0)

    # What the fields of a form are cleaned to where they are left out; None: no tap of it is read without the form.
    left_out: Mapping[str, Any] | None = MappingProxyType({})


class DealForm(TapForm):
    left_out = MappingProxyType({"straddle": False, "game": "", "title": ""})

    straddle = forms.BooleanField(required=False)
    # Dealer's choice: a code of the catalogue, and the name of a game that it does not know.
    game = forms.CharField(required=False, max_length=12)
    title = LineField(required=False, max_length=LONGEST_TITLE)


class TabletResultForm(TapForm):
    """A hand that is over, and what is entered with it: seats that are out and their order, winners, stacks."""

    left_out = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(str(number), str(number)) for number in range(1, LAST_SEAT + 1)]
        for name in ("out", "by"):
            self.fields[name] = forms.TypedMultipleChoiceField(coerce=int, required=False, choices=seats)
        for number in range(1, LAST_SEAT + 1):
            order = forms.IntegerField(required=False, min_value=1, max_value=LAST_SEAT, label=_("Order"))
            self.fields[f"order_{number}"] = order
            self.fields[f"stack_{number}"] = ChipsField(low=1, required=False, label=_("Stack"))


class TabletCountForm(TapForm):
    """Stacks that nobody knew, as the dealer has counted them, by seat."""

    left_out = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, LAST_SEAT + 1):
            self.fields[f"stack_{number}"] = ChipsField(low=1, required=False, label=_("Stack"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and all(data.get(f"stack_{number}") is None for number in range(1, LAST_SEAT + 1)):
            raise forms.ValidationError(_("Enter the stack you counted."), code="nothing_counted")
        return data


def counts_of(values: Mapping[str, Any]) -> dict[int, int]:
    """What a TabletCountForm says was counted, by seat."""
    typed = {seat: values[f"stack_{seat}"] for seat in range(1, LAST_SEAT + 1)}
    return {seat: chips for seat, chips in typed.items() if chips is not None}


class TabletRecordingForm(TapForm):
    left_out = None

    recording = forms.ChoiceField(choices=Recording.choices)


class TabletClockForm(TapForm):
    """The clock is called on the player in turn, or stopped; or the player uses a time-bank chip."""

    left_out = MappingProxyType({"stop": False, "chip": False})

    stop = forms.BooleanField(required=False)
    chip = forms.BooleanField(required=False)


class TabletMessageForm(TapForm):
    left_out = None

    message = forms.IntegerField(min_value=1)


class TabletAbsenceForm(TapForm):
    """Which seat's player is not there, or is back."""

    left_out = None

    absent = forms.IntegerField(required=False, min_value=1, max_value=10)
    back = forms.IntegerField(required=False, min_value=1, max_value=10)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and (data.get("absent") is None) == (data.get("back") is None):
            raise forms.ValidationError(_("This tap was not recognised."), code="bad_form")
        return data


class AnnouncementForm(TapForm):
    """Who has announced a rebuy, two of them or an add-on, or does not buy back: the entry, in one of the fields."""

    left_out = None

    rebuy = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    two_rebuys = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    add_on = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    no_rebuy = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        said = [data.get(name) for name in ("rebuy", "two_rebuys", "add_on", "no_rebuy")]
        if not self.errors and sum(entry is not None for entry in said) != 1:
            raise forms.ValidationError(_("This tap was not recognised."), code="bad_form")
        return data


class OperationForm(TapForm):
    """An operation in the engine's text form, or its beginning with the rest in fields of its own."""

    left_out = MappingProxyType({"seat": None, "amount": None, "cards": [], "seats": []})

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
            data["operation"] = _written(data)
        except engine.InvalidNotation as error:
            raise forms.ValidationError(_("This tap was not recognised."), code=error.code) from error
        return data


def read_tap(form_class: type[TapForm], data: QueryDict) -> Fields:
    """The fields of a tap. Raises NotUnderstood."""
    plain = _read_plainly(form_class, data)
    if plain is not None:
        return Fields(plain)
    form = form_class(data)
    if form.is_valid():
        return Fields(form.cleaned_data)
    name, problems = next(iter(form.errors.items()))
    label = form.fields[name].label if name in form.fields else None
    raise NotUnderstood(f"{label}: {problems[0]}" if label else str(problems[0]))


# As tablets write them: one spelling each, nothing to strip or to convert.
_PLAIN: Final = {
    "key": re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII),
    "version": re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII),
    "epoch": re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII),
    "operation": re.compile(r"[!-~]{1,120}", re.ASCII),
}
_NOT_SAID: Final = {"csrfmiddlewaretoken"}


def _read_plainly(form_class: type[TapForm], data: QueryDict) -> dict[str, Any] | None:
    """What the form would clean the fields to, None if it has to be asked."""
    if form_class.left_out is None:
        return None
    wanted = _PLAIN.keys() if issubclass(form_class, OperationForm) else _PLAIN.keys() - {"operation"}
    said = dict(data.lists())
    if said.keys() - _NOT_SAID != wanted:
        return None
    texts = {name: said[name][0] for name in wanted if len(said[name]) == 1}
    if len(texts) < len(wanted) or not all(_PLAIN[name].fullmatch(text) for name, text in texts.items()):
        return None
    values: dict[str, Any] = {
        **form_class.left_out,
        "key": UUID(texts["key"]),
        "version": int(texts["version"]),
        "epoch": int(texts["epoch"]),
    }
    if "operation" in texts:
        try:
            values["operation"] = _written({**values, "operation": texts["operation"]})
        except engine.InvalidNotation:
            return None
    return values


def _written(data: Mapping[str, Any]) -> str:
    """The operation in the engine's own spelling. Raises InvalidNotation."""
    return engine.encode(engine.decode(_text_of(data)))


def _text_of(data: Mapping[str, Any]) -> str:
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
