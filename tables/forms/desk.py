from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.services.desk.heads import MOST_HEADS
from tournament.forms.fields.text import CountryField, LineField
from tournament.queries.chip_sales import MOST_AT_ONCE
from tournament.rules.chip_sales import SALE_KINDS, SaleKind
from tournament.rules.messages import LONGEST_PLAYER
from tournament.services.phones.addresses import LONGEST_ENDPOINT, PhoneAddress

# The database keeps no larger one.
LARGEST_ID = 2**63 - 1


class NewPlayerForm(forms.Form):
    """What is kept about a player: added and registered in one step, or corrected later."""

    name = LineField(
        label=gettext_lazy("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    public_name = LineField(
        label=gettext_lazy("Name on public pages"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Initials or a nickname, if the player prefers."),
    )
    club_number = LineField(label=gettext_lazy("Club number"), max_length=40, required=False)
    country = CountryField(
        label=gettext_lazy("Country"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "size": 4}),
        help_text=gettext_lazy(
            "Two letters, as in IT or GB, if the player gives it: for results and the press."
        ),
    )


class HeadsForm(forms.Form):
    """How many come in without a name."""

    heads = forms.IntegerField(
        label=gettext_lazy("How many"),
        min_value=1,
        max_value=MOST_HEADS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy(
            "They get numbers for names: rename them later, or merge them with a player you know."
        ),
    )


class PlayerForm(NewPlayerForm):
    """What is corrected about a player of the house."""

    note = LineField(
        label=gettext_lazy("Note"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Seen by all staff of the house. No documents and no ID numbers."),
    )


class QueueForm(forms.Form):
    """What a player gives on a phone; `key` is the form's own, so that sent twice it is one place."""

    name = LineField(
        label=gettext_lazy("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("First and last name, as the desk knows you."),
    )
    price = forms.ChoiceField(
        label=gettext_lazy("Your price"),
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("The desk decides, and takes the money."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, prices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """`prices`: what the player may say is theirs, as (name, words); nothing is asked where there is only one."""
        super().__init__(*args, **kwargs)
        if len(prices) < 2:
            del self.fields["price"]
            return
        price = self.fields["price"]
        if isinstance(price, forms.ChoiceField):
            price.choices = [(f"price:{name}", words) for name, words in prices]
        price.initial = f"price:{prices[0][0]}"
        price.error_messages["invalid_choice"] = _("The prices have changed: choose one again.")

    @property
    def price_name(self) -> str | None:
        """What was chosen; None where nothing was asked or nothing said."""
        chosen = str(self.cleaned_data.get("price", ""))
        return chosen.removeprefix("price:") if chosen else None


class QueueSaleForm(forms.Form):
    """To whom a place of the queue is registered: a player of the house, or a new one if none is named."""

    player = forms.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    another = forms.RegexField(regex="^1$", required=False)


class MergeForm(forms.Form):
    """The duplicate to merge with, and which of the two stays: the player of the page or the other."""

    other = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    keep = forms.ChoiceField(choices=[("this", "this"), ("other", "other")])


class SaleForm(forms.Form):
    """What is sold to a player, how many in one go, and whether the money is taken later: announced at the table."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in SALE_KINDS])
    owed = forms.RegexField(regex="^1$", required=False)
    count = forms.IntegerField(required=False, min_value=1, max_value=MOST_AT_ONCE)

    def said(self) -> tuple[SaleKind, bool, int]:
        kind: SaleKind = self.cleaned_data["kind"]
        return kind, self.cleaned_data["owed"] == "1", self.cleaned_data["count"] or 1


class MessageAddressForm(forms.Form):
    """Where a player wants messages to."""

    to = LineField(max_length=LONGEST_PLAYER)


class PhoneForm(forms.Form):
    """What a browser says of itself when a player switches notices on; the script of the page fills it."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def address(self) -> PhoneAddress:
        """Of a form that is not valid an address that nobody has: it is refused with the reason."""
        data = self.cleaned_data if self.is_valid() else {}
        return PhoneAddress(
            endpoint=data.get("endpoint", ""), p256dh=data.get("p256dh", ""), auth=data.get("auth", "")
        )
