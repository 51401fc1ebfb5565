"""What is disputed about a hand, and what the floor decides."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.models import DisputeAbout
from tables.services.chips.corrections import REASON_MAX
from tables.services.hands.disputes import SAID_MAX


class DisputeForm(forms.Form):
    """The reason is needed where it is too late."""

    about = forms.ChoiceField(label=_("About"), choices=DisputeAbout.choices, widget=forms.RadioSelect)
    said = forms.CharField(label=_("What is disputed"), max_length=SAID_MAX)
    why_late = forms.CharField(
        label=_("Why it is heard, if it is too late"), max_length=REASON_MAX, required=False
    )


class DecisionForm(forms.Form):
    answer = forms.CharField(
        label=_("Decision"), max_length=SAID_MAX, error_messages={"required": _("Enter the decision.")}
    )
