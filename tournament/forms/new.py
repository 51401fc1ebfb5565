from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.fields.choices import TEMPLATES
from tournament.forms.fields.text import LineField

FROM_NOTHING = "nothing"


class NewTournamentForm(forms.Form):
    name = LineField(label=gettext_lazy("Name"), max_length=120)
    template = forms.ChoiceField(
        label=gettext_lazy("Start from"),
        choices=[(code, label) for code, label, _about in TEMPLATES]
        + [(FROM_NOTHING, gettext_lazy("Blank"))],
        widget=forms.RadioSelect,
        initial=TEMPLATES[0][0],
    )


class CloneForm(forms.Form):
    name = LineField(label=gettext_lazy("Name of the copy"), max_length=120)


class ReasonForm(forms.Form):
    """Why something is undone; one printable line that appears in the log."""

    reason = LineField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("Appears in the log."),
    )
