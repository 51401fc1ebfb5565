from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from tournament.queries.alarms.alarm import Alarm
from tournament.queries.alarms.backups import backup_alarms
from tournament.queries.alarms.computer_clock import computer_clock
from tournament.queries.alarms.disk import disk_alarms
from tournament.queries.alarms.processes import processes
from tournament.queries.alarms.rows import altered_rows

# What each source has to say at a moment.
SOURCES: Final[Sequence[Callable[[datetime], list[Alarm]]]] = (
    altered_rows,
    computer_clock,
    disk_alarms,
    backup_alarms,
    processes,
)


def alarms(*, now: datetime) -> list[Alarm]:
    """All alarms of this moment, the urgent ones first."""
    found = [alarm for source in SOURCES for alarm in source(now)]
    return sorted(found, key=lambda alarm: not alarm.is_urgent)
