"""What the floor types at the console: a message, a reason, a counted stack, a number of tables."""

from __future__ import annotations

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.services.corrections import REASON_MAX
from tables.services.messages import TEXT_MAX
from tournament.forms.numbers import ChipsField

# "12/4", "12-4", "12 4", "T12 S4", in Italian "T12 P4" (posto).
_CHAIR = re.compile(r"t?\s*([0-9]{1,4})(?:\s*(?:[/\-.,:]|\s[sp]?|[sp])\s*([0-9]{1,2}))?", re.IGNORECASE)
HOLD_REASON_MAX = 200


def read_chair(typed: str) -> tuple[int, int | None] | None:
    """Table and seat of what was typed into the search field; None when it is no chair."""
    match = _CHAIR.fullmatch(typed.strip())
    if match is None:
        return None
    return int(match[1]), int(match[2]) if match[2] else None


class HoldForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=HOLD_REASON_MAX, required=False)


class MessageForm(forms.Form):
    text = forms.CharField(
        label=_("Message to the dealer"),
        max_length=TEXT_MAX,
        error_messages={"required": _("Write the message.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CorrectionForm(forms.Form):
    stack = ChipsField(label=_("Chips counted"), low=1)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX,
        error_messages={"required": _("Say why the stack is corrected.")},
    )


class RedrawForm(forms.Form):
    tables_left = forms.IntegerField(min_value=1, max_value=999)


class OpenTableForm(forms.Form):
    seats = forms.IntegerField(min_value=2, max_value=10, required=False)


class MoveForm(forms.Form):
    """Whom to send where; `to` is a table and a seat as the seat map writes them: "7-2"."""

    entry = forms.IntegerField(min_value=1)
    to = forms.RegexField(regex=r"^[0-9]{1,4}-[0-9]{1,2}$")

    def target(self) -> tuple[int, int]:
        table, seat = self.cleaned_data["to"].split("-")
        return int(table), int(seat)


class LockForm(forms.Form):
    seat = forms.IntegerField(min_value=1, max_value=10)
    locked = forms.RegexField(regex="^[01]$")


class ProposalForm(forms.Form):
    """A proposed move, by its two chairs."""

    from_table = forms.IntegerField(min_value=1)
    from_seat = forms.IntegerField(min_value=1)
    to_table = forms.IntegerField(min_value=1)
    to_seat = forms.IntegerField(min_value=1)
