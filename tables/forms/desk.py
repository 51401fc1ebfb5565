from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.text import LineField


class NewPlayerForm(forms.Form):
    """Somebody the house does not know yet, added and registered in one step."""

    name = LineField(
        label=gettext_lazy("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    public_name = LineField(
        label=gettext_lazy("Name on public pages"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Initials or a nickname, if they prefer."),
    )
    club_number = LineField(label=gettext_lazy("Club number"), max_length=40, required=False)
