from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.backups.disk import disk_of
from tournament.queries.alarms.alarm import Alarm


def disk_alarms(_now: datetime) -> list[Alarm]:
    """The disk of the database fills up, or is full."""
    disk = disk_of(Path(settings.DATA_DIR))
    if not disk.is_low:
        return []
    free = {"megabytes": disk.free_megabytes}
    return [
        Alarm(
            code="disk_full" if disk.is_nearly_full else "disk_low",
            words=_("The disk of Floorman is full: %(megabytes)d MB are free.") % free
            if disk.is_nearly_full
            else _("The disk of Floorman is filling up: %(megabytes)d MB are free.") % free,
            cure=_(
                "Delete files or move them elsewhere. On a full disk taps are refused; nothing recorded is lost, "
                "and play goes on as soon as there is space."
            ),
            is_urgent=disk.is_nearly_full,
        )
    ]
