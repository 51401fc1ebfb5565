"""The scheduler of Celery beat: by the house's time, with a sign of life in each round.

Celery asks the computer's clock what is due: set back an hour, it would not tick for an hour.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from celery.schedules import BaseSchedule
from celery.schedules import schedule as every

from tournament.config.heart import Heart
from tournament.timekeeping import house_now

_heart = Heart("beat")


class HouseEntry(ScheduleEntry):
    """Due by the house's time."""

    def __init__(self, *, schedule: timedelta | BaseSchedule, **options: Any) -> None:
        if isinstance(schedule, timedelta):
            schedule = every(schedule, nowfun=house_now)
        super().__init__(schedule=schedule, **options)


class HouseScheduler(Scheduler):
    """Keeps its entries in memory, as Celery's own."""

    Entry = HouseEntry

    def tick(self, *given: Any, **named: Any) -> float:
        """Do what is due, at least once a second."""
        _heart.sign()
        return float(super().tick(*given, **named))
