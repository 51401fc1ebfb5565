"""What is typed to open a till and to close it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import MoneyField
from tournament.forms.fields.text import LineField


class OpenTillForm(forms.Form):
    amount = MoneyField(
        label=gettext_lazy("Opening float"), help_text=gettext_lazy("The cash in the drawer to give change.")
    )


class CloseTillForm(forms.Form):
    counted = MoneyField(label=gettext_lazy("Cash counted"))
    reason = LineField(
        label=gettext_lazy("Reason for a difference"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Appears in the log."),
    )
