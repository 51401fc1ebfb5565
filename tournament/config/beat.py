"""The scheduler of Celery beat: by the house's time, with a sign of life in each round.

Celery asks the computer's clock what is due: set back an hour, it would not tick for an hour.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import structlog
from celery.beat import ScheduleEntry, Scheduler
from celery.schedules import BaseSchedule
from celery.schedules import schedule as every

from tournament.config.heart import Heart
from tournament.config.worker import AGAIN
from tournament.timekeeping import house_now

logger = structlog.get_logger(__name__)

# Celery would sleep for five minutes: one that slept so long would be killed as hung, and would miss that the house's
# time has changed.
AT_MOST_SECONDS: Final = 1.0

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
        """Do what is due; returns after how many seconds to come again, a second at the most."""
        _heart.sign()
        self._follow_the_house_back()
        return min(AT_MOST_SECONDS, float(super().tick(*given, **named)))

    def _follow_the_house_back(self) -> None:
        """What ran in a time that is still to come, begins its wait now: with nothing in play the house's time takes
        over the computer's, which may be an hour earlier.
        """
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                # Celery's order of what is due next; the tick makes it again.
                self._heap = None

    def _ensure_connected(self) -> Any:
        """Wait for Valkey at the start: to wait is to be alive."""
        return self.connection.ensure_connection(_say_away, callback=_heart.sign, **AGAIN)


def _say_away(error: Exception, _pause: float) -> None:
    logger.warning("valkey_away", error=type(error).__name__)
