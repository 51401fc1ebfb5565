"""How long ago those behind the screens were last at work."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tournament.models import Heartbeat

# Each leaves a heartbeat: a worker, the scheduler, and two things that have to be done.
AT_WORK: Final = ("worker", "beat", "sweep", "sending")
# They leave a sign every ten seconds; a busy machine may be late with one.
SILENT_AFTER: Final = timedelta(seconds=40)


def silences(*, now: datetime) -> dict[str, timedelta]:
    """How long each of those that were ever at work has been silent."""
    return {beat.name: max(timedelta(0), now - beat.at) for beat in Heartbeat.objects.all()}
