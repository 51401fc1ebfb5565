"""What works behind the screens leaves when it was last at work."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tournament.models import Heartbeat

# Not more often: on SQLite a tap would wait behind it.
APART: Final = timedelta(seconds=10)


def note_heartbeat(*, name: str, now: datetime) -> bool:
    """Store that `name` is at work, unless that was stored a moment ago; says whether it was stored.

    A clock that was set back is followed: the row never stays in the future.
    """
    stored = Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
    if stored is not None and timedelta(0) <= now - stored < APART:
        return False
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
    return True
