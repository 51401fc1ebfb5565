"""The computer's clock was set while a tournament is in play."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tournament.models import Tournament, TournamentStatus
from tournament.queries.alarms.alarm import Alarm
from tournament.timekeeping import ComputerTimeStep, clock_step
from tournament.words.spans import span_text


def computer_clock(_now: datetime) -> list[Alarm]:
    """One alarm while the computer's clock is not where the house's time is; no query while it is."""
    step = clock_step()
    if step is None:
        return []
    zones = Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk")
    zone = zones.values_list("time_zone", flat=True).first()
    return [] if zone is None else [_alarm(step, ZoneInfo(zone))]


def _alarm(step: ComputerTimeStep, zone: ZoneInfo) -> Alarm:
    if step.by.total_seconds() < 0:
        words = _(
            "The clock of Floorman's computer went back %(time)s at %(at)s. "
            "Tournament clocks and registration are untouched."
        )
    else:
        words = _(
            "The clock of Floorman's computer jumped %(time)s forward at %(at)s. "
            "Tournament clocks and registration are untouched."
        )
    return Alarm(
        code="computer_clock",
        words=words % {"time": span_text(step.by.total_seconds()), "at": f"{step.at.astimezone(zone):%H:%M}"},
        cure=_(
            "Set the computer's clock right, and this goes away by itself. "
            "If the computer's time is right now, say so."
        ),
        way="tables:adopt_computer_time",
        way_label=_("The computer's time is right"),
    )
