"""What is typed to add money to the prize pool."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import MoneyField
from tournament.forms.fields.text import LineField
from tournament.models import Giver


class AddedMoneyForm(forms.Form):
    amount = MoneyField(label=gettext_lazy("Amount"))
    giver = forms.ChoiceField(label=gettext_lazy("Who adds it"), choices=Giver.choices)
    reason = LineField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("The sponsor’s name, or what it is for. Appears in the log."),
    )
    is_cash = forms.BooleanField(
        label=gettext_lazy("Handed over here in cash"),
        required=False,
        help_text=gettext_lazy("It is then in your till; a bank transfer is not."),
    )
