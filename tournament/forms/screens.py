"""Taking in a television."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields.text import LineField


class TakeScreenForm(forms.Form):
    """The code that it shows, and what the floor calls it."""

    code = LineField(
        label=_("Code on the television"),
        max_length=12,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    name = LineField(label=_("Name"), max_length=40, help_text=_("Where it hangs, for example: Bar"))
