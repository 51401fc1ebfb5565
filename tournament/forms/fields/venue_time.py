"""Days and times as they are typed: those of the clock on the wall of the venue."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TYPED = "%Y-%m-%dT%H:%M"
"""As a browser's box for a day and a time sends it."""


SOON: Final = timedelta(hours=16)
"""Within it a time of day is one of this session; a later one has passed, and nobody means that of tomorrow."""

TIME_OF_DAY = gettext_lazy("Enter a time of day, for example 20:30.")


def time_of_day_field(label: Any, *, help_text: Any = "", required: bool = False) -> forms.TimeField:
    """A time of day with a browser’s box for it."""
    return forms.TimeField(
        label=label,
        help_text=help_text,
        required=required,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": TIME_OF_DAY},
    )


def day_and_time_box() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format=TYPED)


def at_the_venue(typed: datetime, time_zone: str) -> datetime:
    """The moment that is meant. Raises ValidationError for a year in which nobody plans an event."""
    if not 2000 <= typed.year <= 2100:
        raise ValidationError(_("Choose a year from 2000 to 2100."))
    return typed.replace(tzinfo=ZoneInfo(time_zone)).astimezone(UTC)


def next_time(at: time, *, time_zone: str, now: datetime) -> datetime:
    """The next moment at which the wall clock there shows this: today, or tomorrow."""
    here = now.astimezone(ZoneInfo(time_zone))
    today = datetime.combine(here.date(), at, tzinfo=here.tzinfo)
    return today if today > now else today + timedelta(days=1)


def soon(at: time, *, time_zone: str, now: datetime) -> datetime:
    """The same of a session that is on. Raises ValidationError for a time that has passed."""
    moment = next_time(at, time_zone=time_zone, now=now)
    if moment - now > SOON:
        raise ValidationError(
            _("%(at)s has passed. Enter a time within the next %(hours)d hours."),
            code="has_passed",
            params={"at": f"{at:%H:%M}", "hours": SOON // timedelta(hours=1)},
        )
    return moment


def nearest_time(at: time, *, time_zone: str, near: datetime) -> datetime:
    """The moment nearest to another one at which the wall clock there shows this."""
    here = near.astimezone(ZoneInfo(time_zone))
    days = (datetime.combine(here.date() + timedelta(days=day), at, tzinfo=here.tzinfo) for day in (-1, 0, 1))
    return min(days, key=lambda moment: abs(moment.astimezone(UTC) - near))
