from __future__ import annotations

from django import forms

# The database keeps no larger one.
LARGEST_AMOUNT = 2**63 - 1


class PayAllForm(forms.Form):
    """What the desk was shown, in minor units, of it what a second person is asked for beside the cash; whether a debt
    is set off, and whether the papers were seen.
    """

    amount = forms.IntegerField(min_value=0, max_value=LARGEST_AMOUNT)
    asked = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_AMOUNT)
    set_off = forms.RegexField(regex="^1$", required=False)
    papers_seen = forms.BooleanField(required=False)


class ConfirmForm(forms.Form):
    """The sum that the second person was shown, in minor units."""

    amount = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_AMOUNT)
