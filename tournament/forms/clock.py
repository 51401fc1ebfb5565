"""What the floor types to change the clock by figures: a pause, a start, a level with the time left."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields.venue_time import TIME_OF_DAY, next_time
from tournament.models import Tournament
from tournament.services.clock_controls import Wanted
from tournament.services.errors import Refused

_MINUTES = _("Enter a number of minutes from 1 to 600.")


class ClockForm(forms.Form):
    """One of three: `minutes` of a pause; `at`, a time of day; `row` of the structure with `minutes` left, or all."""

    minutes = forms.IntegerField(
        min_value=1,
        max_value=600,
        required=False,
        error_messages={"min_value": _MINUTES, "max_value": _MINUTES, "invalid": _MINUTES},
    )
    row = forms.IntegerField(min_value=0, max_value=999, required=False)
    at = forms.TimeField(required=False, error_messages={"invalid": TIME_OF_DAY})

    def wanted(self, step: str, tournament: Tournament, *, now: datetime) -> Wanted:
        """Raises Refused for what cannot be read, or is missing."""
        if not self.is_valid():
            field, errors = next(iter(self.errors.items()))
            raise Refused(str(errors[0]), code="bad_form", field=field)
        minutes, at = self.cleaned_data["minutes"], self.cleaned_data["at"]
        if step == "start_at":
            if at is None:
                raise Refused(str(TIME_OF_DAY), code="bad_form", field="at")
            return Wanted(at=next_time(at, time_zone=tournament.time_zone, now=now))
        index = self.cleaned_data["row"] or 0
        if minutes is None and step == "jump":
            return Wanted(seconds=_length(tournament, index), index=index)
        if minutes is None:
            raise Refused(str(_MINUTES), code="bad_form", field="minutes")
        return Wanted(seconds=60 * minutes, index=index)


def _length(tournament: Tournament, index: int) -> int:
    """What the structure gives that level or break; 0 where it has no such row, which the clock refuses."""
    structure = tournament.structure
    return structure.periods[index].duration_seconds if index <= structure.last_index else 0
