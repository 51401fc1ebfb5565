from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.backups.errors import FailureKind
from tournament.backups.second_disk import second_disk
from tournament.backups.shelf import Failure, backups_in, last_failure, second_shelf
from tournament.queries.alarms.alarm import Alarm
from tournament.queries.alarms.play import levels_in_play
from tournament.queries.alarms.restarts import house_opened_at
from tournament.rules.backups import LATE_AFTER, is_late

_WORDS: Final[Mapping[FailureKind, Promise]] = {
    "full": gettext_lazy("The last backup failed: there is no room for it on the disk."),
    "damaged": gettext_lazy("The last backup failed: the database is damaged."),
    "no_tools": gettext_lazy("The last backup failed: pg_dump is not installed on this computer."),
    "away": gettext_lazy("The last backup failed: the database or its disk did not answer."),
    "second": gettext_lazy("The last backup could not be copied to the second disk."),
}
_CURES: Final[Mapping[FailureKind, Promise]] = {
    "full": gettext_lazy(
        "Free some space on the computer of Floorman: the next backup is made within a minute."
    ),
    "damaged": gettext_lazy(
        "Keep all backups, stop Floorman at the next break, and put the last good backup back with manage.py restore."
    ),
    "no_tools": gettext_lazy(
        "Install PostgreSQL's client programs; on Debian: apt install postgresql-client."
    ),
    "away": gettext_lazy("Run manage.py backup on the computer of Floorman: it says what is wrong."),
    "second": gettext_lazy(
        "Plug the second disk in, or free some space on it; the backups on the first disk are complete."
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Backups:
    """What there is of backups: when the last one was made, how many are kept, what went wrong the last time."""

    last_at: datetime | None
    kept: int
    failure: Failure | None
    has_second_disk: bool
    now: datetime

    @property
    def minutes_ago(self) -> int | None:
        return (
            None
            if self.last_at is None
            else max(self.now - self.last_at, timedelta()) // timedelta(minutes=1)
        )


def backups_state(now: datetime) -> Backups:
    """What the files say; works without the database. Backups that another host has made count where both write to
    the same second directory; it is looked into only where this host has no fresh one.
    """
    first, second = backups_in(Path(settings.BACKUP_DIR)), second_shelf()
    made = [moment for moment in first if moment <= now]
    if second and (not made or now - made[-1] > LATE_AFTER):
        made += [moment for moment in second_disk.moments(second) if moment <= now]
    return Backups(
        last_at=max(made, default=None),
        kept=len(first),
        failure=last_failure(Path(settings.BACKUP_DIR)),
        has_second_disk=second is not None,
        now=now,
    )


def backup_alarms(now: datetime) -> list[Alarm]:
    """The last one failed, or play goes on without a fresh one."""
    state = backups_state(now)
    if state.failure:
        kind = state.failure.kind
        return [
            Alarm(
                code=f"backup_{kind}",
                words=str(_WORDS[kind]),
                cure=str(_CURES[kind]),
                is_urgent=kind == "damaged",
            )
        ]
    opened_at = house_opened_at(Path(settings.DATA_DIR))
    # What `manage.py run` has not opened has no worker beside it that would make backups here.
    if opened_at and is_late(state.last_at, opened_at=opened_at, now=now) and levels_in_play():
        return [Alarm(code="backup_late", words=_late_words(state), cure=_late_cure())]
    return []


def _late_words(state: Backups) -> str:
    if state.minutes_ago is None:
        return _("There is no backup of the tournament in play.")
    return ngettext(
        "The last backup is %(minutes)d minute old.",
        "The last backup is %(minutes)d minutes old.",
        state.minutes_ago,
    ) % {"minutes": state.minutes_ago}


def _late_cure() -> str:
    return _("Run manage.py backup on the computer of Floorman, and look whether the background worker runs.")
