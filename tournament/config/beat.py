"""The scheduler of Celery beat: by the house's time, with a sign of life in each round.

Celery asks the computer's clock what is due: set back an hour, it would not tick for an hour.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import structlog
from celery.beat import ScheduleEntry, Scheduler
from celery.schedules import BaseSchedule
from celery.schedules import schedule as every

from tournament.config.heart import Heart
from tournament.config.worker import AGAIN
from tournament.timekeeping import house_now

logger = structlog.get_logger(__name__)

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

    def _ensure_connected(self) -> Any:
        """Wait for Valkey at the start: to wait is to be alive."""
        return self.connection.ensure_connection(_say_away, callback=_heart.sign, **AGAIN)


def _say_away(error: Exception, _pause: float) -> None:
    logger.warning("valkey_away", error=type(error).__name__)
