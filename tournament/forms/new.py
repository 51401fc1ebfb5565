from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.fields.choices import TEMPLATES
from tournament.forms.fields.text import LineField
from tournament.forms.fields.venue_time import at_the_venue, day_and_time_box

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


class FlightForm(forms.Form):
    """A further flight of an event: its name, and when it starts at the venue."""

    name = LineField(
        label=gettext_lazy("Name of the flight"),
        max_length=120,
        help_text=gettext_lazy("As it stands on screens and tickets, for example: Spring Open, Day 1A"),
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Start"),
        required=False,
        widget=day_and_time_box(),
        help_text=gettext_lazy("Local time at the venue; may be left blank."),
    )

    def __init__(self, *args: Any, time_zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._time_zone = time_zone

    def clean_starts_at(self) -> datetime | None:
        typed = self.cleaned_data["starts_at"]
        return at_the_venue(typed, self._time_zone) if typed else None


class FestivalForm(forms.Form):
    name = LineField(
        label=gettext_lazy("Name of the festival"),
        max_length=120,
        help_text=gettext_lazy("As it stands on its schedule, for example: Winter Series 2027"),
    )


class ReasonForm(forms.Form):
    """Why something is undone; one printable line that appears in the log."""

    reason = LineField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("Appears in the log."),
    )
