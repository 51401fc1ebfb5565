"""When an event is expected to end, as pages say it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.queries.forecast.outlook import Expected, Outlook
from tournament.queries.forecast.outlook import public_outlook as outlook_for_all
from tournament.rules.forecast.milestones import MilestoneKind
from tournament.templatetags.poker import time_of_day

register = template.Library()

_TITLES: Final[dict[MilestoneKind, Promise]] = {
    "end": _("Expected end"),
    "bubble": _("Bubble"),
    "final_table": _("Final table"),
    "break": _("Next break"),
    "dinner": _("Dinner break"),
    "day_end": _("End of today’s play"),
}
# What an evening goes on to: a time before it, said on the evening, is that of the same night.
_MORNING: Final = timedelta(hours=6)


@register.simple_tag
def public_outlook(tournament: Tournament, now: datetime) -> Outlook | None:
    """What everybody may see of it; None where the event does not show it."""
    return outlook_for_all(tournament, now=now)


@register.filter
def milestone_title(expected: Expected) -> Promise:
    return _TITLES[expected.kind]


@register.simple_tag
def expected_at(moment: datetime, now: datetime, time_zone: str) -> str:
    """A time of day: "21:05"; with its day where that is neither this one nor the night of it: "Sun 22 Nov, 21:05".

    `now` is when it is read, or the time that stands before it.
    """
    zone = ZoneInfo(time_zone)
    then, here = (each.astimezone(zone).replace(tzinfo=None) for each in (moment, now))
    is_tonight = (then - _MORNING).date() == (here - _MORNING).date()
    said = time_of_day(moment, time_zone)
    return said if then.date() == here.date() or is_tonight else f"{date_format(then, 'D j M')}, {said}"
