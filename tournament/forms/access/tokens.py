from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields.text import LineField
from tournament.models import TokenScope


class TokenForm(forms.Form):
    """A token for one program: what it is called, and what it may."""

    name = LineField(
        label=_("Name of the program"),
        max_length=60,
        help_text=_("As the log calls it, for example: Club website"),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=TokenScope.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one: what everybody may read needs no token.")},
    )

    def chosen(self) -> list[TokenScope]:
        """In the order in which they are offered."""
        return [scope for scope in TokenScope if scope.value in self.cleaned_data["scopes"]]
