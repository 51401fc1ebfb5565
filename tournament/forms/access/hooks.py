"""An endpoint of web hooks, as it is typed."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields.text import LineField
from tournament.models import HookType
from tournament.rules.hooks.destinations import LONGEST, Destination, UrlFault, UrlWrong, read_destination

_FAULTS: Final[dict[UrlFault, str | Promise]] = {
    UrlFault.SCHEME: _("Enter an address that begins with https:// or http://."),
    UrlFault.HOST: _("The address has no host: write it as in https://club.example/hooks."),
    UrlFault.USER: _(
        "Leave out the part with a name, a password or a #: the receiver verifies the signature instead."
    ),
    UrlFault.PORT: _(
        "No web server is at this port: use 443, 80, or one from 1024 that no other service has."
    ),
    UrlFault.UNREADABLE: _("This cannot be read as an address: write it as in https://club.example/hooks."),
}


class DestinationField(LineField):
    """The address of a receiver. `value` is a Destination."""

    widget = forms.URLInput(
        attrs={
            "autocomplete": "off",
            "autocapitalize": "none",
            "spellcheck": "false",
            "placeholder": "https://",
        }
    )

    def clean(self, value: object) -> Destination:
        typed: str = super().clean(value)
        try:
            return read_destination(typed)
        except UrlWrong as wrong:
            raise ValidationError(str(_FAULTS[wrong.fault]), code=wrong.fault.value) from None


class HookForm(forms.Form):
    """Where to, of what, and what the receiver may have."""

    url = DestinationField(label=_("Address of the receiver"), max_length=LONGEST)
    types = forms.MultipleChoiceField(
        label=_("Send a message for"), choices=HookType.choices, widget=forms.CheckboxSelectMultiple
    )
    has_names = forms.BooleanField(
        label=_("Send players’ names"),
        required=False,
        help_text=_("As the public pages show them. Without it a message has only the number of the entry."),
    )
    is_for_all = forms.BooleanField(
        label=_("For all events that I direct"),
        required=False,
        help_text=_("Also for those that are still to be made."),
    )
    is_in_network = forms.BooleanField(
        label=_("The receiver is in this network"),
        required=False,
        help_text=_("Without it, nothing is sent to addresses of this computer or this network."),
    )

    def clean_types(self) -> tuple[str, ...]:
        """In the order of the list."""
        chosen: list[str] = self.cleaned_data["types"]
        return tuple(value for value in HookType.values if value in chosen)

    def wanted(self) -> dict[str, Any]:
        """The fields of HookWanted."""
        typed = dict(self.cleaned_data)
        return {"destination": typed.pop("url"), **typed}
