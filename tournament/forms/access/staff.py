from __future__ import annotations

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy

from tournament.forms.fields.text import LineField
from tournament.models import Role


class OfferForm(forms.Form):
    """Whose account it is, by the log-in name that the director typed: a number would list all accounts."""

    username = forms.CharField(max_length=150)
    role = forms.ChoiceField(choices=Role.choices)


class MemberForm(forms.Form):
    username = LineField(
        label=gettext_lazy("Log-in name"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    full_name = LineField(
        label=gettext_lazy("Name in the log"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("For a new account. Blank: the log-in name is used."),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.FLOOR)
