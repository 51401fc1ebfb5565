"""A message service, as it is typed."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.text import LineField
from tournament.rules.messages import (
    HIGHEST_CAP,
    LONGEST_PLAYER,
    LONGEST_SERVICE,
    SERVICES,
    USUAL_CAP,
    AddressFault,
    AddressWrong,
)
from tournament.services.messages.addresses import judge_address

_FAULTS: Final[dict[AddressFault, str | Promise]] = {
    AddressFault.UNREADABLE: gettext_lazy(
        "This cannot be read as an address. It begins like twilio:// or mailtos:// and has no spaces, commas, "
        "semicolons, backslashes or #; write one that belongs to a password as %% and its number, for example %%23."
    ),
    AddressFault.TO_MISSING: gettext_lazy(
        "Write {to} where the player’s own address goes, for example %(what)s"
    ),
    AddressFault.TO_TWICE: gettext_lazy("Write {to} only once, for example %(what)s"),
    AddressFault.TO_PLACE: gettext_lazy(
        "Here {to} is not the recipient: write it where it stands in %(what)s"
    ),
    AddressFault.SAYS: gettext_lazy(
        "Leave out “%(what)s”, or say it once: a message goes to one player, and to nobody else."
    ),
    AddressFault.FORM: gettext_lazy(
        "Apprise cannot read this, or would not write to the player alone. The address is written like %(what)s"
    ),
    AddressFault.PORT: gettext_lazy(
        "No mail server is at port %(what)s: use 587, 465 or 25. One in this network may have another."
    ),
    AddressFault.NETWORK: gettext_lazy(
        "%(what)s is an address in this network: allow that below, if it is meant."
    ),
    AddressFault.UNJUDGED: gettext_lazy(
        "This computer has too much to do to look at the address now: add the service once more."
    ),
}


def said_of(wrong: AddressWrong) -> str:
    """What is wrong with an address, and the cure."""
    if wrong.fault is not AddressFault.SCHEME:
        return str(_FAULTS[wrong.fault]) % {"what": wrong.what}
    known = ", ".join(f"{scheme}://" for scheme in SERVICES)
    words = {"scheme": f"{wrong.what}://", "near": f"{wrong.near}://", "known": known}
    if wrong.near:
        return (
            _(
                "Floorman does not send by %(scheme)s. Is %(near)s meant? Below the form are all that there are."
            )
            % words
        )
    return _("Floorman does not send by %(scheme)s. It sends by %(known)s.") % words


class CapForm(forms.Form):
    """How many messages a day."""

    cap = forms.IntegerField(
        label=gettext_lazy("Messages a day, at most"),
        min_value=1,
        max_value=HIGHEST_CAP,
        initial=USUAL_CAP,
        help_text=gettext_lazy("Most services want money for each. Tests count."),
    )


class TestForm(forms.Form):
    """To whom a test goes."""

    to = LineField(max_length=LONGEST_PLAYER)


class MessageServiceForm(CapForm):
    """By what players are reached, and how often."""

    field_order = ("name", "address", "cap")

    name = LineField(
        label=gettext_lazy("Name that players read"),
        max_length=40,
        help_text=gettext_lazy("For example: SMS, E-mail, Telegram"),
    )
    address = LineField(
        label=gettext_lazy("Address of the service"),
        max_length=LONGEST_SERVICE,
        help_text=gettext_lazy(
            "As Apprise writes it, with {to} where the player’s own address goes. It is kept sealed, not shown again."
        ),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "placeholder": "twilio://",
            }
        ),
    )
    is_for_all = forms.BooleanField(
        label=gettext_lazy("For all events that I direct"),
        required=False,
        help_text=gettext_lazy(
            "Also for those that are still to be made. They share the messages of the day."
        ),
    )
    is_in_network = forms.BooleanField(
        label=gettext_lazy("The mail server is in this network"),
        required=False,
        help_text=gettext_lazy("Without it, nothing is sent to addresses of this computer or this network."),
    )

    def clean(self) -> dict[str, Any]:
        typed = dict(super().clean() or {})
        if "address" in typed and not self.errors:
            try:
                scheme = judge_address(typed["address"], in_network=typed["is_in_network"])
            except AddressWrong as wrong:
                self.add_error("address", ValidationError(said_of(wrong), code=wrong.fault.value))
            else:
                typed["scheme"] = scheme
        return typed

    def wanted(self) -> dict[str, Any]:
        """The fields of ServiceWanted."""
        return dict(self.cleaned_data)
