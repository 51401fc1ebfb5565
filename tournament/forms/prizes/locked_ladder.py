"""The ladder as the director edits it by hand, and what is said of its difference to the prize pool."""

from __future__ import annotations

from typing import cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.text import LineField
from tournament.forms.prizes.payout_scheme import read_amounts
from tournament.rules.payouts.locked import Difference
from tournament.rules.payouts.schemes import CustomAmounts, PrizeError
from tournament.words.rules import say_error

DIFFERENCES = (
    ("none", gettext_lazy("None: the amounts are the prize pool")),
    ("added", gettext_lazy("The house adds what is above the prize pool")),
    ("withheld", gettext_lazy("The house withholds what is below the prize pool")),
)
# A Main Event pays fifteen hundred places, and each may have an amount of its own.
MAX_LINES = 2_000
MAX_TYPED = 60_000


class LockedLadderForm(forms.Form):
    """Once it is valid, `scheme` holds the amounts."""

    amounts = forms.CharField(
        label=gettext_lazy("Amounts"),
        max_length=MAX_TYPED,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy("One line per place or range of places, for example “1: 500” or “4-6: 100”."),
    )
    difference = forms.ChoiceField(
        label=gettext_lazy("Difference to the prize pool"),
        choices=DIFFERENCES,
        widget=forms.RadioSelect,
        initial="none",
    )
    reason = LineField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Needed where there is a difference. Appears in the log."),
    )
    pool_seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    scheme: CustomAmounts | None = None

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if "amounts" in cleaned:
            try:
                self.scheme = read_amounts(str(cleaned["amounts"]), most=MAX_LINES)
            except ValidationError as error:
                self.add_error("amounts", error)
            except PrizeError as error:
                self.add_error("amounts", say_error(error))
        if cleaned.get("difference") in ("added", "withheld") and not cleaned.get("reason"):
            self.add_error("reason", _("Enter why the house bears a difference."))
        return cleaned

    @property
    def said(self) -> Difference:
        """Who bears the difference."""
        return cast("Difference", self.cleaned_data["difference"])
