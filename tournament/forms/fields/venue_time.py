"""Days and times as they are typed: those of the clock on the wall of the venue."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

TYPED = "%Y-%m-%dT%H:%M"
"""As a browser's box for a day and a time sends it."""


def day_and_time_box() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format=TYPED)


def at_the_venue(typed: datetime, time_zone: str) -> datetime:
    """The moment that is meant. Raises ValidationError for a year in which nobody plans an event."""
    if not 2000 <= typed.year <= 2100:
        raise ValidationError(_("Choose a year from 2000 to 2100."))
    return typed.replace(tzinfo=ZoneInfo(time_zone)).astimezone(UTC)
