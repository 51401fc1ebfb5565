from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from tournament.queries.alarms.alarm import Alarm
from tournament.queries.alarms.backups import backup_alarms
from tournament.queries.alarms.computer_clock import computer_clock
from tournament.queries.alarms.disk import disk_alarms
from tournament.queries.alarms.hooks import stopped_hooks
from tournament.queries.alarms.messages import message_alarms
from tournament.queries.alarms.processes import processes
from tournament.queries.alarms.rows import altered_rows

logger = logging.getLogger(__name__)

# What each source has to say at a moment.
SOURCES: Final[Sequence[Callable[[datetime], list[Alarm]]]] = (
    altered_rows,
    computer_clock,
    disk_alarms,
    backup_alarms,
    processes,
    stopped_hooks,
    message_alarms,
)


def alarms(*, now: datetime) -> list[Alarm]:
    """All alarms of this moment, the urgent ones first."""
    found = [alarm for source in SOURCES for alarm in _of(source, now)]
    return sorted(found, key=lambda alarm: not alarm.is_urgent)


def _of(source: Callable[[datetime], list[Alarm]], now: datetime) -> list[Alarm]:
    """What one source says. A disk that fails takes away its own alarms: not the others', and not the page."""
    try:
        return source(now)
    except OSError:
        logger.exception("The alarms of %s could not be looked for.", source.__name__)
        return []
