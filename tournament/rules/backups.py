"""When a backup is made, which ones are kept, and when the last one is too old. Moments in UTC."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final

EVERY: Final = timedelta(minutes=10)
# After one that failed: soon, but not with every look.
AGAIN_AFTER: Final = timedelta(minutes=1)
# Two have failed or were forgotten, and somebody should know.
LATE_AFTER: Final = timedelta(minutes=25)

ALL_FOR: Final = timedelta(hours=2)
HOURLY_FOR: Final = timedelta(days=1)
DAILY_FOR: Final = timedelta(days=31)

Levels = Mapping[str, int]
"""Where the clock of each tournament in play stands, by the tournament's code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastBackup:
    """The newest backup that there is: its moment, and the levels that were played then."""

    at: datetime
    levels: Levels = field(default_factory=dict)


def is_due(
    last: LastBackup | None,
    *,
    levels: Levels,
    changed_at: datetime | None,
    failed_at: datetime | None,
    is_wanting: bool,
    now: datetime,
) -> bool:
    """Say whether a backup is to be made: each ten minutes and at each new level, while there is something new; and
    where the last attempt made none (`is_wanting`) until one does, for its alarm stays as long.

    `changed_at` is when the log was last written to; during play hands are recorded besides. `last` is not later
    than `now`.
    """
    if not may_try_again(failed_at, now=now):
        return False
    if is_wanting:
        return True
    if last is None:
        return bool(levels) or changed_at is not None
    if not levels:
        return changed_at is not None and changed_at > last.at and now - last.at >= EVERY
    return dict(levels) != dict(last.levels) or now - last.at >= EVERY


def may_try_again(failed_at: datetime | None, *, now: datetime) -> bool:
    """Say whether the last failure is long enough ago."""
    return failed_at is None or not timedelta() <= now - failed_at < AGAIN_AFTER


def is_late(last_at: datetime | None, *, opened_at: datetime, now: datetime) -> bool:
    """Say whether play goes on without a fresh backup. A house that has just been opened is given time for one."""
    return now - max(last_at or opened_at, opened_at) > LATE_AFTER


def kept(moments: Iterable[datetime], *, now: datetime) -> frozenset[datetime]:
    """Which backups are kept: all of two hours, the last of each hour for a day, the last of each day for a month.

    The newest one is always kept. One from the future, made before the clock was set back, is as good as a new one.
    """
    all_moments = sorted(moments)
    by_hour, by_day = _last_of_each(all_moments)
    return frozenset(
        moment
        for moment in all_moments
        if moment == all_moments[-1]
        or now - moment <= ALL_FOR
        or (moment in by_hour and now - moment <= HOURLY_FOR)
        or (moment in by_day and now - moment <= DAILY_FOR)
    )


def first_to_go(moments: Iterable[datetime]) -> list[datetime]:
    """Which backups go first where they fill the disk that play needs: the oldest of those that are not the last of
    their hour, as if they were older than two hours. One of each hour is never let go for room.
    """
    all_moments = sorted(moments)
    by_hour, _by_day = _last_of_each(all_moments)
    return [moment for moment in all_moments if moment not in by_hour]


def _last_of_each(all_moments: Iterable[datetime]) -> tuple[frozenset[datetime], frozenset[datetime]]:
    """The last of each hour, and of each day; the moments come in order."""
    of_hour: dict[datetime, datetime] = {}
    of_day: dict[date, datetime] = {}
    for moment in all_moments:
        of_hour[moment.replace(minute=0, second=0, microsecond=0)] = moment
        of_day[moment.date()] = moment
    return frozenset(of_hour.values()), frozenset(of_day.values())
