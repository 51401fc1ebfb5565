"""What is typed to open a till, to close it, and to carry cash out of it or into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
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


class TransferForm(forms.Form):
    """Between one till and the safe, or from it to one of the `others`: ids and the names of their people."""

    DROP, FILL = "drop", "fill"

    way = forms.ChoiceField()
    amount = MoneyField(label=gettext_lazy("Amount"))
    reason = LineField(
        label=gettext_lazy("Reason, if there is one"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Appears in the log."),
    )

    def __init__(self, typed: Mapping[str, Any] | None = None, *, others: Sequence[tuple[int, str]]) -> None:
        # The count is typed on the same page.
        super().__init__(typed, auto_id="transfer_%s")
        self.fields["way"] = forms.ChoiceField(
            label=_("Where"),
            choices=[
                (self.DROP, _("Drop into the safe")),
                (self.FILL, _("Fill from the safe")),
                *(
                    (str(till), _("Transfer to the till of %(name)s") % {"name": name})
                    for till, name in others
                ),
            ],
            widget=forms.RadioSelect,
            initial=self.DROP,
        )

    def clean_amount(self) -> int:
        amount = int(self.cleaned_data["amount"])
        if not amount:
            raise ValidationError(_("Enter an amount above 0."))
        return amount

    def ends(self, till_id: int) -> tuple[int | None, int | None]:
        """From which till to which, None for the safe; `till_id` is the one that the form is about."""
        way = self.cleaned_data["way"]
        if way == self.FILL:
            return None, till_id
        return till_id, None if way == self.DROP else int(way)
