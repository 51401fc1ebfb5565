"""A side prize as the director names it: what for, how much, and whose money it is."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import MoneyField
from tournament.forms.fields.text import LineField
from tournament.models.side_prize import LONGEST_NAME

SOURCES = (
    ("pool", gettext_lazy("From the prize pool: the ladder gets smaller")),
    ("house", gettext_lazy("From the house")),
)


class SidePrizeForm(forms.Form):
    name = LineField(
        label=gettext_lazy("Side prize for"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("For example: last woman, first out, high hand of the night."),
    )
    amount = MoneyField(label=gettext_lazy("Amount"))
    source = forms.ChoiceField(
        label=gettext_lazy("Whose money"), choices=SOURCES, widget=forms.RadioSelect, initial="house"
    )

    def clean_amount(self) -> int:
        amount = int(self.cleaned_data["amount"])
        if not amount:
            raise ValidationError(_("Enter an amount above 0."))
        return amount
