"""What the floor enters about players who are out: who, in which order, and who knocked them out."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.console import LARGEST_ID
from tables.services.hands.busting import Out

MOST_PLAYERS = 10


class EntriesField(forms.TypedMultipleChoiceField):
    """Entries by their keys. Whether they still sit at the table is for the service to say, with their names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(coerce=int, required=False, **options)

    def valid_value(self, value: Any) -> bool:
        """Any number that the database could keep as a key."""
        return _is_key(value)


class OrderField(forms.IntegerField):
    """The place of a player among those who are out, 1 the highest."""

    widget = forms.TextInput(
        attrs={"class": "input number", "inputmode": "numeric", "maxlength": "2", "autocomplete": "off"}
    )

    def __init__(self) -> None:
        super().__init__(label=_("Order"), min_value=1, max_value=MOST_PLAYERS, required=False)


class BustForm(forms.Form):
    """Players of one table out in one hand; `order_7` is the place of entry 7 among them, 1 the highest."""

    out = EntriesField(label=_("Out"))
    by = EntriesField(label=_("Knocked out by"))
    # Asked by whom, the floor has said that nobody is known; and where on the page it was asked.
    nobody = forms.BooleanField(required=False)
    at = forms.CharField(required=False, max_length=8)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "bust-%s", **kwargs})
        for name in self.data:
            if name.startswith("order_") and name.removeprefix("order_").isdecimal():
                self.fields[name] = OrderField()

    def order_of(self, entry_id: int) -> forms.BoundField | None:
        """The field of a player's place among those who are out, as it was sent; None before."""
        name = f"order_{entry_id}"
        return self[name] if name in self.fields else None

    def said(self) -> Out:
        """What was entered, once it is valid."""
        order = {
            int(name.removeprefix("order_")): place
            for name, place in self.cleaned_data.items()
            if name.startswith("order_") and place is not None
        }
        return Out(entries=self.cleaned_data["out"], credited_to=self.cleaned_data["by"], order=order)

    def says_by_whom(self) -> bool:
        """Whether it was said who knocked them out, or that nobody knows, once it is valid."""
        return bool(self.cleaned_data["by"] or self.cleaned_data["nobody"])

    def chosen(self) -> set[int]:
        """The entries ticked as out, for a form that is shown again."""
        return self._ticked("out")

    def credited(self) -> set[int]:
        """The entries ticked as those who knocked them out."""
        return self._ticked("by")

    def _ticked(self, name: str) -> set[int]:
        field = self.fields[name]
        values = field.widget.value_from_datadict(self.data, self.files, name) if self.is_bound else ()
        return {int(value) for value in values or () if _is_key(value)}


class CreditForm(forms.Form):
    """Who knocked a player out; `seen` are those credited when the page was shown."""

    bust = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    by = EntriesField(label=_("Knocked out by"))
    seen = forms.CharField(required=False, max_length=200)

    def clean_seen(self) -> frozenset[int]:
        named = self.cleaned_data["seen"].split(",")
        return frozenset(int(each) for each in named if _is_key(each))


def _is_key(value: object) -> bool:
    text = str(value)
    return text.isascii() and text.isdecimal() and 0 < int(text) <= LARGEST_ID
