from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.services.desk.player_list import (
    MAX_BYTES,
    CodePageChoice,
    ListLine,
    ListUnreadable,
    WhichCodePage,
    decode,
    read_list,
    refuse_other_kinds,
)
from tournament.forms.fields.numbers import parse_money
from tournament.rules.payouts.prices import PriceQuote, read_quote

REGISTER = "register"
ONLY_ADD = "add"


class ImportForm(forms.Form):
    """A list of players as a file or as text; `cleaned_data["lines"]` are its lines."""

    file = forms.FileField(
        label=gettext_lazy("CSV file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=gettext_lazy("or the list itself"),
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One player per line, or with a header: name; club number; public name; price."
        ),
    )
    what = forms.ChoiceField(
        label=gettext_lazy("On import"),
        choices=[
            (REGISTER, gettext_lazy("Register them: each pays a buy-in")),
            (ONLY_ADD, gettext_lazy("Only add them to the player list")),
        ],
        initial=REGISTER,
        widget=forms.RadioSelect,
    )

    price = forms.ChoiceField(label=gettext_lazy("Price"), required=False, widget=forms.RadioSelect)
    # The file again, once it was asked how to read it: a browser sends none twice.
    sent = forms.CharField(required=False, max_length=MAX_BYTES * 2, widget=forms.HiddenInput)
    code_page = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    # The ways to read it, where a person has to choose.
    code_pages: Sequence[CodePageChoice] = ()

    def __init__(self, *args: Any, prices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """`prices`: what an entry may be sold at, as (quote, words); nothing is asked where there is only one."""
        super().__init__(*args, **kwargs)
        if len(prices) < 2:
            del self.fields["price"]
            return
        price = self.fields["price"]
        if isinstance(price, forms.ChoiceField):
            price.choices = prices
        price.initial = prices[0][0]
        price.error_messages["invalid_choice"] = _("The prices have changed: choose one again.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        upload = cleaned.get("file")
        sent = _sent(cleaned)
        if upload is None and sent is None and not str(cleaned.get("text") or "").strip():
            if not self.errors:
                self.add_error("file", _("Choose a file, or enter the list below."))
            return cleaned
        try:
            if upload is not None:
                refuse_other_kinds(upload.read(2_000))
                upload.seek(0)
                if upload.size > MAX_BYTES:
                    raise ListUnreadable(
                        _("The file is %(size)d kB: split it into files of at most %(max)d kB.")
                        % {"size": upload.size // 1000, "max": MAX_BYTES // 1000}
                    )
                sent = upload.read()
            if sent is not None:
                cleaned["sent"] = b64encode(sent).decode()
                cleaned["text"] = decode(sent, code_page=cleaned.get("code_page", ""))
            cleaned["lines"] = _lines(cleaned)
        except WhichCodePage as which:
            self.code_pages = which.choices
        except ListUnreadable as error:
            self.add_error("text" if upload is None else "file", ValidationError(str(error)))
        return cleaned

    @property
    def quote(self) -> PriceQuote | None:
        """The price that was chosen; None where there is only one."""
        return read_quote(str(self.cleaned_data.get("price", "")))

    @property
    def price_words(self) -> str:
        """The same in words."""
        choices: dict[str, str] = dict(getattr(self.fields.get("price"), "choices", ()))
        return choices.get(str(self.cleaned_data.get("price", "")), "")

    @property
    def registers(self) -> bool:
        return bool(self.cleaned_data["what"] == REGISTER)


def _sent(cleaned: dict[str, Any]) -> bytes | None:
    """The file that was sent before; None where none was, or what comes is not one."""
    try:
        return b64decode(cleaned.get("sent") or "", validate=True) or None
    except ValueError:
        return None


def _lines(cleaned: dict[str, Any]) -> tuple[ListLine, ...]:
    lines = read_list(str(cleaned.get("text") or ""))
    return tuple(replace(line, amount=_amount(line.price)) for line in lines)


def _amount(typed: str) -> int | None:
    """The amount of a cell in minor units; None for one without, such as the name of a price."""
    try:
        return parse_money(typed) if typed else None
    except ValidationError:
        return None
